import json
from collections.abc import Callable

import pytest

from truthfulness_evaluator.models import Span, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.rdjson import RdjsonFormatter

REPORT = {
    "source": {"name": "truth-eval"},
    "diagnostics": [
        {
            "message": "`--jobs` defaults to 8: the default is 4 (src/app/cli.py:57)",
            "location": {
                "path": "docs/run.md",
                "range": {"start": {"line": 3, "column": 10}, "end": {"line": 3, "column": 29}},
            },
            "severity": "ERROR",
            "code": {"value": "default_value"},
            "suggestions": [
                {"range": {"start": {"line": 3, "column": 28}, "end": {"line": 3, "column": 29}}, "text": "4"}
            ],
            "related_locations": [
                {
                    "message": "parser.add_argument(...)",
                    "location": {"path": "src/app/cli.py", "range": {"start": {"line": 57}}},
                }
            ],
        },
        {
            "message": "There is a module `app.jobs`: slow: timeout (after 30 s)",
            "location": {"path": "docs/run.md", "range": {"start": {"line": 9}}},
            "severity": "INFO",
            "code": {"value": "symbol"},
        },
    ],
}


def test_a_diagnostic_for_each_refuted_claim_and_each_failure(
    report: TruthfulnessReport, texts: dict[str, str]
) -> None:
    assert RdjsonFormatter(texts=texts).format([report]) == json.dumps(REPORT, indent=2) + "\n"


def test_what_fails_the_gate_otherwise_is_a_warning(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    rows = json.loads(RdjsonFormatter(shown=shown).format([report]))["diagnostics"]
    assert [row["severity"] for row in rows] == ["ERROR", "WARNING", "INFO"]


def test_without_texts_there_are_lines_and_no_suggestions(report: TruthfulnessReport) -> None:
    row = json.loads(RdjsonFormatter(prefix="sub").format([report]))["diagnostics"][0]
    assert row["location"] == {"path": "sub/docs/run.md", "range": {"start": {"line": 3}}}
    assert row["related_locations"][0]["location"]["path"] == "sub/src/app/cli.py"
    assert "suggestions" not in row


@pytest.mark.parametrize(
    ("text", "span", "start", "end"),
    [
        pytest.param("ä👍z", (2, 3), (1, 7), (1, 8), id="bytes-not-characters"),
        pytest.param("ä\r\néa", (4, 5), (2, 3), (2, 4), id="of-its-own-line"),
        pytest.param("\ufeffabc", (2, 3), (1, 2), (1, 3), id="no-byte-order-mark"),
        pytest.param("ab\ncd", (1, 4), (1, 2), (2, 2), id="over-lines"),
        pytest.param("ab", (1, 1), (1, 2), (1, 2), id="insertion"),
    ],
)
def test_columns(
    refuted: Callable[..., TruthfulnessReport],
    text: str,
    span: Span,
    start: tuple[int, int],
    end: tuple[int, int],
) -> None:
    report = refuted("x", span=span, replacement="y")
    row = json.loads(RdjsonFormatter(texts={"a.md": text}).format([report]))["diagnostics"][0]
    ends = [dict(zip(("line", "column"), each, strict=True)) for each in (start, end)]
    assert row["location"]["range"] == dict(zip(("start", "end"), ends, strict=True))
    assert row["suggestions"] == [{"range": row["location"]["range"], "text": "y"}]


def test_what_a_person_is_to_review_is_not_suggested(refuted: Callable[..., TruthfulnessReport]) -> None:
    report = refuted("x", span=(0, 1), replacement="y", needs_review=True)
    row = json.loads(RdjsonFormatter(texts={"a.md": "abc"}).format([report]))["diagnostics"][0]
    assert "suggestions" not in row
