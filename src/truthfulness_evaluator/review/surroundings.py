"""A claim among the lines of its document, and under its headings."""

from collections.abc import Iterator

from truthfulness_evaluator.models import Claim, Span
from truthfulness_evaluator.review.looks import Line, Look, flowing, line_parts, paragraph, words
from truthfulness_evaluator.text.excerpts import excerpt
from truthfulness_evaluator.text.lines import Lines

_AROUND = 2
"""Lines of the document that are shown before and behind the claim."""
_MOST = 6
"""Lines of a longer claim that are shown."""
_LONG_CLAIM, _LONG = 480, 160
"""Characters that are shown of a long line with the claim, and of one beside it."""


def headings(claim: Claim) -> str:
    """The headings that a claim stands under, ` > ` between them; empty where there are none."""
    above, parted, _ = (claim.context or "").partition("\n")
    return above if parted else ""


def surroundings(claim: Claim, text: str, width: int) -> list[Line]:
    """The lines of the document around a claim, with their numbers; those of the claim begin with `>`.

    Without the document's text, or the claim's place in it, what the claim itself says of its surroundings.

    Args:
        claim: what is asked about.
        text: of the document.
        width: columns.
    """
    span = claim.source_span
    if span is None or not span[0] < span[1] <= len(text):
        block = (claim.context or "").rpartition("\n")[2]
        return paragraph(words(block), width, [("  | ", Look.DIM)], "  | ") if block else []
    return list(_numbered(text, span, width))


def _numbered(text: str, span: Span, width: int) -> Iterator[Line]:
    lines = Lines(text)
    first, last = lines.line_of(span[0]), lines.line_of(span[1] - 1)
    last = min(last, first + _MOST - 1)
    numbers = [n for n in range(first - _AROUND, last + _AROUND + 1) if 1 <= n <= len(lines.starts)]
    while numbers and not text[slice(*lines.span_of(numbers[-1]))].strip():
        numbers.pop()
    while numbers and not text[slice(*lines.span_of(numbers[0]))].strip():
        numbers.pop(0)
    digits = len(str(numbers[-1])) if numbers else 1
    for number in numbers:
        is_claim = first <= number <= last
        gutter = f"{'>' if is_claim else ' '} {number:>{digits}} | "
        start, end = lines.span_of(number)
        marks = [(span, Look.CLAIM)] if is_claim else []
        most = _LONG_CLAIM if is_claim else _LONG
        if end - start > most:
            kept = (max(span[0], start) - start, min(span[1], end) - start) if is_claim else (0, 1)
            left, right = excerpt(text[start:end], kept, most)
            marks = [((left_mark - start, right_mark - start), look) for (left_mark, right_mark), look in marks]
            parts = list(flowing(text[start:end], marks, (left, right)))
            indent = 0
        else:
            indent, parts = line_parts(text, marks, (start, end))
        look = Look.LABEL if is_claim else Look.DIM
        later = f"{'>' if is_claim else ' '} {'':{digits}} | {'':{indent}}"
        yield from paragraph(parts, width, [(gutter, look), (" " * indent, None)], later)
