"""Where tokens of the block parser begin and end: a pass over the marks of containers, line by line."""

import re

from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_source import Source
from truthfulness_evaluator.models.location import Span


class Places:
    """Places of tokens, which must be asked for in the order of the tokens."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.quotes = 0
        """How many quotes are open: that many `>` stand before the content of a line."""
        self._line = -1
        self._column = 0

    def start(self, line: int) -> int:
        """The offset at which the next mark or the content of a line begins."""
        whole = self.source.lines[line]
        column, quotes = (self._column, 0) if self._line == line else (0, self.quotes)
        while column < len(whole) and (whole[column] in " \t" or (quotes and whole[column] == ">")):
            quotes -= whole[column] == ">"
            column += 1
        return self.source.offset(line, column)

    def pass_mark(self, line: int, mark: re.Pattern[str]) -> int:
        """The offset of a container's mark; what follows in the line is then looked for after it."""
        offset = self.start(line)
        column = offset - self.source.starts[line]
        match = mark.match(self.source.lines[line], column)
        self._line, self._column = line, match.end() if match else column
        return offset

    def span(self, token: Token, start: int | None = None) -> Span:
        """From a token's first character, or from `start`, to its last; blank lines at its end are left out."""
        lines = lines_of(token)
        first = self.start(lines[0]) if start is None else start
        last = self.source.last_line(lines, is_quoted=self.quotes > 0)
        return first, max(first, self.source.line_end(last))

    def before_end(self, line: int, from_end: Span) -> Span:
        """The span that is given in characters before the end of a line."""
        end = self.source.offset(line, len(self.source.lines[line]))
        return end - from_end[0], end - from_end[1]


def lines_of(token: Token) -> tuple[int, int]:
    """The lines `[first, end)` of a block token."""
    assert token.map is not None, f"{token.type} has no lines"
    return token.map[0], token.map[1]
