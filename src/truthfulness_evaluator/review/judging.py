"""What judges said of a claim, as lines: their votes, what they quote, failures, and who changed in which round."""

from collections.abc import Iterator, Sequence

from truthfulness_evaluator.models import Flip, Round, Vote
from truthfulness_evaluator.reporting.citing import quoted, short_quote
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.reporting.wording import counted, failure_words
from truthfulness_evaluator.review.looks import VERDICT_LOOKS, Line, Look, Part, line, paragraph, words

_INDENT = "  "
_VERDICT_WIDTH = len("NOT_ENOUGH_INFO")
_NARROWEST = 26
"""Columns for a reason, below which it stands under the vote."""
_LONGEST_NAME = 24
"""Columns of a judge's name beside which its verdict and reason stand in columns."""


def vote_lines(finding: Finding, width: int) -> list[Line]:
    """The votes with confidence, reasons and quotes, and the judges that failed."""
    judges = [cells(one_line(vote.judge)) for vote in finding.votes]
    names = min(max(judges, default=0), _LONGEST_NAME)
    lines = [line(("Votes", Look.LABEL))] if finding.votes or finding.failures else []
    for vote in finding.votes:
        lines += _vote(vote, finding, names, width)
    for failure in finding.failures:
        lines += paragraph(words(f"failed: {failure_words(failure)}", Look.WARNING), width, [(_INDENT, None)], _INDENT)
    return lines


def round_lines(rounds: Sequence[Round], width: int) -> list[Line]:
    """The rounds, where there was more than one: verdicts, critiques, and changes with whether they count."""
    if len(rounds) < 2:
        return []
    lines = [line(("Rounds", Look.LABEL))]
    for each in rounds:
        parts: list[Part] = []
        for vote in each.votes:
            parts += [(f"{', ' if parts else ''}{one_line(vote.judge)} ", None), *_verdict(vote)]
        lines += paragraph(parts, width, [(f"{_INDENT}{each.number}  ", None)])
        for said in (*map(_flip, each.flips), *_critiques(each), *map(failure_words, each.failures)):
            lines += paragraph(words(said, Look.DIM), width, [(f"{_INDENT}   ", None)])
    return lines


def _vote(vote: Vote, finding: Finding, names: int, width: int) -> Iterator[Line]:
    name = one_line(vote.judge)
    gap = " " * max(names - cells(name), 0)
    head: list[Part] = [
        (f"{_INDENT}{name}{gap}  ", None),
        (f"{vote.verdict:{_VERDICT_WIDTH}}", VERDICT_LOOKS[vote.verdict]),
        (f"  {vote.confidence:.2f}  ", None),
    ]
    indent = " " * sum(cells(text) for text, _ in head)
    if len(indent) + _NARROWEST > width:
        yield line(*head)
        indent = _INDENT * 2
        head = [(indent, None)]
    yield from paragraph(words(vote.explanation or "no reason given"), width, head, indent)
    for each in quoted(vote, finding.passages):
        place = f" ({each.place})" if each.place is not None else ""
        yield from paragraph(words(f'"{short_quote(each.quote)}"{place}', Look.DIM), width, [(indent, None)])
    if vote.dropped_quotes:
        lost = f"{counted(vote.dropped_quotes, 'quote')} not found in the evidence"
        yield from paragraph(words(lost, Look.WARNING), width, [(indent, None)])


def _verdict(vote: Vote) -> list[Part]:
    return [(str(vote.verdict), VERDICT_LOOKS[vote.verdict]), (f" {vote.confidence:.2f}", None)]


def _flip(flip: Flip) -> str:
    counts = "counted" if flip.counted else "not counted: it cites nothing new"
    return f"{flip.judge} changed from {flip.before} to {flip.after}, {counts}"


def _critiques(each: Round) -> Iterator[str]:
    for vote in each.votes:
        if vote.critique.strip():
            yield f"{vote.judge} on the others: {vote.critique}"
