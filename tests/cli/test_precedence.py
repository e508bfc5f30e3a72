"""Settings, strongest first: flag, environment, .env, the project's file, the user's file, the default."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_evaluator import FakeEvaluator, Run

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.gate.baseline import written

LAYERS = ("flag", "environment", "dotenv", "project", "user", "default")

LISTS = ("exclude", "fail_on_kind")
Value = str | float | None | bool | list[str]
SETTINGS: Mapping[str, tuple[str, tuple[str, ...], Value]] = {
    "fail_on": ("--fail-on", ("never", "unsupported", "never", "unsupported", "never"), "refuted"),
    "fail_under": ("--fail-under", ("A", "B", "C", "D", "F"), None),
    "fail_on_model": ("--fail-on-model", ("never", "unsupported", "refuted", "unsupported", "refuted"), "never"),
    "fail_on_kind": ("--fail-on-kind", ("path", "link", "limit", "name", "choice"), []),
    "min_confidence": ("--min-confidence", ("0.1", "0.2", "0.3", "0.4", "0.5"), 0.0),
    "baseline": ("--baseline", ("a.json", "b.json", "c.json", "d.json", "e.json"), None),
    "exclude": ("--exclude", ("a/", "b/", "c/", "d/", "e/"), []),
}
"""Flag, a value for each layer, and the default."""


def _set(project: Path, monkeypatch: pytest.MonkeyPatch, layer: str, name: str, value: str) -> None:
    toml = f'["{value}"]' if name in LISTS else f'"{value}"'
    match layer:
        case "environment":
            monkeypatch.setenv(f"TRUTH_{name.upper()}", value)
        case "dotenv":
            (project / ".env").write_text(f"TRUTH_{name.upper()}={value}\nOTHER=1\n")
        case "project":
            (project / "pyproject.toml").write_text(f"[tool.truthfulness-evaluator]\n{name} = {toml}\n")
        case "user":
            folder = project.parent / "home" / "truthfulness-evaluator"
            folder.mkdir(parents=True)
            (folder / "truth.toml").write_text(f"{name} = {toml}\n")
        case _:
            pass


@pytest.mark.parametrize("strongest", LAYERS)
@pytest.mark.parametrize("name", SETTINGS)
def test_the_strongest_layer_holds(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    evaluators: list[FakeEvaluator],
    run: Run,
    name: str,
    strongest: str,
) -> None:
    flag, values, default = SETTINGS[name]
    (project / "a.md").write_text("TRUE x")
    for value in values if name == "baseline" else ():
        (project / value).write_text(written([]))
    first = LAYERS.index(strongest)
    for layer, value in list(zip(LAYERS, values, strict=False))[first:]:
        _set(project, monkeypatch, layer, name, value)
    argv = [flag, values[0]] if strongest == "flag" else []
    assert run("a.md", *argv).code == 0
    expected = default if strongest == "default" else values[first]
    found = getattr(evaluators[0].config, name)
    if strongest != "default":
        found = found[0] if name in LISTS else str(found)
    assert found == expected


def _offline(config: EvaluatorConfig) -> bool:
    return config.offline


@pytest.mark.parametrize(
    ("argv", "variable", "expected"),
    [
        ([], None, False),
        ([], "true", True),
        (["--offline"], None, True),
        (["--offline"], "false", True),
    ],
    ids=["default", "environment", "flag", "flag-over-environment"],
)
def test_offline(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    evaluators: list[FakeEvaluator],
    run: Run,
    argv: list[str],
    variable: str | None,
    expected: bool,
) -> None:
    (project / "a.md").write_text("TRUE x")
    if variable:
        monkeypatch.setenv("TRUTH_OFFLINE", variable)
    assert run("a.md", *argv).code == 0
    assert _offline(evaluators[0].config) is expected


def test_the_closest_settings_file_of_the_checked_file_counts(
    project: Path, evaluators: list[FakeEvaluator], run: Run
) -> None:
    (project / "truth.toml").write_text('fail_on = "never"\n')
    (project / "sub").mkdir()
    (project / "sub" / "truth.toml").write_text('fail_on = "unsupported"\n')
    (project / "sub" / "a.md").write_text("TRUE x")
    (project / "b.md").write_text("TRUE x")
    run("sub/a.md")
    run("b.md")
    assert [each.config.fail_on for each in evaluators] == ["unsupported", "never"]


FORMATS = [
    pytest.param({}, ["a.md"], "text", id="standard-output-is-text"),
    pytest.param({}, ["a.md", "-o", "r"], "json", id="a-file-without-suffix-is-the-setting"),
    pytest.param({"TRUTH_OUTPUT_FORMAT": "text"}, ["a.md", "-o", "r"], "text", id="setting-for-a-file"),
    pytest.param({"TRUTH_OUTPUT_FORMAT": "json"}, ["a.md"], "json", id="setting-for-standard-output"),
    pytest.param({"TRUTH_OUTPUT_FORMAT": "json"}, ["a.md", "-f", "text"], "text", id="flag-over-setting"),
    pytest.param({"TRUTH_OUTPUT_FORMAT": "text"}, ["a.md", "-o", "r.json"], "json", id="suffix-over-setting"),
    pytest.param({}, ["a.md", "-o", "r.json", "-f", "text"], "text", id="flag-over-suffix"),
]


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(("variables", "argv", "expected"), FORMATS)
def test_format(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    variables: Mapping[str, str],
    argv: list[str],
    expected: str,
) -> None:
    (project / "a.md").write_text("TRUE x")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    ran = run(*argv)
    files = [path for path in (project / "r", project / "r.json") if path.exists()]
    written = files[0].read_text() if files else ran.out
    assert ("json" if written.startswith("{") else "text") == expected


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("TRUTH_RELIABILITY_FILE", "none.json", "it cannot be read: No such file or directory"),
        ("TRUTH_FAIL_ONN", "never", "Did you mean"),
        ("TRUTH_MAX_EVIDENCE_ITEMS", "0", "TRUTH_MAX_EVIDENCE_ITEMS"),
    ],
    ids=["no-such-file", "misspelt", "wrong-value"],
)
def test_settings_that_cannot_hold(
    project: Path, monkeypatch: pytest.MonkeyPatch, run: Run, variable: str, value: str, sentence: str
) -> None:
    (project / "a.md").write_text("TRUE x")
    monkeypatch.setenv(variable, value)
    ran = run("a.md")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("truth-eval: error: ")
    assert ran.err.count("\n") == 1
    assert sentence in ran.err
