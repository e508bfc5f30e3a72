from typing import get_args

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.table import FORMATS, SUFFIXES, format_of, load_formatter

AVAILABLE = "github, gitlab, html, json, jsonl, junit, markdown, rdjson, sarif, text"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_loads_and_writes_the_same_again(name: str, report: TruthfulnessReport) -> None:
    again = TruthfulnessReport.model_validate_json(report.model_dump_json())
    written = load_formatter(name)().format([report])
    assert written
    assert load_formatter(name)().format([again]) == written


def test_every_format_can_be_set() -> None:
    assert get_args(EvaluatorConfig.model_fields["output_format"].annotation) == tuple(sorted(FORMATS))


def test_every_suffix_names_a_format() -> None:
    assert set(SUFFIXES.values()) <= set(FORMATS)


@pytest.mark.parametrize("name", ["pdf", "JSON", ""])
def test_a_format_that_is_not_there(name: str) -> None:
    with pytest.raises(MissingPartError) as caught:
        load_formatter(name)
    assert str(caught.value) == f"The report format {name!r} is not available. Available: {AVAILABLE}."


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("r.json", "json"),
        ("out.d/R.JSON", "json"),
        ("r.txt", "text"),
        ("r.jsonl", "jsonl"),
        ("r.md", "markdown"),
        ("r.html", "html"),
        ("r.htm", "html"),
        ("r.xml", "junit"),
        ("r.sarif", "sarif"),
        ("r.SARIF.json", "sarif"),
        ("sarif.json", "json"),
        ("out.json/report", None),
        ("r", None),
    ],
)
def test_format_of_a_name(file: str, expected: str | None) -> None:
    assert format_of(file) == expected


def test_format_of_an_unknown_suffix() -> None:
    with pytest.raises(UsageError) as caught:
        format_of("r.pdf")
    assert str(caught.value) == (
        "The name 'r.pdf' does not say which format to write. "
        "Use --format, or one of the suffixes .htm, .html, .json, .jsonl, .md, .sarif, .txt, .xml."
    )
