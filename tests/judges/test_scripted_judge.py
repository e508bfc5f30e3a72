import asyncio
from collections.abc import Sequence

import pytest

from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Correction,
    FailureKind,
    JudgeFailure,
    Outcome,
    Verdict,
    Vote,
)
from truthfulness_evaluator.testing import ScriptedJudge

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
LOST = JudgeFailure(judge="anna", kind=FailureKind.TIMEOUT, message="too slow", attempts=3)


def _cases(*texts: str, kind: str = "prose") -> list[Case]:
    return [Case(Claim(id=f"id-{text}", text=text, source_document="a.md", kind=kind)) for text in texts]


def _vote(verdict: Verdict, confidence: float = 0.9) -> Outcome:
    return Outcome(Vote(judge="anna", verdict=verdict, confidence=confidence))


def _answers(judge: ScriptedJudge, cases: Sequence[Case]) -> list[Outcome]:
    return asyncio.run(judge.judge(cases))


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        pytest.param(ScriptedJudge("anna"), [_vote(N)] * 3, id="the default"),
        pytest.param(
            ScriptedJudge("anna", {"id-one": S, "two": R}, default=LOST),
            [_vote(S), _vote(R), Outcome(LOST)],
            id="by id, by text, default",
        ),
        pytest.param(ScriptedJudge("anna", {"id-one": S, "one": R}), [_vote(S), _vote(N), _vote(N)], id="id first"),
        pytest.param(
            ScriptedJudge("anna", {"one": Vote(judge="?", verdict=R, confidence=0.3)}, confidence=0.6),
            [_vote(R, 0.3), _vote(N, 0.6), _vote(N, 0.6)],
            id="a whole vote is signed, a verdict has the judge's confidence",
        ),
        pytest.param(
            ScriptedJudge(
                "anna",
                {
                    "one": Outcome(
                        Vote(judge="", verdict=R, confidence=0.9), (), Correction(span=(0, 1), replacement="2")
                    )
                },
            ),
            [
                Outcome(Vote(judge="anna", verdict=R, confidence=0.9), (), Correction(span=(0, 1), replacement="2")),
                _vote(N),
                _vote(N),
            ],
            id="a whole outcome",
        ),
        pytest.param(
            ScriptedJudge("anna", default=S, batch_size=2, failures={0: LOST}),
            [Outcome(LOST), Outcome(LOST), _vote(S)],
            id="one batch is lost, the other holds",
        ),
        pytest.param(
            ScriptedJudge("anna", {"one": S, "two": R}, batch_size=1, turns=(5, 1, 0)),
            [_vote(S), _vote(R), _vote(N)],
            id="batches out of step, answers in order",
        ),
    ],
)
def test_the_script(judge: ScriptedJudge, expected: list[Outcome]) -> None:
    assert _answers(judge, _cases("one", "two", "three")) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, [_vote(S), _vote(R), _vote(N)]),
        (2, [_vote(R), Outcome(LOST), _vote(N)]),
        (3, [_vote(N), Outcome(LOST), _vote(N)]),
        (4, [_vote(N), Outcome(LOST), _vote(S)]),
    ],
    ids=["before any", "second", "third: what is not there stays", "fourth"],
)
def test_the_script_of_further_rounds(number: int, expected: list[Outcome]) -> None:
    rounds = {2: {"id-one": R, "one": S, "two": LOST}, 3: {"one": N}, 4: {"three": S}}
    judge = ScriptedJudge("anna", {"one": S, "two": R}, rounds=rounds, batch_size=2)
    board = None if number == 1 else Board({}, round=number)
    assert asyncio.run(judge.judge(_cases("one", "two", "three"), board=board)) == expected


def test_batches_finish_out_of_step() -> None:
    finished: list[str] = []

    class Watched(dict[str, Verdict]):
        def get(self, key: str, default: object = None, /) -> Verdict:  # type: ignore[override]
            finished.append(key)
            return S

    judge = ScriptedJudge("anna", Watched(), batch_size=1, turns=(3, 2, 0))
    _answers(judge, _cases("one", "two", "three"))
    assert [key for key in finished if key.startswith("id-")] == ["id-three", "id-two", "id-one"]


def test_it_raises_what_it_is_told() -> None:
    with pytest.raises(TimeoutError, match="late"):
        _answers(ScriptedJudge("anna", raises=TimeoutError("late")), _cases("one"))


def test_no_case_no_answer() -> None:
    assert _answers(ScriptedJudge("anna"), []) == []


@pytest.mark.parametrize(
    ("kinds", "handled"),
    [(None, True), (frozenset({"link"}), True), (frozenset({"prose"}), False), (frozenset[str](), False)],
    ids=["all", "its kind", "another kind", "none"],
)
def test_handles(kinds: frozenset[str] | None, handled: bool) -> None:
    assert ScriptedJudge("anna", kinds=kinds).handles(_cases("one", kind="link")[0].claim) is handled
