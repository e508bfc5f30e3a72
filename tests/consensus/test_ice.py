from collections.abc import Sequence

import pytest

from truthfulness_evaluator.consensus.changes import flips
from truthfulness_evaluator.consensus.ice import CIRCLES, Deliberation, Stop, begun, concluded, continued, stop
from truthfulness_evaluator.consensus.pool import TIED, Consensus
from truthfulness_evaluator.consensus.weighted import pooled, weighted
from truthfulness_evaluator.models import Citation, FailureKind, Flip, JudgeFailure, Verdict, Vote

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
Row = tuple[Verdict, float]


def _vote(
    judge: str, verdict: Verdict, quote: str = "", reason: str = "", critique: str = "", confidence: float = 0.9
) -> Vote:
    citations = [Citation(evidence_index=0, quote=quote)] if quote else []
    return Vote(
        judge=judge,
        verdict=verdict,
        confidence=confidence,
        explanation=reason,
        citations=citations,
        critique=critique,
    )


A1 = _vote("a", S, "The limit is ten.")
CRITIQUE = "The passage speaks of the limit of another command."


@pytest.mark.parametrize(
    ("now", "earlier", "opponent", "counted"),
    [
        pytest.param(_vote("a", S, "anything"), [], None, None, id="no change"),
        pytest.param(_vote("a", R), [], None, False, id="no reason at all"),
        pytest.param(_vote("a", R, reason="The others are right."), [], None, False, id="gives in"),
        pytest.param(_vote("a", R, critique="A is wrong about all of it."), [], None, False, id="its own critique"),
        pytest.param(_vote("a", R, "The limit is ten."), [], None, False, id="the quote that it gave before"),
        pytest.param(_vote("a", R, " the LIMIT\nis  ten"), [], None, False, id="the same words in other dress"),
        pytest.param(_vote("a", R, "limit is"), [], None, False, id="a part of that quote"),
        pytest.param(_vote("a", R, "imit is te"), [], None, True, id="parts of words are no part"),
        pytest.param(_vote("a", R, "..."), [], None, False, id="a quote without words"),
        pytest.param(_vote("a", R, "The limit is nine."), [], None, True, id="a new quote"),
        pytest.param(_vote("a", N, "The limit is ten. In version 1."), [], None, True, id="a longer quote"),
        pytest.param(
            _vote("a", R, "The limit is nine."),
            [_vote("a", R, "The limit is nine.")],
            None,
            False,
            id="new two rounds ago",
        ),
        pytest.param(
            _vote("a", R, "The limit is nine."),
            [_vote("b", R, "The limit is nine.")],
            None,
            True,
            id="another judge's quote is new to this one",
        ),
        pytest.param(
            _vote("a", N, reason="Indeed it speaks of the limit of another command, not this one."),
            [],
            _vote("b", R, critique=CRITIQUE),
            True,
            id="cites a critique",
        ),
        pytest.param(
            _vote("a", N, reason="It speaks of another limit."),
            [],
            _vote("b", R, critique=CRITIQUE),
            False,
            id="too few words of the critique",
        ),
        pytest.param(
            _vote("a", N, reason="Wrong command indeed."),
            [],
            _vote("b", R, critique="Wrong command indeed!"),
            True,
            id="all of a short critique",
        ),
        pytest.param(_vote("a", N, reason="No, no."), [], _vote("b", R, critique="No."), False, id="two words at most"),
        pytest.param(
            _vote("a", N, reason="It speaks of the limit of another command."),
            [_vote("a", S, reason="He says it speaks of the limit of another command.")],
            _vote("b", R, critique="speaks of the limit of another command"),
            False,
            id="a critique that it cited before",
        ),
        pytest.param(
            _vote("a", N, reason="It speaks of the limit of another command."),
            [],
            _vote("b", S, critique=CRITIQUE),
            False,
            id="a critique by one who agreed with it",
        ),
    ],
)
def test_which_changes_count(now: Vote, earlier: list[Vote], opponent: Vote | None, counted: bool | None) -> None:
    before = {"a": A1} | ({opponent.judge: opponent} if opponent else {})
    expected = [] if counted is None else [Flip(judge="a", before=S, after=now.verdict, counted=counted)]
    assert flips(before, [now], [A1, *earlier]) == expected


