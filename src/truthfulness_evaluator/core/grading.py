"""Grades, statistics and reports out of verifications. Pure functions."""

import math
from collections.abc import Iterable, Sequence
from typing import cast, overload

from truthfulness_evaluator.models import (
    Claim,
    TruthfulnessReport,
    TruthfulnessStatistics,
    Verdict,
    VerificationResult,
    parse_verdict,
)

CONFIDENCE_THRESHOLD = 0.7
"""From this confidence on a verdict counts as verified, where nothing else is asked for."""

GRADES = ("A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D", "F")
"""All grades, best first."""

_SCALE = (
    (0.9, "A+"),
    (0.85, "A"),
    (0.8, "A-"),
    (0.75, "B+"),
    (0.7, "B"),
    (0.65, "B-"),
    (0.6, "C+"),
    (0.55, "C"),
    (0.5, "C-"),
    (0.4, "D"),
)
_PLAIN_SCALE = ((0.9, "A"), (0.8, "B"), (0.7, "C"), (0.6, "D"))
_WORST = "F"
_PLACES = 10
"""Scores are rounded to this many places: 0.9 x 0.9444444444444445 is 0.85, not less."""
_FEW_VERIFIED = 0.5
"""Below this verification rate the summary says that evidence is lacking."""
_INACCURATE = 0.7
"""Below this accuracy the summary says that claims are inaccurate."""


@overload
def is_verified(result: VerificationResult, confidence_threshold: float = ...) -> bool: ...
@overload
def is_verified(result: Verdict | str) -> bool: ...
@overload
def is_verified(*, verdict: Verdict | str) -> bool: ...
def is_verified(
    result: VerificationResult | Verdict | str | None = None,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
    *,
    verdict: Verdict | str | None = None,
) -> bool:
    """Whether a result is settled, or whether a bare verdict says that the claim is true.

    Args:
        result: a result: True for SUPPORTS and REFUTES with enough confidence. Or a bare verdict.
        confidence_threshold: 0 to 1; a confidence equal to it is enough. Bare verdicts have none.
        verdict: a bare verdict, or a label that `parse_verdict` knows: True where it is SUPPORTS.

    Raises:
        ValueError: the label is not known.
        TypeError: neither a result nor a verdict is given, or both are.

    Example:
        >>> is_verified("likely_true"), is_verified(verdict="false")
        (True, False)
    """
    if (result is None) == (verdict is None):
        raise TypeError("is_verified() takes a result or a verdict, one of the two")
    if isinstance(result, VerificationResult):
        settled = result.verdict in (Verdict.SUPPORTS, Verdict.REFUTES)
        return settled and result.confidence >= confidence_threshold
    label = verdict if result is None else result
    if not isinstance(label, str):
        raise TypeError(f"is_verified() takes a result, a verdict or a label, not {type(label).__name__}")
    return parse_verdict(label) is Verdict.SUPPORTS


@overload
def calculate_grade(verifications: Iterable[VerificationResult], confidence_threshold: float = ...) -> str: ...
@overload
def calculate_grade(verified: int, total: int, /) -> str: ...
@overload
def calculate_grade(*, verified: int, total: int) -> str: ...
def calculate_grade(
    verifications: Iterable[VerificationResult] | int | None = None,
    confidence_threshold: float | None = None,
    *,
    verified: int | None = None,
    total: int | None = None,
) -> str:
    """The grade of verifications, or of counts on the plain scale A, B, C, D, F.

    The score of verifications is (share of the verified ones that SUPPORTS) x (their mean confidence).

    Args:
        verifications: results; those that are not verified do not count. Or, with a second
            number, how many claims are verified.
        confidence_threshold: from where a result counts as verified, 0 to 1; 0.7 by default.
        verified: how many claims are verified.
        total: how many claims there are.

    Returns:
        One of `GRADES`. F where nothing is verified.

    Raises:
        ValueError: a count is negative, or more is verified than there is.
        TypeError: counts are given along with verifications, or only one of the two counts.

    Example:
        >>> calculate_grade(verified=8, total=10), calculate_grade(8, 10), calculate_grade([])
        ('B', 'B', 'F')
    """
    if isinstance(verifications, int):
        if verified is not None or (confidence_threshold is not None and total is not None):
            raise TypeError("calculate_grade() takes verifications or two counts, not both")
        verified, verifications = verifications, None
        total, confidence_threshold = cast("int", confidence_threshold if total is None else total), None
    if verified is None and total is None:
        if verifications is None:
            raise TypeError("calculate_grade() takes verifications, or verified and total")
        threshold = CONFIDENCE_THRESHOLD if confidence_threshold is None else confidence_threshold
        return _grade_of_results(verifications, threshold)
    if verifications is not None or confidence_threshold is not None:
        raise TypeError("calculate_grade() takes verifications or two counts, not both")
    return _grade_of_counts(_count("verified", verified), _count("total", total))


