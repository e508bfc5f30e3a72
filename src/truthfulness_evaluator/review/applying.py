"""What people decide, written into a report, which is graded anew. Pure."""

from collections.abc import Mapping

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.core.regrading import in_order, regraded
from truthfulness_evaluator.models import (
    Review,
    TruthfulnessReport,
    Unvalidated,
    Verdict,
    VerificationResult,
    parse_verdict,
)

REVIEWED_CONFIDENCE = 1.0
"""A person decides and does not estimate."""
_PERSONS = {"verdict", "reviewer", "reviewed_at", "note"}
"""What a review says of the person; the rest is about the machine."""


def apply_review(
    report: TruthfulnessReport,
    claim_id: str,
    verdict: Verdict | str,
    *,
    reviewer: str = "",
    note: str = "",
    reviewed_at: str = "",
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
) -> TruthfulnessReport:
    """The report with a person's verdict on a claim; grade, figures, summary and status follow.

    The result says what the person says, with confidence 1; its `review` keeps what the judges came to first, also
    where the claim is reviewed once more. A claim without a result gets one, and one that nobody was asked about
    joins the claims that were. It is no longer a model's word (`by_model`) and has to be weighed anew for the gate.

    Args:
        report: stays as it is, so that keeping it is all that an undo needs.
        claim_id: of one of its claims; not of one that a comment of the document ignores.
        verdict: a verdict, or a label that `parse_verdict` knows.
        reviewer: who decided; empty: not said.
        note: why, in the person's words.
        reviewed_at: when: UTC, ISO 8601; empty: not said.
        confidence_threshold: from where other verdicts count in the grade, 0 to 1.

    Raises:
        UsageError: the report has no such claim.
        ValueError: the label is not known, or `reviewed_at` is no time.

    Example:
        >>> from truthfulness_evaluator import ScriptedJudge, evaluate
        >>> judge = ScriptedJudge("anna", default=Verdict.REFUTES)
        >>> report = evaluate(text="It sails daily.", contexts=["It sails every day."], judges=[judge])
        >>> reviewed = apply_review(report, report.claims[0].id, "supported", reviewer="Ben")
        >>> reviewed.verifications[0].verdict, reviewed.overall_grade
        (<Verdict.SUPPORTS: 'SUPPORTS'>, 'A+')
    """
    decided = verdict if isinstance(verdict, Verdict) else parse_verdict(verdict)
    review = Review(verdict=decided, reviewer=reviewer, reviewed_at=reviewed_at, note=note)
    return with_reviews(report, {claim_id: review}, confidence_threshold=confidence_threshold)


def with_reviews(
    report: TruthfulnessReport,
    reviews: Mapping[str, Review],
    *,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
) -> TruthfulnessReport:
    """The report with what people say about several claims, see `apply_review`.

    Args:
        report: what the judges came to.
        reviews: by claim id; what they say about the machine is not read, the report is.
        confidence_threshold: from where other verdicts count in the grade, 0 to 1.

    Raises:
        UsageError: the report has no such claim.
    """
    results = {result.claim_id: result for result in report.verifications}
    without = {claim.id: Unvalidated(claim_id=claim.id) for claim in (*report.claims, *report.not_checked)}
    without.update((each.claim_id, each) for each in report.unvalidated_reasons)
    for claim_id, review in reviews.items():
        if claim_id in results:
            results[claim_id] = _reviewed(results[claim_id], review)
        elif claim_id in without:
            results[claim_id] = _first_result(without[claim_id], review)
        else:
            raise UsageError(
                f"The report on {report.source_document} has no claim {claim_id!r}.",
                hint="Its claims are in `claims` and `not_checked`.",
            )
    joining = [claim for claim in report.not_checked if claim.id in reviews]
    claims = in_order([*report.claims, *joining]) if joining else report.claims
    place = {claim.id: i for i, claim in enumerate(claims)}
    changed = report.model_copy(
        update={
            "claims": claims,
            "verifications": sorted(results.values(), key=lambda result: place.get(result.claim_id, len(place))),
            "unvalidated_reasons": [each for each in report.unvalidated_reasons if each.claim_id not in reviews],
            "not_checked": [claim for claim in report.not_checked if claim.id not in reviews],
        }
    )
    return regraded(changed, confidence_threshold=confidence_threshold)


def _reviewed(result: VerificationResult, review: Review) -> VerificationResult:
    machine = result.review or Review(
        verdict=result.verdict,
        machine_verdict=result.verdict,
        machine_confidence=result.confidence,
        machine_explanation=result.explanation,
    )
    agreed = review.verdict is machine.machine_verdict
    return result.model_copy(
        update={
            "verdict": review.verdict,
            "confidence": REVIEWED_CONFIDENCE,
            "explanation": machine.machine_explanation if agreed else review.note,
            "correction": result.correction if review.verdict is Verdict.REFUTES else None,
            "needs_review": False,
            "review_reason": "",
            "review": machine.model_copy(update=review.model_dump(include=_PERSONS)),
            "by_model": False,
            "gate": None,
        }
    )


def _first_result(reason: Unvalidated, review: Review) -> VerificationResult:
    """The result of a claim that judges came to nothing on, or were not asked about."""
    return VerificationResult(
        claim_id=reason.claim_id,
        verdict=review.verdict,
        confidence=REVIEWED_CONFIDENCE,
        explanation=review.note,
        evidence=reason.evidence,
        model_votes={vote.judge: vote.verdict for vote in reason.votes},
        votes=reason.votes,
        failures=reason.failures,
        review=Review.model_validate(review.model_dump(include=_PERSONS)),
    )
