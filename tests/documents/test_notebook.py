"""Notebooks: which cells are read, as what, and where their characters stand in the JSON file."""

import json
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.extracts import ExtractText
from truthfulness_evaluator.documents.json_strings import add_string, strings
from truthfulness_evaluator.documents.notebook import NotebookReader
from truthfulness_evaluator.models.document import Document

Check = Callable[[Document], None]


def notebook(*cells: tuple[str, str], indent: int | None = 1, lines: bool = True, **metadata: Any) -> str:
    written: list[dict[str, Any]] = []
    for kind, source in cells:
        cell: dict[str, Any] = {"cell_type": kind, "source": source.splitlines(keepends=True) if lines else source}
        outputs = [{"output_type": "stream", "text": ["source"]}]
        written.append({**cell, "outputs": outputs} if kind == "code" else cell)
    return json.dumps({"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=indent)


def read(text: str, places_hold: Check) -> Document:
    document = NotebookReader().read("a.ipynb", text)
    assert document.text == text
    assert document.extract is not None
    places_hold(document)
    places_hold(document.extract)
    return document


def shown(document: Document) -> list[tuple[str, str, tuple[str, ...], str]]:
    extract = document.extract
    assert extract is not None
    return [
        (block.kind.value, extract.text[slice(*block.text_span)], block.heading_path, block.language or block.lead_in)
        for block in extract.blocks
    ]


CELLS = [
    pytest.param([], [], id="empty"),
    pytest.param([("markdown", ""), ("code", ""), ("raw", "# no")], [], id="nothing in them"),
    pytest.param(
        [("markdown", "# A\n\nOne."), ("markdown", "## B"), ("markdown", "Two."), ("markdown", "# C\n\nThree.")],
        [
            ("heading", "A", (), ""),
            ("paragraph", "One.", ("A",), ""),
            ("heading", "B", ("A",), ""),
            ("paragraph", "Two.", ("A", "B"), ""),
            ("heading", "C", (), ""),
            ("paragraph", "Three.", ("C",), ""),
        ],
        id="headings hold for the cells below",
    ),
    pytest.param(
        [("markdown", "## B"), ("markdown", "Two.\n\n# A\n\n## C\n\nThree."), ("code", "x = 1")],
        [
            ("heading", "B", (), ""),
            ("paragraph", "Two.", ("B",), ""),
            ("heading", "A", (), ""),
            ("heading", "C", ("A",), ""),
            ("paragraph", "Three.", ("A", "C"), ""),
            ("code", "x = 1", ("A", "C"), "python"),
        ],
        id="headings within a cell",
    ),
    pytest.param(
        [("markdown", "```\nopen"), ("markdown", "<!-- open"), ("markdown", "- a\n  - b"), ("markdown", "Words.")],
        [
            ("code", "open", (), ""),
            ("html", "<!-- open", (), ""),
            ("paragraph", "a", (), ""),
            ("paragraph", "b", (), "a"),
            ("paragraph", "Words.", (), ""),
        ],
        id="what is open ends with its cell",
    ),
    pytest.param(
        [("code", "!pip install shelf\nimport shelf\n%matplotlib inline\nshelf.open?\nx = 1\n\ny = 2\n%pip install b")],
        [
            ("code", "pip install shelf", (), "sh"),
            ("code", "import shelf", (), "python"),
            ("code", "x = 1\n\ny = 2", (), "python"),
            ("code", "pip install b", (), "sh"),
        ],
        id="magic lines",
    ),
    pytest.param(
        [("code", "%%bash\nshelf --x\n"), ("code", "%%time\nrun()"), ("code", "%%html\n<p>"), ("code", "%%capture\n")],
        [("code", "shelf --x", (), "sh"), ("code", "run()", (), "python"), ("code", "<p>", (), "html")],
        id="magic cells",
    ),
]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize(("cells", "expected"), CELLS)
def test_cells(
    cells: Sequence[tuple[str, str]], expected: list[Any], indent: int | None, lines: bool, places_hold: Check
) -> None:
    assert shown(read(notebook(*cells, indent=indent, lines=lines), places_hold)) == expected


def test_the_paragraph_before_introduces_code(places_hold: Check) -> None:
    document = read(notebook(("markdown", "Run this:"), ("code", "a()"), ("code", "b()")), places_hold)
    assert [block.lead_in for block in document.blocks] == ["", "Run this:", ""]


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({}, "python"),
        ({"kernelspec": {"language": "R"}}, "r"),
        ({"language_info": {"name": "julia"}, "kernelspec": {"language": "R"}}, "julia"),
        ({"language_info": [], "kernelspec": {"language": 5}}, "python"),
    ],
)
def test_the_language_of_code(metadata: dict[str, Any], language: str, places_hold: Check) -> None:
    assert read(notebook(("code", "x"), **metadata), places_hold).blocks[0].language == language


