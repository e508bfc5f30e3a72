from collections.abc import Callable
from typing import cast

import pytest

from truthfulness_evaluator.core.grading import (
    GRADES,
    build_report,
    calculate_grade,
    calculate_statistics,
    generate_summary,
    is_verified,
    meets_grade,
)
from truthfulness_evaluator.models import (
    Claim,
    TruthfulnessReport,
    TruthfulnessStatistics,
    Verdict,
    VerificationResult,
)

NONE: list[VerificationResult] = []


def result(verdict: str = "SUPPORTS", confidence: float = 1.0, claim: str = "c1") -> VerificationResult:
    return VerificationResult(claim_id=claim, verdict=Verdict(verdict), confidence=confidence, explanation="")


def claim(name: str = "c1", document: str = "a.md") -> Claim:
    return Claim(id=name, text=name, source_document=document)


@pytest.mark.parametrize(
    ("verdict", "confidence", "threshold", "expected"),
    [
        ("SUPPORTS", 0.7, 0.7, True),
        ("REFUTES", 0.7, 0.7, True),
        ("SUPPORTS", 0.69, 0.7, False),
        ("REFUTES", 0.95, 1.0, False),
        ("SUPPORTS", 0.0, 0.0, True),
        ("NOT_ENOUGH_INFO", 1.0, 0.0, False),
        ("UNVERIFIABLE", 1.0, 0.0, False),
    ],
)
def test_a_result_is_verified(verdict: str, confidence: float, threshold: float, expected: bool) -> None:
    assert is_verified(result(verdict, confidence), threshold) is expected
    assert is_verified(result(verdict, confidence), confidence_threshold=threshold) is expected


def test_the_threshold_is_07_by_default() -> None:
    assert [is_verified(result(confidence=share)) for share in (0.69, 0.7)] == [False, True]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("true", True),
        ("likely_true", True),
        ("SUPPORTS", True),
        (Verdict.SUPPORTS, True),
        ("false", False),
        (Verdict.REFUTES, False),
        (Verdict.NOT_ENOUGH_INFO, False),
        ("nei", False),
        ("opinion", False),
    ],
)
def test_a_bare_verdict_is_verified(label: str, expected: bool) -> None:
    assert (is_verified(label), is_verified(verdict=label)) == (expected, expected)


@pytest.mark.parametrize("label", ["half_true", "mostly_true", "perhaps", ""])
def test_an_unknown_label_is_an_error(label: str) -> None:
    with pytest.raises(ValueError, match="unknown verdict label"):
        is_verified(label)


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("true",), {"verdict": "true"}), ((1,), {})],
    ids=["nothing", "both", "number"],
)
def test_what_is_neither_result_nor_verdict(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="is_verified"):
        cast("Callable[..., bool]", is_verified)(*given, **named)


BOUNDARIES = [
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
]
BELOW = [*(grade for _, grade in BOUNDARIES[1:]), "F"]


@pytest.mark.parametrize(
    ("score", "grade", "below"), [(*row, lower) for row, lower in zip(BOUNDARIES, BELOW, strict=True)]
)
def test_where_a_grade_begins(score: float, grade: str, below: str) -> None:
    just_below = score - 1e-9
    assert calculate_grade([result(confidence=score)], 0.0) == grade
    assert calculate_grade([result(confidence=just_below)], confidence_threshold=0.0) == below
    assert calculate_grade([result(confidence=score - 1e-12)], 0.0) == grade, "rounded to 10 places"


@pytest.mark.parametrize(
    ("results", "threshold", "grade"),
    [
        ([], 0.7, "F"),
        ([result(confidence=0.69)], 0.7, "F"),
        ([result("NOT_ENOUGH_INFO")], 0.7, "F"),
        ([result("REFUTES")], 0.7, "F"),
        ([result()], 0.7, "A+"),
        ([result(), result("NOT_ENOUGH_INFO"), result("UNVERIFIABLE")], 0.7, "A+"),
        ([result(), result("REFUTES")], 0.7, "C-"),
        ([result(confidence=0.8), result("REFUTES", 0.8)], 0.7, "D"),
        ([result(confidence=1.0), result(confidence=0.7)], 0.7, "A"),
        ([result(confidence=1.0), result("REFUTES", 0.69)], 0.7, "A+"),
        ([result(confidence=1.0), result("REFUTES", 0.69)], 0.69, "D"),
        ([result(confidence=0.9)] * 17 + [result("REFUTES", 0.9)], 0.7, "A"),  # 17/18 x 0.9 is 0.85
    ],
)
def test_a_grade_of_results(results: list[VerificationResult], threshold: float, grade: str) -> None:
    assert calculate_grade(results, threshold) == grade
    assert calculate_grade(tuple(reversed(results)), threshold) == grade
    assert calculate_grade(verifications=results, confidence_threshold=threshold) == grade


