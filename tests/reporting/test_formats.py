import pytest

from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.json import JsonFormatter
from truthfulness_evaluator.reporting.table import FORMATS, SUFFIXES, format_of, load_formatter
from truthfulness_evaluator.reporting.text import TextFormatter


def test_every_format_loads_and_writes(report: TruthfulnessReport) -> None:
    assert {name: load_formatter(name) for name in FORMATS} == {"json": JsonFormatter, "text": TextFormatter}
    assert all(load_formatter(name)().format([report]) for name in FORMATS)


def test_every_suffix_names_a_format() -> None:
    assert set(SUFFIXES.values()) <= set(FORMATS)


@pytest.mark.parametrize("name", ["markdown", "JSON", ""])
def test_a_format_that_is_not_there(name: str) -> None:
    with pytest.raises(MissingPartError) as caught:
        load_formatter(name)
    assert str(caught.value) == f"The report format {name!r} is not available. Available: json, text."


@pytest.mark.parametrize(
    ("file", "expected"),
    [("r.json", "json"), ("out.d/R.JSON", "json"), ("r.txt", "text"), ("out.json/report", None), ("r", None)],
)
def test_format_of_a_name(file: str, expected: str | None) -> None:
    assert format_of(file) == expected


def test_format_of_an_unknown_suffix() -> None:
    with pytest.raises(UsageError) as caught:
        format_of("r.pdf")
    assert str(caught.value) == (
        "The name 'r.pdf' does not say which format to write. Use --format, or one of the suffixes .json, .txt."
    )
