"""What is kept of a decision: by claim and evidence for later runs, and in the report of its run. Pure."""

from collections.abc import Iterator

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.core.regrading import regraded
from truthfulness_evaluator.models import Claim, Review, TruthfulnessReport, VerificationResult
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.keys import review_key
from truthfulness_evaluator.review.session import Change


def kept_review(change: Change) -> KeptReview | None:
    """What later runs are to know; None where they are to know nothing (any more).

    A claim without evidence has no key, and is decided for its run alone.
    """
    claim, key = change.item.claim, change.item.key
    if change.review is None or not key:
        return None
    result = next(each for each in change.report.verifications if each.claim_id == claim.id)
    return _kept(key, claim, result, change.review)


def reviews_of(report: TruthfulnessReport) -> Iterator[KeptReview]:
    """What people decided on the claims of a report, in its order, also on those without evidence."""
    claims = {claim.id: claim for claim in report.claims}
    for result in report.verifications:
        claim = claims.get(result.claim_id)
        if result.review is not None and claim is not None:
            yield _kept(review_key(claim, result.evidence), claim, result, result.review)


def carried(
    change: Change, report: TruthfulnessReport, *, confidence_threshold: float = CONFIDENCE_THRESHOLD
) -> TruthfulnessReport:
    """A report with what another one on the same document says of one claim: somebody else may decide on the others.

    Args:
        change: the claim, and the report that says what becomes of it.
        report: as it is kept.
        confidence_threshold: from where a verdict counts as verified, 0 to 1.
    """
    claim = change.item.claim.id
    results = {each.claim_id: each for each in report.verifications}
    reasons = {each.claim_id: each for each in report.unvalidated_reasons}
    results.pop(claim, None)
    reasons.pop(claim, None)
    results.update((each.claim_id, each) for each in change.report.verifications if each.claim_id == claim)
    reasons.update((each.claim_id, each) for each in change.report.unvalidated_reasons if each.claim_id == claim)
    place = {each.id: number for number, each in enumerate(report.claims)}
    merged = report.model_copy(
        update={
            "verifications": sorted(results.values(), key=lambda each: place.get(each.claim_id, len(place))),
            "unvalidated_reasons": sorted(reasons.values(), key=lambda each: place.get(each.claim_id, len(place))),
        }
    )
    return regraded(merged, confidence_threshold=confidence_threshold)


def _kept(key: str, claim: Claim, result: VerificationResult, review: Review) -> KeptReview:
    return KeptReview(key=key, claim=claim, evidence=result.evidence, votes=result.votes, review=review)
