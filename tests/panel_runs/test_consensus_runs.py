"""How judges agree, in whole runs: majority, pool and rounds; who is asked at all; and how much of it is shown."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from fakellm import BoardRule, FakeLLM, Fault, Scenario, VerdictRule
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun, marked
from truthfulness_evaluator.models import TruthfulnessReport, VerificationResult

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

THIRD = "gpt-4.1"
THREE = ("--model", FIRST, "--model", SECOND, "--model", THIRD)
NINE = "nine books"
"""Words of the claim that the judges dispute; the mark in it says REFUTES."""


def _dissent(*models: str, confidence: float = 0.9, verdict: str = "SUPPORTS") -> Mapping[str, tuple[VerdictRule, ...]]:
    return {model: (VerdictRule(NINE, verdict, confidence),) for model in models}


def _report(run: PanelRun) -> TruthfulnessReport:
    assert run.report is not None
    return run.report


def _result(run: PanelRun, words: str = NINE) -> VerificationResult:
    report = _report(run)
    (claim,) = [claim for claim in report.claims if words in claim.text]
    return next(result for result in report.verifications if result.claim_id == claim.id)


def _judged(llm: FakeLLM) -> dict[str, int]:
    asked: dict[str, int] = {}
    for entry in llm.log.entries:
        if entry["task"] == "judge":
            asked[entry["model"]] = asked.get(entry["model"], 0) + len(entry["claims"])
    return asked


def _others_are_right(run: PanelRun) -> None:
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items() if NINE not in text)


# One round.


@pytest.mark.parametrize(
    ("dissenters", "verdict", "review"),
    [
        pytest.param((), "REFUTES", False, id="all"),
        pytest.param((SECOND,), "REFUTES", True, id="one-of-three"),
        pytest.param((SECOND, THIRD), "SUPPORTS", True, id="two-of-three"),
    ],
)
def test_simple(play: Play, panel_run: Run, dissenters: tuple[str, ...], verdict: str, review: bool) -> None:
    play(Scenario(model_rules=dict(_dissent(*dissenters))))
    run = panel_run(*THREE, "--consensus", "simple")
    result = _result(run)
    assert (str(result.verdict), result.needs_review, result.rounds, run.code) == (verdict, review, 1, 0)
    assert len(result.votes) == 3
    _others_are_right(run)


@pytest.mark.parametrize("consensus", ["simple", "weighted"])
def test_a_tie_is_for_people(play: Play, panel_run: Run, consensus: str) -> None:
    play(Scenario(model_rules=dict(_dissent(SECOND, confidence=0.95))))
    run = panel_run("--consensus", consensus)
    result = _result(run)
    assert (str(result.verdict), result.needs_review) == ("NOT_ENOUGH_INFO", True)
    assert result.review_reason in run.out
    _others_are_right(run)


def test_weighted_goes_by_probability(play: Play, panel_run: Run) -> None:
    """Two that are hardly sure do not outvote one that is."""
    play(Scenario(model_rules=dict(_dissent(SECOND, THIRD, confidence=0.4))))
    assert str(_result(panel_run(*THREE, "--consensus", "weighted")).verdict) == "REFUTES"
    assert str(_result(panel_run(*THREE, "--consensus", "simple")).verdict) == "SUPPORTS"


def test_weights(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    llm = play(Scenario(model_rules=dict(_dissent(SECOND, confidence=0.95))))
    monkeypatch.setenv("TRUTH_JUDGE_WEIGHTS", json.dumps({FIRST: 3.0}))
    assert str(_result(panel_run("--consensus", "weighted")).verdict) == "REFUTES"
    monkeypatch.setenv("TRUTH_JUDGE_WEIGHTS", json.dumps({SECOND: 0}))
    llm.reset()
    run = panel_run("--consensus", "weighted")
    assert str(_result(run).verdict) == "REFUTES"
    assert _judged(llm) == {FIRST: 6}, "who has no weight is not paid for"


def test_known_errors_of_judges(play: Play, panel_run: Run, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is known to say SUPPORTS of everything says little with it."""
    often = {"SUPPORTS": {"SUPPORTS": 50}, "REFUTES": {"SUPPORTS": 45, "REFUTES": 5}}
    exact = {"SUPPORTS": {"SUPPORTS": 50}, "REFUTES": {"REFUTES": 50}}
    (shelf / "known.json").write_text(json.dumps({FIRST: exact, SECOND: often}), encoding="utf-8")
    play(Scenario(model_rules=dict(_dissent(SECOND, confidence=0.95))))
    monkeypatch.setenv("TRUTH_RELIABILITY_FILE", "known.json")
    run = panel_run("--consensus", "weighted")
    assert (run.code, str(_result(run).verdict)) == (0, "REFUTES"), run.err
    _others_are_right(run)


