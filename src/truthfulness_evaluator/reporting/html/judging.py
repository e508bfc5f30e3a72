"""What judges that may err say on a card: their votes, their quotes marked in the evidence, and their rounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthfulness_evaluator.models import Evidence, Flip, JudgeFailure, Location, Round, Span, Verdict, Vote
from truthfulness_evaluator.reporting.citing import Quoted, quoted
from truthfulness_evaluator.reporting.comparing import Comparison
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.html.escape import attribute, shown
from truthfulness_evaluator.reporting.html.looks import LOOKS, ORDER, Look
from truthfulness_evaluator.reporting.html.sides import with_words
from truthfulness_evaluator.reporting.html.words import sentence
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.text.differences import Mark as Word
from truthfulness_evaluator.text.differences import differences

_SIDES: Mapping[bool | None, Verdict] = {True: Verdict.SUPPORTS, False: Verdict.REFUTES}
_MOST_KEPT = 500
"""Characters of a quote that are seen of a long passage; of a longer one, what is nearest to the claim."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A quote in a passage."""

    span: Span
    judge: str
    look: Look
    """Of the vote that it backs, or of the side that it is on."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage with what judges quote of it."""

    passage: Evidence
    place: Location | None
    """Where the first quote stands, else the passage."""
    judges: tuple[str, ...]
    marks: tuple[Mark, ...]
    words: tuple[Word, ...] = ()
    """Those that decide."""
    kept: Span = (0, 0)
    """What is seen of a long one."""


def cited(finding: Finding, sides: Comparison | None) -> list[Cited]:
    """The passages of a claim: what is quoted first, and of that the one that decided it.

    Args:
        finding: of a claim.
        sides: the claim and the passage that decided it.
    """
    quotes = [each for vote in finding.votes for each in quoted(vote, finding.passages)]
    decisive = finding.cited.index if sides is not None and finding.cited is not None else None
    rows = [
        (
            index != decisive,
            _cited(
                finding.text,
                passage,
                [each for each in quotes if each.index == index],
                sides if index == decisive else None,
            ),
        )
        for index, passage in enumerate(finding.passages)
    ]
    return [row for _, row in sorted(rows, key=lambda row: (not row[1].judges, row[0]))]


def _cited(claim: str, passage: Evidence, quotes: Sequence[Quoted], sides: Comparison | None) -> Cited:
    spans = [each.span for each in quotes if each.span is not None]
    marks = [Mark(each.span, each.vote.judge, _look(each)) for each in quotes if each.span is not None]
    judges = tuple(dict.fromkeys(each.vote.judge for each in quotes))
    place = quotes[0].place if quotes else passage.location
    if not spans:
        return Cited(passage, place, judges, ())
    if sides is not None and sides.passage == passage.content:
        found, decided = sides.differences, sides.decided
    else:
        found, decided = differences(claim, passage.content, decided=spans[0]), spans[0]
    kept = found.nearest if decided[1] - decided[0] > _MOST_KEPT else decided
    return Cited(passage, place, judges, tuple(marks), found.passage, kept)


def _look(quote: Quoted) -> Look:
    """Of the side that a quote is on, where the judge has told it; else of its vote."""
    return LOOKS[_SIDES.get(quote.supports, quote.vote.verdict)]


def marked(text: str, marks: Sequence[Mark], start: int, end: int, words: Sequence[Word] = ()) -> str:
    """A part of a passage as HTML with the quotes in it marked. Where they overlap, it looks like the gravest vote.

    Args:
        text: the passage.
        marks: quotes.
        start: of the part.
        end: of the part.
        words: those that decide, which are marked within.

    Example:
        >>> marked("ttl = 60", [Mark((6, 8), "m", LOOKS[Verdict.REFUTES])], 0, 8)
        'ttl = <mark class="r" title="m">60</mark>'
    """
    ends = (min(max(place, start), end) for mark in marks for place in mark.span)
    parts: list[str] = []
    for left, right in pairwise(sorted({start, end, *ends})):
        over = [mark for mark in marks if mark.span[0] <= left and right <= mark.span[1]]
        inner = with_words(text, words, left, right)
        if over:
            letter = min((mark.look.letter for mark in over), key=ORDER.__getitem__)
            judges = attribute(", ".join(dict.fromkeys(one_line(mark.judge) for mark in over)))
            inner = f'<mark class="{letter}" title="{judges}">{inner}</mark>'
        parts.append(inner)
    return "".join(parts)