def _count(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"calculate_grade() takes whole numbers; {name} is {value!r}")
    if value < 0:
        raise ValueError(f"{name} is a number of claims and cannot be {value}")
    return value


def _grade_of_counts(verified: int, total: int) -> str:
    if verified > total:
        raise ValueError(f"verified is {verified}, more than the total of {total}")
    return _WORST if total == 0 else _on_scale(verified / total, _PLAIN_SCALE)


def _grade_of_results(results: Iterable[VerificationResult], threshold: float) -> str:
    settled = [result for result in results if is_verified(result, threshold)]
    if not settled:
        return _WORST
    share = sum(result.verdict is Verdict.SUPPORTS for result in settled) / len(settled)
    return _on_scale(round(share * _mean_confidence(settled), _PLACES), _SCALE)


def _mean_confidence(results: Sequence[VerificationResult]) -> float:
    # The sum is exact: the order of the claims cannot change a grade. Rounding must not lift a
    # mean of equal numbers past 1.
    return min(1.0, math.fsum(result.confidence for result in results) / len(results)) if results else 0.0


def _on_scale(score: float, scale: Sequence[tuple[float, str]]) -> str:
    return next((grade for floor, grade in scale if score >= floor), _WORST)


def meets_grade(grade: str | None, minimum: str) -> bool:
    """Whether a grade is as good as a minimum. No grade (None) fails no minimum: nothing was graded.

    Raises:
        ValueError: one of the two is not in `GRADES`.

    Example:
        >>> meets_grade("A-", "B"), meets_grade("C", "C+"), meets_grade(None, "A")
        (True, False, True)
    """
    if minimum not in GRADES:
        raise ValueError(f"unknown grade {minimum!r}")
    return grade is None or GRADES.index(grade) <= GRADES.index(minimum)


def calculate_statistics(
    claims: Sequence[Claim], verifications: Sequence[VerificationResult]
) -> TruthfulnessStatistics:
    """Counts of verdicts, and the two rates that follow from them.

    Example:
        >>> calculate_statistics([], []).total_claims
        0
    """
    counts = dict.fromkeys(Verdict, 0)
    for result in verifications:
        counts[result.verdict] += 1
    supported, refuted = counts[Verdict.SUPPORTS], counts[Verdict.REFUTES]
    settled, total = supported + refuted, len(claims)
    return TruthfulnessStatistics(
        total_claims=total,
        supported=supported,
        refuted=refuted,
        not_enough_info=counts[Verdict.NOT_ENOUGH_INFO],
        unverifiable=counts[Verdict.UNVERIFIABLE],
        verification_rate=settled / total if total else 0.0,
        accuracy_score=supported / settled if settled else 0.0,
    )


def generate_summary(grade: str, statistics: TruthfulnessStatistics) -> str:
    """Two or three sentences on a document.

    Example:
        >>> generate_summary("F", TruthfulnessStatistics())
        'No claims were extracted from the document.'
    """
    if statistics.total_claims == 0:
        return "No claims were extracted from the document."
    unsettled = statistics.not_enough_info + statistics.unverifiable
    counts = (
        f"Document received grade {grade}. Of {statistics.total_claims} claims, "
        f"{statistics.supported} were supported, {statistics.refuted} were refuted, "
        f"and {unsettled} could not be verified."
    )
    if statistics.verification_rate < _FEW_VERIFIED:
        return f"{counts} Many claims lacked sufficient evidence for verification."
    if statistics.accuracy_score < _INACCURATE:
        return f"{counts} Several claims were found to be inaccurate."
    return f"{counts} The document appears to be largely accurate."