@pytest.mark.parametrize(("threshold", "grade"), [("0.5", True), ("0.99", False)])
def test_threshold(play: Play, panel_run: Run, threshold: str, grade: bool) -> None:
    play(Scenario())
    run = panel_run("--threshold", threshold, "--model", FIRST)
    assert (_report(run).overall_grade is not None) == grade
    assert run.code == 0


# Rounds.


def test_no_further_round_without_a_dispute(play: Play, panel_run: Run) -> None:
    llm = play(Scenario())
    run = panel_run("--consensus", "ice")
    assert {result.rounds for result in _report(run).verifications} == {1}
    assert llm.stats()["by_round"] == {"1": 3}


def test_only_what_is_disputed_is_asked_again(play: Play, panel_run: Run) -> None:
    llm = play(Scenario(model_rules=dict(_dissent(SECOND))))
    run = panel_run("--consensus", "ice")
    assert _result(run).rounds == 2, "nobody changes a vote: there is nothing more to come"
    again = [entry for entry in llm.log.entries if entry["board"]]
    assert {entry["model"]: entry["claims"] for entry in again} == {FIRST: ["c1"], SECOND: ["c1"]}
    assert _result(run).needs_review
    _others_are_right(run)


@pytest.mark.parametrize(
    ("action", "flips", "standing"),
    [
        pytest.param("majority", [False], "SUPPORTS", id="giving-in-does-not-count"),
        pytest.param("no_reason", [], "SUPPORTS", id="without-a-reason-it-is-no-vote"),
        pytest.param("new_evidence", [True], "REFUTES", id="something-new-does"),
    ],
)
def test_a_judge_that_changes_its_vote(
    play: Play, panel_run: Run, action: str, flips: list[bool], standing: str
) -> None:
    play(Scenario(model_rules=dict(_dissent(SECOND)), board_rules=(BoardRule(action, models=(SECOND,)),)))
    run = panel_run(*THREE, "--consensus", "ice")
    result = _result(run)
    assert [flip.counted for each in result.history for flip in each.flips] == flips
    assert {vote.judge: str(vote.verdict) for vote in result.votes}[SECOND] == standing
    assert str(result.verdict) == "REFUTES"
    assert result.rounds == 2
    assert len(result.history) == 2
    assert all(vote.critique for vote in result.history[1].votes if vote.judge != SECOND)
    _others_are_right(run)


@pytest.mark.parametrize("rounds", [2, 3, 8])
def test_a_judge_that_goes_to_and_fro(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    monkeypatch.setenv("TRUTH_ICE_MAX_ROUNDS", str(rounds))
    llm = play(Scenario(model_rules=dict(_dissent(SECOND)), board_rules=(BoardRule("oscillate"),)))
    run = panel_run("--consensus", "ice")
    assert _result(run).rounds <= min(rounds, 4)
    assert llm.stats()["requests"] <= 3 + 2 * 3
    assert _result(run).needs_review
    _others_are_right(run)


def test_boards_have_no_names(play: Play, panel_run: Run) -> None:
    llm = play(Scenario(model_rules=dict(_dissent(SECOND)), reason="{model} says {verdict}."))
    panel_run(*THREE, "--consensus", "ice")
    boards = [entry["prompt"] for entry in llm.log.entries if entry["board"]]
    assert len(boards) == 3
    assert [name for name in (FIRST, SECOND, THIRD) for prompt in boards if name in prompt] == []


def test_a_judge_that_fails_in_a_further_round_keeps_its_vote(play: Play, panel_run: Run) -> None:
    llm = play(Scenario(model_rules=dict(_dissent(SECOND)), faults=(Fault("http_500", models=(SECOND,), first=2),)))
    run = panel_run(*THREE, "--consensus", "ice")
    assert any(entry["fault"] for entry in llm.log.entries)
    result = _result(run)
    assert {vote.judge: str(vote.verdict) for vote in result.votes} == {
        FIRST: "REFUTES",
        SECOND: "SUPPORTS",
        THIRD: "REFUTES",
    }
    assert [(each.judge, str(each.kind)) for each in result.history[1].failures] == [(SECOND, "unavailable")]
    assert f"{SECOND}: 1 unavailable" in run.out
    assert run.code == 0


# Who is asked.


def test_screen(play: Play, panel_run: Run) -> None:
    """The small one doubts one claim and could not judge another; the panel sees these alone."""
    doubts = (VerdictRule("by telephone", "REFUTES", 0.5), VerdictRule("two weeks", "NOT_ENOUGH_INFO", 0.4))
    llm = play(Scenario(model_rules={"gpt-4.1-mini": doubts}))
    run = panel_run("--screen", "gpt-4.1-mini")
    assert _judged(llm) == {"gpt-4.1-mini": 6, FIRST: 2, SECOND: 2}
    assert {len(result.votes) for result in _report(run).verifications} == {1, 3}
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items())
    assert run.code == 0


