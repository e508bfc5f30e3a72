"""Where the characters of a text that was taken out of a file stand in the file."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models.location import Span


@dataclass(frozen=True)
class Places:
    """The way from an extracted text into the file that it was taken from.

    The text consists of pieces without gaps. A piece is copied, character for character, or stands for a span of
    the file (an entity, a mark for a tag), or for none: then its span is empty.

    Example:
        >>> places = Places((0, 2), ((3, 5), (5, 9)), (True, False))  # `ab<` of `<p>ab&lt;`
        >>> places.span((1, 3)), places.is_copied((3, 5)), places.is_copied((4, 9))
        ((4, 9), True, False)
    """

    starts: tuple[int, ...]
    """Where each piece begins in the extracted text."""
    spans: tuple[Span, ...]
    """What each piece stands for in the file."""
    copied: tuple[bool, ...]
    """Whether it is the same characters."""

    def span(self, span: Span) -> Span:
        """The characters of the file that a span of the extracted text stands for; empty where it stands for none."""
        start = self._start(span[0])
        if span[0] == span[1]:
            return start, start
        return start, max(start, self._end(span[1]))

    def is_copied(self, span: Span) -> bool:
        """Whether a span of the file, which is not empty, was taken into the text as it stands."""
        index = bisect_right(self._taken, span[0], key=lambda taken: taken[0]) - 1
        return index >= 0 and span[0] < span[1] <= self._taken[index][1]

    def holds(self, span: Span) -> bool:
        """Whether a span of the extracted text has a character that stands for something in the file."""
        first = max(0, bisect_right(self.starts, span[0]) - 1)
        last = max(first, bisect_right(self.starts, span[1] - 1) - 1)
        return any(start < end for start, end in self.spans[first : last + 1])

    def _start(self, offset: int) -> int:
        if not self.starts:
            return 0
        index = max(0, bisect_right(self.starts, offset) - 1)
        start, end = self.spans[index]
        return min(end, start + offset - self.starts[index]) if self.copied[index] else start

    def _end(self, offset: int) -> int:
        index = max(0, bisect_right(self.starts, offset - 1) - 1)
        start, end = self.spans[index]
        return min(end, start + offset - self.starts[index]) if self.copied[index] else end

    @cached_property
    def _taken(self) -> list[Span]:
        """The copied parts of the file, those that follow one another joined."""
        joined: list[Span] = []
        for span, copied in sorted(zip(self.spans, self.copied, strict=True)):
            if not copied:
                continue
            if joined and joined[-1][1] == span[0]:
                joined[-1] = (joined[-1][0], span[1])
            else:
                joined.append(span)
        return joined
