"""What fails the gate by kind, confidence and judge, with the real evaluator and judges by script."""

from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator import ScriptedJudge, Verdict
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.pipeline import Evaluator

LINES = "It needs Python 3.9 or newer.\n\nThe sky over the town is green.\n"


@pytest.fixture(autouse=True)
def documents(project: Path) -> None:
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.11"\n')
    (project / "a.md").write_text(LINES)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that may err refutes what the town's sky is said to be."""
    judge = ScriptedJudge(
        "model", {"The sky over the town is green.": Verdict.REFUTES}, kinds=frozenset({"prose"}), confidence=0.8
    )

    def make(config: EvaluatorConfig, root: str | Path, since: str | None = None, **_: object) -> Evaluator:
        return Evaluator(config, root, judges=[judge], since=since)

    monkeypatch.setattr("truthfulness_evaluator.cli.run.Evaluator", make)


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        pytest.param([], 1, id="all-kinds"),
        pytest.param(["--fail-on-kind", "version"], 1, id="this-kind"),
        pytest.param(["--fail-on-kind", "link"], 0, id="another"),
        pytest.param(["--fail-on-kind", "link, version"], 1, id="with-commas"),
        pytest.param(["--fail-on-kind", "link", "--fail-on-kind", "version"], 1, id="repeated"),
        pytest.param(["--fail-on-kind", "cli-option,path,"], 0, id="dashes-and-a-comma-too-many"),
        pytest.param(["--min-confidence", "0.99"], 1, id="as-sure"),
        pytest.param(["--min-confidence", "0.995"], 0, id="not-as-sure"),
    ],
)
def test_kind_and_confidence(run: Run, argv: list[str], code: int) -> None:
    ran = run("a.md", *argv)
    assert (ran.code, ran.out.count("REFUTED")) == (code, 1)


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize(
    ("argv", "failing"),
    [
        pytest.param([], "1 claim is refuted: gate failed. 1 finding only advises.", id="model-advises"),
        pytest.param(["--fail-on-model", "never"], "1 claim is refuted: gate failed. 1 finding only", id="never"),
        pytest.param(["--fail-on-model", "refuted"], "2 claims are refuted: gate failed.", id="refuted"),
        pytest.param(["--fail-on-model", "refuted", "--min-confidence", "0.9"], "1 finding only advises.", id="unsure"),
        pytest.param(["--fail-on", "never"], "although 2 claims are refuted.", id="nothing-exact"),
        pytest.param(["--fail-on", "never", "--fail-on-model", "refuted"], "1 claim is refuted: gate", id="only-model"),
        pytest.param(["--exit-zero"], "although 2 claims are refuted.", id="exit-zero"),
        pytest.param(["--exit-zero", "--fail-on-model", "never"], "although 2 claims are refuted.", id="both-names"),
    ],
)
def test_what_models_say(run: Run, argv: list[str], failing: str) -> None:
    ran = run("a.md", *argv)
    assert failing in ran.out.splitlines()[-1]
    assert ran.code == ("gate failed" in ran.out)
    assert ran.out.count("REFUTED") == 2, "advice is listed, too"


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (
            ["--fail-on-kind", "verison"],
            "fail_on_kind is 'verison' (argument): there is no such kind of claim. Did you mean 'version'?",
        ),
        (
            ["--fail-on-kind", "link,qqqq"],
            "fail_on_kind is 'qqqq' (argument): there is no such kind of claim. Kinds are",
        ),
        (["--min-confidence", "2"], "min_confidence is '2' (argument): should be less than or equal to 1."),
        (["--min-confidence", "high"], "min_confidence is 'high' (argument): should be a valid number"),
        (["--fail-on-model", "x"], "fail_on_model is 'x' (argument): should be 'refuted', 'unsupported' or 'never'."),
        (
            ["--exit-zero", "--fail-on-model", "refuted"],
            "--exit-zero means --fail-on-model never, and refuted is given",
        ),
    ],
)
def test_usage_errors(run: Run, argv: list[str], sentence: str) -> None:
    ran = run("a.md", *argv)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"truth-eval: error: {sentence}")
