"""The walk as a state machine: every step as a row, with where it leads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.models import Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.review.applying import apply_review
from truthfulness_evaluator.review.session import Session, begun
from waiting_reports import waiting_reports

AT = "2026-12-01T10:00:00Z"
VERDICTS = {"s": Verdict.SUPPORTS, "r": Verdict.REFUTES, "n": Verdict.NOT_ENOUGH_INFO, "u": Verdict.UNVERIFIABLE}


def stepped(session: Session, steps: str) -> Session:
    """The session after these steps: letters of verdicts, k skip, z undo, b back, o next open one, a a note."""
    for number, step in enumerate(steps):
        if step in VERDICTS:
            session = session.decided(VERDICTS[step], at=AT)
        elif step == "a":
            session = session.noted(f"note {number}", at=AT)
        else:
            session = {"k": session.skipped, "z": session.undone, "b": session.back, "o": session.to_open}[step]()
    return session


def shape(session: Session) -> tuple[int, str, str]:
    """Number of the claim that is shown, the first letters of what was decided (`.` open), its note."""
    reviews = [session.review_of(item) for item in session.queue]
    return session.at, "".join(each.verdict[0] if each is not None else "." for each in reviews), session.note


@pytest.mark.parametrize(
    ("steps", "at", "decided", "note"),
    [
        pytest.param("", 0, "..............", "", id="begin"),
        pytest.param("s", 1, "S.............", "", id="support"),
        pytest.param("srnu", 4, "SRNU..........", "", id="all-verdicts-into-the-next-document"),
        pytest.param("k", 1, "..............", "", id="skip"),
        pytest.param("ksz", 1, "..............", "", id="undo-shows-the-claim-again"),
        pytest.param("z", 0, "..............", "", id="nothing-to-undo"),
        pytest.param("b", 0, "..............", "", id="nothing-before"),
        pytest.param("sb", 0, "S.............", "", id="back-to-a-decided-one"),
        pytest.param("sbr", 1, "R.............", "", id="decided-anew"),
        pytest.param("sbrz", 0, "S.............", "", id="undo-of-a-second-decision"),
        pytest.param("sbrzz", 0, "..............", "", id="undo-of-both"),
        pytest.param("skssbbbr", 4, "SRSS..........", "", id="over-decided-ones"),
        pytest.param("a", 0, "..............", "note 0", id="note"),
        pytest.param("ak", 1, "..............", "", id="a-note-is-of-its-claim"),
        pytest.param("akb", 0, "..............", "note 0", id="and-stays"),
        pytest.param("aab", 0, "..............", "note 1", id="note-anew"),
        pytest.param("aaz", 0, "..............", "note 0", id="undo-of-a-note"),
        pytest.param("asb", 0, "S.............", "note 0", id="a-note-goes-with-the-decision"),
        pytest.param("sba", 0, "S.............", "note 2", id="a-note-on-a-decided-one"),
        pytest.param("sbaz", 0, "S.............", "", id="undo-of-that"),
        pytest.param("ssssssssssssss", 14, "S" * 14, "", id="end"),
        pytest.param("sssssssssssssss", 14, "S" * 14, "", id="no-decision-at-the-end"),
        pytest.param("ssssssssssssssa", 14, "S" * 14, "", id="no-note-at-the-end"),
        pytest.param("ssssssssssssssk", 14, "S" * 14, "", id="no-skip-at-the-end"),
        pytest.param("sksssssssssssso", 1, "S.SSSSSSSSSSSS", "", id="open-from-the-end"),
        pytest.param("ksbbo", 2, ".S............", "", id="open-behind"),
        pytest.param("sssssssssssssskb", 13, "S" * 14, "", id="back-from-the-end"),
        pytest.param("sssssssssssssso", 14, "S" * 14, "", id="none-is-open"),
    ],
)
def test_steps(steps: str, at: int, decided: str, note: str) -> None:
    session = stepped(begun(waiting_reports()), steps)
    assert shape(session) == (at, decided, note)
    assert session.left == decided.count(".")


STEPS = st.text("srnuakzbo", max_size=25)


@settings(max_examples=40, deadline=None)
@given(before=STEPS, step=st.sampled_from("srnua"))
def test_undo_restores_the_former_state_exactly(before: str, step: str) -> None:
    former = stepped(begun(waiting_reports(), reviewer="Ann"), before)
    after = stepped(former, step)
    if after != former:
        assert after.undone() == former


@settings(max_examples=40, deadline=None)
@given(first=STEPS, then=STEPS)
def test_changes_are_what_reports_differ_in(first: str, then: str) -> None:
    before = stepped(begun(waiting_reports(), reviewer="Ann"), first)
    after = stepped(before, then)
    for change in after.changes_since(before):
        assert change.report == after.reports[change.item.document]
        assert change.review == after.review_of(change.item) != before.review_of(change.item)
    changed = {change.item.document for change in after.changes_since(before)}
    for number, report in enumerate(after.reports):
        assert number in changed or report == before.reports[number]


def test_the_reports_are_those_of_apply_review() -> None:
    reports = waiting_reports()
    session = (
        begun(reports, reviewer="Ann", confidence_threshold=0.5).noted("why", at="").decided(Verdict.REFUTES, at=AT)
    )
    claim = session.queue[0].claim.id
    expected = apply_review(
        reports[0], claim, Verdict.REFUTES, reviewer="Ann", note="why", reviewed_at=AT, confidence_threshold=0.5
    )
    assert session.reports == (expected, *reports[1:])
    assert session.review_of(session.queue[0]) == Review(
        verdict=Verdict.REFUTES, reviewer="Ann", reviewed_at=AT, note="why", machine_verdict=Verdict.REFUTES,
        machine_confidence=0.91, machine_explanation="The default is 60 seconds.",
    )  # fmt: skip


def test_the_same_claim_on_the_same_evidence_is_asked_once() -> None:
    first, *others = waiting_reports()
    copy = first.model_copy(update={"source_document": "copy.md"})
    session = begun([first, copy, *others])
    decided = session.decided(Verdict.REFUTES, at=AT)
    assert shape(decided) == (1, "R...R.............", "")
    assert shape(stepped(decided, "sss")) == (7, "RSSSRSS...........", "")  # the fourth has no evidence
    assert decided.undone() == session
    assert [change.item.document for change in decided.changes_since(session)] == [0, 1]


def test_a_second_walk_begins_with_what_is_open() -> None:
    first = stepped(begun(waiting_reports()), "sks")
    second = begun(first.reports)
    assert shape(second) == (1, "S.S...........", "")
    assert shape(begun(stepped(second, "s" * 12).reports)) == (14, "S" * 14, "")


def test_nothing_waits() -> None:
    session = begun([TruthfulnessReport(source_document="a.md")])
    assert stepped(session, "srnuakzbo") == session
    assert (session.current, session.left, session.queue) == (None, 0, ())


def test_a_claim_that_judges_came_to_nothing_on() -> None:
    report = waiting_reports()[0]
    [reason] = report.unvalidated_reasons
    waits = reason.model_copy(update={"needs_review": True, "review_reason": "1 voted and 2 failed"})
    session = begun([report.model_copy(update={"unvalidated_reasons": [waits]})])
    assert [item.claim.id for item in session.queue] == ["hour", "emptied", "shared", "old", "works"]
    decided = stepped(session, "kkkr")
    assert shape(decided) == (4, "...R.", "")
    assert decided.reports[0].unvalidated_claims == []
    assert decided.undone() == stepped(session, "kkk")
