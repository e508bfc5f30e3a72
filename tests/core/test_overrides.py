"""Settings for the documents of some paths."""

from pathlib import Path

import pytest

from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.overrides import FIELDS

TWO = """\
fail_on = "unsupported"
exclude_kinds = ["env_var"]

[[overrides]]
paths = ["docs/old/**", "*.txt"]
fail_on = "never"
exclude_kinds = ["cli-option", "link"]

[[overrides]]
paths = ["docs/old/last.md"]
fail_on = "refuted"
min_confidence = 0.5
fail_on_kind = ["path"]
fail_on_model = "refuted"
"""
ELSEWHERE: tuple[object, ...] = (["env_var"], "unsupported", "never", [], 0.0)


def held(folder: Path, document: str, **arguments: object) -> tuple[object, ...]:
    settings = load_config(folder, **arguments).for_document(document)
    return tuple(getattr(settings, name) for name in FIELDS)


HELD: list[tuple[str, tuple[object, ...]]] = [
    ("README.md", ELSEWHERE),
    ("docs/older/a.md", ELSEWHERE),
    ("docs/old/a.md", (["cli_option", "link"], "never", "never", [], 0.0)),
    ("notes/a.txt", (["cli_option", "link"], "never", "never", [], 0.0)),
    ("docs/old/last.md", (["cli_option", "link"], "refuted", "refuted", ["path"], 0.5)),
]


@pytest.mark.parametrize(("document", "expected"), HELD)
def test_the_last_one_that_is_about_it_holds(no_settings: Path, document: str, expected: tuple[object, ...]) -> None:
    (no_settings / "truth.toml").write_text(TWO)
    assert held(no_settings, document) == expected


def test_in_a_manifest(no_settings: Path) -> None:
    text = TWO.replace("[[overrides]]", "[[tool.truthfulness-evaluator.overrides]]")
    (no_settings / "pyproject.toml").write_text("[tool.truthfulness-evaluator]\n" + text)
    assert held(no_settings, "docs/old/a.md")[1] == "never"


def test_an_override_is_as_strong_as_its_source(no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (no_settings / "truth.toml").write_text(TWO)
    name = "docs/old/a.md"
    assert held(no_settings, name, fail_on="refuted")[1] == "refuted", "an argument is stronger than a file"
    monkeypatch.setenv("TRUTH_FAIL_ON", "refuted")
    assert held(no_settings, name)[1] == "refuted", "and so is a variable"
    monkeypatch.setenv("TRUTH_OVERRIDES", '[{"paths": ["docs/**"], "fail_on": "unsupported"}]')
    assert held(no_settings, name)[:2] == (["env_var"], "unsupported"), "overrides of one source replace another's"
    assert held(no_settings, name, overrides=[{"paths": ["docs/"], "fail_on": "never"}])[1] == "never"


def test_overrides_of_the_user_are_weaker_than_the_project(no_settings: Path) -> None:
    own = no_settings.parent / "xdg" / "truthfulness-evaluator" / "truth.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        '[[overrides]]\npaths = ["/tmp/x"]\n[[overrides]]\npaths = ["*.md"]\nfail_on = "never"\nmin_confidence = 0.5\n'
    )
    (no_settings / "truth.toml").write_text('fail_on = "unsupported"\n')
    assert held(no_settings, "a.md") == ([], "unsupported", "never", [], 0.5)


HEAD = '[[overrides]]\npaths = ["a"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            HEAD + "fail_onn = 1",
            "Unknown setting 'fail_onn' (overrides in truth.toml). Did you mean 'fail_on'?",
        ),
        (
            HEAD + "exclude-kinds = []",
            "Unknown setting 'exclude-kinds' (overrides in truth.toml). Did you mean 'exclude_kinds'?",
        ),
        (HEAD + "fail_under = 'A'", "Unknown setting 'fail_under' (overrides in truth.toml). Did you mean 'fail_on'?"),
        (
            HEAD + "fail_on = 'x'",
            "overrides.0.fail_on is 'x' (truth.toml): should be 'refuted', 'unsupported' or 'never'.",
        ),
        (
            HEAD + "min_confidence = 2",
            "overrides.0.min_confidence is 2 (truth.toml): should be less than or equal to 1.",
        ),
        ("[[overrides]]\nfail_on = 'never'", "overrides.0.paths is {'fail_on': 'never'} (truth.toml): field required."),
        (
            "[[overrides]]\npaths = []",
            "overrides.0.paths is [] (truth.toml): should name a path.",
        ),
        ("overrides = 3", "overrides is 3 (truth.toml): should be a valid list."),
        (
            "[[overrides]]\npaths = ['../x']",
            "overrides.0.paths is '../x' (truth.toml): a project's settings may not name paths outside its root; "
            "write it relative to the root.",
        ),
    ],
)
def test_what_cannot_hold(no_settings: Path, text: str, message: str) -> None:
    (no_settings / "truth.toml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_config(no_settings)
    assert str(caught.value) == message


def test_a_variable_that_is_no_json(no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_OVERRIDES", "paths")
    with pytest.raises(SettingsError, match=r"overrides is 'paths' .environment variable TRUTH_OVERRIDES.: not valid"):
        load_config(no_settings)
