import asyncio

import pytest

from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.judges.scripted import Line
from truthfulness_evaluator.models import Case, Claim, Document, Evidence, FailureKind, JudgeFailure, Verdict, Vote
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.panel.quorum import has_quorum, needed
from truthfulness_evaluator.testing import ScriptedJudge

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
GATE = Gate(Document(name="README.md", media_type="text/markdown", text="# A"))
PASSAGE = Evidence(source="a.py", source_type="filesystem", content="words", relevance_score=1)
LOST = JudgeFailure(judge="", kind=FailureKind.TIMEOUT)
UNSURE = Vote(judge="", verdict=S, confidence=0.6)
SCREENING = frozenset({"small", "other"})


def _case(key: str = "one", *evidence: Evidence) -> Case:
    return Case(Claim(id=key, text=f"of {key}", source_document="README.md"), evidence)


def _ask(panel: Panel, *cases: Case) -> PanelAnswer:
    return asyncio.run(panel.ask(cases or [_case()], GATE))


def _never(name: str) -> ScriptedJudge:
    return ScriptedJudge(name, raises=AssertionError("asked"))


@pytest.mark.parametrize(
    ("small", "other", "is_open"),
    [
        pytest.param(S, S, False, id="agreed"),
        pytest.param(N, N, False, id="agreed that it is open"),
        pytest.param(S, R, True, id="disputed"),
        pytest.param(S, N, True, id="one does not know"),
        pytest.param(UNSURE, UNSURE, True, id="doubted"),
        pytest.param(S, LOST, True, id="one could not judge"),
        pytest.param(LOST, LOST, True, id="none could judge"),
    ],
)
@pytest.mark.parametrize("consensus", ["simple", "weighted", "ice"])
def test_the_whole_panel_sees_what_is_open(small: Line, other: Line, is_open: bool, consensus: str) -> None:
    judges = [ScriptedJudge("small", default=small), ScriptedJudge("other", default=other)]
    judges += [ScriptedJudge(name, default=S) if is_open else _never(name) for name in ("large", "larger")]
    for order in (judges, judges[::-1]):
        answer = _ask(Panel(order, consensus, screening=SCREENING))  # type: ignore[arg-type]
        given = [*answer.results, *answer.unvalidated]
        voters = {vote.judge for each in given for vote in each.votes}
        assert ("large" in voters, "larger" in voters) == (is_open, is_open)


def test_each_claim_for_itself() -> None:
    judges = [ScriptedJudge("small", {"two": UNSURE}, default=S), ScriptedJudge("large", default=R)]
    answer = _ask(Panel(judges, screening=SCREENING), _case("one"), _case("two"), _case("three"))
    assert [list(result.model_votes) for result in answer.results] == [["small"], ["small", "large"], ["small"]]


@pytest.mark.parametrize("consensus", ["simple", "weighted", "ice"])
def test_the_votes_of_those_who_were_asked_first_count(consensus: str) -> None:
    judges = [ScriptedJudge("small", default=UNSURE), ScriptedJudge("large", default=S, confidence=0.8)]
    (result,) = _ask(Panel(judges, consensus, screening=SCREENING)).results  # type: ignore[arg-type]
    assert (result.verdict, result.model_votes) == (S, {"small": S, "large": S})
    assert result.confidence < 0.8


@pytest.mark.parametrize("screening", [frozenset[str](), frozenset({"unknown"})], ids=["none", "not of the panel"])
def test_without_such_judges_all_are_asked_at_once(screening: frozenset[str]) -> None:
    judges = [ScriptedJudge(name, default=S) for name in ("small", "large")]
    assert list(_ask(Panel(judges, screening=screening)).results[0].model_votes) == ["small", "large"]


def test_what_is_looked_up_needs_nobody_else() -> None:
    judges = [_never("large"), ScriptedJudge("facts", default=S, exact=True), ScriptedJudge("small", kinds=frozenset())]
    assert _ask(Panel(judges, screening=SCREENING)).results[0].model_votes == {"facts": S}


def test_a_claim_that_those_do_not_handle_goes_to_the_others() -> None:
    judges = [ScriptedJudge("small", kinds=frozenset()), ScriptedJudge("large", default=S)]
    assert _ask(Panel(judges, screening=SCREENING)).results[0].model_votes == {"large": S}


def test_more_votes_are_wanted_than_are_asked_first() -> None:
    judges = [ScriptedJudge("small", default=S), ScriptedJudge("large", default=S)]
    assert _ask(Panel(judges, screening=SCREENING, min_votes=2)).results[0].model_votes == {"small": S, "large": S}


def test_without_evidence_nobody_is_paid() -> None:
    judges = [ScriptedJudge(name, raises=AssertionError(), needs_evidence=True) for name in ("small", "large")]
    assert _ask(Panel(judges, screening=SCREENING)).results[0].explanation == "no evidence was found"


@pytest.mark.parametrize(
    ("asked", "min_votes", "expected"),
    [(0, None, 1), (1, None, 1), (2, None, 2), (3, None, 2), (4, None, 3), (5, None, 3), (2, 1, 1), (1, 3, 3)],
)
def test_votes_that_are_needed(asked: int, min_votes: int | None, expected: int) -> None:
    assert needed(asked, min_votes) == expected
    votes = [Vote(judge=str(i), verdict=S, confidence=0.9) for i in range(expected)]
    assert has_quorum(votes, asked, (), min_votes)
    assert not has_quorum(votes[1:], asked, (), min_votes)
    assert has_quorum(votes[:1], asked, {"0"}, min_votes)
