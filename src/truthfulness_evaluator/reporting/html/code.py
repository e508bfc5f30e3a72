"""Code as it is shown: without the indentation, and the marks of quotes, that it owes to what it stands in."""

from collections.abc import Iterator

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.html.pieces import Show, Text
from truthfulness_evaluator.text.patterns import regex

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BLANK = " \t"
_MARKS = " \t>"


def code_pieces(text: str, span: Span) -> list[Text]:
    r"""The lines of code; what all of them begin with, because of what they stand in, is hidden.

    Example:
        >>> code_pieces("- x\n\n      a\n        b", (11, 22))
        [Text(start=11, end=13, show=<Show.LITERAL: 2>), Text(start=13, end=19, show=<Show.HIDDEN: 3>), \
Text(start=19, end=22, show=<Show.LITERAL: 2>)]
    """
    lines = list(_lines(text, span))
    common = min((_indent(text, start, end) for start, end in lines if text[start:end].strip()), default=0)
    pieces: list[Text] = []
    for number, (start, end) in enumerate(lines):
        begin = min(start + common, start + _indent(text, start, end))
        outer = span[0] if number == 0 else pieces[-1].end
        pieces += [Text(outer, begin, Show.HIDDEN)] if begin > outer else []
        pieces.append(Text(begin, end, Show.LITERAL))
    return pieces


def _lines(text: str, span: Span) -> Iterator[Span]:
    """Lines with their ends, from the column on that the code begins at."""
    start, end = span
    first = start
    while first > 0 and text[first - 1] not in "\r\n":
        first -= 1
    column = start - first
    # A quote's marks stand before every line of it; what is code may begin with the same sign.
    passed = _MARKS if ">" in text[first:start] else _BLANK
    at = start
    while at < end:
        match = _LINE.match(text, at)
        stop = min(match.end(), end) if match is not None else end
        yield at, stop
        at = stop
        skipped = 0
        while skipped < column and at < end and text[at] in passed:
            at += 1
            skipped += 1


def _indent(text: str, start: int, end: int) -> int:
    line = text[start:end]
    return len(line) - len(line.lstrip(_BLANK))
