"""Text in rows of a terminal: whole words, each piece with its mark, and how many columns it takes."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

M = TypeVar("M")
"""What a piece of text is marked with."""

NEW_ROW = "\n"
"""A piece that ends the row."""
_NARROWEST = 24
"""Columns below which text is not wrapped any further."""


@dataclass(slots=True)
class Row(Generic[M]):
    """One line, as pieces of text with their marks."""

    parts: list[tuple[str, M | None]] = field(default_factory=list["tuple[str, M | None]"])
    width: int = 0
    """Columns."""

    def put(self, text: str, mark: M | None = None) -> None:
        """Adds a piece at the end."""
        self.parts.append((text, mark))
        self.width += cells(text)

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _ in self.parts)


def wrapped(parts: Iterable[tuple[str, M | None]], width: int) -> list[Row[M]]:
    """Rows of whole words; a word that is longer than a row is cut.

    Args:
        parts: printable pieces of text with their marks; `NEW_ROW` begins a row.
        width: columns; not less than 24 are used.

    Example:
        >>> [row.plain for row in wrapped([("It has eight rooms and a ", None), ("garden", "new")], 24)]
        ['It has eight rooms and a', 'garden']
    """
    width = max(width, _NARROWEST)
    rows = [Row[M]()]
    for word in _words(parts):
        if word[0][0] == NEW_ROW:
            rows.append(Row[M]())
            continue
        room = width - rows[-1].width - (1 if rows[-1].parts else 0)
        if sum(cells(text) for text, _ in word) > room and rows[-1].parts:
            rows.append(Row[M]())
        elif rows[-1].parts:
            # A blank between two words of one mark belongs to it.
            before, (_, mark) = rows[-1].parts[-1][1], word[0]
            rows[-1].put(" ", mark if mark is before else None)
        for text, mark in word:
            for character in _cut(text, width, rows[-1]):
                if rows[-1].width + cells(character) > width:
                    rows.append(Row[M]())
                rows[-1].put(character, mark)
    return rows


def wrapped_text(text: str, width: int) -> list[str]:
    """A text without marks as rows; see `wrapped`."""
    parts: list[tuple[str, str | None]] = [(text, None)]
    return [row.plain for row in wrapped(parts, width)]


def _cut(text: str, width: int, row: Row[M]) -> Sequence[str]:
    """A piece of a word whole where it fits, else its characters."""
    return [text] if row.width + cells(text) <= width else text


def _words(parts: Iterable[tuple[str, M | None]]) -> Iterator[list[tuple[str, M | None]]]:
    """Words as the pieces that they have; a mark may begin within a word."""
    word: list[tuple[str, M | None]] = []
    for text, mark in parts:
        if text == NEW_ROW:
            if word:
                yield word
            yield [(NEW_ROW, None)]
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
