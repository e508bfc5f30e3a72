r"""Rows of a reStructuredText document, and passages of them, with the offset of every character.

The grammar speaks of columns: tabs are expanded to stops of eight, trailing white space is dropped, and an
indented body is read as if it stood at the margin. A row keeps, beside that view, where each of its
characters stands in the document.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

TAB_STOP = 8
"""Columns from one tab stop to the next (the grammar's figure)."""
_PLAIN_SPACE = str.maketrans({"\v": " ", "\f": " ", "\0": "\N{REPLACEMENT CHARACTER}"})
"""Vertical white space inside a line is a space; NUL is kept free for escapes."""
_SPECIAL = regex(r"[\v\f\0]")


class Row(NamedTuple):
    """A line, or the part of it that belongs to a nested body."""

    text: str
    """Tabs expanded, without trailing white space."""
    start: int
    """Offset of the first character; of the place where it would stand if the row is empty."""
    places: tuple[int, ...] | None = None
    """Offset of each character, where a tab makes them differ from `start + index`."""

    def place(self, index: int) -> int:
        """Offset of a character."""
        return self.start + index if self.places is None else self.places[index]

    @property
    def end(self) -> int:
        """Offset after the last character."""
        return self.place(len(self.text) - 1) + 1 if self.text else self.start

    @property
    def span(self) -> Span:
        """From the first to the last character."""
        return self.start, self.end

    def cut(self, left: int, right: int | None = None) -> "Row":
        """The part between two columns, without trailing white space."""
        text = self.text[left:right].rstrip()
        if left >= len(self.text):
            return Row("", self.end)
        if self.places is None:
            return Row(text, self.start + left)
        return Row(text, self.places[left], self.places[left : left + len(text)])

    def stripped(self) -> "Row":
        """The row without its indentation."""
        return self.cut(indent_of(self.text)) if self.text[:1].isspace() else self


def indent_of(text: str) -> int:
    """Number of white space characters before the first other one."""
    return len(text) - len(text.lstrip())


def rows_of(text: str) -> list[Row]:
    r"""All lines of a document; a byte order mark is no part of the first one.

    Example:
        >>> rows_of("a\n\tb")[1]
        Row(text='        b', start=2, places=(2, 2, 2, 2, 2, 2, 2, 2, 3))
    """
    starts = list(Lines(text).starts)
    ends = [*starts[1:], len(text)]
    if text.startswith("\ufeff"):
        starts[0] = 1
    if _SPECIAL.search(text):
        text = text.translate(_PLAIN_SPACE)
    return [_row(text[start:end].rstrip(), start) for start, end in zip(starts, ends, strict=True)]


def _row(line: str, start: int) -> Row:
    if "\t" not in line:
        return Row(line, start)
    characters: list[str] = []
    places: list[int] = []
    for index, character in enumerate(line, start):
        width = TAB_STOP - len(characters) % TAB_STOP if character == "\t" else 1
        characters.extend(" " * width if character == "\t" else character)
        places.extend([index] * width)
    return Row("".join(characters), start, tuple(places))


def take_indented(
    rows: Sequence[Row],
    start: int,
    *,
    first: int | None = None,
    block: int | None = None,
    until_blank: bool = False,
) -> tuple[list[Row], int]:
    """The indented body that begins at a row, moved to the margin, and the index of the row after it.

    Args:
        rows: the enclosing body.
        start: index of the body's first row.
        first: column where the body begins in its first row, which is then taken whatever its indentation.
        block: indentation that the other rows must have; None: the smallest that they have.
        until_blank: whether a blank row ends the body.

    Blank rows at the end of the body are left out of it, but the index is after them.
    """
    end = start if first is None else start + 1
    least: int | None = None
    while end < len(rows):
        line = rows[end].text
        if not line:
            if until_blank:
                break
        elif line[0] != " " or (block is not None and line[:block].strip()):
            break
        elif least is None or least > 0:
            indent = indent_of(line)
            least = indent if least is None else min(least, indent)
        end += 1
    left = block if block is not None else least or 0
    body = [rows[start].cut(first)] if first is not None and start < len(rows) else []
    body += [row.cut(left) for row in rows[start + len(body) : end]]
    while body and not body[-1].text:
        body.pop()
    return body, end


def without_blank_top(rows: list[Row]) -> list[Row]:
    """The rows from the first that is not blank."""
    for index, row in enumerate(rows):
        if row.text:
            return rows[index:]
    return []


def span_of(rows: Sequence[Row]) -> Span:
    """From the first character of some rows to the last; the rows stand in the order of the document."""
    filled = [row for row in rows if row.text]
    if not filled:
        return (rows[0].start, rows[0].start) if rows else (0, 0)
    return filled[0].start, filled[-1].end


class Passage:
    """Rows that are read as one text, and the way back from its characters to the document's."""

    __slots__ = ("_rows", "_starts", "text")

    def __init__(self, rows: Sequence[Row], length: int | None = None) -> None:
        """Join rows.

        Args:
            rows: none of them blank.
            length: how many characters of the joined text belong to it; None: all.
        """
        self._rows = rows
        self.text = rows[0].text if len(rows) == 1 else "\n".join(row.text for row in rows)
        if length is not None:
            self.text = self.text[:length]
        self._starts = [0]
        for row in rows[:-1]:
            self._starts.append(self._starts[-1] + len(row.text) + 1)

    def place(self, index: int) -> int:
        """Offset in the document of a character of `text`."""
        number = bisect_right(self._starts, index) - 1 if len(self._rows) > 1 else 0
        row, column = self._rows[number], index - self._starts[number]
        return row.place(column) if column < len(row.text) else row.end

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Span in the document of a part of `text`."""
        end = len(self.text) if end is None else end
        first = self._rows[0]
        if first.places is None and end <= len(first.text):
            return first.start + start, first.start + max(start, end)
        if end <= start:
            place = self.place(start)
            return place, place
        return self.place(start), self.place(end - 1) + 1

    def rows(self, start: int, end: int) -> list[Row]:
        """A part of `text` as rows."""
        found: list[Row] = []
        for number in range(max(0, bisect_right(self._starts, start) - 1), len(self._rows)):
            position = self._starts[number]
            if position > end:
                break
            found.append(self._rows[number].cut(max(0, start - position), end - position))
        return found


def passages_of(rows: Iterable[Row]) -> list[Passage]:
    """The paragraphs of some rows: what blank rows separate, each row without its indentation."""
    passages: list[Passage] = []
    group: list[Row] = []
    for row in rows:
        if row.text:
            group.append(row.stripped())
        elif group:
            passages.append(Passage(group))
            group = []
    if group:
        passages.append(Passage(group))
    return passages