def test_cells_have_numbers(places_hold: Check) -> None:
    document = read(notebook(("raw", "r"), ("markdown", "One."), ("code", "x"), ("markdown", "")), places_hold)
    assert [(document.text[slice(*span)], number) for span, number in document.parts] == [("One.", 2), ("x", 3)]


def test_comments_exclude_parts_across_cells(places_hold: Check) -> None:
    cells = [
        ("markdown", "One.\n\n<!-- truth: ignore -->"),
        ("code", "x = 1"),
        ("markdown", "Two <!-- truth: off -->"),
        ("markdown", "Three.\n"),
        ("markdown", "Four.\n\n<!-- truth: on -->\n\nFive. <!-- truth: no -->"),
    ]
    document = read(notebook(*cells), places_hold)
    excluded = [document.text[slice(*each.span)] for each in document.suppressions]
    assert excluded[0] == "x = 1"
    assert "Three." in excluded[1]
    assert "Four." in excluded[1]
    assert "Five." not in excluded[1]
    line = document.text[: document.text.index("Five.")].count("\n") + 1
    there = "there are ignore, off, on and ignore-file"
    assert document.notices == (f"Line {line}: no such marker `truth: no`; {there}.",)


def test_anchors_are_those_of_jupyter_and_of_hosts(places_hold: Check) -> None:
    document = read(notebook(("markdown", "# First Steps"), ("markdown", "## More")), places_hold)
    assert {"First-Steps", "first-steps", "More", "more"} <= document.anchors


BROKEN = [
    ("", "a.ipynb is no notebook: it is no JSON (Expecting value: line 1 column 1 (char 0))."),
    ('{"cells": [', "a.ipynb is no notebook: it is no JSON (Expecting value: line 1 column 12 (char 11))."),
    ("[]", "a.ipynb cannot be read: it has no cells."),
    ('{"cells": {}}', "a.ipynb cannot be read: it has no cells."),
    ('{"worksheets": []}', "a.ipynb cannot be read: it is of a format before nbformat 4."),
    ("[" * 100_000, "a.ipynb is no notebook: it is nested too deeply."),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN, ids=["empty", "cut", "list", "no-list", "older", "deep"])
def test_what_is_no_notebook(text: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as caught:
        NotebookReader().read("a.ipynb", text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": [null, 5, "x", {"cell_type": "markdown"}, {"source": 5, "cell_type": "code"}]}',
        '{"cells": [{"cell_type": "markdown", "source": [5, "a", null, ["b"], {"source": "c"}]}]}',
        '\ufeff{"cells": []}',
    ],
)
def test_odd_cells_are_no_error(text: str, places_hold: Check) -> None:
    read(text, places_hold)


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=20,
)


def _values(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case list():
            return [text for each in cast("list[Any]", value) for text in _values(each)]
        case dict():
            return [text for each in cast("dict[str, Any]", value).values() for text in _values(each)]
        case _:
            return []


@settings(max_examples=300, deadline=None)
@given(value=_JSON, ascii_only=st.booleans(), indent=st.sampled_from([None, 1]))
def test_strings_are_those_of_the_standard_library(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    found: list[str] = []
    for _, span in strings(text, lambda path: True):
        taken = ExtractText(text)
        add_string(taken, span)
        found.append(taken.text)
    assert found == _values(value)


@settings(max_examples=200, deadline=None)
@given(
    cells=st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), _TEXT), max_size=5),
    lines=st.booleans(),
    indent=st.sampled_from([None, 1]),
)
def test_places_hold_in_any_text(
    places_hold: Check, cells: list[tuple[str, str]], lines: bool, indent: int | None
) -> None:
    document = read(notebook(*cells, lines=lines, indent=indent), places_hold)
    assert document.extract is not None
    assert document.places is not None
    for block in document.extract.blocks:
        written = document.extract.text[slice(*block.text_span)]
        in_file = document.text[slice(*document.places.span(block.text_span))]
        if written.isalnum() and written.isascii():
            assert written == in_file