def test_flips_are_in_the_order_of_names() -> None:
    before = {name: _vote(name, S) for name in "cab"}
    found = flips(before, [_vote(name, R, "new") for name in "bca"], list(before.values()))
    assert [flip.judge for flip in found] == ["a", "b", "c"]


def _rounds(*rounds: Sequence[Vote | JudgeFailure]) -> Deliberation:
    so_far: Deliberation | None = None
    for answers in rounds:
        votes = [each for each in answers if isinstance(each, Vote)]
        failures = [each for each in answers if isinstance(each, JudgeFailure)]
        so_far = begun(votes, failures) if so_far is None else continued(so_far, votes, failures)
    assert so_far is not None
    return so_far


def _lost(judge: str, kind: FailureKind = FailureKind.TIMEOUT) -> JudgeFailure:
    return JudgeFailure(judge=judge, kind=kind)


B1 = _vote("b", R, "one")
APART = (A1, B1)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param([(A1, _vote("b", S))], Stop.UNANIMOUS, id="agreed blind"),
        pytest.param([(A1,)], Stop.UNANIMOUS, id="one vote"),
        pytest.param([APART], None, id="apart"),
        pytest.param([(*APART, _lost("c", FailureKind.LIMIT))], Stop.BUDGET, id="budget spent in the first round"),
        pytest.param([(*APART, _lost("c"))], None, id="a failure of another kind"),
        pytest.param([APART, APART], Stop.STABLE, id="all keep their votes"),
        pytest.param([APART, (_vote("a", R), B1)], Stop.STABLE, id="a change that does not count"),
        pytest.param([APART, (_vote("a", R, "new"), B1)], Stop.UNANIMOUS, id="a change that counts, agreed"),
        pytest.param([APART, (_vote("a", N, "new"), B1)], None, id="a change that counts, still apart"),
        pytest.param([APART, (_lost("a"), _lost("b"))], Stop.STABLE, id="all fail in a later round"),
        pytest.param([APART, (_vote("a", N, "new"), _lost("b", FailureKind.INTERRUPTED))], Stop.BUDGET, id="no more"),
        pytest.param(
            [APART, (_vote("a", R, "new"), _vote("b", S, "new")), (_vote("a", S, "more"), _vote("b", R, "more"))],
            Stop.CYCLING,
            id="there and back",
        ),
        pytest.param(
            [APART, (_vote("a", N, "new"), B1), (_vote("a", S, "more"), B1)], Stop.CYCLING, id="one there and back"
        ),
        pytest.param(
            [
                APART,
                (_vote("a", N, "a2"), B1),
                (_vote("a", N), _vote("b", S, "b2")),
                (_vote("a", R, "a3"), _vote("b", S)),
            ],
            Stop.ROUNDS,
            id="four rounds",
        ),
    ],
)
def test_when_the_rounds_end(rounds: list[tuple[Vote | JudgeFailure, ...]], expected: Stop | None) -> None:
    for number in range(1, len(rounds)):
        assert stop(_rounds(*rounds[:number]), 4) is None, "they have not ended before"
    assert stop(_rounds(*rounds), 4) is expected


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_rounds_than_wanted(most: int) -> None:
    turns = [APART, (_vote("a", N, "new"), B1), (_vote("a", N), _vote("b", S, "other"))]
    assert stop(_rounds(*turns[:most]), most) is Stop.ROUNDS


def test_what_stands() -> None:
    so_far = _rounds(
        [_vote("a", S, "q", confidence=0.6), _vote("b", R, "q", confidence=0.6), _vote("c", S), _vote("d", S)],
        [
            _vote("a", S, "q", "surer", confidence=0.9),
            _vote("b", R, "another", "surer, and why", confidence=0.9),
            _vote("c", R, reason="gives in"),
            _lost("d"),
        ],
    )
    assert so_far.votes == [
        _vote("a", S, "q", "surer", confidence=0.6),
        _vote("b", R, "another", "surer, and why", confidence=0.9),
        _vote("c", S),
        _vote("d", S),
    ]
    assert so_far.rounds[1].flips == [Flip(judge="c", before=S, after=R, counted=False)]
    assert so_far.rounds[1].failures == [_lost("d")]