@pytest.mark.parametrize(
    ("verified", "total", "grade"),
    [
        (10, 10, "A"),
        (9, 10, "A"),
        (89, 100, "B"),
        (8, 10, "B"),
        (79, 100, "C"),
        (7, 10, "C"),
        (69, 100, "D"),
        (6, 10, "D"),
        (59, 100, "F"),
        (0, 10, "F"),
        (0, 0, "F"),
    ],
)
def test_a_grade_of_counts(verified: int, total: int, grade: str) -> None:
    assert calculate_grade(verified=verified, total=total) == grade
    assert calculate_grade(verified, total) == grade


@pytest.mark.parametrize(
    ("verified", "total", "message"), [(-1, 3, "cannot be -1"), (0, -1, "cannot be -1"), (4, 3, "more than the total")]
)
def test_counts_that_cannot_be(verified: int, total: int, message: str) -> None:
    for call in (lambda: calculate_grade(verified, total), lambda: calculate_grade(verified=verified, total=total)):
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        pytest.param((), {}, id="nothing"),
        pytest.param((8,), {}, id="one count"),
        pytest.param((), {"verified": 8}, id="one named count"),
        pytest.param((), {"total": 8}, id="total alone"),
        pytest.param(([result()],), {"verified": 1, "total": 1}, id="results and counts"),
        pytest.param(([result()],), {"total": 1}, id="results and total"),
        pytest.param((NONE,), {"verified": 0, "total": 0}, id="no results and counts"),
        pytest.param((), {"verified": 1, "total": 1, "confidence_threshold": 0.5}, id="counts and threshold"),
        pytest.param((1,), {"verified": 1}, id="count twice"),
        pytest.param((1, 2), {"total": 2}, id="three counts"),
        pytest.param((1, 0.5), {}, id="a share"),
        pytest.param((True, True), {}, id="truth values"),
    ],
)
def test_counts_and_verifications_do_not_mix(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="calculate_grade"):
        cast("Callable[..., str]", calculate_grade)(*given, **named)


@pytest.mark.parametrize(
    ("claims", "results", "statistics"),
    [
        ([], [], TruthfulnessStatistics()),
        ([claim()], [], TruthfulnessStatistics(total_claims=1)),
        ([claim()], [result("UNVERIFIABLE")], TruthfulnessStatistics(total_claims=1, unverifiable=1)),
        (
            [claim(str(number)) for number in range(5)],
            [result(), result(confidence=0.0), result("REFUTES"), result("NOT_ENOUGH_INFO")],
            TruthfulnessStatistics(
                total_claims=5,
                supported=2,
                refuted=1,
                not_enough_info=1,
                verification_rate=3 / 5,
                accuracy_score=2 / 3,
            ),
        ),
    ],
    ids=["empty", "no results", "nothing settled", "mixed"],
)
def test_statistics(claims: list[Claim], results: list[VerificationResult], statistics: TruthfulnessStatistics) -> None:
    assert calculate_statistics(claims, results) == statistics


@pytest.mark.parametrize(
    ("statistics", "summary"),
    [
        (TruthfulnessStatistics(), "No claims were extracted from the document."),
        (
            TruthfulnessStatistics(
                total_claims=9, supported=4, not_enough_info=3, unverifiable=2, verification_rate=0.49, accuracy_score=1
            ),
            "Document received grade B+. Of 9 claims, 4 were supported, 0 were refuted, and 5 could not be "
            "verified. Many claims lacked sufficient evidence for verification.",
        ),
        (
            TruthfulnessStatistics(total_claims=4, supported=1, refuted=1, verification_rate=0.5, accuracy_score=0.69),
            "Document received grade B+. Of 4 claims, 1 were supported, 1 were refuted, and 0 could not be "
            "verified. Several claims were found to be inaccurate.",
        ),
        (
            TruthfulnessStatistics(total_claims=1, supported=1, verification_rate=0.5, accuracy_score=0.7),
            "Document received grade B+. Of 1 claims, 1 were supported, 0 were refuted, and 0 could not be "
            "verified. The document appears to be largely accurate.",
        ),
    ],
    ids=["no claims", "few verified", "inaccurate", "accurate"],
)
def test_summaries(statistics: TruthfulnessStatistics, summary: str) -> None:
    assert generate_summary("B+", statistics) == summary


