"""What chat models failed of, left to people and cost: sentences of the summary that only runs with models have."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.models import (
    Claim,
    FailureKind,
    Injection,
    JudgeFailure,
    ModelUsage,
    TruthfulnessReport,
)
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.wording import counted, position

_NAMED = 5
"""Claims for review that are named one by one in the summary."""
_STATES = frozenset({FailureKind.AUTH, FailureKind.QUOTA})
"""Failures that hold for a judge as long as nobody does something about it: how many claims they cost says little."""
_LEAST_SHOWN = 0.005
"""US dollars that are no longer $0.00 in two decimals."""

ByKind = Mapping[str, Mapping[FailureKind, int]]
"""How often each judge failed of what."""


def panel_lines(reports: Sequence[TruthfulnessReport]) -> list[str]:
    """Failures, claims for review, dropped claims and usage, a line each; none without models.

    Example:
        >>> panel_lines([TruthfulnessReport(source_document="a.md", usage=[ModelUsage(model="m", calls=2, cost=None)])])
        ['Asked m (2 calls, 0 tokens in, 0 out, price unknown).']
    """
    lines = (failures_line(reports), review_line(reports), dropped_line(reports), usage_line(total_usage(reports)))
    return [line for line in lines if line]


def failures_line(reports: Sequence[TruthfulnessReport]) -> str:
    """How often each model failed of what, those that find claims last; empty where none did."""
    parts = [
        *(f"{judge}: {_kinds(kinds)}" for judge, kinds in judge_failures(reports).items()),
        *(f"{judge} in finding claims: {_kinds(kinds)}" for judge, kinds in finding_failures(reports).items()),
    ]
    return f"Failures: {one_line('; '.join(parts))}." if parts else ""


def judge_failures(reports: Iterable[TruthfulnessReport]) -> ByKind:
    """Failures of judging prose, in any round, by judge and kind, both sorted."""
    return _by_kind(failure for report in reports for failure in _judging(report))


def finding_failures(reports: Iterable[TruthfulnessReport]) -> ByKind:
    """Failures of finding claims by model and kind, both sorted."""
    return _by_kind(failure for report in reports for failure in report.failures)


def unfinished(reports: Iterable[TruthfulnessReport]) -> ByKind:
    """Failures that left prose without a verdict or unread, by model and kind."""
    return _by_kind(
        failure for report in reports for failure in (*_of_unvalidated(report, _claims(report)), *report.failures)
    )


def review_line(reports: Sequence[TruthfulnessReport]) -> str:
    """Which claims people should look at, and why; empty where none."""
    rows = list(for_review(reports))
    if not rows:
        return ""
    named = [f"{position(row.place)}{f' ({row.review_reason})' if row.review_reason else ''}" for row in rows[:_NAMED]]
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    waiting = f"{counted(len(rows), 'claim')} {'waits' if len(rows) == 1 else 'wait'} for review"
    return one_line(f"{waiting}: {', '.join(named)}{more}.")


def for_review(reports: Iterable[TruthfulnessReport]) -> Iterator[Finding]:
    """What people should look at."""
    return (row for report in reports for row in findings(report) if row.needs_review)


def dropped_line(reports: Iterable[TruthfulnessReport]) -> str:
    """How many claims were dropped; empty where none."""
    number = sum(report.dropped_claims for report in reports)
    if not number:
        return ""
    claims = "1 claim of a model was" if number == 1 else f"{number} claims of models were"
    return f"{claims} dropped: {'its' if number == 1 else 'their'} quote stands nowhere in the document."


def total_usage(reports: Iterable[TruthfulnessReport]) -> list[ModelUsage]:
    """What each model did for all reports, sorted by name; a cost that is unknown for one is unknown."""
    return summed(each for report in reports for each in report.usage)


def usage_line(usage: Sequence[ModelUsage]) -> str:
    """Who was asked how much, and what it cost; empty where nobody was."""
    asked = [each for each in usage if each.calls]
    cached = sum(each.cached for each in usage)
    if not asked:
        return f"Asked no model: {counted(cached, 'answer')} from the cache." if cached else ""
    models = [
        f"{one_line(each.model)} ({counted(each.calls, 'call')}, {each.input_tokens:,} tokens in, "
        f"{each.output_tokens:,} out, {cost_words(each.cost)})"
        for each in asked
    ]
    parts = [f"Asked {_joined(models)}"]
    if cached:
        parts.append(f"{counted(cached, 'answer')} from the cache")
    if len(asked) > 1:
        parts += _sum(asked)
    return f"{'; '.join(parts)}."


def cost_words(cost: float | None) -> str:
    """US dollars, two decimals.

    Example:
        >>> cost_words(0.0411), cost_words(0.0001), cost_words(0), cost_words(None)
        ('$0.04', 'less than $0.01', '$0.00', 'price unknown')
    """
    if cost is None:
        return "price unknown"
    return "less than $0.01" if 0 < cost < _LEAST_SHOWN else f"${cost:,.2f}"


def injections(reports: Iterable[TruthfulnessReport]) -> list[Injection]:
    """Words that speak to the judges, each place once."""
    by_place: dict[tuple[str, str], Injection] = {}
    for injection in (each for report in reports for each in report.injections):
        key = (str(injection.location), injection.quote)
        before = by_place.get(key, injection)
        ids = list(dict.fromkeys((*before.claim_ids, *injection.claim_ids)))
        by_place[key] = before.model_copy(update={"claim_ids": ids})
    return list(by_place.values())


def _sum(asked: Iterable[ModelUsage]) -> Iterator[str]:
    costs = [each.cost for each in asked]
    known = [cost for cost in costs if cost is not None]
    if known:
        yield f"{'at least ' if len(known) < len(costs) else ''}{cost_words(sum(known))} in all"


def _judging(report: TruthfulnessReport) -> Iterator[JudgeFailure]:
    claims = _claims(report)
    for result in report.verifications:
        if _is_prose(claims.get(result.claim_id)):
            # The failures of a result are those of its first round, which its history has, too.
            rounds = Counter(failure for each in result.history for failure in each.failures)
            yield from (rounds | Counter(result.failures)).elements()
    yield from _of_unvalidated(report, claims)


def _of_unvalidated(report: TruthfulnessReport, claims: Mapping[str, Claim]) -> Iterator[JudgeFailure]:
    for reason in report.unvalidated_reasons:
        if _is_prose(claims.get(reason.claim_id)):
            yield from reason.failures


def _claims(report: TruthfulnessReport) -> dict[str, Claim]:
    return {claim.id: claim for claim in (*report.claims, *report.unvalidated_claims)}


def _is_prose(claim: Claim | None) -> bool:
    return claim is not None and claim.kind == "prose"


def _by_kind(failures: Iterable[JudgeFailure]) -> ByKind:
    counts: defaultdict[str, Counter[FailureKind]] = defaultdict(Counter)
    for failure in failures:
        counts[failure.judge][failure.kind] += 1
    return {judge: dict(sorted(counts[judge].items())) for judge in sorted(counts)}


def _kinds(kinds: Mapping[FailureKind, int]) -> str:
    return ", ".join(kind.value if kind in _STATES else f"{number} {kind.value}" for kind, number in kinds.items())


def _joined(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
