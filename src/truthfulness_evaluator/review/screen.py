"""One screen of a walk: a claim with all that helps to decide on it, as lines of a terminal. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Claim, Review, TruthfulnessReport
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding, findings_by_claim
from truthfulness_evaluator.reporting.panel import injections
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.reporting.sides import WIDEST
from truthfulness_evaluator.reporting.totals import total
from truthfulness_evaluator.reporting.wording import counted, position
from truthfulness_evaluator.review.judging import round_lines, vote_lines
from truthfulness_evaluator.review.keyboard import KEYS, help_lines, key_lines
from truthfulness_evaluator.review.looks import (
    VERDICT_LOOKS,
    Line,
    Look,
    Part,
    flowing,
    line,
    paragraph,
    signs,
    words,
)
from truthfulness_evaluator.review.passages import deciding_words, evidence_lines, sided
from truthfulness_evaluator.review.session import Item, Session
from truthfulness_evaluator.review.surroundings import headings, surroundings

_LEAST_BODY = 3
"""Lines of the claim that are shown however low the screen is."""
_LABEL_WIDTH = 10


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a walk."""

    session: Session
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of the documents, by name."""
    title: str = "Review"
    first_grade: str | None = None
    """Before the walk."""
    top: int = 0
    """Lines of the claim that are scrolled away."""
    message: str = ""
    """What happened last."""
    is_warning: bool = False
    help: bool = False
    """The keys are explained in place of the claim."""


@dataclass(frozen=True, slots=True)
class Screen:
    """As many lines as the terminal has, and how far the claim can be scrolled."""

    lines: tuple[Line, ...]
    page: int
    """Lines of the claim that are seen at once."""
    furthest: int
    """The greatest `top` that makes sense."""


def screen(view: View, width: int, height: int, *, color: bool) -> Screen:
    """The whole screen: a head with the progress, the claim, a foot with the keys.

    Args:
        view: what is shown.
        width: columns; of more than 160 no more are used.
        height: lines.
        color: whether looks are painted; without, marked words have signs in the line below.
    """
    width = min(width, WIDEST)
    rule = "─" if color else "-"
    head = [*_head(view, width), line((rule * width, Look.DIM))]
    keys = key_lines(width)
    room = max(height - len(head) - len(keys) - 1, _LEAST_BODY)
    body = _signed(_body(view, width), color=color)
    furthest = max(0, len(body) - room)
    top = min(view.top, furthest)
    seen = body[top : top + room]
    seen += [line()] * (room - len(seen))
    status = _status(view, rule, width, above=top, below=max(0, len(body) - top - room))
    lines = [_cut(each, width) for each in (*head, *seen, status, *keys)]
    return Screen(tuple(lines[:height]), room, furthest)


def whole(view: View, width: int, *, color: bool) -> list[Line]:
    """Head, claim and keys one after the other, for terminals that only write."""
    width = min(width, WIDEST)
    parts = [*_head(view, width), line(), *_body(view, width), line()]
    return [_cut(each, width) for each in [*_signed(parts, color=color), *key_lines(width, scrolls=False)]]


def grade_of(session: Session) -> str | None:
    """The grade over all documents, as it is with the decisions so far."""
    return total(session.reports, confidence_threshold=session.confidence_threshold).grade


def _head(view: View, width: int) -> Iterator[Line]:
    session = view.session
    number = len(session.queue)
    done = number - session.left
    where = (
        f"claim {session.at + 1} of {number}" if session.current is not None else f"end of {counted(number, 'claim')}"
    )
    grade, before = grade_of(session) or "none", view.first_grade or "none"
    moved = f"grade {before} -> {grade}" if grade != before else f"grade {grade}"
    title = one_line(view.title)
    gap = width - cells(f"{title}  {where}, {done} decided{moved}")
    if gap < 2:
        yield from paragraph([(f"{where}, {done} decided, ", None), (moved, Look.TITLE)], width)
        return
    yield line((title, Look.TITLE), (f"  {where}, {done} decided{' ' * gap}", None), (moved, Look.TITLE))


def _status(view: View, rule: str, width: int, *, above: int, below: int) -> Line:
    """The line between claim and keys: what happened last, and how much is not seen."""
    hidden = ", ".join(f"{counted(n, 'line')} {where}" for n, where in ((above, "above"), (below, "below")) if n)
    right = f" {hidden} {rule * 2}" if hidden else ""
    room = width - cells(right) - 4
    message = _shortened(one_line(view.message), room)
    left = f"{rule * 2} {message} " if message else ""
    middle = rule * (width - cells(left) - cells(right))
    look = Look.WARNING if view.is_warning else Look.LABEL
    if not message:
        return line((middle, Look.DIM), (right, Look.DIM))
    return line((rule * 2, Look.DIM), (f" {message} ", look), (middle, Look.DIM), (right, Look.DIM))


def _shortened(text: str, columns: int) -> str:
    if cells(text) <= columns:
        return text
    while text and cells(text) > columns - 1:
        text = text[:-1]
    return f"{text}…"


def _body(view: View, width: int) -> list[Line]:
    if view.help:
        return help_lines(width)
    item = view.session.current
    return _end(view, width) if item is None else list(_claim(view, item, width))


def _claim(view: View, item: Item, width: int) -> Iterator[Line]:
    report = view.session.reports[item.document]
    finding = findings_by_claim(report)[item.claim.id]
    shown = sided(finding)
    above = headings(item.claim)
    place = [(position(finding.place), Look.LABEL), (f"  {one_line(above)}" if above else "", Look.DIM)]
    yield from paragraph(place, width)
    yield from surroundings(item.claim, view.texts.get(report.source_document, ""), width)
    yield line()
    text = finding.text
    yield from _row("Claim", list(flowing(text, deciding_words(shown), (0, len(text)))), width)
    yield from _told(view, item, finding, width)
    yield line()
    yield from evidence_lines(shown, width)
    for part in (vote_lines(finding, width), round_lines(finding.rounds, width)):
        if part:
            yield line()
            yield from part


def _told(view: View, item: Item, finding: Finding, width: int) -> Iterator[Line]:
    """What the machine says, why a person is asked, and what that person said so far."""
    session = view.session
    review = session.review_of(item)
    yield from _row("Machine", _machine(finding, review), width)
    if finding.review_reason:
        yield from _row("Why here", words(finding.review_reason), width)
    for quote in _suspected(session.reports[item.document], item.claim):
        yield from _row("Suspected", words(f"words that speak to the judges: {quote}", Look.WARNING), width)
    if review is not None:
        who = ", ".join(filter(None, (review.reviewer, review.reviewed_at)))
        said: list[Part] = [(str(review.verdict), VERDICT_LOOKS[review.verdict])]
        yield from _row("Decided", [*said, (f" ({one_line(who)})" if who else "", Look.DIM)], width)
    if session.note:
        yield from _row("Note", words(session.note), width)


def _machine(finding: Finding, review: Review | None) -> list[Part]:
    if review is None:
        verdict, confidence, why = finding.verdict, finding.confidence, finding.explanation
    else:
        verdict, confidence, why = review.machine_verdict, review.machine_confidence, review.machine_explanation
    if verdict is None:
        return [("no verdict", Look.UNSETTLED), *([(f": {one_line(why)}", None)] if why else [])]
    sure = f" {confidence:.2f}" if confidence is not None else ""
    return [(str(verdict), VERDICT_LOOKS[verdict]), (f"{sure}{f': {one_line(why)}' if why else ''}", None)]


def _suspected(report: TruthfulnessReport, claim: Claim) -> Iterator[str]:
    for each in injections([report]):
        if claim.id in each.claim_ids:
            place = f" ({position(each.location)})" if each.location is not None else ""
            yield f'"{each.quote}"{place}'


def _row(label: str, parts: Sequence[Part], width: int) -> list[Line]:
    return paragraph(parts, width, [(f"{label:{_LABEL_WIDTH}}", Look.DIM)], " " * _LABEL_WIDTH)


def _end(view: View, width: int) -> list[Line]:
    """What the walk came to, and what is left."""
    session = view.session
    number, left = len(session.queue), session.left
    if not number:
        return [line(("Nothing waits for a person.", Look.LABEL))]
    reviews = [review for item in session.queue if (review := session.review_of(item)) is not None]
    agreed = sum(review.verdict is review.machine_verdict for review in reviews)
    overturned = sum(review.machine_verdict not in (None, review.verdict) for review in reviews)
    is_or_are = "is" if left == 1 else "are"
    last = f"{counted(left, 'claim')} {is_or_are} left open." if left else "Every claim is decided."
    rows = [
        line((last, Look.LABEL)),
        line(),
        line((f"{counted(len(reviews), 'claim')} decided: {agreed} as the machine, {overturned} otherwise.", None)),
        line((f"Grade {view.first_grade or 'none'} before, {grade_of(session) or 'none'} now.", None)),
        line(),
    ]
    hints = [KEYS["quit"], KEYS["back"], *([KEYS["open"]] if left else [])]
    for each in hints:
        rows += paragraph(words(each.meaning), width, [(f"{each.key:<4}", Look.KEY)])
    return rows


def _signed(lines: Sequence[Line], *, color: bool) -> list[Line]:
    """The lines, without colours each followed by the signs of its marks."""
    if color:
        return list(lines)
    signed: list[Line] = []
    for each in lines:
        signed.append(each)
        below = signs(each)
        if below:
            signed.append(line((below, None)))
    return signed


def _cut(row: Line, width: int) -> Line:
    """A line without what is behind the last column."""
    if row.width <= width:
        return row
    kept = line()
    for text, look in row.parts:
        for character in text:
            if kept.width + cells(character) > width:
                return kept
            kept.put(character, look)
    return kept
