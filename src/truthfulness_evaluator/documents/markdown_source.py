"""Where the parser's lines and contents stand in the text of a document.

markdown-it gives blocks as ranges of lines, and their contents with the marks of quotes and lists,
indentation and trailing blanks taken away. What is left of a line is always the end of that line, which
is how it is found again: a content line is looked up from the right in its line of the source.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_LINE_END = regex(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Content:
    r"""A text that was put together from pieces of a document, with the way back.

    Example:
        >>> content = Content("ab\ncd", (0, 3), (10, 20))
        >>> content.span(1, 4)
        (11, 21)
    """

    text: str
    starts: tuple[int, ...]
    """Offset in `text` of each piece."""
    offsets: tuple[int, ...]
    """Offset in the document of each piece."""

    def offset(self, at: int) -> int:
        """Where the character at an offset of `text` stands in the document."""
        piece = bisect_right(self.starts, at) - 1
        return self.offsets[piece] + at - self.starts[piece]

    def span(self, start: int, end: int) -> Span:
        """Where a part of `text` stands in the document."""
        first = self.offset(start)
        return first, (self.offset(end - 1) + 1 if end > start else first)

    def part(self, start: int, end: int) -> "Content":
        """A part of the text, with the way back."""
        first = bisect_right(self.starts, start) - 1
        last = max(bisect_right(self.starts, max(end - 1, start)), first + 1)
        starts = (0, *(at - start for at in self.starts[first + 1 : last]))
        return Content(self.text[start:end], starts, (self.offset(start), *self.offsets[first + 1 : last]))


class Source:
    """The part of a document that the parser is given, line by line."""

    def __init__(self, text: str, start: int) -> None:
        """Takes `text` from `start` on; what stands before is no Markdown (byte order mark, front matter)."""
        self.text = text
        ends = list(_LINE_END.finditer(text, start))
        self.starts = [start, *(end.end() for end in ends)]
        """Offset in the document of each line."""
        stops = [*(end.start() for end in ends), len(text)]
        cut = [text[a:b].replace("\x00", "\ufffd") for a, b in zip(self.starts, stops, strict=True)]
        self.lines: list[str] = cut
        """Each line without its end; zero characters replaced, as CommonMark asks."""

    @property
    def body(self) -> str:
        """What the parser reads."""
        return "\n".join(self.lines)

    def offset(self, line: int, column: int) -> int:
        """Offset in the document of a column of a line, both counted from 0."""
        return self.starts[line] + column

    def line_end(self, line: int) -> int:
        """Offset of the end of a line, trailing blanks left out."""
        return self.starts[line] + len(self.lines[line].rstrip(" \t"))

    def last_line(self, lines: Sequence[int], *, is_quoted: bool) -> int:
        """The last line of a range `[first, end)` that is not blank; a quote's marks alone are blank in it."""
        first, last = lines[0], min(lines[1], len(self.lines)) - 1
        blank = " \t>" if is_quoted else " \t"
        while last > first and not self.lines[last].strip(blank):
            last -= 1
        return max(first, last)

    def column(self, line: int, content: str) -> int:
        """The column at which a content line begins in its line of the source.

        Blanks at its start are passed over where tabs were expanded in between.
        """
        whole = self.lines[line]
        at = whole.rfind(content) if content else -1
        if at < 0:
            stripped = content.lstrip(" \t")
            at = whole.rfind(stripped) if stripped else -1
        return len(whole.rstrip(" \t")) if at < 0 else at

    def content(self, text: str, first_line: int) -> Content:
        """Gives a block's content (lines joined by line feeds) the way back into the document."""
        cut = text.split("\n")
        while first_line + len(cut) < len(self.lines) and cut[0] not in self.lines[first_line]:
            first_line += 1
        starts: list[int] = []
        offsets: list[int] = []
        at = 0
        for number, line in enumerate(cut, first_line):
            column = self.column(number, line)
            is_whole = self.lines[number].startswith(line, column)
            blank = 0 if is_whole or not starts else len(line) - len(line.lstrip(" \t"))
            starts.append(at + blank)
            offsets.append(self.offset(number, column))
            at += len(line) + 1
        return Content(text, tuple(starts), tuple(offsets))
