"""What chat models said, as Markdown: the votes on a claim and its rounds, and tables of failures and usage."""

from collections.abc import Iterable, Iterator, Sequence

from truthfulness_evaluator.models import Evidence, Flip, ModelUsage, Round, TruthfulnessReport, Vote
from truthfulness_evaluator.reporting.citing import quoted, short_quote
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.markup import code_span, inline, piped
from truthfulness_evaluator.reporting.panel import cost_words, judge_failures
from truthfulness_evaluator.reporting.remarks import unread_words
from truthfulness_evaluator.reporting.reviewed import review_words
from truthfulness_evaluator.reporting.wording import counted, failure_words

_LONGEST = 300
"""Characters of what a model says: a report is no place for essays."""


def votes_part(finding: Finding) -> str:
    """The votes on a claim as a table, what failed, and its rounds, folded; empty where no model was asked."""
    # Of a claim without a verdict the item itself tells the failures.
    failures = finding.failures if finding.verdict is not None else ()
    if not finding.votes and not failures:
        return ""
    failed = f", {counted(len(failures), 'failure')}" if failures else ""
    rounds = f" after {len(finding.rounds)} rounds" if len(finding.rounds) > 1 else ""
    lines = ["<details>", f"<summary>{counted(len(finding.votes), 'vote')}{rounds}{failed}</summary>"]
    if finding.votes:
        lines += ["", "| Judge | Verdict | Sure | Reason | Quotes |", "|---|---|---|---|---|"]
        lines += (_row(vote, finding.passages) for vote in finding.votes)
    if failures:
        lines += ["", *(f"- {_said(failure_words(failure))}" for failure in failures)]
    for each in finding.rounds:
        lines += ["", *_round(each, finding.passages)]
    return "\n".join([*lines, "", "</details>"])


def review_part(finding: Finding) -> str:
    """That people should look at a claim, and why, or what a person decided; empty where they need not."""
    if finding.review is not None:
        return f"**Decided by a person**: {inline(review_words(finding))}"
    if not finding.needs_review:
        return ""
    reason = f": {_said(finding.review_reason)}" if finding.review_reason else ""
    return f"**To be reviewed by a person**{reason}"


def failure_items(reports: Sequence[TruthfulnessReport]) -> Iterator[str]:
    """Failures of judging by model and kind, then each of finding claims, as items of a list."""
    for judge, kinds in judge_failures(reports).items():
        words = ", ".join(f"{number} {kind.value}" for kind, number in kinds.items())
        yield f"- {code_span(judge)}: {inline(words)}\n"
    for report in reports:
        for failure in report.failures:
            yield f"- {code_span(report.source_document)}: {_said(unread_words(failure))}\n"


def usage_table(usage: Iterable[ModelUsage]) -> str:
    """What each model did, as a table; empty where none did anything."""
    rows = [
        f"| {_cell(each.model)} | {each.calls:,} | {each.cached:,} | {each.input_tokens:,} | {each.output_tokens:,} "
        f"| {cost_words(each.cost)} |\n"
        for each in usage
    ]
    head = "| Model | Calls | From the cache | Tokens in | Tokens out | Cost |\n|---|---:|---:|---:|---:|---:|\n"
    return head + "".join(rows) if rows else ""


def _row(vote: Vote, passages: Sequence[Evidence]) -> str:
    quotes = "<br>".join(
        filter(None, (_quote(str(each.place or ""), each.quote) for each in quoted(vote, passages)))
    ) or "<br>".join(_quote("", citation.quote) for citation in vote.citations)
    if vote.dropped_quotes:
        quotes = f"{quotes} ({vote.dropped_quotes} more not found)".strip()
    cells = (_cell(vote.judge), vote.verdict.value.replace("_", " "), f"{vote.confidence:.0%}", _cell(vote.explanation))
    return f"| {' | '.join(cells)} | {quotes} |"


def _quote(place: str, quote: str) -> str:
    return piped(": ".join(filter(None, (code_span(place), code_span(short_quote(quote))))))


def _round(each: Round, passages: Sequence[Evidence]) -> Iterator[str]:
    yield f"Round {each.number}:"
    yield ""
    for vote in each.votes:
        why = f": {_said(vote.explanation)}" if vote.explanation.strip() else ""
        first = next(quoted(vote, passages), None)
        proof = f" ({_quote(str(first.place or ''), first.quote)})" if first is not None else ""
        yield f"- {inline(vote.judge)}: {vote.verdict.value.replace('_', ' ')}, {vote.confidence:.0%}{why}{proof}"
        if vote.critique.strip():
            yield f"  - on the others: {_said(vote.critique)}"
    yield from (f"- {_said(failure_words(failure))}" for failure in each.failures)
    yield from (f"- {_flip(flip)}" for flip in each.flips)


def _flip(flip: Flip) -> str:
    before, after = (verdict.value.replace("_", " ") for verdict in (flip.before, flip.after))
    counts = "which counts" if flip.counted else "which does not count, as it cites nothing new"
    return f"{inline(flip.judge)} changes from {before} to {after}, {counts}"


def _said(text: str) -> str:
    return inline(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def _cell(text: str) -> str:
    return piped(_said(text))
