"""Joins the outcomes of one case to one result. Pure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain

from truthfulness_evaluator.consensus.pool import Consensus, strongest
from truthfulness_evaluator.models import (
    Case,
    Correction,
    Evidence,
    JudgeFailure,
    Outcome,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.asking import NO_EVIDENCE_CONFIDENCE

Agree = Callable[[Sequence[Vote]], Consensus | None]
"""A way to a consensus: see the package `consensus`."""


def joined(
    case: Case, outcomes: Sequence[Outcome | None], agree: Agree, exact: Collection[str] = ()
) -> VerificationResult | Unvalidated:
    """The result of a case; Unvalidated where judges failed and none gave a valid vote.

    Args:
        case: what was asked.
        outcomes: of each judge that handles the claim; None of one that was not asked for lack of evidence.
        agree: the way to a consensus.
        exact: names of the judges that look up and estimate nothing.
    """
    given = [outcome for outcome in outcomes if outcome is not None]
    votes = [outcome.answer for outcome in given if isinstance(outcome.answer, Vote)]
    failures = [outcome.answer for outcome in given if isinstance(outcome.answer, JudgeFailure)]
    consensus = agree(votes)
    if consensus is None:
        if failures:
            return Unvalidated(claim_id=case.claim.id, failures=failures)
        return _no_evidence(case)
    return VerificationResult(
        claim_id=case.claim.id,
        verdict=consensus.verdict,
        confidence=consensus.confidence,
        explanation=consensus.explanation,
        evidence=_evidence(case, given, consensus.verdict),
        model_votes={vote.judge: vote.verdict for vote in votes},
        votes=votes,
        failures=failures,
        correction=_correction(given, consensus.verdict),
        needs_review=consensus.needs_review,
        by_model=not any(vote.judge in exact and vote.verdict is consensus.verdict for vote in votes),
    )


def _no_evidence(case: Case) -> VerificationResult:
    return VerificationResult(
        claim_id=case.claim.id,
        verdict=Verdict.NOT_ENOUGH_INFO,
        confidence=NO_EVIDENCE_CONFIDENCE,
        explanation="no evidence was found",
        by_model=True,
    )


def _evidence(case: Case, outcomes: Sequence[Outcome], verdict: Verdict) -> list[Evidence]:
    """What the winning judges found themselves, then what all were given; of a tie, what anybody found."""
    voted = [(o.answer, o.evidence) for o in outcomes if isinstance(o.answer, Vote)]
    winners = [found for vote, found in voted if vote.verdict is verdict] or [found for _, found in voted]
    return _distinct([*chain.from_iterable(winners), *case.evidence])


def _distinct(evidence: Iterable[Evidence]) -> list[Evidence]:
    kept: list[Evidence] = []
    for each in evidence:
        if each not in kept:
            kept.append(each)
    return kept


def _correction(outcomes: Sequence[Outcome], verdict: Verdict) -> Correction | None:
    """Of the votes for REFUTES that have a correction, the strongest one's."""
    if verdict is not Verdict.REFUTES:
        return None
    by_judge = {outcome.answer.judge: outcome for outcome in outcomes if outcome.correction is not None}
    votes = [outcome.answer for outcome in by_judge.values() if isinstance(outcome.answer, Vote)]
    winner = strongest(votes, verdict)
    return by_judge[winner.judge].correction if winner is not None else None