@overload
def build_report(
    source_document: str,
    claims: Sequence[Claim],
    verifications: Sequence[VerificationResult],
    *,
    confidence_threshold: float = ...,
    grade: str | None = ...,
    summary: str | None = ...,
) -> TruthfulnessReport: ...
@overload
def build_report(
    source_document: str,
    claims: Sequence[Claim],
    *,
    results: Sequence[VerificationResult],
    confidence_threshold: float = ...,
    grade: str | None = ...,
    summary: str | None = ...,
) -> TruthfulnessReport: ...
@overload
def build_report(
    claims: Sequence[Claim],
    verifications: Sequence[VerificationResult],
    /,
    *,
    source_document: str | None = ...,
    confidence_threshold: float = ...,
    grade: str | None = ...,
    summary: str | None = ...,
) -> TruthfulnessReport: ...
@overload
def build_report(
    claims: Sequence[Claim],
    *,
    verifications: Sequence[VerificationResult],
    source_document: str | None = ...,
    confidence_threshold: float = ...,
    grade: str | None = ...,
    summary: str | None = ...,
) -> TruthfulnessReport: ...
@overload
def build_report(
    claims: Sequence[Claim],
    *,
    results: Sequence[VerificationResult],
    source_document: str | None = ...,
    confidence_threshold: float = ...,
    grade: str | None = ...,
    summary: str | None = ...,
) -> TruthfulnessReport: ...
# Each argument stands by position in `given` or by its own name, which pyright cannot follow.
def build_report(  # pyright: ignore[reportInconsistentOverload]
    *given: str | Sequence[Claim] | Sequence[VerificationResult],
    source_document: str | None = None,
    claims: Sequence[Claim] | None = None,
    verifications: Sequence[VerificationResult] | None = None,
    results: Sequence[VerificationResult] | None = None,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
    grade: str | None = None,
    summary: str | None = None,
) -> TruthfulnessReport:
    """The report on one document.

    Args:
        given: `(source_document, claims, verifications)` or `(claims, verifications)` by position.
        source_document: the document's name; the claims' own where not given, "" without claims.
        claims: the claims that judges were asked about.
        verifications: their results; a claim without one is unvalidated.
        results: a second name of `verifications`.
        confidence_threshold: from where a result counts for the grade, 0 to 1.
        grade: computed where not given.
        summary: computed where not given.

    Raises:
        ValueError: no `source_document` is given and the claims come from several.
        TypeError: claims or verifications are missing, or given twice.

    Example:
        >>> build_report(claims=[], results=[]).status
        'empty'
    """
    named: dict[str, object] = {
        "source_document": source_document,
        "claims": claims,
        "verifications": verifications,
    }
    if results is not None:
        if verifications is not None:
            raise TypeError("build_report() got both verifications and results, which are the same")
        named["verifications"] = results
    document, all_claims, all_results = _report_arguments(given, named)
    statistics = calculate_statistics(all_claims, all_results)
    if grade is None:
        grade = _grade_of_results(all_results, confidence_threshold)
    verified_ids = {result.claim_id for result in all_results}
    unvalidated = [claim for claim in all_claims if claim.id not in verified_ids]
    return TruthfulnessReport(
        source_document=_common_source(all_claims) if document is None else document,
        overall_grade=grade,
        overall_confidence=_mean_confidence(all_results),
        summary=generate_summary(grade, statistics) if summary is None else summary,
        status="empty" if not all_claims else "incomplete" if unvalidated else "complete",
        claims=all_claims,
        verifications=all_results,
        unvalidated_claims=unvalidated,
        statistics=statistics,
    )


def _report_arguments(
    given: tuple[object, ...], named: dict[str, object]
) -> tuple[str | None, list[Claim], list[VerificationResult]]:
    """Document, claims and verifications out of what stands by position and by name."""
    names = ("source_document", "claims", "verifications")
    if given and not isinstance(given[0], str):
        names = names[1:]
    if len(given) > len(names):
        raise TypeError(f"build_report() takes at most {len(names)} arguments by position, got {len(given)}")
    for name, value in zip(names, given, strict=False):
        if named[name] is not None:
            raise TypeError(f"build_report() got {name} twice")
        named[name] = value
    for name in ("claims", "verifications"):
        if named[name] is None:
            raise TypeError(f"build_report() needs {name}")
    return (
        cast("str | None", named["source_document"]),
        list(cast("Sequence[Claim]", named["claims"])),
        list(cast("Sequence[VerificationResult]", named["verifications"])),
    )


def _common_source(claims: Sequence[Claim]) -> str:
    sources = sorted({claim.source_document for claim in claims})
    if len(sources) > 1:
        raise ValueError(
            f"the claims come from {len(sources)} documents ({', '.join(sources[:3])}): "
            "say which one the report is on with source_document="
        )
    return sources[0] if sources else ""
