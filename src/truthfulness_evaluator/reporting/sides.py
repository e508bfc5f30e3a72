"""A claim and its passage for a terminal: two columns where it is wide, else one below the other."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.citing import Quoted, short_quote
from truthfulness_evaluator.reporting.comparing import LINE_BREAK, Comparison, pieces
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.rows import NEW_ROW, Row, cells, wrapped, wrapped_text
from truthfulness_evaluator.text.differences import How, Mark
from truthfulness_evaluator.text.patterns import regex

WIDE = 110
"""Columns from which on the two stand beside each other."""
WIDEST = 160
"""Columns that are used of a wider one: longer lines are hard to read."""
LONGEST = 320
"""Characters of a passage that are shown."""

_BOLD_LINE, _LINE, _DIM, _RESET = "\x1b[1;4m", "\x1b[4m", "\x1b[2m", "\x1b[0m"
_INDENT = "    "
_LABELS = ("claim:", "passage:")
_OPPOSED = ("for:", "against:")
_BETWEEN = " | "
_WHITE = regex(r"\s+")
_SIGNS: dict[How, str] = {"differs": "^", "missing": "^", "agrees": "="}
"""What stands below a word where there are no colours."""
_CODES: dict[How, str] = {"differs": _BOLD_LINE, "missing": _BOLD_LINE, "agrees": _LINE}


_Side: TypeAlias = tuple[str, Sequence[Mark], Span]
_Part: TypeAlias = tuple[str, Mark | None]
"""A piece of a text with the mark that it is in."""


def side_lines(sides: Comparison, *, width: int, color: bool) -> list[str]:
    """The lines below a finding, indented.

    Words that decide are bold and underlined, and those that agree underlined; without colours, a line below has
    `^` or `=` there.

    Args:
        sides: what is compared.
        width: columns of the terminal.
        color: whether it shows bold letters and lines.
    """
    start, end = sides.excerpt(LONGEST)
    claim = (sides.claim, sides.differences.claim, (0, len(sides.claim)))
    passage = (sides.passage, sides.differences.passage, (start, end))
    width = min(width, WIDEST) - len(_INDENT)
    foot = "; ".join(filter(None, (sides.sure, sides.summary)))
    if width + len(_INDENT) >= WIDE:
        lines = _beside(claim, passage, f"passage: {one_line(sides.where)}", width, color=color)
    else:
        lines = _below(claim, passage, width, color=color)
        foot = f"{sides.where}: {foot}"
    foot_lines = wrapped_text(one_line(foot), width)
    return [
        *(f"{_INDENT}{line}" for line in lines),
        *(f"{_INDENT}{_DIM}{line}{_RESET}" if color else f"{_INDENT}{line}" for line in foot_lines),
    ]


def conflict_lines(quotes: tuple[Quoted, Quoted] | None, *, width: int) -> Iterator[str]:
    """The lines below a finding about which sources contradict each other, indented: what is for it, what against it.

    Args:
        quotes: one of each side; None: there is no conflict.
        width: columns of the terminal.
    """
    margin = max(map(len, _OPPOSED)) + 1
    for label, each in zip(_OPPOSED, quotes or (), strict=False):
        place = one_line(str(each.place or "") or each.passage.source)
        said = f'{place}: "{one_line(short_quote(each.quote))}"'
        for number, line in enumerate(wrapped_text(said, min(width, WIDEST) - len(_INDENT) - margin)):
            yield f"{_INDENT}{label if number == 0 else '':{margin}}{line}"


def _below(claim: _Side, passage: _Side, width: int, *, color: bool) -> Iterator[str]:
    margin = max(map(len, _LABELS)) + 1
    for label, side in zip(_LABELS, (claim, passage), strict=True):
        rows = wrapped(_printable(*side), width - margin)
        for number, row in enumerate(rows):
            head = f"{label if number == 0 else '':{margin}}"
            yield head + (_painted(row) if color else row.plain)
            if not color and (signs := _signs(row)):
                yield f"{'':{margin}}{signs}"


def _beside(claim: _Side, passage: _Side, title: str, width: int, *, color: bool) -> Iterator[str]:
    column = (width - len(_BETWEEN)) // 2
    left, right = (wrapped(_printable(*side), column) for side in (claim, passage))
    yield f"{_LABELS[0]:{column}}{_BETWEEN}{title}"
    for here, there in zip_longest(left, right, fillvalue=Row[Mark]()):
        gap = " " * (column - here.width)
        if color:
            yield f"{_painted(here)}{gap}{_BETWEEN}{_painted(there)}"
            continue
        yield f"{here.plain}{gap}{_BETWEEN}{there.plain}".rstrip()
        left_signs, right_signs = _signs(here), _signs(there)
        if left_signs or right_signs:
            yield f"{left_signs:{column}}{_BETWEEN}{right_signs}".rstrip()


def _printable(text: str, marks: Sequence[Mark], span: Span) -> Iterator[_Part]:
    """The pieces on one line, with an ellipsis where something is left out."""
    start, end = span
    if text[:start].strip():
        yield "… ", None
    for piece, mark in pieces(text, marks, start, end):
        for number, line in enumerate(LINE_BREAK.split(piece)):
            if number:
                yield NEW_ROW, None
            yield printable(_WHITE.sub(" ", line)), mark
    if text[end:].strip():
        yield " …", None


def _painted(row: Row[Mark]) -> str:
    return "".join(f"{_CODES[mark.how]}{text}{_RESET}" if mark else text for text, mark in row.parts)


def _signs(row: Row[Mark]) -> str:
    return "".join((_SIGNS[mark.how] if mark else " ") * cells(text) for text, mark in row.parts).rstrip()
