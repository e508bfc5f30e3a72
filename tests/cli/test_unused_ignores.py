"""`--report-unused-ignores` on files, with the real evaluator."""

import json
from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator import ScriptedJudge, Verdict, evaluate
from truthfulness_evaluator.core.config import EvaluatorConfig

TEXT = """\
# App

<!-- truth: ignore version -- of the last release -->
It needs Python 3.9 or newer.

<!-- truth: ignore -->
It needs Python 3.11 or newer.

<!-- truth: ignore -->
The sky over the town is green.
"""
LINES = [
    "a.md:6:1: UNUSED <!-- truth: ignore -->: all claims that it excludes are supported",
    "a.md:9:1: UNUSED <!-- truth: ignore -->: it excludes no claim that is checked",
]


@pytest.fixture(autouse=True)
def documents(project: Path) -> None:
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.11"\n')
    (project / "a.md").write_text(TEXT)


def test_each_with_its_place(run: Run) -> None:
    ran = run("a.md", "--report-unused-ignores")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == LINES
    assert " 2 unused comments were found." in ran.out.splitlines()[2]
    assert run("a.md", "--report-unused-ignores", "--quiet").out.splitlines() == LINES


def test_only_where_it_is_asked_for(project: Path, run: Run) -> None:
    assert "UNUSED" not in run("a.md").out
    (project / "truth.toml").write_text("report_unused_ignores = true\n")
    assert run("a.md").out.splitlines()[:2] == LINES


def test_formats(run: Run) -> None:
    rows = json.loads(run("a.md", "--report-unused-ignores", "-f", "json").out)["reports"][0]["unused_ignores"]
    assert [(row["location"]["line"], row["comment"]) for row in rows] == [
        (6, "<!-- truth: ignore -->"),
        (9, "<!-- truth: ignore -->"),
    ]
    run_ = json.loads(run("a.md", "--report-unused-ignores", "-f", "sarif").out)["runs"][0]
    said = [each["message"]["text"] for each in run_["invocations"][0]["toolExecutionNotifications"]]
    assert said == [line.replace(" UNUSED", "") for line in LINES]
    assert "a.md:9:1: &lt;!-- truth: ignore" in run("a.md", "--report-unused-ignores", "-f", "html").out
    assert "- `a.md:9:1:` " in run("a.md", "--report-unused-ignores", "-f", "markdown").out


def test_what_another_judge_would_judge_is_needed(project: Path) -> None:
    judge = ScriptedJudge("model", kinds=frozenset({"prose"}), default=Verdict.SUPPORTS)
    config = EvaluatorConfig(report_unused_ignores=True)
    report = evaluate(project / "a.md", config=config, judges=[judge])
    assert report.unused_ignores == []


def test_without_a_code_base_nothing_is_checked() -> None:
    report = evaluate(text=TEXT, name="a.md", config=EvaluatorConfig(report_unused_ignores=True))
    assert [each.location.line for each in report.unused_ignores] == [3, 6, 9]