CLAIMS = [claim("c1"), claim("c2"), claim("c3")]
RESULTS = [result("SUPPORTS", 0.9, "c1"), result("REFUTES", 0.6, "c2")]
REPORT = TruthfulnessReport(
    source_document="a.md",
    overall_grade="A+",
    overall_confidence=0.75,
    summary="Document received grade A+. Of 3 claims, 1 were supported, 1 were refuted, and 0 could not be "
    "verified. Several claims were found to be inaccurate.",
    status="incomplete",
    claims=CLAIMS,
    verifications=RESULTS,
    unvalidated_claims=[CLAIMS[2]],
    statistics=TruthfulnessStatistics(
        total_claims=3, supported=1, refuted=1, verification_rate=2 / 3, accuracy_score=0.5
    ),
)

CALLS: dict[str, Callable[[], TruthfulnessReport]] = {
    "by position": lambda: build_report("a.md", CLAIMS, RESULTS),
    "by name": lambda: build_report(source_document="a.md", claims=CLAIMS, verifications=RESULTS),
    "document by position": lambda: build_report("a.md", claims=CLAIMS, verifications=RESULTS),
    "results with a document": lambda: build_report("a.md", CLAIMS, results=RESULTS),
    "short, by position": lambda: build_report(CLAIMS, RESULTS),
    "short, by name": lambda: build_report(claims=CLAIMS, results=RESULTS),
    "short, long name": lambda: build_report(claims=CLAIMS, verifications=RESULTS),
    "short, half by name": lambda: build_report(CLAIMS, results=RESULTS),
    "short, tuples": lambda: build_report(tuple(CLAIMS), tuple(RESULTS)),
    "short, with a document": lambda: build_report(CLAIMS, RESULTS, source_document="a.md"),
    "with a threshold": lambda: build_report(CLAIMS, RESULTS, confidence_threshold=0.7),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_report(call: Callable[[], TruthfulnessReport]) -> None:
    assert call() == REPORT


def test_what_is_given_is_not_computed() -> None:
    report = build_report(CLAIMS, RESULTS, grade="C-", summary="So so.")
    assert (report.overall_grade, report.summary) == ("C-", "So so.")
    report = build_report(CLAIMS, RESULTS, grade="C-")
    assert report.summary.startswith("Document received grade C-.")
    assert build_report(CLAIMS, RESULTS, confidence_threshold=0.6).overall_grade == "F"


def test_a_report_without_claims() -> None:
    assert build_report(claims=[], results=[]) == TruthfulnessReport(
        source_document="",
        overall_grade="F",
        summary="No claims were extracted from the document.",
        status="empty",
    )


def test_a_report_with_a_result_for_every_claim_is_complete() -> None:
    report = build_report(CLAIMS[:2], RESULTS)
    assert (report.status, report.unvalidated_claims) == ("complete", [])


def test_claims_of_several_documents_ask_for_the_name() -> None:
    claims = [claim("c1", "a.md"), claim("c2", "b.md")]
    with pytest.raises(ValueError, match=r"2 documents \(a\.md, b\.md\).*source_document="):
        build_report(claims, RESULTS)
    assert build_report(claims, RESULTS, source_document="both").source_document == "both"
    assert build_report("", claims, RESULTS).source_document == ""


@pytest.mark.parametrize(
    ("given", "named"),
    [
        pytest.param((), {}, id="nothing"),
        pytest.param(("a.md", CLAIMS), {}, id="no results"),
        pytest.param((), {"results": RESULTS}, id="no claims"),
        pytest.param((CLAIMS,), {"verifications": RESULTS, "results": RESULTS}, id="results by both names"),
        pytest.param((CLAIMS, RESULTS), {"results": RESULTS}, id="results twice"),
        pytest.param(("a.md", CLAIMS), {"claims": CLAIMS, "results": RESULTS}, id="claims twice"),
        pytest.param(("a.md", CLAIMS, RESULTS, 0.7), {}, id="too many"),
    ],
)
def test_a_report_needs_claims_and_results_once(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="build_report"):
        cast("Callable[..., TruthfulnessReport]", build_report)(*given, **named)


def test_meeting_a_grade() -> None:
    assert [grade for grade in GRADES if meets_grade(grade, "B")] == ["A+", "A", "A-", "B+", "B"]
    assert meets_grade(None, "A+")
    with pytest.raises(ValueError, match="unknown grade 'E'"):
        meets_grade("A", "E")
