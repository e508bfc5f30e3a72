import pytest

from review_report import N, R, S, U, passage, vote
from truthfulness_evaluator import UsageError, Verdict, apply_review
from truthfulness_evaluator.gate import ExitCode, FailOn, Policy, decide, weighed
from truthfulness_evaluator.models import Review, Standing, TruthfulnessReport, VerificationResult

WHEN = "2026-12-01T10:00:00Z"


def _result(report: TruthfulnessReport, claim_id: str) -> VerificationResult:
    return next(result for result in report.verifications if result.claim_id == claim_id)


@pytest.mark.parametrize(
    ("claim_id", "verdict", "explanation", "keeps_correction", "machine"),
    [
        pytest.param("hour", R, "It is a minute.", True, (R, 0.55, "It is a minute."), id="agrees with the judges"),
        pytest.param("hour", S, "I measured it.", False, (R, 0.55, "It is a minute."), id="turns a refutation"),
        pytest.param("hour", U, "I measured it.", False, (R, 0.55, "It is a minute."), id="to unverifiable"),
        pytest.param("emptied", R, "I measured it.", False, (N, 0.4, "the judges disagree"), id="decides a tie"),
        pytest.param("option", R, "the default is 4", True, (R, 0.5, "the default is 4"), id="an exact look-up"),
    ],
)
def test_a_result_says_what_the_person_says(
    report: TruthfulnessReport,
    claim_id: str,
    verdict: Verdict,
    explanation: str,
    keeps_correction: bool,
    machine: tuple[Verdict, float, str],
) -> None:
    before, former = report.model_copy(deep=True), _result(report, claim_id)
    reviewed = apply_review(report, claim_id, verdict, reviewer="Ann", note="I measured it.", reviewed_at=WHEN)
    was, sure, because = machine
    assert _result(reviewed, claim_id) == former.model_copy(
        update={
            "verdict": verdict,
            "confidence": 1.0,
            "explanation": explanation,
            "correction": former.correction if keeps_correction else None,
            "needs_review": False,
            "review_reason": "",
            "by_model": False,
            "review": Review(
                verdict=verdict, reviewer="Ann", reviewed_at=WHEN, note="I measured it.",
                machine_verdict=was, machine_confidence=sure, machine_explanation=because,
            ),
        }
    )  # fmt: skip
    assert report == before
    assert claim_id not in [claim.id for claim in reviewed.needs_review]
    others = [result for result in report.verifications if result.claim_id != claim_id]
    assert [result for result in reviewed.verifications if result.claim_id != claim_id] == others


def test_the_report_is_graded_anew(report: TruthfulnessReport) -> None:
    assert (report.overall_grade, report.status, report.overall_confidence) == ("A+", "incomplete", 0.5875)
    assert report.statistics.model_dump(exclude_defaults=True) == {
        "total_claims": 6, "supported": 1, "refuted": 2, "not_enough_info": 1, "verification_rate": 0.5,
        "accuracy_score": pytest.approx(1 / 3),
    }  # fmt: skip
    reviewed = apply_review(report, "hour", R)
    assert (reviewed.overall_grade, reviewed.status, reviewed.overall_confidence) == ("D", "incomplete", 0.7)
    reviewed = apply_review(reviewed, "emptied", "true")
    assert (reviewed.overall_grade, reviewed.overall_confidence) == ("C+", 0.85)
    assert reviewed.statistics.model_dump(exclude_defaults=True) == {
        "total_claims": 6, "supported": 2, "refuted": 2, "verification_rate": pytest.approx(4 / 6),
        "accuracy_score": 0.5,
    }  # fmt: skip
    assert reviewed.summary == (
        "Document received grade C+. Of 6 claims, 2 were supported, 2 were refuted, and 0 could not be verified. "
        "Several claims were found to be inaccurate."
    )
    assert apply_review(report, "hour", R, confidence_threshold=0.5).overall_grade == "F"


