"""Which blocks of a document its claims stand in, and which sections."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.models import Block, BlockKind, Container, Document, Span
from truthfulness_evaluator.reporting.html.marking import Place, written
from truthfulness_evaluator.reporting.html.notes import Note
from truthfulness_evaluator.reporting.html.pieces import Dialect, Text, inline_pieces
from truthfulness_evaluator.reporting.html.reading import Reading
from truthfulness_evaluator.text.lines import Lines

_DEPTH = 2
"""Levels of headings that make sections: a title, and what stands right below it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document with its claims."""

    title: str
    """As HTML."""
    anchor: str
    """Name of its heading; empty for what stands before the first one."""
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A document with its claims in it."""

    document: Document
    places: Mapping[int, Sequence[Place]]
    """By index of the block."""
    anchors: Mapping[int, str]
    """Names of headings, by index of the block."""
    signs: frozenset[str]
    """Names of the signs that stand in the text."""
    sections: tuple[Section, ...]
    """Those that have claims, in the order of the document."""


def placed(reading: Reading, notes: Sequence[Note], prefix: str) -> Placed:
    """Puts claims into the blocks of their document.

    Args:
        reading: the document.
        notes: its claims.
        prefix: what the names of its headings begin with.
    """
    lines = Lines(reading.document.text)
    stated = [
        (note, number, place)
        for note in notes
        for number, span in enumerate(note.spans)
        if (place := reading.place(span)) is not None
    ]
    document = _with_lost(reading.document, [place for _, _, place in stated], lines)
    spans = [block.span for block in document.blocks]
    places: dict[int, list[Place]] = {}
    homes: dict[int, int] = {}
    for note, number, span in stated:
        touched = _touched(spans, span) or _beside(spans, span, lines)
        for index in touched:
            anchor = note.anchor(number) if index == touched[0] else ""
            places.setdefault(index, []).append(Place(span, note, anchor))
        if touched:
            homes.setdefault(note.number, touched[0])
    headings = [index for index, block in enumerate(document.blocks) if _is_title(block)]
    anchors = {index: f"{prefix}-s{number}" for number, index in enumerate(headings, 1)}
    for found in places.values():
        found.sort(key=lambda place: (place.span, place.note.number))
    signs = frozenset(place.anchor for found in places.values() for place in found if place.anchor)
    return Placed(document, places, anchors, signs, tuple(_sections(document, notes, homes, anchors)))


def _touched(spans: Sequence[Span], span: Span) -> list[int]:
    """Indices of the blocks that a span has a part of. Blocks stand in the order of their place."""
    start, end = span
    first = max(bisect_right(spans, start, key=lambda each: each[0]) - 1, 0)
    last = bisect_left(spans, max(end, start + 1), key=lambda each: each[0])
    # An empty span also belongs to what ends there.
    reach = 1 if start == end else 0
    return [index for index in range(first, last) if start < spans[index][1] + reach]


def _beside(spans: Sequence[Span], span: Span, lines: Lines) -> list[int]:
    """Index of the first block in the line that a span begins in: what it is about is the mark of a list, say."""
    return _touched(spans, lines.span_of(lines.line_of(span[0])))[:1]


def _with_lost(document: Document, places: Iterable[Span], lines: Lines) -> Document:
    """The document with one block more for each line that claims are made in and no block is of."""
    spans = [block.span for block in document.blocks]
    lost = [span for span in places if not _touched(spans, span) and not _beside(spans, span, lines)]
    if not lost:
        return document
    found = {lines.span_of(lines.line_of(start)) for start, _ in lost}
    added = [Block(BlockKind.CODE, line, line, containers=_around(document.blocks, line)) for line in found]
    return replace(document, blocks=tuple(sorted([*document.blocks, *added], key=lambda block: block.span)))


def _around(blocks: Sequence[Block], line: Span) -> tuple[Container, ...]:
    """What a line stands inside of."""
    before = [block for block in blocks if block.span[1] <= line[0]][-1:]
    return tuple(c for block in before for c in block.containers if c.span[0] <= line[0] and line[1] <= c.span[1])


def _is_title(block: Block) -> bool:
    return block.kind is BlockKind.HEADING and not block.containers and len(block.heading_path) < _DEPTH


def _sections(
    document: Document, notes: Sequence[Note], homes: Mapping[int, int], anchors: Mapping[int, str]
) -> Iterator[Section]:
    starts = sorted(anchors)
    by_start: dict[int, list[Note]] = {}
    for note in notes:
        home = homes.get(note.number)
        place = bisect_right(starts, home) - 1 if home is not None else -1
        by_start.setdefault(starts[place] if place >= 0 else -1, []).append(note)
    for start in sorted(by_start):
        block = document.blocks[start] if start >= 0 else None
        title = _title(document, block) if block is not None else "Before all headings"
        yield Section(title, anchors.get(start, ""), tuple(by_start[start]))


def _title(document: Document, heading: Block) -> str:
    """What a heading shows, without its marks, as HTML."""
    pieces = inline_pieces(heading.text_span, heading.inlines, document.text)
    words = [piece for piece in pieces if isinstance(piece, Text)]
    return written(words, (), Dialect(document.text, document.media_type)).strip()
