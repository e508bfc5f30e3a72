"""Offsets and lines of a text."""

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from truthfulness_evaluator.text.patterns import regex

_LINE_END = regex(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Lines:
    r"""The lines of a text. A line ends at `\n`, `\r\n` or `\r`; nothing else ends one.

    Example:
        >>> Lines("one\ntwo").position(5)
        (2, 2)
    """

    text: str
    starts: tuple[int, ...] = field(init=False, repr=False)
    """Offset of the first character of each line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", _starts(self.text))

    def line_of(self, offset: int) -> int:
        """The line, counted from 1, that holds the character at `offset`."""
        return bisect_right(self.starts, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1; the column counts characters."""
        line = self.line_of(offset)
        return line, offset - self.starts[line - 1] + 1

    def span_of(self, line: int) -> tuple[int, int]:
        """Span of a line, counted from 1, without its line end.

        Raises:
            IndexError: there is no such line.
        """
        if not 1 <= line <= len(self.starts):
            raise IndexError(f"no line {line} in {len(self.starts)}")
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end


def _starts(text: str) -> tuple[int, ...]:
    r"""Where each line begins. Most texts have `\n` alone, and are cut at it, which is quicker than any pattern."""
    if "\r" in text:
        return (0, *(match.end() for match in _LINE_END.finditer(text)))
    return tuple(accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0))