def test_screens_that_disagree(play: Play, panel_run: Run) -> None:
    llm = play(Scenario(model_rules=dict(_dissent("gpt-4.1-mini"))))
    run = panel_run("--screen", "gpt-4.1-mini", "--screen", THIRD)
    assert _judged(llm) == {"gpt-4.1-mini": 6, THIRD: 6, FIRST: 1, SECOND: 1}
    assert run.verdicts == {text: marked(text) for text in run.verdicts}


def test_a_screen_that_fails(play: Play, panel_run: Run) -> None:
    llm = play(Scenario(faults=(Fault("refusal", models=("gpt-4.1-mini",)),)))
    run = panel_run("--screen", "gpt-4.1-mini")
    assert (_judged(llm)[FIRST], _judged(llm)[SECOND]) == (6, 6)
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items())
    assert run.code == 0


@pytest.mark.parametrize(
    ("votes", "code", "verdicts"), [(None, 3, {"-"}), ("1", 0, {"SUPPORTS", "REFUTES"}), ("2", 3, {"-"})]
)
def test_min_votes(
    play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch, votes: str | None, code: int, verdicts: set[str]
) -> None:
    if votes is not None:
        monkeypatch.setenv("TRUTH_MIN_VOTES", votes)
    play(Scenario(faults=(Fault("refusal", models=(SECOND,), tasks=("judge",)),)))
    run = panel_run()
    assert (run.code, set(run.verdicts.values())) == (code, verdicts)
    assert run.failures == {(SECOND, "refused")}
    assert "refused" in run.out


def test_more_votes_than_judges(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_MIN_VOTES", "3")
    llm = play(Scenario())
    run = panel_run()
    assert (run.code, run.out, llm.stats()["requests"]) == (2, "", 0)
    assert run.err == "truth-eval: error: min_votes is 3, and only 2 judges vote.\n"


# What is shown.


def test_explanations_are_left_out(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_INCLUDE_EXPLANATIONS", "false")
    play(Scenario(model_rules=dict(_dissent(SECOND)), reason="Quolls say so.", critique="Numbats object."))
    report = _report(panel_run("--consensus", "ice"))
    assert all(result.votes and not result.explanation for result in report.verifications)
    text = report.model_dump_json()
    assert "Quolls" not in text
    assert "Numbats" not in text


def test_votes_are_left_out(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_INCLUDE_MODEL_VOTES", "false")
    play(Scenario(model_rules=dict(_dissent(SECOND))))
    run = panel_run("--consensus", "ice", "--verbose")
    for result in _report(run).verifications:
        assert (result.votes, result.model_votes, result.history) == ([], {}, [])
        assert result.explanation
    _others_are_right(run)


@pytest.mark.parametrize("most", [1, 2])
def test_most_evidence(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setenv("TRUTH_MAX_EVIDENCE_ITEMS", str(most))
    play(Scenario(model_rules=dict(_dissent(SECOND))))
    run = panel_run("--consensus", "ice")
    results = _report(run).verifications
    assert {len(result.evidence) for result in results} <= set(range(1, most + 1))
    for result in results:
        for vote in (*result.votes, *(vote for each in result.history for vote in each.votes)):
            for citation in vote.citations:
                assert citation.quote in result.evidence[citation.evidence_index].content


def test_no_search_no_evidence_no_judge(play: Play, panel_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_ENABLE_FILESYSTEM_SEARCH", "false")
    llm = play(Scenario())
    run = panel_run()
    assert set(run.verdicts.values()) == {"NOT_ENOUGH_INFO"}
    assert {result.explanation for result in _report(run).verifications} == {"no evidence was found"}
    assert llm.stats()["by_model"] == {FINDER: 1}
    assert run.code == 0
    assert _report(run).overall_grade is None


def test_claims_about_nothing_in_the_code(play: Play, panel_run: Run, shelf: Path) -> None:
    (shelf / "README.md").write_text("# Fruit\n\nQuinces ripen in September [TRUE].\n", encoding="utf-8")
    llm = play(Scenario())
    run = panel_run()
    assert run.verdicts == {"Quinces ripen in September [TRUE].": "NOT_ENOUGH_INFO"}
    assert llm.stats()["by_model"] == {FINDER: 1}
