"""Counts over the reports of one run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD, calculate_grade, is_verified
from truthfulness_evaluator.models import Standing, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.fixes import corrections_of


@dataclass(frozen=True, slots=True)
class Totals:
    """What the reports of one run come to, taken together."""

    documents: int
    claims: int
    supported: int
    refuted: int
    fixable: int
    """Refuted claims with a correction."""
    not_enough_info: int
    unverifiable: int
    unvalidated: int
    """Claims that were asked and could not be judged."""
    unchecked_prose: int
    unchecked_other: int
    ignored: int
    unused_ignores: int
    """Comments that exclude parts and are not needed."""
    known: int
    """Findings that stand in the baseline."""
    reviewed: int
    """Claims that people decided."""
    grade: str | None
    """Over all verifications together, as if they were of one document; None where none is verified."""


def total(reports: Sequence[TruthfulnessReport], *, confidence_threshold: float = CONFIDENCE_THRESHOLD) -> Totals:
    """Counts and grade over all reports.

    Args:
        reports: of one run.
        confidence_threshold: from where a verdict counts in the grade; a single report keeps its own grade.

    Example:
        >>> total([TruthfulnessReport(source_document="a.md", overall_grade="B")]).grade
        'B'
    """
    verdicts = Counter(result.verdict for report in reports for result in report.verifications)
    unchecked = Counter(claim.kind == "prose" for report in reports for claim in report.not_checked)
    return Totals(
        documents=len(reports),
        claims=sum(len(report.claims) for report in reports),
        supported=verdicts[Verdict.SUPPORTS],
        refuted=verdicts[Verdict.REFUTES],
        fixable=sum(1 for report in reports for _ in corrections_of(report.verifications)),
        not_enough_info=verdicts[Verdict.NOT_ENOUGH_INFO],
        unverifiable=verdicts[Verdict.UNVERIFIABLE],
        unvalidated=sum(len(report.unvalidated_claims) for report in reports),
        unchecked_prose=unchecked[True],
        unchecked_other=unchecked[False],
        ignored=sum(len(report.ignored) for report in reports),
        unused_ignores=sum(len(report.unused_ignores) for report in reports),
        known=sum(result.gate is Standing.KNOWN for report in reports for result in report.verifications),
        reviewed=sum(result.review is not None for report in reports for result in report.verifications),
        grade=_grade(reports, confidence_threshold),
    )


def _grade(reports: Sequence[TruthfulnessReport], confidence_threshold: float) -> str | None:
    if len(reports) == 1:
        return reports[0].overall_grade
    results = [result for report in reports for result in report.verifications]
    if not any(is_verified(result, confidence_threshold) for result in results):
        return None
    return calculate_grade(results, confidence_threshold)
