"""Rows as evaluation sets write them: what is the text, what it is checked against, and what cannot be judged."""

import io
import json

import pytest

from truthfulness_evaluator.batch.lines import lines_of
from truthfulness_evaluator.batch.names import Fields
from truthfulness_evaluator.batch.rows import BrokenRow, Contexts, Line, Row, read_row

FREE = Fields()


def _read(row: object, fields: Fields = FREE, use: Contexts = Contexts.NEEDED) -> Row | BrokenRow:
    data = row if isinstance(row, bytes) else json.dumps(row).encode()
    return read_row(Line(3, data, "d"), fields, use)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        pytest.param({"text": "T", "contexts": ["A", "B"]}, Row("T", ("A", "B")), id="plain"),
        pytest.param(
            {"id": 4, "question": "Q?", "answer": "T", "contexts": ["A"], "ground_truth": "G"},
            Row("T", ("A",), "Q?", 4, {"question": "Q?", "ground_truth": "G"}),
            id="question-answer",
        ),
        pytest.param(
            {"user_input": "Q?", "response": "T", "retrieved_contexts": ["A"], "reference": "R"},
            Row("T", ("A",), "Q?", None, {"user_input": "Q?", "reference": "R"}),
            id="user-input-response",
        ),
        pytest.param(
            {"input": "Q?", "actual_output": "T", "expected_output": "E", "retrieval_context": ["A"], "context": None},
            Row("T", ("A",), "Q?", None, {"input": "Q?", "expected_output": "E", "context": None}),
            id="actual-output",
        ),
        pytest.param(
            {"id": "c1", "claim": "T", "evidence": [["A.", "B."], ["C."]], "label": "SUPPORTS"},
            Row("T", ("A. B.", "C."), "", "c1", {"label": "SUPPORTS"}),
            id="claim-evidence",
        ),
        pytest.param({"claim": "T", "doc": "A", "label": 1}, Row("T", ("A",), "", None, {"label": 1}), id="claim-doc"),
        pytest.param({"document": "A", "summary": "T"}, Row("T", ("A",)), id="document-summary"),
        pytest.param({"premise": "A", "hypothesis": "T"}, Row("T", ("A",)), id="premise-hypothesis"),
        pytest.param(
            {
                "answer": "T",
                "contexts": [{"page_content": "A", "metadata": {"n": "1"}}, {"title": "Ferry", "text": "B"}],
            },
            Row("T", ("A", "Ferry\n\nB")),
            id="contexts-are-objects",
        ),
        pytest.param({"answer": "", "contexts": []}, Row("", ()), id="nothing-said-nothing-found"),
        pytest.param(
            {"answer": None, "response": "T", "context": "A"}, Row("T", ("A",), "", None, {"answer": None}), id="null"
        ),
        pytest.param(
            {"_id": 1, "uid": 2, "text": "T", "context": "A"}, Row("T", ("A",), "", 1, {"uid": 2}), id="two-ids"
        ),
    ],
)
def test_common_sets(columns: dict[str, object], expected: Row) -> None:
    assert _read(columns) == expected


