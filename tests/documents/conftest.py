"""Helpers for tests of documents."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from truthfulness_evaluator.documents.markdown import MarkdownReader
from truthfulness_evaluator.models.document import Block, Document


def assert_places_hold(document: Document) -> None:
    """Asserts what holds for the places of any document: bounds, order and nesting."""
    size = len(document.text)
    last = 0
    for block in document.blocks:
        start, end = block.span
        assert last <= start <= block.text_span[0] <= block.text_span[1] <= end <= size, block
        last = start
        for container in block.containers:
            assert container.span[0] <= start, (block, container)
            assert end <= container.span[1] <= size, (block, container)
        for outer, inner in pairwise(block.containers):
            assert outer.span[0] <= inner.span[0], block
            assert inner.span[1] <= outer.span[1], block
        for cell in block.cells:
            assert start <= cell[0] <= cell[1] <= end, block
        _assert_inlines_hold(block)
    for suppression in document.suppressions:
        assert 0 <= suppression.span[0] <= suppression.span[1] <= size


def _assert_inlines_hold(block: Block) -> None:
    open_ends: list[int] = []
    last = block.span[0]
    for inline in block.inlines:
        start, end = inline.span
        assert last <= start <= inline.text_span[0] <= inline.text_span[1] <= end <= block.span[1], inline
        last = start
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        assert not open_ends or end <= open_ends[-1], inline
        open_ends.append(end)
        if inline.target_span is not None:
            assert start <= inline.target_span[0] <= inline.target_span[1] <= end, inline


@pytest.fixture(scope="session")
def places_hold() -> Callable[[Document], None]:
    """Asserts what holds for the places of any document."""
    return assert_places_hold


@pytest.fixture(scope="session")
def markdown() -> Callable[..., Document]:
    """Reads Markdown, and asserts that all places hold."""

    def read(text: str, name: str = "page.md") -> Document:
        document = MarkdownReader().read(name, text)
        assert_places_hold(document)
        return document

    return read