def by_whom(judges: Iterable[str]) -> str:
    """Who quotes a passage, as HTML; empty where nobody does."""
    names = [shown(one_line(judge)) for judge in judges]
    return f", quoted by {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}" if names else ""


def vote_html(vote: Vote, *, known: str = "") -> str:
    """Who voted how, how sure, and why, unless that is known."""
    said = one_line(vote.explanation)
    why = f": {sentence(said)}" if said and said != known else ""
    dropped = f" ({counted(vote.dropped_quotes, 'quote')} not found)" if vote.dropped_quotes else ""
    return (
        f"{shown(one_line(vote.judge))}: {verdict_html(LOOKS[vote.verdict])}, {percent(vote.confidence)}{dropped}{why}"
    )


def quotes_html(vote: Vote) -> str:
    """The quotes of a vote, each on a line, without their places."""
    return "".join(f"<br><code>{shown(one_line(citation.quote))}</code>" for citation in vote.citations)


def failure_html(failure: JudgeFailure) -> str:
    """Who failed of what, and why."""
    message = f" ({shown(one_line(failure.message))})" if failure.message else ""
    attempts = f", {failure.attempts} attempts" if failure.attempts > 1 else ""
    claimed = f", said {verdict_html(LOOKS[failure.claimed])}" if failure.claimed is not None else ""
    return f"{shown(one_line(failure.judge))}: {failure.kind.value.replace('_', ' ')}{message}{attempts}{claimed}"


def rounds_html(rounds: Sequence[Round], passages: Sequence[Evidence]) -> str:
    """The rounds, folded; empty where there was one."""
    if len(rounds) < 2:
        return ""
    parts = "".join(
        f"<p><i>Round {each.number}:</i></p><ul>{''.join(f'<li>{row}' for row in _round(each, passages))}</ul>"
        for each in rounds
    )
    return f'<details class="h"><summary>{len(rounds)} rounds</summary>{parts}</details>'


def _round(each: Round, passages: Sequence[Evidence]) -> Iterator[str]:
    """Each row ends its element."""
    for vote in each.votes:
        quotes = "".join(_quote(quote) for quote in quoted(vote, passages))
        critique = f"<br><i>On the others:</i> {sentence(one_line(vote.critique))}" if vote.critique.strip() else ""
        yield f"{vote_html(vote)}{quotes}{critique}</li>"
    yield from (f"{failure_html(failure)}</li>" for failure in each.failures)
    yield from (f"{_flip(flip)}</li>" for flip in each.flips)


def _quote(quote: Quoted) -> str:
    place = one_line(str(quote.place)) if quote.place is not None else ""
    return f"<br>{shown(place)}{': ' if place else ''}<code>{shown(one_line(quote.quote))}</code>"


def _flip(flip: Flip) -> str:
    counts = "counted" if flip.counted else "<b>not counted</b>: it cites nothing new"
    before, after = verdict_html(LOOKS[flip.before]), verdict_html(LOOKS[flip.after])
    return f"{shown(one_line(flip.judge))} changed from {before} to {after}, {counts}"


def verdict_html(look: Look) -> str:
    """A verdict with its sign and colour."""
    return f'<span class="{look.letter}">{look.sign} {look.words.lower()}</span>'


def percent(share: float) -> str:
    """A probability in percent."""
    return f"{share:.0%}"
