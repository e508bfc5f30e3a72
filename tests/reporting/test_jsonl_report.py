import json
from collections.abc import Callable

import pytest

from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.jsonl import JsonLinesFormatter

LINES = """\
{"id": "option", "document": "docs/run.md", "location": {"line": 3, "column": 10, "end_line": 3, "end_column": 18}, \
"kind": "cli_option", "text": "There is an option `--jobs`", "verdict": "SUPPORTS", "confidence": 1.0, \
"explanation": "it is declared", "evidence": [{"source": "src/app/cli.py", "source_type": "filesystem", "line": 12, \
"url": null, "content": "parser.add_argument(...)", "supports_claim": true}], "correction": null, \
"needs_review": false, "review": null, "gate": null}
{"id": "jobs", "document": "docs/run.md", "location": {"line": 3, "column": 10, "end_line": 3, "end_column": 29}, \
"kind": "default_value", "text": "`--jobs` defaults to 8", "verdict": "REFUTES", "confidence": 1.0, \
"explanation": "the default is 4", "evidence": [{"source": "src/app/cli.py", "source_type": "filesystem", \
"line": 57, "url": null, "content": "parser.add_argument(...)", "supports_claim": false}, \
{"source": "src/app/other.py", "source_type": "filesystem", "line": 3, "url": null, \
"content": "parser.add_argument(...)", "supports_claim": null}], \
"correction": {"start": 35, "end": 36, "original": "8", "replacement": "4"}, "needs_review": false, \
"review": null, "gate": null}
{"id": "home", "document": "docs/run.md", "location": {"line": 4, "column": 10, "end_line": 4, "end_column": 20}, \
"kind": "env_var", "text": "The environment variable `APP_HOME` is read", "verdict": "NOT_ENOUGH_INFO", \
"confidence": 0.5, "explanation": "no code reads a name that is built at run time", "evidence": [], \
"correction": null, "needs_review": false, "review": null, "gate": null}
{"id": "asked", "document": "docs/run.md", \
"location": {"line": 9, "column": 1, "end_line": null, "end_column": null}, "kind": "symbol", \
"text": "There is a module `app.jobs`", "verdict": null, "confidence": null, \
"explanation": "slow: timeout (after 30 s)", "evidence": [], "correction": null, "needs_review": false, \
"review": null, "gate": null}
"""


def test_a_line_for_each_claim_in_the_order_of_places(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    assert JsonLinesFormatter(texts=texts).format([report]) == LINES


def test_without_texts_the_end_is_not_known(report: TruthfulnessReport) -> None:
    rows = [json.loads(line) for line in JsonLinesFormatter().format([report]).splitlines()]
    known = [json.loads(line) for line in LINES.splitlines()]
    for row in known:
        row["location"].update(end_line=None, end_column=None)
    assert rows == known


def test_the_keys_are_the_same_in_every_line_and_described(report: TruthfulnessReport) -> None:
    rows = [json.loads(line) for line in LINES.splitlines()]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    described = (JsonLinesFormatter.__doc__ or "").splitlines()
    assert [key for key in rows[0] if not any(line.split()[:1] == [key] for line in described)] == []


@pytest.mark.parametrize(
    "text", ["a\nb", "a\r\nb", "a\x85b", "a\u2028b\u2029", "\x1b[31m", '"quoted" \\', "größe 你好", "\ud800"]
)
def test_a_claim_is_one_line_and_comes_out_as_it_is(refuted: Callable[..., TruthfulnessReport], text: str) -> None:
    report = TruthfulnessReport.model_construct(
        source_document="a.md",
        claims=[refuted("x").claims[0].model_copy(update={"text": text})],
        verifications=refuted("x").verifications,
        unvalidated_claims=[],
        unvalidated_reasons=[],
    )
    written = JsonLinesFormatter().format([report]).encode("utf-8", "backslashreplace").decode()
    (line,) = written.splitlines()
    assert json.loads(line)["text"] == text


def test_a_byte_order_mark_is_no_column(refuted: Callable[..., TruthfulnessReport]) -> None:
    report = refuted("x", span=(3, 4), replacement="y")
    (line,) = JsonLinesFormatter(texts={"a.md": "\ufeffit x"}).format([report]).splitlines()
    row = json.loads(line)
    assert row["location"] == {"line": 1, "column": 3, "end_line": 1, "end_column": 4}
    assert row["correction"] == {"start": 3, "end": 4, "original": " ", "replacement": "y"}
