"""Whole runs with `--human-review`: what goes to a person, and what the reports say of it."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario, VerdictRule
from panel_runs.conftest import SECOND, PanelRun
from truthfulness_evaluator.models import Citation, Claim, Review, TruthfulnessReport, Verdict, Vote
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.keys import evidence_of, review_keys
from truthfulness_evaluator.store.reviews import ReviewStore

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

NINE = "nine books"
LOST = "1 judge voted and 1 failed, too few for a verdict"


def _doubtful(confidence: float) -> Scenario:
    """Both judges are sure of all but one claim."""
    return Scenario(rules=(VerdictRule(NINE, "REFUTES", confidence), *Scenario().rules))


@pytest.mark.parametrize(
    ("confidence", "argv", "reason"),
    [
        pytest.param(0.55, ["--human-review"], "its confidence of 0.55 is below 0.6", id="below"),
        pytest.param(0.55, [], "", id="not asked for"),
        pytest.param(0.65, ["--human-review"], "", id="above"),
    ],
)
def test_what_judges_doubt(play: Play, panel_run: Run, confidence: float, argv: Sequence[str], reason: str) -> None:
    play(_doubtful(confidence))
    run = panel_run(*argv)
    assert run.report is not None
    waiting = [claim.text for claim in run.report.needs_review]
    assert ([NINE in text for text in waiting], run.code) == ([True] if reason else [], 0)
    assert ("waits for review" in run.report.summary) == bool(reason)
    assert (f"1 claim waits for review: README.md:3:55 ({reason})." in run.out) == bool(reason)


def test_what_lost_its_quorum(play: Play, panel_run: Run) -> None:
    play(Scenario(faults=(Fault("refusal", models=(SECOND,), tasks=("judge",)),)))
    run = panel_run("--human-review")
    assert run.report is not None
    reasons = run.report.unvalidated_reasons
    assert {(each.needs_review, each.review_reason, len(each.votes)) for each in reasons} == {(True, LOST, 1)}
    assert run.report.needs_review == run.report.claims
    cited = [(each.evidence[citation.evidence_index], citation) for each in reasons for citation in _cited(each.votes)]
    assert cited
    assert all(citation.quote in passage.content for passage, citation in cited)
    assert (len(reasons), run.code) == (6, 3)
    assert "6 claims wait for review: README.md:3:1 (" in run.out


def test_that_votes_are_not_shown_hides_nothing_from_a_person(
    play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUTH_INCLUDE_MODEL_VOTES", "false")
    play(Scenario(faults=(Fault("refusal", models=(SECOND,), tasks=("judge",)),)))
    report = panel_run("--human-review").report
    assert report is not None
    assert report.needs_review == report.claims
    assert {(each.review_reason, len(each.votes)) for each in report.unvalidated_reasons} == {(LOST, 0)}


def _cited(votes: Sequence[Vote]) -> Iterator[Citation]:
    return (citation for vote in votes for citation in vote.citations)


def test_what_was_decided_is_remembered_until_the_evidence_changes(
    play: Play, panel_run: Run, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = shelf.parent / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(data))
    play(_doubtful(0.55))
    first = panel_run("--human-review", store=True).report
    assert first is not None
    (claim,) = first.needs_review
    _decide(data, first, claim, Review(verdict=Verdict.SUPPORTS, reviewer="Ann", reviewed_at="2026-12-01T10:00:00Z"))

    again = panel_run("--human-review", "--verbose", store=True)
    assert again.report is not None
    assert again.report.needs_review == []
    assert again.verdicts[claim.text] == "SUPPORTS"
    assert "(reviewed by Ann on 2026-12-01; the judges said REFUTES, 55%)" in again.out
    assert "1 claim was decided by people." in again.out

    without = panel_run("--human-review").report
    assert without is not None
    assert without.needs_review == [claim]

    code = (shelf / "shelf.py").read_text(encoding="utf-8")
    (shelf / "shelf.py").write_text(code.replace(">= 5", ">= 9").replace("five books", "nine books"), encoding="utf-8")
    changed = panel_run("--human-review", store=True).report
    assert changed is not None
    assert changed.needs_review == [claim]


def _decide(data: Path, report: TruthfulnessReport, claim: Claim, review: Review) -> None:
    key, evidence = review_keys(report)[claim.id], evidence_of(report)[claim.id]
    with ReviewStore(data) as store:
        store.keep(key, KeptReview(key=key, claim=claim, evidence=evidence, review=review))
