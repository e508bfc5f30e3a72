"""A block of a document as pieces: what is shown of it, what its markup hides, and the tags between."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from html import unescape

from truthfulness_evaluator.models import Inline, InlineKind, Span
from truthfulness_evaluator.reporting.html.escape import shown, web_address
from truthfulness_evaluator.text.patterns import regex

_DEEPEST = 40
"""Marks within marks that are followed; deeper ones show their text."""
_ELEMENTS = {InlineKind.CODE: "code", InlineKind.STRONG: "strong", InlineKind.EMPHASIS: "em"}
_MARKDOWN = regex(r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?:\\|  +)(?P<end>\r\n?|\n)|(?P<entity>&#?\w{1,32};)")
_RST = regex(r"\\(?P<escaped>\S)|\\\s")
_QUOTE_MARKS = regex(r"(?:\r\n?|\n)(?P<marks>[ \t]*(?:>[ \t]?)+)")
_ENDS_A_LINE = regex(r"<(?:br\b|/(?:p|div|h[1-6]|li|tr|summary|dt|dd)\b)", re.IGNORECASE)


class Show(Enum):
    """How a piece of text is shown."""

    PROSE = auto()
    """Its escapes are undone."""
    LITERAL = auto()
    """As it is written."""
    HIDDEN = auto()
    """Not at all: it is markup."""
    REVEALED = auto()
    """Markup that is shown, because a claim is about it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A part of the document's text."""

    start: int
    end: int
    show: Show


@dataclass(frozen=True, slots=True)
class Markup:
    """Tags of the page."""

    html: str
    links: int = 0
    """1: opens a link; -1: closes it."""


Piece = Text | Markup


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the text of a document is written."""

    text: str
    media_type: str

    def prose(self, start: int, end: int) -> str:
        """A part of the text as HTML, its escapes undone."""
        part = self.text[start:end]
        if self.media_type == "text/markdown":
            return _undone(_MARKDOWN, part) if "\\" in part or "&" in part or "  " in part else shown(part)
        return _undone(_RST, part) if "\\" in part and self.media_type == "text/x-rst" else shown(part)


def inline_pieces(span: Span, marks: Sequence[Inline], text: str) -> list[Piece]:
    """The pieces of a paragraph, a heading, a cell or a block of HTML, whose tags are not shown.

    Args:
        span: of its content.
        marks: its inline marks, in the order of their place; those outside of the span are passed over.
        text: of the document.
    """
    inside = [mark for mark in marks if span[0] <= mark.span[0] and mark.span[1] <= span[1]]
    return list(_Walk(text).pieces(span, inside, 0, in_link=False))


def without_quote_marks(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces with the marks hidden that begin the further lines of a quote."""
    found: list[Piece] = []
    for piece in pieces:
        if not isinstance(piece, Text) or piece.show is Show.HIDDEN:
            found.append(piece)
            continue
        at = piece.start
        for match in _QUOTE_MARKS.finditer(text, piece.start, piece.end):
            first, last = match.span("marks")
            found += [Text(at, first, piece.show), Text(first, last, Show.HIDDEN)]
            at = last
        found.append(replace(piece, start=at))
    return found


@dataclass(frozen=True, slots=True)
class _Walk:
    """Goes through the marks of a content, and the marks within them."""

    text: str

    def pieces(self, span: Span, marks: Sequence[Inline], depth: int, *, in_link: bool) -> Iterator[Piece]:
        at, index = span[0], 0
        while index < len(marks):
            mark = marks[index]
            following = index + 1
            while following < len(marks) and marks[following].span[0] < mark.span[1]:
                following += 1
            if at <= mark.span[0] and mark.span[1] <= span[1]:
                yield Text(at, mark.span[0], Show.PROSE)
                inner = marks[index + 1 : following] if depth < _DEEPEST else ()
                yield from self._mark(mark, inner, depth, in_link=in_link)
                at = mark.span[1]
            index = following
        yield Text(at, span[1], Show.PROSE)

    def _mark(self, mark: Inline, inner: Sequence[Inline], depth: int, *, in_link: bool) -> Iterator[Piece]:
        if mark.kind is InlineKind.HTML:
            yield from _tag(mark, self.text[slice(*mark.span)])
            return
        opening, closing = _around(mark, in_link=in_link)
        start, end = mark.text_span
        yield Text(mark.span[0], start, Show.HIDDEN)
        yield opening
        if mark.kind in (InlineKind.CODE, InlineKind.ROLE):
            yield Text(start, end, Show.LITERAL)
        else:
            yield from self.pieces(mark.text_span, inner, depth + 1, in_link=in_link or bool(opening.links))
        yield closing
        yield Text(end, mark.span[1], Show.HIDDEN)


def _around(mark: Inline, *, in_link: bool) -> tuple[Markup, Markup]:
    """The tags before and behind what a mark shows. No link stands within a link."""
    if mark.kind is InlineKind.LINK:
        address = "" if in_link else web_address(mark.target)
        if address:
            return Markup(f'<a href="{address}" rel="noopener noreferrer">', 1), Markup("</a>", -1)
        return Markup('<span class="ref">'), Markup("</span>")
    if mark.kind is InlineKind.IMAGE:
        unnamed = shown((mark.target or "").rpartition("/")[2]) if mark.text_span[0] == mark.text_span[1] else ""
        return Markup(f'<span class="img">Image: {unnamed}'), Markup("</span>")
    element = _ELEMENTS.get(mark.kind, "code")
    return Markup(f"<{element}>"), Markup(f"</{element}>")


def _tag(mark: Inline, written: str) -> Iterator[Piece]:
    """A tag of the document: it is no tag of the page, but a line may end with it."""
    yield Text(*mark.span, Show.HIDDEN)
    if _ENDS_A_LINE.match(written):
        yield Markup("<br>")


def _undone(escapes: re.Pattern[str], part: str) -> str:
    done, found = 0, list[str]()
    for match in escapes.finditer(part):
        found.append(shown(part[done : match.start()]))
        groups = match.groupdict()
        if groups["escaped"] is not None:
            found.append(shown(groups["escaped"]))
        elif groups.get("end") is not None:
            found.append("<br>\n")
        elif groups.get("entity") is not None:
            found.append(shown(unescape(match[0])))
        done = match.end()
    return "".join([*found, shown(part[done:])])
