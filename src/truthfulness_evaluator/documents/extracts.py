"""Texts that are taken out of a file piece by piece, with the way back into the file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.documents.suppressions import marker_notices, parse_marker, suppressions
from truthfulness_evaluator.models.document import Block, Container, Document, Inline
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.places import Places


@dataclass
class ExtractText:
    """Takes a text out of a source.

    Example:
        >>> taken = ExtractText("<p>a&amp;b")
        >>> taken.copy(3, 4)
        >>> taken.put("&", (4, 9))
        >>> taken.copy(9, 10)
        >>> taken.text, taken.places.span((1, 2))
        ('a&b', (4, 9))
    """

    source: str
    size: int = 0
    """Characters so far."""
    _parts: list[str] = field(default_factory=list[str])
    _starts: list[int] = field(default_factory=list[int])
    _spans: list[Span] = field(default_factory=list[Span])
    _copied: list[bool] = field(default_factory=list[bool])

    def copy(self, start: int, end: int) -> None:
        """Adds characters of the source as they are."""
        if start < end:
            self._add(self.source[start:end], (start, end), copied=True)

    def put(self, text: str, span: Span) -> None:
        """Adds a text that stands for a span of the source; an empty span: it is there for the reading alone."""
        if text:
            self._add(text, span, copied=False)

    def cut(self, size: int) -> None:
        """Takes back what stands behind the first `size` characters; a piece is not divided."""
        while self._starts and self._starts[-1] >= size:
            self.size = self._starts.pop()
            for pieces in (self._parts, self._spans, self._copied):
                pieces.pop()

    def tail(self, start: int) -> str:
        """What was taken from an offset on at which a piece begins."""
        index = len(self._starts)
        while index and self._starts[index - 1] >= start:
            index -= 1
        return "".join(self._parts[index:])

    @property
    def last(self) -> str:
        """The last character; empty at the beginning."""
        return self._parts[-1][-1] if self._parts else ""

    @property
    def end(self) -> int:
        """Where the last piece ends in the source."""
        return self._spans[-1][1] if self._spans else 0

    @property
    def text(self) -> str:
        """All that was taken."""
        return "".join(self._parts)

    @property
    def places(self) -> Places:
        """The way back into the source."""
        return Places(tuple(self._starts), tuple(self._spans), tuple(self._copied))

    def _add(self, text: str, span: Span, *, copied: bool) -> None:
        self._parts.append(text)
        self._starts.append(self.size)
        self._spans.append(span)
        self._copied.append(copied)
        self.size += len(text)


def document_of(
    name: str,
    media_type: str,
    source: str,
    extract: Document,
    places: Places,
    *,
    comments: Iterable[tuple[str, Span]] = (),
    notices: Sequence[str] = (),
) -> Document:
    """The document of a file whose words were taken out of it.

    Args:
        name: what it is called.
        media_type: the file's format.
        source: the file's text.
        extract: its words with their blocks, in the order of the file.
        places: the way from the extract into the file.
        comments: text and place in the file of each comment, which may exclude parts from checking.
        notices: what is to be said of the reading.
    """
    blocks = _moved(extract.blocks, places)
    parsed = ((parse_marker(comment), span) for comment, span in sorted(comments, key=lambda each: each[1]))
    markers = [(marker, span) for marker, span in parsed if marker is not None]
    excluded = [
        replace(each, span=places.span(each.span), comment=None if each.comment is None else places.span(each.comment))
        for each in extract.suppressions
    ]
    return Document(
        name=name,
        media_type=media_type,
        text=source,
        blocks=blocks,
        suppressions=(*suppressions(markers, blocks, source), *excluded),
        anchors=extract.anchors,
        notices=(*marker_notices(markers, source), *notices),
        extract=extract,
        places=places,
    )


def _moved(blocks: Sequence[Block], places: Places) -> tuple[Block, ...]:
    containers: dict[int, Container] = {}

    def moved(container: Container) -> Container:
        if id(container) not in containers:
            containers[id(container)] = replace(container, span=places.span(container.span))
        return containers[id(container)]

    return tuple(_moved_block(block, tuple(map(moved, block.containers)), places) for block in blocks)


def _moved_block(block: Block, containers: tuple[Container, ...], places: Places) -> Block:
    first, last = places.span(block.span)

    def within(span: Span) -> Span:
        """A span's place; an empty one may stand at either side of what was left out."""
        start, end = places.span(span)
        return min(max(start, first), last), min(max(end, first), last)

    return replace(
        block,
        span=(first, last),
        text_span=within(block.text_span),
        containers=containers,
        inlines=tuple(
            replace(
                inline,
                span=within(inline.span),
                text_span=within(inline.text_span),
                target_span=within(inline.target_span) if inline.target_span is not None else None,
            )
            for inline in block.inlines
        ),
        cells=tuple(map(within, block.cells)),
        cell_parts=tuple(tuple(map(within, parts)) for parts in block.cell_parts),
    )


def shifted(block: Block, by: int, heading_path: tuple[str, ...], within: tuple[Container, ...] = ()) -> Block:
    """A block of a text as one of a longer text that has it in it.

    Args:
        block: as it was read.
        by: where its text begins in the longer one.
        heading_path: the headings above it there.
        within: the containers that its text stands in.
    """

    def span(of: Span) -> Span:
        return of[0] + by, of[1] + by

    return replace(
        block,
        span=span(block.span),
        text_span=span(block.text_span),
        heading_path=heading_path,
        containers=(*within, *(replace(each, span=span(each.span)) for each in block.containers)),
        inlines=tuple(shifted_inline(each, by) for each in block.inlines),
        cells=tuple(map(span, block.cells)),
        cell_parts=tuple(tuple(map(span, parts)) for parts in block.cell_parts),
    )


def shifted_inline(inline: Inline, by: int) -> Inline:
    """A mark of a text as one of a longer text that has it in it."""
    target = inline.target_span
    return replace(
        inline,
        span=(inline.span[0] + by, inline.span[1] + by),
        text_span=(inline.text_span[0] + by, inline.text_span[1] + by),
        target_span=(target[0] + by, target[1] + by) if target is not None else None,
    )
