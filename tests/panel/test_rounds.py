"""Whole runs of a panel in rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plays import FOUND, GIVEN, LATE, LIMIT, N, R, S, U, ask, case, plays, vote

from truthfulness_evaluator.consensus.ice import CIRCLES, OVERTURNED
from truthfulness_evaluator.consensus.pool import TIED
from truthfulness_evaluator.consensus.review import CONFLICT
from truthfulness_evaluator.judges.scripted import Line
from truthfulness_evaluator.models import (
    Board,
    Case,
    Flip,
    JudgeFailure,
    Outcome,
    Round,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.testing import ScriptedJudge


def _ice(*judges: ScriptedJudge, **more: object) -> VerificationResult:
    (result,) = ask(Panel(judges, "ice", **more)).results  # type: ignore[arg-type]
    return result


Expected = tuple[Verdict, int, str, dict[str, Verdict]]


@pytest.mark.parametrize(
    ("judges", "expected"),
    [
        pytest.param([plays("a", S), plays("b", S)], (S, 1, "", {"a": S, "b": S}), id="agreed blind"),
        pytest.param([plays("a", S)], (S, 1, "", {"a": S}), id="one judge"),
        pytest.param([plays("a", S), plays("b", R)], (N, 2, TIED, {"a": S, "b": R}), id="both keep: a tie"),
        pytest.param([plays("a", S), plays("b", R, S)], (N, 2, TIED, {"a": S, "b": R}), id="one gives in"),
        pytest.param(
            [plays("a", S), plays("b", R, vote(S, "new"))], (S, 2, "", {"a": S, "b": S}), id="one is convinced"
        ),
        pytest.param(
            [plays("a", S), plays("b", R, R, vote(S, "new"))],
            (N, 2, TIED, {"a": S, "b": R}),
            id="nobody moves: no third round",
        ),
        pytest.param(
            [plays("a", S), plays("b", R, vote(N, "new"), vote(S, "newer"))],
            (S, 3, "", {"a": S, "b": S}),
            id="step by step",
        ),
        pytest.param(
            [plays("a", S, vote(R, "x"), vote(S, "y")), plays("b", R, vote(S, "x"), vote(R, "y"))],
            (N, 3, TIED, {"a": S, "b": R}),
            id="in circles, to a tie",
        ),
        pytest.param(
            [
                plays("a", S, vote(R, "x"), vote(S, "y")),
                plays("b", R, vote(S, "x", confidence=0.8), vote(R, "y", confidence=0.5)),
            ],
            (S, 3, CIRCLES, {"a": S, "b": R}),
            id="in circles",
        ),
        pytest.param(
            [
                plays("a", vote(S, "x"), vote(S, "x", confidence=0.6)),
                plays("b", vote(S, "x", confidence=0.6), vote(R, "y", confidence=0.6)),
                plays("c", vote(R, "x", confidence=0.6), vote(R, "x", confidence=0.6)),
            ],
            (N, 3, OVERTURNED.format(first=S, last=R), {"a": S, "b": R, "c": R}),
            id="overturned by a thin margin",
        ),
        pytest.param(
            [plays("a", S), plays("b", S), plays("c", R)],
            (S, 2, CONFLICT, {"a": S, "b": S, "c": R}),
            id="two against one",
        ),
        pytest.param([plays("a", S), plays("b", R, LATE)], (N, 2, TIED, {"a": S, "b": R}), id="a later failure"),
        pytest.param(
            [plays("a", S, vote(N, "x"), vote(R, "y")), plays("b", R, LIMIT)],
            (N, 2, CONFLICT, {"a": N, "b": R}),
            id="out of budget: no third round",
        ),
        pytest.param(
            [plays("a", S), plays("b", R), plays("c", LIMIT)],
            (N, 1, TIED, {"a": S, "b": R}),
            id="out of budget: no second round",
        ),
        pytest.param(
            [plays("facts", S, exact=True, confidence=0.99), plays("b", R)],
            (S, 2, "", {"facts": S, "b": R}),
            id="the exact judge is not asked again",
        ),
    ],
)
def test_the_rounds(judges: list[ScriptedJudge], expected: Expected) -> None:
    for order in (judges, judges[::-1]):
        result = _ice(*order)
        assert (result.verdict, result.rounds, result.review_reason, result.model_votes) == expected
        assert result.needs_review == bool(expected[2])
        assert len(result.history) == (result.rounds if result.rounds > 1 else 0)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_the_rounds_have_an_end(most: int) -> None:
    steps = [vote(verdict, f"quote {i}") for i, verdict in enumerate((S, N, U, R, S))]
    result = _ice(plays("a", *steps), plays("b", R, R, R, R, R), ice_max_rounds=most)
    assert (result.rounds, result.model_votes["a"]) == (most, steps[most - 1].verdict)


def test_all_that_was_said_stands_in_the_history() -> None:
    first, gives_in, brings = vote(R, "one", reason="r"), vote(S, critique="c"), vote(S, "two")
    result = _ice(plays("a", S), plays("b", first, gives_in, brings), plays("c", N, LATE, vote(N, "x")))
    lost = LATE.model_copy(update={"judge": "c"})
    a = vote(S, judge="a")
    b1, b2 = (vote.model_copy(update={"judge": "b"}) for vote in (first, gives_in))
    assert result.history == [
        Round(number=1, votes=[a, b1, vote(N, judge="c")]),
        Round(
            number=2,
            votes=[a, b2],
            failures=[lost],
            flips=[Flip(judge="b", before=R, after=S, counted=False)],
        ),
    ]
    assert result.failures == [], "the vote of the first round stands"
    assert result.votes == [a, b1, vote(N, judge="c")]


@dataclass(frozen=True)
class Watched(ScriptedJudge):
    """A judge whose cases and boards are kept."""

    seen: list[tuple[list[Case], Board | None]] = field(default_factory=list[tuple[list[Case], Board | None]])

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        self.seen.append((list(cases), board))
        return await super().judge(cases, board=board)


def test_only_open_claims_are_asked_again() -> None:
    judges = [Watched("a", default=S), Watched("b", {"two": R}, default=S), Watched("c", {"two": LATE}, default=S)]
    ask(Panel(judges, "ice"), *(case(key, GIVEN) for key in ("one", "two", "three")))
    asked = [[[case.claim.id for case in cases] for cases, _ in judge.seen] for judge in judges]
    assert asked == [[["one", "two", "three"], ["two"]], [["one", "two", "three"], ["two"]], [["one", "two", "three"]]]


def test_the_board() -> None:
    secret = Watched("gpt-4o", default=Outcome(vote(S, "q", reason="because", index=1), (FOUND,)))
    viewer = Watched("claude-x", default=vote(R, "p"))
    third = Watched("qwen3", default=vote(R, "p", confidence=0.6))
    ask(Panel([secret, viewer, third], "ice"))
    assert [board for _, board in (judge.seen[0] for judge in (secret, viewer, third))] == [None, None, None]
    (case,), board = viewer.seen[1]
    assert board is not None
    assert case.evidence == (GIVEN, FOUND), "what one found, all may read"
    letters = {vote.judge for vote in (*board.positions["one"], board.own["one"])}
    assert letters == {"A", "B", "C"}
    assert board.round == 2
    assert board.own["one"] == vote(R, "p", judge=board.own["one"].judge)
    positions = [vote.model_copy(update={"judge": ""}) for vote in board.positions["one"]]
    expected = [vote(S, "q", reason="because", index=1), vote(R, "p", confidence=0.6)]
    assert sorted(map(str, positions)) == sorted(map(str, expected))
    assert not any(name in str(board) for name in ("gpt", "claude", "qwen"))
    others = {judge.seen[1][1].own["one"].judge for judge in (secret, third) if judge.seen[1][1] is not None}
    assert others == {vote.judge for vote in board.positions["one"]}, "all readers know a judge by one letter"


def test_names_in_texts_become_letters() -> None:
    gives_itself_away = vote(S, "q", reason="GPT-4o: yes, as facts show; see gpt-4o-x", critique="claude-x errs")
    judges = [Watched("openai:gpt-4o", default=gives_itself_away), Watched("claude-x", default=R), plays("facts", S)]
    ask(Panel(judges, "ice"))
    board = judges[1].seen[1][1] if isinstance(judges[1], Watched) else None
    assert board is not None
    own = board.own["one"].judge
    (position,) = (each for each in board.positions["one"] if each.critique)
    assert position.explanation == f"{position.judge}: yes, as facts show; see {position.judge}-x"
    assert position.critique == f"{own} errs"


@pytest.mark.parametrize("name", ["", "10", "facts"], ids=["empty", "a number", "a word"])
def test_names_that_may_be_words_stay(name: str) -> None:
    viewer = Watched(name, default=R)
    ask(Panel([viewer, plays("b", vote(S, reason="10 facts show it"))], "ice"))
    board = viewer.seen[1][1]
    assert board is not None
    assert [each.explanation for each in board.positions["one"]] == ["10 facts show it"]


def test_letters_tell_no_judge() -> None:
    """Over many claims each judge bears each letter."""
    viewer = Watched("a", default=S)
    ask(Panel([viewer, plays("b", R), plays("c", R)], "ice"), *(case(str(i), GIVEN) for i in range(30)))
    board = viewer.seen[1][1]
    assert board is not None
    assert {vote.judge for vote in board.own.values()} == {"A", "B", "C"}


LINES: st.SearchStrategy[Line] = st.builds(
    vote,
    st.sampled_from(Verdict),
    st.sampled_from(["", "one", "two", "three"]),
    confidence=st.sampled_from([0.3, 0.6, 0.9]),
) | st.sampled_from([LATE, LIMIT])
PLAYS: st.SearchStrategy[list[list[Line]]] = st.lists(st.lists(LINES, min_size=1, max_size=4), min_size=1, max_size=4)


@settings(deadline=None, max_examples=80)
@given(PLAYS, st.permutations(range(4)), st.sampled_from(["simple", "weighted", "ice"]), st.integers(1, 4))
def test_the_order_of_judges_never_matters(scripts: list[list[Line]], order: list[int], mode: str, most: int) -> None:
    judges = [plays(name, *lines) for name, lines in zip("abcd", scripts, strict=False)]
    mixed = [judges[i] for i in order if i < len(judges)]
    found, other = (
        ask(Panel(each, mode, ice_max_rounds=most))  # type: ignore[arg-type]
        for each in (judges, mixed)
    )
    assert _sorted(found) == _sorted(other)
    for result in found.results:
        assert result.rounds <= most
        assert len(result.votes) * 2 > len(judges), "a quorum"


def _sorted(answer: PanelAnswer) -> list[object]:
    def by_judge(each: Vote | JudgeFailure) -> str:
        return each.judge

    found: list[object] = []
    for result in answer.results:
        history = [
            each.model_copy(
                update={"votes": sorted(each.votes, key=by_judge), "failures": sorted(each.failures, key=by_judge)}
            )
            for each in result.history
        ]
        update = {"votes": sorted(result.votes, key=by_judge), "failures": sorted(result.failures, key=by_judge)}
        found.append(result.model_copy(update={**update, "history": history}))
    for unvalidated in answer.unvalidated:
        votes, failures = sorted(unvalidated.votes, key=by_judge), sorted(unvalidated.failures, key=by_judge)
        found.append(Unvalidated(claim_id=unvalidated.claim_id, votes=votes, failures=failures))
    return found
