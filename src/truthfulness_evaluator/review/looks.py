"""How pieces of a screen look, and texts cut into such pieces."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from truthfulness_evaluator.models import Span, Verdict
from truthfulness_evaluator.reporting.comparing import LINE_BREAK
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.rows import NEW_ROW, Row, cells, wrapped
from truthfulness_evaluator.text.patterns import regex


class Look(StrEnum):
    """What a piece of a screen is; a terminal with colours paints it accordingly."""

    TITLE = "title"
    LABEL = "label"
    DIM = "dim"
    KEY = "key"
    CLAIM = "claim"
    """The claim among the lines of its document."""
    QUOTE = "quote"
    """What a judge quotes of a passage."""
    DIFFERS = "differs"
    """A word on which claim and passage differ."""
    AGREES = "agrees"
    """A word in which they agree."""
    SUPPORTS = "supports"
    REFUTES = "refutes"
    UNSETTLED = "unsettled"
    WARNING = "warning"


Part: TypeAlias = tuple[str, Look | None]
"""A printable piece of text with its look."""
Line: TypeAlias = Row[Look]
Marked: TypeAlias = tuple[Span, Look]
"""A part of a text as read, with its look."""

VERDICT_LOOKS = {
    Verdict.SUPPORTS: Look.SUPPORTS,
    Verdict.REFUTES: Look.REFUTES,
    Verdict.NOT_ENOUGH_INFO: Look.UNSETTLED,
    Verdict.UNVERIFIABLE: Look.UNSETTLED,
}
SIGNS = {Look.DIFFERS: "^", Look.AGREES: "=", Look.QUOTE: "-", Look.CLAIM: "-"}
"""What stands below a piece where there are no colours."""
_WHITE = regex(r"\s+")
_DEEPEST = 16
"""Columns by which a line of code is set in at most."""


def line(*parts: Part) -> Line:
    """One line of these pieces."""
    row = Line()
    for text, look in parts:
        row.put(text, look)
    return row


def paragraph(parts: Iterable[Part], width: int, first: Iterable[Part] = (), later: str | None = None) -> list[Line]:
    """Pieces of text as lines of whole words; as one line where it fits.

    Args:
        parts: the text.
        width: columns of a line, with what stands before the text.
        first: what stands before the first line.
        later: what stands before the others; None: as many blanks.
    """
    start = line(*first)
    before = " " * start.width if later is None else later
    lines: list[Line] = []
    text = line(*parts)
    # What fits keeps its blanks: a row of a table, a line of code.
    fits = start.width + text.width <= width and all(part != NEW_ROW for part, _ in text.parts)
    for row in [text] if fits else wrapped(text.parts, width - max(start.width, cells(before))):
        head = line((before, Look.DIM if before.strip() else None)) if lines else start
        for text, look in row.parts:
            head.put(text, look)
        lines.append(head)
    return lines


def words(text: str, look: Look | None = None) -> list[Part]:
    """A text as read on one line, all in one look."""
    return [(one_line(text), look)]


def pieces_of(text: str, marks: Sequence[Marked], span: Span) -> Iterator[tuple[str, Look | None]]:
    """A part of a text as read, cut where marks begin and end.

    Args:
        text: as read.
        marks: in the order of their places; none overlaps another.
        span: the part.
    """
    done, end = span
    for (left, right), look in marks:
        left, right = max(left, done), min(right, end)
        if left >= right:
            continue
        if done < left:
            yield text[done:left], None
        yield text[left:right], look
        done = right
    if done < end:
        yield text[done:end], None


def flowing(text: str, marks: Sequence[Marked], span: Span) -> Iterator[Part]:
    """A part of a text, its lines joined but for lists, rows and paragraphs; an ellipsis where something is missing."""
    start, end = span
    if text[:start].strip():
        yield "… ", None
    for piece, look in pieces_of(text, marks, span):
        for number, part in enumerate(LINE_BREAK.split(piece)):
            if number:
                yield NEW_ROW, None
            yield printable(_WHITE.sub(" ", part)), look
    if text[end:].strip():
        yield " …", None


def line_parts(text: str, marks: Sequence[Marked], span: Span) -> tuple[int, list[Part]]:
    """One line of a text: by how many columns it is set in, and its pieces without these blanks."""
    start, end = span
    stripped = text[start:end].lstrip()
    indent = cells(text[start : end - len(stripped)].expandtabs(4))
    parts = pieces_of(text, marks, (end - len(stripped), end))
    return min(indent, _DEEPEST), [(printable(piece.expandtabs(4)), look) for piece, look in parts]


def overlaid(over: Iterable[Marked], under: Iterable[Marked]) -> list[Marked]:
    """Marks of two kinds as one sequence without overlaps: those of the first stand, the others are cut.

    Example:
        >>> overlaid([((4, 6), Look.DIFFERS)], [((0, 9), Look.QUOTE)])
        [((0, 4), <Look.QUOTE: 'quote'>), ((4, 6), <Look.DIFFERS: 'differs'>), ((6, 9), <Look.QUOTE: 'quote'>)]
    """
    taken = sorted(over)
    for (start, end), look in sorted(under):
        for left, right in [span for span, _ in sorted(taken)]:
            if right <= start or left >= end:
                continue
            if start < left:
                taken.append(((start, left), look))
            start = max(start, right)
        if start < end:
            taken.append(((start, end), look))
    return sorted(taken)


def signs(row: Line) -> str:
    """What stands below a line where there are no colours; empty where nothing is marked."""
    return "".join((SIGNS.get(look, " ") if look else " ") * cells(text) for text, look in row.parts).rstrip()
