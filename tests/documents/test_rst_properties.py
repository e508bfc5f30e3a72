"""What holds for every text: offsets, order, line ends, size."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import Block, Document

PIECES = (
    "a", "word ", "``code``", "`x <y>`_", ":ref:`a <b>`", ":f: ", "*e*", "**s**", "|s|", "`", "``", "*", "_", "__",
    "\\", "http://a.example/b", "me@a.example", "[1]_", "\n", "\n\n", "\r\n", "\r", "\t", " ", "  ", "   ", "- ",
    "1. ", "(a) ", ".. ", ".. note:: ", ".. code-block:: py\n\n   ", ".. _l: ", ".. |s| replace:: ", ".. [1] ",
    ".. csv-table::\n\n   ", ".. list-table::\n\n   * - ", "::", "==", "====", "=== ===", "+--+--+", "|a |b |",
    "+==+==+", "----", ">>> ", "| ", "--opt  ", "-- ", "\U0001f600", "e\u0301", "\u65e5\u672c", "\ufeff", "\0", "\v",
    "\u2028", '"', ",",
)  # fmt: skip
SOURCES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
LIMIT = settings(max_examples=300, deadline=None)


def read(text: str) -> Document:
    return RstReader().read("a.rst", text)


def violations(document: Document) -> Iterator[str]:
    """Everything that is out of place."""
    last = 0
    for block in document.blocks:
        outer = (0, len(document.text))
        for container in block.containers:
            if not within(container.span, outer):
                yield f"{container} leaves {outer}"
            outer = container.span
        if not within(block.span, outer) or not within(block.text_span, block.span):
            yield f"{block} leaves {outer}"
        if block.span[0] < last:
            yield f"{block} stands before {last}"
        last = block.span[0]
        yield from misplaced_parts(block)


def misplaced_parts(block: Block) -> Iterator[str]:
    last = 0
    for mark in block.inlines:
        inner = [mark.text_span, *([mark.target_span] if mark.target_span else [])]
        if not within(mark.span, block.span) or not all(within(part, mark.span) for part in inner):
            yield f"{mark} leaves {block.span}"
        if mark.span[0] < last:
            yield f"{mark} stands before {last}"
        last = mark.span[0]
    for cell in block.cells:
        if not within(cell, block.span):
            yield f"cell {cell} leaves {block.span}"
    if block.header and len(block.header) != len(block.cells):
        yield f"{block.header} are not names of {block.cells}"


def within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] <= inner[1] <= outer[1]


@given(SOURCES)
@LIMIT
def test_everything_stands_in_its_place(text: str) -> None:
    assert list(violations(read(text))) == []


@given(st.text(max_size=60))
@LIMIT
def test_any_text_is_read(text: str) -> None:
    assert list(violations(read(text))) == []


def contents(document: Document) -> list[tuple[object, ...]]:
    """Blocks by their texts, line ends unified."""

    def text(span: tuple[int, int]) -> str:
        return document.text[slice(*span)].replace("\r\n", "\n")

    return [
        (
            block.kind,
            block.title,
            text(block.span),
            text(block.text_span),
            [(mark.kind, mark.target, text(mark.span), text(mark.text_span)) for mark in block.inlines],
            [text(cell) for cell in block.cells],
            [(c.kind, c.name, c.argument, text(c.span)) for c in block.containers],
            (block.heading_path, block.lead_in, block.header, block.level, block.language),
        )
        for block in document.blocks
    ]


@given(SOURCES.filter(lambda text: "\r" not in text))
@LIMIT
def test_line_ends_make_no_difference(text: str) -> None:
    assert contents(read(text.replace("\n", "\r\n"))) == contents(read(text))


@given(SOURCES.filter(lambda text: not text.startswith("\ufeff")))
@LIMIT
def test_a_byte_order_mark_makes_no_difference(text: str) -> None:
    document = read("\ufeff" + text)
    assert contents(document) == contents(read(text))
    assert all(block.span[0] > 0 for block in document.blocks)


@given(SOURCES.filter(lambda text: "\t" not in text and "\r" not in text))
@example("- a\n\n  - b\n")
@LIMIT
def test_indentation_by_tabs_makes_no_difference_to_what_is_found(text: str) -> None:
    eight = "x\n" + "".join(f"        {line}\n" if line else "\n" for line in text.split("\n"))
    tabs = eight.replace("\n        ", "\n\t")
    kinds = [(block.kind, block.title, [mark.kind for mark in block.inlines]) for block in read(tabs).blocks]
    assert kinds == [(block.kind, block.title, [mark.kind for mark in block.inlines]) for block in read(eight).blocks]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("\ufeff", id="byte order mark alone"),
        pytest.param(" \n\t\n", id="blank"),
        pytest.param("".join("  " * depth + "- a\n\n" for depth in range(400)), id="deep list"),
        pytest.param("".join("   " * depth + ".. note::\n\n" for depth in range(400)), id="deep directives"),
        pytest.param("".join(" " * depth + "a\n" for depth in range(400, 0, -1)), id="stairs"),
        pytest.param("word *a `b |c _`d ``e :f:`g\n" * 20_000, id="stray start-strings"),
        pytest.param("a-" * 200_000, id="long name"),
        pytest.param("a@" * 50_000, id="at signs"),
        pytest.param("".join(f".. _l{n}: l{n + 1}_\n" for n in range(20_000)) + "\n`l0`_\n", id="chain of names"),
        pytest.param("  a\n\n  -- b\n\n" * 5_000, id="quotations"),
        pytest.param("== ==\na b\n" * 20_000, id="table without end"),
        pytest.param("+--+--+\n" + "|a |b |\n" * 20_000, id="grid without end"),
        pytest.param(".. csv-table::\n\n" + '   "a,b\n' * 20_000, id="quotes without end"),
        pytest.param("1" * 10_000 + ". a\n", id="long enumerator"),
    ],
)
def test_hostile_texts_are_read(text: str) -> None:
    """A quadratic step in any of these takes minutes; a recursion per level or line fails."""
    assert list(violations(read(text))) == []


def test_five_megabytes() -> None:
    plain = "A cache has a size, which is a number of entries, as is explained at length further below.\n" * 20
    part = f"Title\n=====\n\n{plain}See ``size`` in :ref:`caches <cache>`.\n\n- One\n\n  - Two::\n\n      code\n\n"
    document = read(part * (5_000_000 // len(part)))
    assert len(document.blocks) == 5 * (5_000_000 // len(part))
