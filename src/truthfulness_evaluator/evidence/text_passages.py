"""Cuts documents that are sources into passages of a few sentences, each with its headings and its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.documents.rows import row_text
from truthfulness_evaluator.evidence.passages import Passage
from truthfulness_evaluator.models import Block, BlockKind, Document, InlineKind, Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.sentences import sentences

MOST_SENTENCES = 5
MOST_CHARACTERS = 700
"""Of a passage; the heading right above it comes on top."""
_ENOUGH = 350
"""Characters from which on a passage ends with its paragraph."""
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.TERM, BlockKind.FIELD})
_PROTECTED = frozenset({InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.ROLE})


@dataclass(frozen=True, slots=True)
class SourcePassage(Passage):
    """Some sentences, or rows, of a source. `line` and `end_line` are 0 where its format has no lines."""

    page: int = 0
    """Of a format with pages, counted from 1; 0: none."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or a row."""

    span: Span
    """In the text that was read."""
    within: tuple[str, ...]
    shown: str | None = None
    """What is shown of a row, with its header; None: the text as it stands."""
    begins_block: bool = False
    heading: int | None = None
    """Where the heading right above it begins."""


def passages_of(document: Document) -> list[SourcePassage]:
    r"""The passages of a source, in its order. They do not overlap.

    Two to five sentences of one section, or rows of a table, of at most 700 characters; a sentence that is longer is
    cut between words. The text is verbatim, but that a row of a table stands with the heads of its columns.

    Example:
        >>> from truthfulness_evaluator.documents.reading import read_text
        >>> read = read_text("# Ferry\n\nIt sails daily. It carries cars.\n\n## Fares\n\nDogs are free.\n", "a.md")
        >>> [(p.line, p.end_line, p.within, p.text) for p in passages_of(read)][1]
        (5, 7, ('Ferry', 'Fares'), '## Fares\n\nDogs are free.')
    """
    read = document.extract or document
    place = _Places(document, read)
    return [place.passage(group) for group in _groups(read, list(_units(read)))]


class _Places:
    def __init__(self, document: Document, read: Document) -> None:
        self._document = document
        self._read = read
        self._lines = Lines(document.text) if not document.pages and _has_lines(document) else None
        self._page = 0

    def passage(self, group: Sequence[_Unit]) -> SourcePassage:
        first = group[0]
        start, end = first.span[0], group[-1].span[1]
        if first.shown is not None:
            text = "\n".join(unit.shown or "" for unit in group)
        else:
            start = start if first.heading is None else first.heading
            text = self._read.text[start:end]
        line, end_line = self._line_range((start, end))
        return SourcePassage(self._document.name, line, end_line, text, first.within, page=self._page_of(first.span[0]))

    def _line_range(self, span: Span) -> tuple[int, int]:
        if self._lines is None:
            return 0, 0
        start, end = span if self._document.places is None else self._document.places.span(span)
        return self._lines.line_of(start), self._lines.line_of(max(start, end - 1))

    def _page_of(self, at: int) -> int:
        """The page of a place; places come in their order."""
        pages = self._document.pages
        while self._page + 1 < len(pages) and pages[self._page + 1][0][0] <= at:
            self._page += 1
        return pages[self._page][1] if pages else 0


def _has_lines(document: Document) -> bool:
    """Whether the text is that of a file, which people can look into."""
    return "officedocument" not in document.media_type


# Sentences and rows -----------------------------------------------------------------------------------------


def _units(read: Document) -> Iterator[_Unit]:
    heading: Block | None = None
    for block in read.blocks:
        if block.kind is BlockKind.HEADING:
            heading = block
            continue
        first = True
        for unit in _units_of(read.text, block):
            above = heading.span[0] if first and heading is not None else None
            yield _Unit(unit.span, block.heading_path, unit.shown, first, above)
            first, heading = False, None


def _units_of(text: str, block: Block) -> Iterator[_Unit]:
    if block.kind is BlockKind.TABLE_ROW:
        if not block.cells:
            yield _Unit(block.span, (), text[slice(*block.span)])
        elif block.header:
            cells = [_cell(text, block, index) for index in range(len(block.cells))]
            shown = row_text(block.header, cells)
            if shown:
                yield _Unit(block.span, (), shown)
    elif block.kind is BlockKind.CODE:
        for span in _cut(text, block.text_span):
            yield _Unit(span, ())
    elif block.kind in _PROSE:
        start, end = block.text_span if block.kind is not BlockKind.FIELD else block.span
        shields = [(mark.span[0] - start, mark.span[1] - start) for mark in block.inlines if mark.kind in _PROTECTED]
        for first, last in sentences(text[start:end], shields):
            for span in _cut(text, (start + first, start + last)):
                yield _Unit(span, ())


def _cell(text: str, block: Block, index: int) -> str:
    parts = block.cell_parts[index] if block.cell_parts else (block.cells[index],)
    return " ".join(" ".join(text[slice(*part)] for part in parts).split())


def _cut(text: str, span: Span) -> Iterator[Span]:
    """A span in pieces that are no longer than a passage may be, cut at line ends or blanks where there are any."""
    start, end = span
    while end - start > MOST_CHARACTERS:
        limit = start + MOST_CHARACTERS
        at = max(text.rfind("\n", start + MOST_CHARACTERS // 2, limit), text.rfind(" ", start + 1, limit))
        at = at if at > start else limit
        yield start, at
        start = at
        while start < end and text[start].isspace():
            start += 1
    if start < end and text[start:end].strip():
        yield start, end


# Passages ---------------------------------------------------------------------------------------------------


def _groups(read: Document, units: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    group: list[_Unit] = []
    size = 0
    for unit in units:
        length = len(unit.shown) + 1 if unit.shown is not None else unit.span[1] - unit.span[0]
        if group:
            last = group[-1]
            if unit.shown is None:
                length = unit.span[1] - last.span[1]  # with what stands between them
            belongs = (
                unit.within == last.within
                and (unit.shown is None) == (last.shown is None)
                and unit.heading is None
                and len(group) < MOST_SENTENCES
                and size + length <= MOST_CHARACTERS
                and not (unit.begins_block and size >= _ENOUGH and unit.shown is None)
            )
            if not belongs:
                yield group
                group, size = [], 0
                length = len(unit.shown) + 1 if unit.shown is not None else unit.span[1] - unit.span[0]
        group.append(unit)
        size += length
    if group:
        yield group