def test_a_report_is_complete_when_all_is_decided(report: TruthfulnessReport) -> None:
    one = apply_review(report, "lost", S, note="I saw it.")
    assert _result(one, "lost") == VerificationResult(
        claim_id="lost", verdict=S, confidence=1.0, explanation="I saw it.", evidence=[passage("pop(0)")],
        votes=[vote("anna", S, 0.8)], model_votes={"anna": S}, failures=report.unvalidated_reasons[0].failures,
        review=Review(verdict=S, note="I saw it."),
    )  # fmt: skip
    assert ([claim.id for claim in one.unvalidated_claims], one.status) == (["silent"], "incomplete")
    assert [result.claim_id for result in one.verifications] == ["option", "hour", "shared", "emptied", "lost"]
    both = apply_review(one, "silent", N)
    assert (both.unvalidated_claims, both.unvalidated_reasons, both.status) == ([], [], "complete")
    partial = report.model_copy(update={"partial": True})
    assert apply_review(apply_review(partial, "lost", S), "silent", N).status == "incomplete"


def test_a_person_may_judge_what_no_judge_handles(report: TruthfulnessReport) -> None:
    reviewed = apply_review(report, "other", R)
    assert [claim.id for claim in reviewed.claims] == [
        "option", "hour", "shared", "other", "emptied", "lost", "silent"
    ]  # fmt: skip
    assert [result.claim_id for result in reviewed.verifications] == ["option", "hour", "shared", "other", "emptied"]
    assert (reviewed.not_checked, reviewed.statistics.total_claims, reviewed.statistics.refuted) == ([], 7, 3)


def test_claims_without_a_place_keep_their_order(report: TruthfulnessReport) -> None:
    nowhere = [claim.model_copy(update={"source_span": None, "location": None}) for claim in report.claims]
    reviewed = apply_review(report.model_copy(update={"claims": nowhere}), "lost", S)
    assert reviewed.claims == nowhere
    assert [result.claim_id for result in reviewed.verifications] == ["option", "hour", "shared", "emptied", "lost"]


def test_a_second_review_keeps_what_the_machine_said(report: TruthfulnessReport) -> None:
    first = apply_review(report, "shared", R, reviewer="Ann", note="No.", reviewed_at=WHEN)
    second = apply_review(first, "shared", "likely true", reviewer="Ben")
    assert _result(second, "shared").explanation == "It says so."
    assert _result(second, "shared").review == Review(
        verdict=S, reviewer="Ben", machine_verdict=S, machine_confidence=0.9, machine_explanation="It says so."
    )
    once = apply_review(apply_review(report, "lost", S), "lost", R)
    assert _result(once, "lost").review == Review(verdict=R)


@pytest.mark.parametrize(
    ("claim_id", "verdict", "error", "message"),
    [
        pytest.param("nobody", S, UsageError, "The report on docs/cache.md has no claim 'nobody'", id="claim"),
        pytest.param("hour", "half true", ValueError, "unknown verdict label 'half true'", id="label"),
    ],
)
def test_mistakes(
    report: TruthfulnessReport, claim_id: str, verdict: Verdict | str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        apply_review(report, claim_id, verdict)


@pytest.mark.parametrize(
    ("verdict", "policy", "standing"),
    [
        pytest.param(R, Policy(), Standing.FAILS, id="refuted by a person"),
        pytest.param(S, Policy(), None, id="supported by a person"),
        pytest.param(N, Policy(), None, id="not settled"),
        pytest.param(N, Policy(fail_on=FailOn.UNSUPPORTED), Standing.FAILS, id="not settled, where that fails"),
        pytest.param(R, Policy(fail_on=FailOn.NEVER), Standing.ADVISES, id="where nothing fails"),
    ],
)
def test_the_gate_takes_a_person_for_no_model(
    report: TruthfulnessReport, verdict: Verdict, policy: Policy, standing: Standing | None
) -> None:
    (before,) = weighed([report], lambda _: Policy())
    assert _result(before, "hour").gate is Standing.ADVISES
    reviewed = apply_review(before, "hour", verdict)
    assert _result(reviewed, "hour").gate is None
    (after,) = weighed([reviewed], lambda _: policy)
    assert _result(after, "hour").gate is standing


def test_a_known_finding_is_counted_until_it_is_reviewed(report: TruthfulnessReport) -> None:
    (before,) = weighed([report], lambda _: Policy(), {"option": R, "hour": R})
    assert apply_review(before, "hour", S).statistics.known == 1
    (after,) = weighed([apply_review(before, "hour", R)], lambda _: Policy(), {"option": R, "hour": R})
    assert (after.statistics.known, decide([after]).exit_code) == (2, ExitCode.INCOMPLETE)
