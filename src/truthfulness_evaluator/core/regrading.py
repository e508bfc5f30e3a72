"""Grade, figures, summary and status of a report, from its claims and results. Pure."""

from collections.abc import Iterable

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD, build_report, is_verified
from truthfulness_evaluator.models import Claim, Standing, TruthfulnessReport


def regraded(report: TruthfulnessReport, *, confidence_threshold: float = CONFIDENCE_THRESHOLD) -> TruthfulnessReport:
    """The report with all that follows from its claims and results.

    There is a grade only where at least one claim is verified. The report is `incomplete` where a claim has no
    result, or where it is `partial`. The summary says how many claims wait for a person.

    Args:
        report: what was asked, and what became of it.
        confidence_threshold: from where a verdict counts as verified, 0 to 1.

    Example:
        >>> regraded(TruthfulnessReport(source_document="a.md")).summary
        'No grade: no claims were found in the document.'
    """
    built = build_report(
        report.source_document, report.claims, report.verifications, confidence_threshold=confidence_threshold
    )
    graded = any(is_verified(result, confidence_threshold) for result in report.verifications)
    summary = built.summary if graded else _why_no_grade(len(report.claims), len(report.not_checked))
    waiting = len(report.needs_review)
    if waiting:
        summary += " 1 claim waits for review." if waiting == 1 else f" {waiting} claims wait for review."
    known = sum(result.gate is Standing.KNOWN for result in report.verifications)
    return report.model_copy(
        update={
            "overall_grade": built.overall_grade if graded else None,
            "overall_confidence": built.overall_confidence,
            "summary": summary,
            "status": "incomplete" if report.partial else built.status,
            "unvalidated_claims": built.unvalidated_claims,
            "statistics": built.statistics.model_copy(update={"known": known}),
        }
    )


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """Claims in the order of their document."""
    return sorted(claims, key=lambda claim: (claim.source_span or (0, 0), claim.kind, claim.text))


def _why_no_grade(claims: int, not_checked: int) -> str:
    if claims:
        if claims == 1:
            return "No grade: the one claim could not be verified."
        return f"No grade: none of the {claims} claims could be verified."
    if not_checked:
        left = "1 claim was" if not_checked == 1 else f"{not_checked} claims were"
        return f"No grade: no claim could be checked by the chosen judges; {left} not checked."
    return "No grade: no claims were found in the document."
