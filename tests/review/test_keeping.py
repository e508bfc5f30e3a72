from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.review.applying import apply_review
from truthfulness_evaluator.review.keeping import carried, kept_review
from truthfulness_evaluator.review.keys import review_keys
from truthfulness_evaluator.review.session import Change, Session, begun
from waiting_reports import waiting_reports

AT = "2026-12-01T10:00:00Z"


def decided(session: Session, verdict: Verdict = Verdict.REFUTES) -> Change:
    [change] = session.decided(verdict, at=AT).changes_since(session)
    return change


def test_later_runs_know_claim_evidence_votes_and_review() -> None:
    session = begun(waiting_reports(), reviewer="Ann")
    change = decided(session)
    kept = kept_review(change)
    report, claim = session.reports[0], session.queue[0].claim
    result = report.verifications[0]
    assert kept is not None
    assert (kept.key, kept.claim) == (review_keys(report)[claim.id], claim)
    assert (kept.evidence, kept.votes, kept.review) == (result.evidence, result.votes, change.review)


def test_a_claim_without_evidence_is_for_its_run_alone() -> None:
    change = decided(begun(waiting_reports()).skipped().skipped().skipped())
    assert (change.item.key, kept_review(change)) == ("", None)


def test_what_is_taken_back_has_a_key_and_nothing_to_know() -> None:
    before = begun(waiting_reports()).decided(Verdict.REFUTES, at=AT)
    [change] = before.undone().changes_since(before)
    assert change.item.key == review_keys(before.reports[0])[before.queue[0].claim.id]
    assert kept_review(change) is None


def reviewed_by_another(report: TruthfulnessReport) -> TruthfulnessReport:
    return apply_review(report, "shared", "refuted", reviewer="Ben")


def test_decisions_of_others_on_the_same_document_stay() -> None:
    session = begun(waiting_reports(), reviewer="Ann")
    change = decided(session)
    theirs = reviewed_by_another(session.reports[0])
    assert carried(change, theirs) == reviewed_by_another(change.report)


def test_so_they_do_when_one_is_taken_back() -> None:
    before = begun(waiting_reports(), reviewer="Ann").decided(Verdict.REFUTES, at=AT)
    [change] = before.undone().changes_since(before)
    theirs = reviewed_by_another(before.reports[0])
    back = carried(change, theirs)
    expected = reviewed_by_another(before.undone().reports[0])
    assert (back.verifications, back.overall_grade) == (expected.verifications, expected.overall_grade)
