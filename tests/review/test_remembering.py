from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from review_report import R, S, marked, passage, review_report
from truthfulness_evaluator import EvaluatorConfig, ScriptedJudge, evaluate
from truthfulness_evaluator.models import Claim, Evidence, Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.applying import apply_review
from truthfulness_evaluator.review.keys import evidence_of, review_key, review_keys
from truthfulness_evaluator.review.remembering import Memory, remembered
from truthfulness_evaluator.store.reviews import ReviewStore

ANN = Review(
    verdict=S, reviewer="Ann", reviewed_at="2026-12-01T10:00:00Z", note="Seen.", machine_verdict=R,
    machine_confidence=0.1, machine_explanation="of another run",
)  # fmt: skip


def _kept(claim: Claim, evidence: Sequence[Evidence], review: Review = ANN) -> Mapping[str, KeptReview]:
    key = review_key(claim, evidence)
    return {key: KeptReview(key=key, claim=claim, evidence=list(evidence), review=review)}


def _all(report: TruthfulnessReport, review: Review = ANN) -> dict[str, KeptReview]:
    evidence = evidence_of(report)
    return {
        key: kept for claim in report.claims for key, kept in _kept(claim, evidence[claim.id], review).items()
    }  # fmt: skip


def _with_evidence(report: TruthfulnessReport, claim_id: str, evidence: Sequence[Evidence]) -> TruthfulnessReport:
    results = [
        result.model_copy(update={"evidence": list(evidence)}) if result.claim_id == claim_id else result
        for result in report.verifications
    ]
    return report.model_copy(update={"verifications": results})


@pytest.mark.parametrize("claim_id", ["option", "hour", "shared", "emptied", "lost"])
def test_what_was_decided_is_not_asked_again(claim_id: str) -> None:
    report = marked(review_report(), 0.95)
    (claim,) = (each for each in report.claims if each.id == claim_id)
    again = remembered(report, _kept(claim, evidence_of(report)[claim_id]))
    assert again == apply_review(
        report, claim_id, ANN.verdict, reviewer=ANN.reviewer, note=ANN.note, reviewed_at=ANN.reviewed_at
    )
    assert claim_id not in [each.id for each in again.needs_review]


@pytest.mark.parametrize(
    ("evidence", "known"),
    [
        pytest.param([passage("ttl = 60")], True, id="the same"),
        pytest.param([passage("ttl = 60", line=99)], True, id="moved"),
        pytest.param([passage("ttl = 3600")], False, id="changed"),
        pytest.param([passage("ttl = 60"), passage("unit = 's'")], False, id="more of it"),
        pytest.param([], False, id="none any more"),
    ],
)
def test_it_comes_back_when_the_evidence_changed(evidence: Sequence[Evidence], known: bool) -> None:
    report = review_report()
    kept = _all(report)
    again = remembered(marked(_with_evidence(report, "hour", evidence), 0.6), kept)
    assert ("hour" in [claim.id for claim in again.needs_review]) == (not known)
    assert (again.verifications[1].verdict is S) == known


def test_the_same_words_in_another_document(report: TruthfulnessReport) -> None:
    elsewhere = [claim.model_copy(update={"id": f"x{claim.id}", "source_document": "b.md"}) for claim in report.claims]
    results = [
        result.model_copy(update={"claim_id": f"x{result.claim_id}"}) for result in report.verifications
    ]  # fmt: skip
    other = TruthfulnessReport(source_document="b.md", claims=elsewhere, verifications=results)
    again = remembered(other, _all(report))
    assert {result.verdict for result in again.verifications} == {S}


def test_without_evidence_nothing_is_remembered(report: TruthfulnessReport) -> None:
    (silent,) = (claim for claim in report.claims if claim.id == "silent")
    assert remembered(report, _kept(silent, [])) is report


def test_a_decision_of_this_run_stays(report: TruthfulnessReport) -> None:
    reviewed = apply_review(report, "hour", Verdict.UNVERIFIABLE, reviewer="Ben")
    assert remembered(reviewed, _kept(report.claims[1], [passage("ttl = 60")])) is reviewed


def test_a_file_is_looked_up_where_it_is_there(tmp_path: Path, report: TruthfulnessReport) -> None:
    path = tmp_path / "data.sqlite3"
    assert Memory(path).applied(report, confidence_threshold=0.7) is report
    assert not path.exists()
    with ReviewStore(path) as store:
        assert Memory(path).applied(report, confidence_threshold=0.7) is report
        for key, kept in _all(report).items():
            store.keep(key, kept)
    again = Memory(path).applied(report, confidence_threshold=0.7)
    assert again == remembered(report, _all(report), confidence_threshold=0.7)
    assert {result.verdict for result in again.verifications if result.claim_id in review_keys(report)} == {S}


def test_a_file_that_cannot_be_read_costs_no_report(tmp_path: Path, report: TruthfulnessReport) -> None:
    path = tmp_path / "data.sqlite3"
    path.write_bytes(b"no database at all, and long enough to be looked at" * 100)
    again = Memory(path).applied(report, confidence_threshold=0.7)
    assert again.model_copy(update={"notices": []}) == report
    (notice,) = again.notices
    assert notice.startswith(f"Reviews of earlier runs are not used: {path}") or str(path) in notice


@pytest.mark.parametrize(
    ("enabled", "verdict"), [pytest.param(True, S, id="kept"), pytest.param(False, R, id="nothing kept is used")]
)
def test_programs_remember_too(no_settings: Path, enabled: bool, verdict: Verdict) -> None:
    path = no_settings / "data.sqlite3"
    config = EvaluatorConfig(data_file=str(path), enable_store=enabled)
    judges = [ScriptedJudge("anna", default=R)]

    def evaluated() -> TruthfulnessReport:
        return evaluate(text="It sails daily.", contexts=["It sails."], judges=judges, config=config, store=False)

    first = evaluated()
    assert not path.exists()
    with ReviewStore(path) as store:
        for key, kept in _all(first).items():
            store.keep(key, kept)
    assert [result.verdict for result in evaluated().verifications] == [verdict]
