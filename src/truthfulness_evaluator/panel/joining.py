"""Joins what judges said on one case to one result. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from truthfulness_evaluator.consensus.pool import Consensus, strongest
from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    JudgeFailure,
    Round,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.asking import NO_EVIDENCE_CONFIDENCE
from truthfulness_evaluator.panel.hearing import Hearing, recited
from truthfulness_evaluator.panel.quorum import has_quorum
from truthfulness_evaluator.panel.sides import disagreement, sided

UNVERIFIABLE_CONFIDENCE = 1.0
"""That a claim is not to be checked as it stands was settled when it was found; nobody estimates it again."""


def joined(
    hearing: Hearing,
    consensus: Consensus | None,
    exact: Collection[str] = (),
    min_votes: int | None = None,
    unfetched: Sequence[JudgeFailure] = (),
) -> VerificationResult | Unvalidated:
    """The result of a case; Unvalidated where judges failed and too few gave a valid vote.

    So is one that is not settled, and for which evidence could not be fetched: only that nothing was found makes it
    NOT_ENOUGH_INFO. What an exact judge says rests on no such evidence.

    Args:
        hearing: what was said on it.
        consensus: what the votes come to; None without one that counts.
        exact: names of the judges that look up and estimate nothing.
        min_votes: valid votes that it needs, of those that were asked; None: more than half of these.
        unfetched: why evidence could not be fetched.
    """
    claim, rounds = hearing.case.claim, hearing.said.rounds
    missing = () if any(vote.judge in exact for vote in hearing.said.first) else unfetched
    failures = [*rounds[0].failures, *missing]
    enough = has_quorum(hearing.said.first, hearing.asked, exact, min_votes)
    is_settled = consensus is not None and consensus.verdict is not Verdict.NOT_ENOUGH_INFO
    if (rounds[0].failures and not enough) or (missing and not is_settled):
        evidence = _evidence(hearing, None)
        votes = _votes(hearing, _where(evidence))
        return Unvalidated(claim_id=claim.id, failures=failures, votes=votes, evidence=evidence)
    if consensus is None:
        return _no_evidence(claim)
    evidence = _evidence(hearing, consensus.verdict)
    where = _where(evidence)
    votes = _votes(hearing, where)
    by_model = not any(vote.judge in exact and vote.verdict is consensus.verdict for vote in votes)
    evidence = sided(evidence, votes)
    conflict = disagreement(evidence) if by_model else ""
    return VerificationResult(
        claim_id=claim.id,
        verdict=consensus.verdict,
        confidence=consensus.confidence,
        explanation=_explained(consensus.explanation, conflict),
        evidence=evidence,
        model_votes={vote.judge: vote.verdict for vote in votes},
        votes=votes,
        failures=failures,
        rounds=len(rounds),
        history=[_round(each, hearing, where) for each in rounds] if len(rounds) > 1 else [],
        correction=_correction(hearing, consensus.verdict),
        needs_review=consensus.needs_review or bool(conflict),
        review_reason="; ".join(filter(None, (consensus.review_reason, conflict))),
        by_model=by_model,
    )


def unverifiable(claim: Claim) -> VerificationResult:
    """The result of a claim of which it was found that nobody can check it as it stands. No judge is asked."""
    return VerificationResult(
        claim_id=claim.id,
        verdict=Verdict.UNVERIFIABLE,
        confidence=UNVERIFIABLE_CONFIDENCE,
        explanation=claim.unverifiable,
        by_model=True,
    )


def _no_evidence(claim: Claim) -> VerificationResult:
    return VerificationResult(
        claim_id=claim.id,
        verdict=Verdict.NOT_ENOUGH_INFO,
        confidence=NO_EVIDENCE_CONFIDENCE,
        explanation="no evidence was found",
        by_model=True,
    )


def _evidence(hearing: Hearing, verdict: Verdict | None) -> list[Evidence]:
    """What the winners cite, what the others cite, what the winners found, what all were given; each passage once.

    The strongest votes go first. Of a tie, and without a verdict, all are winners.
    """
    votes = sorted(hearing.said.votes, key=lambda vote: (-vote.confidence, vote.judge))
    winners = [vote for vote in votes if vote.verdict is verdict] or votes
    former = [vote for each in hearing.said.rounds for vote in each.votes]
    cited = [c.evidence_index for vote in (*winners, *votes, *former) for c in vote.citations]
    found = chain.from_iterable(hearing.found.get(vote.judge, ()) for vote in winners)
    return list(dict.fromkeys([*(hearing.evidence[index] for index in cited), *found, *hearing.case.evidence]))


def _where(evidence: Iterable[Evidence]) -> dict[Evidence, int]:
    """The index of each passage."""
    return {each: index for index, each in enumerate(dict.fromkeys(evidence))}


def _votes(hearing: Hearing, where: Mapping[Evidence, int]) -> list[Vote]:
    """The votes that stand; their citations point into other passages."""
    return [_placed(vote, hearing, where) for vote in hearing.said.votes]


def _placed(vote: Vote, hearing: Hearing, where: Mapping[Evidence, int]) -> Vote:
    return recited(vote, lambda index: where.get(hearing.evidence[index]))


def _round(each: Round, hearing: Hearing, where: Mapping[Evidence, int]) -> Round:
    return each.model_copy(update={"votes": [_placed(vote, hearing, where) for vote in each.votes]})


def _explained(explanation: str, conflict: str) -> str:
    """A judge's reason, then that sources disagree: judges write sentences, or clauses."""
    if not conflict or not explanation:
        return explanation or conflict
    if explanation.endswith("."):
        return f"{explanation} {conflict[0].upper()}{conflict[1:]}."
    return f"{explanation}; {conflict}"


def _correction(hearing: Hearing, verdict: Verdict) -> Correction | None:
    """Of the votes for REFUTES that have a correction, the strongest one's."""
    if verdict is not Verdict.REFUTES:
        return None
    correcting: Iterable[Vote] = (vote for vote in hearing.said.votes if vote.judge in hearing.corrections)
    winner = strongest(correcting, verdict)
    return hearing.corrections[winner.judge] if winner is not None else None