def test_less_sure_needs_no_reason() -> None:
    so_far = _rounds([_vote("a", S), B1], [_vote("a", S, confidence=0.5), B1])
    assert so_far.standing["a"].confidence == 0.5


def _said(**by_judge: Row) -> list[Vote]:
    return [_vote(judge, verdict, f"{judge}{verdict}", judge, "", sure) for judge, (verdict, sure) in by_judge.items()]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param([_said(a=(S, 0.9), b=(S, 0.9))], Consensus(S, 0.9, "a"), id="agreed blind"),
        pytest.param(
            [_said(a=(S, 0.9), b=(R, 0.9))],
            Consensus(N, 0.0807, "the judges disagree: a says SUPPORTS, b says REFUTES", TIED),
            id="a tie",
        ),
        pytest.param(
            [_said(a=(S, 0.9), b=(R, 0.6)), _said(a=(R, 0.8), b=(R, 0.6))],
            Consensus(R, 0.2899, "a"),
            id="turned, and all agree: 0.7101, of what was 0.41 times as probable",
        ),
        pytest.param(
            [_said(a=(S, 0.9), b=(R, 0.9)), _said(a=(R, 0.9), b=(R, 0.9))],
            Consensus(R, 0.9, "a"),
            id="a tie that is resolved",
        ),
        pytest.param(
            [_said(a=(S, 0.9), b=(R, 0.6)), _said(a=(S, 0.9), b=(S, 0.6))],
            Consensus(S, 0.7861, "a"),
            id="what was the most probable one stays so",
        ),
        pytest.param(
            [
                _said(a=(S, 0.9), b=(S, 0.6), c=(R, 0.6)),
                _said(a=(S, 0.6), b=(R, 0.6), c=(R, 0.6)),
            ],
            Consensus(
                N,
                0.1568,
                "the judges disagree: a says SUPPORTS, b says REFUTES, c says REFUTES",
                "the rounds turned SUPPORTS into REFUTES by a thin margin",
            ),
            id="turned by a thin margin",
        ),
        pytest.param(
            [
                _said(a=(S, 0.7), b=(S, 0.7), c=(R, 0.7)),
                _said(a=(S, 0.7), b=(R, 0.9), c=(R, 0.7)),
            ],
            Consensus(R, 0.3108, "b"),
            id="turned by a wide margin",
        ),
        pytest.param(
            [
                _said(a=(R, 0.6), b=(R, 0.6), c=(S, 0.6), d=(N, 0.5)),
                _said(a=(R, 0.6), b=(R, 0.6), c=(S, 0.6), d=(N, 0.5)),
            ],
            Consensus(R, 0.3599, "a"),
            id="a thin margin that overturns nothing",
        ),
        pytest.param(
            [
                _said(a=(S, 0.9), b=(R, 0.7)),
                _said(a=(N, 0.9), b=(R, 0.7)),
                [_vote("a", S, "more", "a"), _vote("b", R, "bREFUTES", "b", confidence=0.7)],
            ],
            Consensus(S, 0.528, "a", CIRCLES),
            id="in circles",
        ),
    ],
)
def test_what_the_rounds_come_to(rounds: list[list[Vote]], expected: Consensus) -> None:
    found = concluded(_rounds(*rounds), weighted, pooled)
    assert found is not None
    assert found.confidence == pytest.approx(expected.confidence, abs=5e-5)
    assert (found.verdict, found.explanation, found.review_reason) == (
        expected.verdict,
        expected.explanation,
        expected.review_reason,
    )


def test_no_vote_no_consensus() -> None:
    assert concluded(begun([], [_lost("a")]), weighted, pooled) is None
