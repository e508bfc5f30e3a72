"""Whole reports on what people decided, in every format but HTML. Run as a program, it writes them anew."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from panel_report import NAME, TEXT, panel_report
from reviewed_report import reviewed_report
from truthfulness_evaluator.models import Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.json import JsonFormatter
from truthfulness_evaluator.reporting.table import load_formatter
from truthfulness_evaluator.reporting.text import TextFormatter
from truthfulness_evaluator.review.applying import with_reviews

FOLDER = Path(__file__).parent / "reviewed_expected"
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "sarif": {"rules": (), "shown": frozenset(Verdict)},
    "text": {"verbose": True},
}
FORMATS = {
    "github": "github.txt",
    "gitlab": "gitlab.json",
    "jsonl": "report.jsonl",
    "junit": "junit.xml",
    "markdown": "report.md",
    "rdjson": "rdjson.json",
    "sarif": "report.sarif",
    "text": "report.txt",
}
"""Expected file by format."""


def written(name: str) -> str:
    return load_formatter(name)(**{"texts": {NAME: TEXT}, **OPTIONS.get(name, {})}).format([reviewed_report()])


@pytest.mark.parametrize("name", FORMATS)
def test_whole_reports(name: str) -> None:
    assert written(name) == (FOLDER / FORMATS[name]).read_text(encoding="utf-8")


def test_no_report_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FORMATS.values())


def test_json_keeps_all_of_it() -> None:
    content = json.loads(JsonFormatter().format([reviewed_report()]))
    assert TruthfulnessReport.model_validate(content["reports"][0]) == reviewed_report()


@pytest.mark.parametrize(
    ("review", "line"),
    [
        pytest.param(
            Review(verdict=Verdict.REFUTES, note="No."),
            "REFUTED Answers are kept for an hour: The default is 60 seconds "
            "(src/app/cache.py:15) (reviewed: No; the judges said the same, 91%)",
            id="the same",
        ),
        pytest.param(
            Review(verdict=Verdict.REFUTES, reviewer="A\x1b[31m\nB", reviewed_at="2026-12-01T10:30:00Z"),
            r"(reviewed by A\x1b[31m B on 2026-12-01; the judges said the same, 91%)",
            id="a hostile name",
        ),
    ],
)
def test_lines(review: Review, line: str) -> None:
    assert line in TextFormatter().format([with_reviews(panel_report(), {"hour": review})])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, file in FORMATS.items():
        (FOLDER / file).write_text(written(name), encoding="utf-8")
