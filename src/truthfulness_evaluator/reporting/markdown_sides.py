"""A claim and the passage that decided it, side by side in a table of Markdown."""

import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.comparing import LINE_BREAK, Comparison, pieces
from truthfulness_evaluator.reporting.markup import code_span, inline, piped
from truthfulness_evaluator.text.differences import Mark
from truthfulness_evaluator.text.patterns import regex

_LONGEST = 400
"""Characters of each side that are shown."""
_CODE = regex(r"(?<!`)(?P<fence>`+)(?!`)(?P<code>.+?)(?<!`)(?P=fence)(?!`)", re.DOTALL)


def sides_part(sides: Comparison, place: str) -> str:
    """The table, and how sure who is; words that decide are bold, those that agree in italics.

    Args:
        sides: what is compared.
        place: Markdown of the passage's place.
    """
    claim = (0, min(len(sides.claim), _LONGEST))
    cells = (
        _cell(sides.claim, sides.differences.claim, claim),
        _cell(sides.passage, sides.differences.passage, sides.excerpt(_LONGEST)),
    )
    said = "; ".join(filter(None, (sides.sure, sides.summary)))
    title = f"Passage, {piped(place)}" if place else "Passage"
    return f"| Claim | {title} |\n|---|---|\n| {' | '.join(cells)} |\n\n{inline(said)}"


def _cell(text: str, marks: Sequence[Mark], span: Span) -> str:
    start, end = span
    before = "… " if text[:start].strip() else ""
    behind = " …" if text[end:].strip() else ""
    return piped(f"{before}{''.join(_parts(text, marks, start, end)).strip()}{behind}")


def _parts(text: str, marks: Sequence[Mark], start: int, end: int) -> Iterator[str]:
    """The pieces, those of code apart: a mark within code parts it."""
    done = start
    for match in _CODE.finditer(text, start, end):
        yield from _prose(text, marks, done, match.start())
        for piece, mark in pieces(text, marks, *match.span("code")):
            yield _strong(code_span(piece), mark) if piece.strip() else piece
        done = match.end()
    yield from _prose(text, marks, done, end)


def _prose(text: str, marks: Sequence[Mark], start: int, end: int) -> Iterator[str]:
    for piece, mark in pieces(text, marks, start, end):
        for number, line in enumerate(LINE_BREAK.split(piece)):
            left = "<br>" if number else " " if line[:1].isspace() else ""
            right = " " if line[-1:].isspace() and line.strip() else ""
            yield f"{left}{_strong(inline(line), mark)}{right}"


def _strong(markdown: str, mark: Mark | None) -> str:
    """Bold, or in italics where it agrees. Stars are read beside letters and digits alone, tags everywhere."""
    if mark is None or not markdown:
        return markdown
    stars, element = ("*", "em") if mark.how == "agrees" else ("**", "b")
    if markdown[0].isalnum() and markdown[-1].isalnum():
        return f"{stars}{markdown}{stars}"
    return f"<{element}>{markdown}</{element}>"
