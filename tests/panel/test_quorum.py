"""Who must have voted, and who is not asked."""

import pytest
from plays import GIVEN, LATE, R, S, U, ask, case, plays

from truthfulness_evaluator.models import (
    FailureKind,
    JudgeFailure,
    VerificationResult,
)
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.testing import ScriptedJudge


@pytest.mark.parametrize(
    ("judges", "min_votes", "expected"),
    [
        pytest.param([plays("a", S), plays("b", S)], None, 2, id="all vote"),
        pytest.param([plays("a", S), plays("b", LATE)], None, None, id="one of two"),
        pytest.param([plays("a", S), plays("b", LATE)], 1, 1, id="one is enough"),
        pytest.param([plays("a", S), plays("b", S), plays("c", LATE)], None, 2, id="two of three"),
        pytest.param([plays("a", S), plays("b", S), plays("c", LATE)], 3, None, id="three are wanted"),
        pytest.param([plays("a", S), plays("b", LATE), plays("c", LATE)], None, None, id="one of three"),
        pytest.param([plays(n, S) for n in "ab"] + [plays(n, LATE) for n in "cd"], None, None, id="half of four"),
        pytest.param([plays("facts", S, exact=True), plays("b", LATE)], None, 1, id="an exact one alone"),
        pytest.param([plays("facts", S, exact=True), plays("b", LATE)], 1, 1, id="an exact one of two"),
        pytest.param([plays("a", LATE, S), plays("b", LATE, S)], None, None, id="none: no round"),
    ],
)
@pytest.mark.parametrize("consensus", ["simple", "weighted", "ice"])
def test_the_quorum(judges: list[ScriptedJudge], min_votes: int | None, expected: int | None, consensus: str) -> None:
    answer = ask(Panel(judges, consensus, min_votes=min_votes))  # type: ignore[arg-type]
    lost = [each for judge in judges if isinstance(each := judge.default, JudgeFailure)]
    if expected is None:
        (unvalidated,) = answer.unvalidated
        assert answer.results == ()
        assert (len(unvalidated.votes), len(unvalidated.failures)) == (len(judges) - len(lost), len(lost))
    else:
        (result,) = answer.results
        assert (len(result.votes), len(result.failures)) == (expected, len(lost))


def test_a_claim_that_fewer_judges_handle_needs_all_of_these() -> None:
    judges = [plays("a", S), plays("b", S, kinds=frozenset({"path"}))]
    assert [result.model_votes for result in ask(Panel(judges, min_votes=2)).results] == [{"a": S}]


def test_an_unfetched_claim_is_asked_of_nobody_and_is_a_failure() -> None:
    judges = [plays("a", S, needs_evidence=True), plays("b", S, needs_evidence=True)]
    lost = JudgeFailure(judge="shelf", kind=FailureKind.UNAVAILABLE, message="no network")
    answer = ask(Panel(judges, "ice"), case("one"), unfetched={"one": (lost,)})
    assert [(each.failures, each.votes) for each in answer.unvalidated] == [([lost], [])]


@pytest.mark.parametrize("judges", [[], [plays("a", S)]], ids=["nobody", "a judge"])
def test_an_unverifiable_claim_is_asked_of_nobody(judges: list[ScriptedJudge]) -> None:
    asked = case("one", GIVEN, unverifiable="an opinion")
    answer = ask(Panel(judges), asked)
    assert answer == PanelAnswer(
        (asked.claim,),
        (VerificationResult(claim_id="one", verdict=U, confidence=1.0, explanation="an opinion", by_model=True),),
    )


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"ice_max_rounds": 0}, "ice_max_rounds is 0"),
        ({"min_votes": 0}, "min_votes is 0"),
        ({"min_votes": 3}, "min_votes is 3, and only 2 judges vote"),
        ({"min_votes": 2, "weights": {"a": 0.0}}, "min_votes is 2, and only 1 judge votes"),
    ],
    ids=["no round", "no vote", "too many votes", "too many votes, as one is silenced"],
)
def test_a_panel_that_cannot_be(kwargs: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Panel([plays("a", S), plays("b", S), plays("facts", S, exact=True)], **kwargs)  # type: ignore[arg-type]


def test_without_a_panel_a_wanted_number_of_votes_is_no_mistake() -> None:
    assert ask(Panel([plays("facts", S, exact=True)], min_votes=3)).results[0].verdict is S


def test_what_is_known_of_a_judge_counts() -> None:
    says_yes = {S: {S: 100.0}, R: {S: 100.0}}
    for known, expected in (({}, S), ({"a": says_yes}, R)):
        judges = [plays("a", S, confidence=0.95), plays("b", R, confidence=0.8)]
        (result,) = ask(Panel(judges, reliability=known)).results
        assert result.verdict is expected
