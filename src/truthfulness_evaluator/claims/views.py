"""What a reader sees of a block: its words without the markup, and its sentences."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from truthfulness_evaluator.claims.extraction import merged
from truthfulness_evaluator.models import Block, Document, Inline, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.sentences import sentences

_QUOTE_MARKS = regex(r"(?<=\n)[ \t]*(?:>[ \t]?)+")
_SHIELDS = frozenset({InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.ROLE, InlineKind.HTML})
_UNSHOWN = frozenset({InlineKind.IMAGE, InlineKind.HTML})
LINKS = frozenset({InlineKind.LINK, InlineKind.ROLE})
"""Marks that are not seen in a view without links."""
_SHOWN_BARE = frozenset({InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK, InlineKind.ROLE})


def sentences_of(document: Document, block: Block) -> Iterator[Span]:
    """The sentences of a block, as spans of the document's text; code and links are read as words."""
    start, end = block.text_span
    shields = [(mark.span[0] - start, mark.span[1] - start) for mark in block.inlines if mark.kind in _SHIELDS]
    for first, last in sentences(document.text[start:end], shields):
        yield start + first, start + last


@dataclass(frozen=True)
class View:
    """A block as readers see it: code in its marks, links and roles as their text, no images or tags."""

    text: str
    """The document's, of which spans are asked."""
    hidden: tuple[Span, ...]
    """What is not seen, in order, disjoint."""

    @classmethod
    def of(cls, document: Document, block: Block, *, links: bool = True) -> "View":
        """The view of a block that belongs to a document, with what links and roles show, or without."""
        spans = chain.from_iterable(_hidden(mark, links=links) for mark in block.inlines)
        return cls(document.text, merged(chain(spans, _quote_marks(document, block))))

    def shown(self, span: Span) -> str:
        """What is seen of a span, on one line."""
        parts: list[str] = []
        done, end = span
        for i in range(bisect_right(self.hidden, done, key=lambda each: each[1]), len(self.hidden)):
            first, last = self.hidden[i]
            if first >= end:
                break
            parts.append(self.text[done : max(first, done)])
            done = min(last, end)
        return " ".join("".join((*parts, self.text[done:end])).split())


def _quote_marks(document: Document, block: Block) -> Iterator[Span]:
    """What stands before the further lines of a quotation."""
    if any(container.kind == "quote" for container in block.containers):
        for match in _QUOTE_MARKS.finditer(document.text, *block.text_span):
            yield match.span()


def _hidden(mark: Inline, *, links: bool) -> list[Span]:
    if mark.kind in _UNSHOWN or (not links and mark.kind in LINKS):
        return [mark.span]
    if mark.kind in _SHOWN_BARE:
        return [(mark.span[0], mark.text_span[0]), (mark.text_span[1], mark.span[1])]
    return []
