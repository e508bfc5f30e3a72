"""The evidence on a claim by side, as lines: what speaks against it, for it, and what speaks for neither."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from truthfulness_evaluator.models import Evidence, Location, Span, Verdict
from truthfulness_evaluator.reporting.citing import Quoted, quoted
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.reporting.sides import WIDE
from truthfulness_evaluator.reporting.wording import enumerated
from truthfulness_evaluator.review.looks import Line, Look, Marked, flowing, line, line_parts, overlaid, paragraph
from truthfulness_evaluator.text.deciding_words import is_code
from truthfulness_evaluator.text.differences import Differences, Mark, differences
from truthfulness_evaluator.text.excerpts import excerpt
from truthfulness_evaluator.text.lines import Lines

_LONGEST = 900
"""Characters of a passage that are shown; of a longer one, what is around the first quote."""
_INDENT = "  "
_BETWEEN = " | "


class Side(StrEnum):
    """What a passage says of a claim, in the order in which sides are shown."""

    AGAINST = "Against"
    FOR = "For"
    BOTH = "Quoted by both sides"
    NEITHER = "Neither"


_LOOKS = {Side.AGAINST: Look.REFUTES, Side.FOR: Look.SUPPORTS, Side.BOTH: Look.UNSETTLED, Side.NEITHER: Look.DIM}


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage with what judges quote of it."""

    passage: Evidence
    side: Side
    quotes: tuple[Quoted, ...]
    found: Differences
    """The words of claim and passage that decide; none where nobody quotes it."""

    @property
    def spans(self) -> list[Span]:
        """Where the quotes stand."""
        return [each.span for each in self.quotes if each.span is not None]

    @property
    def place(self) -> Location | None:
        """Of the first quote, else of the passage."""
        return self.quotes[0].place if self.quotes else self.passage.location


def sided(finding: Finding) -> list[Shown]:
    """The passages of a claim with their sides, those that are quoted first within each.

    A passage that says itself what it supports has that side, any other one the side of the votes that quote it.
    """
    quotes = [each for vote in finding.votes for each in quoted(vote, finding.passages)]
    shown = [
        _shown(finding.text, passage, tuple(each for each in quotes if each.index == index))
        for index, passage in enumerate(finding.passages)
    ]
    order = list(Side)
    return sorted(shown, key=lambda each: (order.index(each.side), not each.quotes))


def deciding_words(shown: Sequence[Shown]) -> list[Marked]:
    """The marks of the claim, as it stands against the first passage that somebody quotes."""
    return next((_marked(each.found.claim) for each in shown if each.quotes), list[Marked]())


def evidence_lines(shown: Sequence[Shown], width: int) -> list[Line]:
    """All passages with the titles of their sides; from 110 columns on, for and against stand beside each other."""
    by_side = {side: [each for each in shown if each.side is side] for side in Side}
    if not shown:
        return [line(("No evidence was found.", Look.DIM))]
    against, for_it = by_side[Side.AGAINST], by_side[Side.FOR]
    lines: list[Line] = []
    if against and for_it and width >= WIDE:
        lines += _beside(against, for_it, width)
        del by_side[Side.AGAINST], by_side[Side.FOR]
    for side, passages in by_side.items():
        if passages:
            lines += [line()] if lines else []
            lines += _side(side, passages, width)
    return lines


def _shown(claim: str, passage: Evidence, quotes: tuple[Quoted, ...]) -> Shown:
    spans = [each.span for each in quotes if each.span is not None]
    found = differences(claim, passage.content, decided=spans[0]) if spans else Differences()
    return Shown(passage, _side_of(passage, quotes), quotes, found)


def _side_of(passage: Evidence, quotes: Sequence[Quoted]) -> Side:
    if passage.supports_claim is not None:
        return Side.FOR if passage.supports_claim else Side.AGAINST
    verdicts = {each.vote.verdict for each in quotes}
    if {Verdict.SUPPORTS, Verdict.REFUTES} <= verdicts:
        return Side.BOTH
    if Verdict.SUPPORTS in verdicts:
        return Side.FOR
    return Side.AGAINST if Verdict.REFUTES in verdicts else Side.NEITHER


def _side(side: Side, passages: Sequence[Shown], width: int) -> list[Line]:
    lines = [line((side.value, _LOOKS[side]))]
    for number, each in enumerate(passages):
        lines += [line()] if number else []
        lines += _passage(each, width)
    return lines


def _beside(against: Sequence[Shown], for_it: Sequence[Shown], width: int) -> Iterator[Line]:
    column = (width - cells(_BETWEEN)) // 2
    left, right = _side(Side.AGAINST, against, column), _side(Side.FOR, for_it, column)
    for here, there in zip_longest(left, right, fillvalue=line()):
        gap = " " * (column - here.width)
        yield line(*here.parts, (gap, None), (_BETWEEN, Look.DIM), *there.parts)


def _passage(shown: Shown, width: int) -> Iterator[Line]:
    for head in _heads(shown):
        yield from paragraph(head, width, [(_INDENT, None)])
    text, marks = shown.passage.content, overlaid(_marked(shown.found.passage), [(s, Look.QUOTE) for s in shown.spans])
    kept = shown.spans[0] if shown.spans else (0, 1)
    part = excerpt(text, kept, _LONGEST)
    gutter = f"{_INDENT}| "
    if is_code(text[slice(*part)]):
        yield from _code(text, marks, part, width, gutter)
    else:
        yield from paragraph(flowing(text, marks, part), width, [(gutter, Look.DIM)], gutter)


def _code(text: str, marks: Sequence[Marked], part: Span, width: int, gutter: str) -> Iterator[Line]:
    """Line by line, set in as it is."""
    lines = Lines(text)
    first, last = lines.line_of(part[0]), lines.line_of(max(part[0], part[1] - 1))
    for number in range(first, last + 1):
        start, end = lines.span_of(number)
        indent, parts = line_parts(text, marks, (start, end))
        before = f"{gutter}{'':{indent}}"
        yield from paragraph(parts, width, [(before, Look.DIM)], before)


def _heads(shown: Shown) -> Iterator[list[tuple[str, Look | None]]]:
    """What a passage is from, and who quotes it."""
    page = shown.passage.page
    judges = tuple(dict.fromkeys(each.vote.judge for each in shown.quotes))
    by_whom = f"  quoted by {one_line(enumerated(judges))}" if judges else ""
    if page is None:
        place = str(shown.place) if shown.place is not None else ""
        yield [(one_line(place or shown.passage.source), Look.LABEL), (by_whom, Look.DIM)]
        return
    about = ", ".join(filter(None, (page.site, page.kind, page.published or "no date")))
    yield [(one_line(page.title or page.url), Look.LABEL), (f"  {one_line(about)}{by_whom}", Look.DIM)]
    if page.title:
        yield [(one_line(page.url), Look.DIM)]
    if page.copies:
        yield [(f"the same text: {one_line(', '.join(page.copies))}", Look.DIM)]


def _marked(marks: Sequence[Mark]) -> list[Marked]:
    return [(mark.span, Look.AGREES if mark.how == "agrees" else Look.DIFFERS) for mark in marks]
