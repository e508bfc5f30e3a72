"""Whole reports on what models say, in the formats for programs. Run as a program, it writes them anew."""

import re
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from panel_report import NAME, TEXT, panel_report
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Citation, Round, Verdict, Vote
from truthfulness_evaluator.reporting.markdown import MARK, MarkdownFormatter
from truthfulness_evaluator.reporting.table import load_formatter

FOLDER = Path(__file__).parent / "panel_expected"
OPTIONS: dict[str, dict[str, tuple[FactKind, ...]]] = {"sarif": {"rules": ()}}
FORMATS = {
    "github": "github.txt",
    "gitlab": "gitlab.json",
    "jsonl": "report.jsonl",
    "junit": "junit.xml",
    "markdown": "report.md",
    "rdjson": "rdjson.json",
    "sarif": "report.sarif",
}
"""Expected file by format."""


def written(name: str) -> str:
    return load_formatter(name)(texts={NAME: TEXT}, **OPTIONS.get(name, {})).format([panel_report()])


@pytest.mark.parametrize("name", FORMATS)
def test_whole_reports(name: str) -> None:
    assert written(name) == (FOLDER / FORMATS[name]).read_text(encoding="utf-8")


def test_no_report_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FORMATS.values())


HOSTILE = (
    "a | b",
    "`a | b`",
    "`a \\\\| b`",
    "\\|",
    "``|``",
    "x\n| y |\n",
    "</details>",
    "<!--",
    "@me #1 [x](javascript:1)",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_models_say_stays_in_its_cell(hostile: str) -> None:
    report = panel_report()
    vote = Vote(
        judge=f"j {hostile}",
        verdict=Verdict.REFUTES,
        confidence=0.9,
        explanation=hostile,
        citations=[Citation(evidence_index=0, quote=hostile)],
        critique=hostile,
    )
    (first, *_) = report.verifications
    rounds = [Round(number=1, votes=[vote]), Round(number=2, votes=[vote])]
    result = first.model_copy(update={"votes": [vote], "history": rounds, "review_reason": hostile})
    markdown = MarkdownFormatter().format([report.model_copy(update={"verifications": [result]})])
    (row,) = (line.strip() for line in markdown.splitlines() if line.startswith("  | j "))
    cells = re.sub(r"\\.", "", row).count("|") - 1
    assert cells == 5
    plain = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", markdown.removeprefix(MARK))
    assert plain.count("</details>") == plain.count("<details>")
    assert "<!--" not in plain.replace("\\<", "")
    assert "@me" not in plain


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, file in FORMATS.items():
        (FOLDER / file).write_text(written(name), encoding="utf-8")
