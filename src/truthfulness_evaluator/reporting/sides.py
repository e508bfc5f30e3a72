"""A claim and its passage for a terminal: two columns where it is wide, else one below the other."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeAlias

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.comparing import LINE_BREAK, Comparison, pieces
from truthfulness_evaluator.reporting.escape import one_line, printable
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
_BETWEEN = " | "
_NARROWEST = 24
_WHITE = regex(r"\s+")
_END = "\n"
_SIGNS: dict[How, str] = {"differs": "^", "missing": "^", "agrees": "="}
"""What stands below a word where there are no colours."""
_CODES: dict[How, str] = {"differs": _BOLD_LINE, "missing": _BOLD_LINE, "agrees": _LINE}


_Side: TypeAlias = tuple[str, Sequence[Mark], Span]
_Part: TypeAlias = tuple[str, Mark | None]
"""A piece of a text with the mark that it is in."""


@dataclass(slots=True)
class _Row:
    """One line of a column."""

    parts: list[_Part] = field(default_factory=list[_Part])
    width: int = 0

    def put(self, text: str, mark: Mark | None) -> None:
        self.parts.append((text, mark))
        self.width += cells(text)

    @property
    def painted(self) -> str:
        return "".join(f"{_CODES[mark.how]}{text}{_RESET}" if mark else text for text, mark in self.parts)

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.parts)

    @property
    def signs(self) -> str:
        return "".join((_SIGNS[mark.how] if mark else " ") * cells(text) for text, mark in self.parts).rstrip()


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
    foot_lines = (row.plain for row in _wrapped([(one_line(foot), None)], width))
    return [
        *(f"{_INDENT}{line}" for line in lines),
        *(f"{_INDENT}{_DIM}{line}{_RESET}" if color else f"{_INDENT}{line}" for line in foot_lines),
    ]


def _below(claim: _Side, passage: _Side, width: int, *, color: bool) -> Iterator[str]:
    margin = max(map(len, _LABELS)) + 1
    for label, side in zip(_LABELS, (claim, passage), strict=True):
        rows = _wrapped(_printable(*side), width - margin)
        for number, row in enumerate(rows):
            head = f"{label if number == 0 else '':{margin}}"
            yield head + (row.painted if color else row.plain)
            if not color and row.signs:
                yield f"{'':{margin}}{row.signs}"


def _beside(claim: _Side, passage: _Side, title: str, width: int, *, color: bool) -> Iterator[str]:
    column = (width - len(_BETWEEN)) // 2
    left, right = (_wrapped(_printable(*side), column) for side in (claim, passage))
    yield f"{_LABELS[0]:{column}}{_BETWEEN}{title}"
    for here, there in zip_longest(left, right, fillvalue=_Row()):
        gap = " " * (column - here.width)
        if color:
            yield f"{here.painted}{gap}{_BETWEEN}{there.painted}"
            continue
        yield f"{here.plain}{gap}{_BETWEEN}{there.plain}".rstrip()
        if here.signs or there.signs:
            yield f"{here.signs:{column}}{_BETWEEN}{there.signs}".rstrip()


def _printable(text: str, marks: Sequence[Mark], span: Span) -> Iterator[_Part]:
    """The pieces on one line, with an ellipsis where something is left out."""
    start, end = span
    if text[:start].strip():
        yield "… ", None
    for piece, mark in pieces(text, marks, start, end):
        for number, line in enumerate(LINE_BREAK.split(piece)):
            if number:
                yield _END, None
            yield printable(_WHITE.sub(" ", line)), mark
    if text[end:].strip():
        yield " …", None


def _wrapped(parts: Iterable[_Part], width: int) -> list[_Row]:
    """Rows of whole words; a word that is longer than a row is cut."""
    width = max(width, _NARROWEST)
    rows = [_Row()]
    for word in _words(parts):
        if word[0][0] == _END:
            rows.append(_Row())
            continue
        room = width - rows[-1].width - (1 if rows[-1].parts else 0)
        if sum(cells(text) for text, _ in word) > room and rows[-1].parts:
            rows.append(_Row())
        elif rows[-1].parts:
            # A blank between two words of one mark belongs to it.
            before, (_, mark) = rows[-1].parts[-1][1], word[0]
            rows[-1].put(" ", mark if mark is before else None)
        for text, mark in word:
            for character in _cut(text, width, rows[-1]):
                if rows[-1].width + cells(character) > width:
                    rows.append(_Row())
                rows[-1].put(character, mark)
    return rows


def _cut(text: str, width: int, row: _Row) -> Sequence[str]:
    """A piece of a word whole where it fits, else its characters."""
    return [text] if row.width + cells(text) <= width else text


def _words(
    parts: Iterable[_Part],
) -> Iterator[list[_Part]]:
    """Words as the pieces that they have; a mark may begin within a word."""
    word: list[_Part] = []
    for text, mark in parts:
        if text == _END:
            if word:
                yield word
            yield [(_END, None)]
            word = []
            continue
        first, *rest = text.split(" ")
        for number, piece in enumerate((first, *rest)):
            if number and word:
                yield word
                word = []
            if piece:
                word.append((piece, mark))
    if word:
        yield word


def cells(text: str) -> int:
    """Columns of a terminal that a printable text takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
