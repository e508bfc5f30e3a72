"""A part of a document: all of it, a line, or a place in a line."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Block, Document, Location, Span
from truthfulness_evaluator.reporting.fixes import overlap
from truthfulness_evaluator.text.lines import Lines


@dataclass(frozen=True)
class Part:
    """The part of a document that is explained."""

    document: Document
    span: Span
    line: int | None = None
    """None: the whole document."""
    column: int | None = None

    @cached_property
    def lines(self) -> Lines:
        """The lines of the document."""
        return Lines(self.document.text)

    @cached_property
    def offset(self) -> int | None:
        """The character that is meant, where a column names one."""
        return None if self.column is None else self.span[0] + self.column - 1

    def holds(self, span: Span | None) -> bool:
        """Whether a part of a span lies in it."""
        return self.line is None or (span is not None and overlap(span, self.span))

    def place(self, span: Span) -> Location:
        """Line and column of a span."""
        line, column = self.lines.position(span[0])
        return Location(path=self.document.name, line=line, column=column)

    def shown_place(self, span: Span | None) -> str:
        """`line:column` of a span in brackets; empty where there is none."""
        if span is None:
            return ""
        line, column = self.lines.position(span[0])
        return f" ({line}:{column})"

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks that it touches."""
        return [block for block in self.document.blocks if self.holds(block.span)]

    def block_at(self, offset: int) -> Block | None:
        """The innermost block around a character."""
        starts = self._starts
        for index in range(bisect_right(starts, offset) - 1, -1, -1):
            block = self.document.blocks[index]
            if offset < block.span[1]:
                return block
            if not block.containers:
                return None
        return None

    @cached_property
    def _starts(self) -> list[int]:
        return [block.span[0] for block in self.document.blocks]