@pytest.mark.parametrize(
    ("columns", "fields", "expected"),
    [
        (
            {"answer": "T", "response": "U", "ctx": "A"},
            Fields("answer", "ctx"),
            Row("T", ("A",), "", None, {"response": "U"}),
        ),
        (
            {"key": "k", "out": {"text": "T"}, "found": [{"body": "A"}]},
            Fields("out.text", "found", "key"),
            Row("T", ("A",), "", "k", {"out": {"text": "T"}}),
        ),
        ({"context": "T", "evidence": "A"}, Fields("context"), Row("T", ("A",))),
        ({"a.b": "T", "c": [["A"]]}, Fields("a.b", "c.0"), Row("T", ("A",), "", None, {"c": [["A"]]})),
        ({"id": 1, "text": "T", "context": "A", "nr": 2}, Fields(id="nr"), Row("T", ("A",), "", 2, {"id": 1})),
    ],
    ids=["ambiguous", "within-objects", "a-context-is-the-text", "dots-in-a-name", "id"],
)
def test_columns_that_are_named(columns: dict[str, object], fields: Fields, expected: Row) -> None:
    assert _read(columns, fields) == expected


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (b"{", "The line is no JSON: Expecting property name enclosed in double quotes at column 2."),
        (b"[1]", "The line is no object of JSON, but a list."),
        (b'"text"', "The line is no object of JSON, but a text."),
        (b"\xff{}", "The line is not UTF-8."),
        (b'{"text": NaN}', "The line is no JSON: NaN is no number of JSON."),
        (b'{"text": 1e999}', "The line is no JSON that can be passed through: a number in it is too large."),
        (b"[" * 200_000, "The line is no JSON: a number or a nesting in it is too large."),
        (b'{"n": ' + b"9" * 5000 + b"}", "The line is no JSON: a number or a nesting in it is too large."),
        ({}, "It has no text among its columns (it has none): name one with --text-field."),
        ({"a": 1, "b": 2}, "It has no text among its columns (a, b): name one with --text-field."),
        ({"text": 5, "context": "A"}, "Its text, text, is a number."),
        ({"text": ["T"], "context": "A"}, "Its text, text, is a list."),
        (
            {"answer": "T", "response": "U", "context": "A"},
            "answer and response may all be its text: name one with --text-field.",
        ),
        (
            {"answer": "T", "context": "A", "retrieval_context": ["B"]},
            "context and retrieval_context may all be its contexts: name one with --contexts-field.",
        ),
        (
            {"answer": "T", "found": "A"},
            "It has no contexts among its other columns (found): name one with --contexts-field, or give the run "
            "--sources or --root.",
        ),
        ({"answer": "T", "contexts": 5}, "A context in contexts is a number."),
        ({"answer": "T", "contexts": ["A", None]}, "A context in contexts is null."),
        (
            {"answer": "T", "contexts": [{"id": 1}]},
            "A context in contexts is an object without a text (text, content, page_content, passage, snippet, body, "
            "sentence).",
        ),
    ],
)
def test_broken(row: object, problem: str) -> None:
    read = _read(row)
    assert isinstance(read, BrokenRow)
    assert read.problem == problem


def test_a_broken_row_keeps_what_it_has() -> None:
    assert _read({"id": 7, "label": True}) == BrokenRow(
        "It has no text among its columns (id, label): name one with --text-field.", 7, {"label": True}
    )


def test_a_line_that_is_too_long() -> None:
    assert read_row(Line(1, None), FREE) == BrokenRow("The line is too long.")


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (Contexts.TAKEN, Row("T", ("A",), "", None, {})),
        (Contexts.PASSED, Row("T", None, "", None, {"context": "A"})),
    ],
)
def test_contexts_where_the_run_has_other_sources(use: Contexts, expected: Row) -> None:
    assert _read({"text": "T", "context": "A"}, use=use) == expected


def test_a_row_without_contexts_where_none_are_needed() -> None:
    assert _read({"text": "T"}, use=Contexts.TAKEN) == Row("T", None)


def test_contexts_that_are_named_and_not_there() -> None:
    read = _read({"text": "T", "context": "A"}, Fields(contexts="found"), Contexts.TAKEN)
    assert read == BrokenRow("It has no contexts: found is not there or null.", None, {"text": "T", "context": "A"})


def test_a_byte_order_mark() -> None:
    assert read_row(Line(1, b'\xef\xbb\xbf{"text": "T"}'), FREE) == Row("T")


def test_lines() -> None:
    data = b"{}\r\n\n  \n" + b"x" * 12 + b"\n{1}\n" + b"y" * 11
    found = [(line.number, line.data) for line in lines_of(io.BytesIO(data), longest=10)]
    assert found == [(1, b"{}"), (4, None), (5, b"{1}"), (6, None)]


def test_equal_lines_have_equal_digests() -> None:
    first, second, third = lines_of(io.BytesIO(b'{"a": 1}\n {"a": 1} \r\n{"a": 2}'))
    assert first.digest == second.digest != third.digest
