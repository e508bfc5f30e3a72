import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from judged_cases import (
    LOG_PASSAGE,
    POOL_PASSAGE,
    N,
    R,
    S,
    ScriptedAsker,
    answer,
    by_claim,
    case,
    claims_in,
    entry,
    error,
    passage,
)

from truthfulness_evaluator.judges.chat import ChatJudge
from truthfulness_evaluator.llm.asking import Prompt
from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Fact,
    FailureKind,
    JudgeFailure,
    Outcome,
    Verdict,
    Vote,
)
from truthfulness_evaluator.store.cache import Cache

ONE = [case("The timeout is 30.", POOL_PASSAGE)]
FOUR = [case(f"Statement number {n}.", POOL_PASSAGE) for n in range(1, 5)]
MORE = [case(f"Another statement, {n}.", passage("x" * 8000, "big.py")) for n in range(4)]
"""A batch of their own: they leave no room for other evidence."""
EIGHT = [case(f"Statement number {n}.", POOL_PASSAGE) for n in range(1, 9)]


def _judge(asker: ScriptedAsker, cases: Sequence[Case], board: Board | None = None, **fields: Any) -> list[Outcome]:
    return asyncio.run(ChatJudge(asker, **fields).judge(cases, board=board))


def _said(outcomes: Sequence[Outcome]) -> list[tuple[object, ...]]:
    """Verdicts; of failures the kind, the calls and the verdict that was claimed."""
    return [
        (each.answer.verdict,)
        if isinstance(each.answer, Vote)
        else (each.answer.kind, each.answer.attempts, each.answer.claimed)
        for each in outcomes
    ]


def _asked(asker: ScriptedAsker) -> list[int]:
    """How many claims each request asked about."""
    return [len(claims_in(prompt)) for prompt in asker.prompts]


GOOD = by_claim(lambda name, _: entry(name))
UNQUOTED = by_claim(lambda name, _: entry(name, quote=None))
BAD = FailureKind.BAD_ANSWER


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param([answer(entry())], [(S,)], id="a vote"),
        pytest.param([UNQUOTED, answer(entry())], [(S,)], id="quoted when asked again"),
        pytest.param(
            [UNQUOTED, answer(entry(verdict="NOT_ENOUGH_INFO", quote=None))], [(N,)], id="another verdict then"
        ),
        pytest.param([UNQUOTED], [(BAD, 2, S)], id="never quoted"),
        pytest.param([answer(entry(verdict="REFUTES", quote="gone"))], [(BAD, 2, R)], id="always invented"),
        pytest.param([answer(entry(verdict="MOSTLY_TRUE"))], [(BAD, 2, None)], id="never a verdict"),
        pytest.param(
            [answer(entry(verdict="REFUTES", quote=None)), answer(entry(verdict="?"))], [(BAD, 2, R)], id="worse then"
        ),
        pytest.param([answer(), answer(entry())], [(S,)], id="answered when asked again"),
        pytest.param([answer()], [(BAD, 2, None)], id="never answered"),
        pytest.param([{"result": 1}], [(BAD, 2, None)], id="never of the shape"),
        pytest.param([answer(entry(), entry(verdict="REFUTES"))], [(BAD, 2, None)], id="always both"),
        pytest.param([answer(entry(), entry(verdict="REFUTES")), answer(entry())], [(S,)], id="both, then one"),
        pytest.param([error(BAD, attempts=2)], [(BAD, 2, None)], id="no JSON: the client has asked again"),
        pytest.param([error(FailureKind.REFUSED)], [(FailureKind.REFUSED, 1, None)], id="refused"),
        pytest.param([error(FailureKind.TIMEOUT, attempts=4)], [(FailureKind.TIMEOUT, 4, None)], id="too slow"),
        pytest.param([error(FailureKind.CONTEXT_TOO_LONG)], [(FailureKind.CONTEXT_TOO_LONG, 1, None)], id="too long"),
        pytest.param([error(FailureKind.LIMIT, attempts=0)], [(FailureKind.LIMIT, 0, None)], id="not asked"),
        pytest.param([UNQUOTED, error(FailureKind.LIMIT, attempts=0)], [(FailureKind.LIMIT, 1, S)], id="not again"),
    ],
)
def test_one_claim(script: Sequence[object], expected: object) -> None:
    assert _said(_judge(ScriptedAsker(script), ONE)) == expected


def _half_without(text: str, kind: FailureKind) -> Any:
    """An answer to prompts that do not hold a text; an error to those that do."""

    def line(prompt: Prompt) -> Any:
        return error(kind) if text in prompt.question else GOOD(prompt)

    return line


def _at_most(count: int) -> Any:
    def line(prompt: Prompt) -> Any:
        return GOOD(prompt) if len(claims_in(prompt)) <= count else error(FailureKind.CONTEXT_TOO_LONG)

    return line


@pytest.mark.parametrize(
    ("script", "expected", "asked"),
    [
        pytest.param([GOOD], [(S,)] * 8, [8], id="all at once"),
        pytest.param(
            [by_claim(lambda name, _: entry(name) if name != "c8" else None), GOOD],
            [(S,)] * 8,
            [8, 1],
            id="one missing",
        ),
        pytest.param(
            [by_claim(lambda name, text: entry(name) if "8" not in text else None)],
            [*[(S,)] * 7, (BAD, 2, None)],
            [8, 1],
            id="one always missing",
        ),
        pytest.param(
            [by_claim(lambda name, text: entry(name, quote="gone" if "3" in text else "timeout=30"))],
            [(S,), (S,), (BAD, 2, S), *[(S,)] * 5],
            [8, 1],
            id="one never quoted",
        ),
        pytest.param([UNQUOTED, GOOD], [(S,)] * 8, [8, *[1] * 8], id="none quoted at first"),
        pytest.param([error(BAD)], [(BAD, 2, None)] * 8, [8, 4, 4], id="never an answer"),
        pytest.param([{"result": 1}], [(BAD, 2, None)] * 8, [8, 4, 4], id="never of the shape"),
        pytest.param([error(BAD), GOOD], [(S,)] * 8, [8, 4, 4], id="no answer, then one"),
        pytest.param(
            [_half_without("number 6", FailureKind.REFUSED)],
            [*[(S,)] * 5, (FailureKind.REFUSED, 4, None), (S,), (S,)],
            [8, 4, 4, 2, 2, 1, 1],
            id="one is refused",
        ),
        pytest.param([_at_most(2)], [(S,)] * 8, [8, 4, 4, 2, 2, 2, 2], id="too long for more than two"),
        pytest.param(
            [_at_most(0)],
            [(FailureKind.CONTEXT_TOO_LONG, 4, None)] * 8,
            [8, 4, 4, 2, 2, 2, 2, *[1] * 8],
            id="always too long",
        ),
        pytest.param([error(FailureKind.AUTH, final=True)], [(FailureKind.AUTH, 1, None)] * 8, [8], id="a wrong key"),
        pytest.param(
            [error(FailureKind.REFUSED, final=True)], [(FailureKind.REFUSED, 1, None)] * 8, [8], id="refused for good"
        ),
        pytest.param([error(FailureKind.UNAVAILABLE)], [(FailureKind.UNAVAILABLE, 1, None)] * 8, [8], id="down"),
    ],
)
def test_a_batch(script: Sequence[object], expected: object, asked: Sequence[int]) -> None:
    asker = ScriptedAsker(script)
    assert _said(_judge(asker, EIGHT)) == expected
    assert sorted(_asked(asker)) == sorted(asked)


def test_whoever_is_asked_again_is_told_what_was_wrong() -> None:
    asker = ScriptedAsker([UNQUOTED, GOOD])
    _judge(asker, ONE)
    first, second = asker.prompts
    assert "Your last answer" not in first.question
    assert "Your last answer cannot be used: it quotes nothing" in second.question
    assert (first.system, first.shared) == (second.system, second.shared)


def test_outcomes_are_in_the_order_of_the_cases() -> None:
    """Cases of two files alternate, so that batches are not in their order."""
    cases = [case(f"Statement number {n}.", (POOL_PASSAGE, LOG_PASSAGE)[n % 2]) for n in range(20)]
    asker = ScriptedAsker([by_claim(lambda name, text: entry(name, "NOT_ENOUGH_INFO", None, reason=text))])
    outcomes = _judge(asker, cases)
    assert [each.answer.explanation for each in outcomes if isinstance(each.answer, Vote)] == [
        each.claim.text for each in cases
    ]


def test_a_failure_says_who_failed_and_why() -> None:
    (outcome,) = _judge(ScriptedAsker([UNQUOTED]), ONE)
    assert outcome == Outcome(
        JudgeFailure(
            judge="anna",
            kind=BAD,
            message="The answer does not count: it quotes nothing, and only a quote from the evidence makes its "
            "verdict count.",
            attempts=2,
            claimed=S,
        )
    )


def test_a_claim_without_evidence_costs_nothing() -> None:
    asker = ScriptedAsker([GOOD])
    outcomes = _judge(asker, [case("The sky is blue."), *ONE])
    assert _said(outcomes) == [(N,), (S,)]
    assert _asked(asker) == [1]


@pytest.mark.parametrize(
    ("claim", "handled"),
    [
        pytest.param(Claim(id="1", text="a", source_document="d"), True, id="prose"),
        pytest.param(Claim(id="1", text="a", source_document="d", unverifiable="an opinion"), False, id="unverifiable"),
        pytest.param(Claim(id="1", text="a", source_document="d", kind="flag"), False, id="another kind"),
        pytest.param(
            Claim(id="1", text="a", source_document="d", fact=Fact(kind="flag", subject="-v")), False, id="with a fact"
        ),
    ],
)
def test_what_it_handles(claim: Claim, handled: bool) -> None:
    judge = ChatJudge(ScriptedAsker([GOOD]))
    assert judge.handles(claim) is handled
    assert judge.needs_evidence
    assert judge.name == "anna"
    assert not getattr(judge, "exact", False)


# -- rounds ----------------------------------------------------------------


def _vote(verdict: Verdict, name: str = "A", reason: str = "So it is.") -> Vote:
    return Vote(judge=name, verdict=verdict, confidence=0.7, explanation=reason)


def test_a_further_round_asks_for_a_critique() -> None:
    asker = ScriptedAsker([answer(entry(verdict="REFUTES", critique="A quotes another option."))])
    board = Board({ONE[0].claim.id: (_vote(S),)}, {ONE[0].claim.id: _vote(R, "anna")})
    (outcome,) = _judge(asker, ONE, board)
    assert isinstance(outcome.answer, Vote)
    assert outcome.answer.critique == "A quotes another option."
    assert "critique" in asker.shapes[0].example


def test_a_further_round_holds_its_votes_to_quotes_too() -> None:
    board = Board({ONE[0].claim.id: (_vote(S),)})
    assert _said(_judge(ScriptedAsker([UNQUOTED]), ONE, board)) == [(BAD, 2, S)]


# -- cache -----------------------------------------------------------------


def test_a_second_run_asks_only_what_is_new(tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.sqlite3") as cache:
        first = _judge(ScriptedAsker([GOOD]), FOUR, cache=cache)
        asker, hits = ScriptedAsker([GOOD]), list[int]()
        more = [*FOUR, case("Something new.", POOL_PASSAGE)]
        second = _judge(asker, more, cache=cache, on_cached=hits.append)
        assert second[:4] == first
        assert _asked(asker) == [1]
        assert hits == [4]


def test_failures_are_not_kept(tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.sqlite3") as cache:
        hopeless = by_claim(lambda name, text: entry(name, quote="gone" if "2" in text else "timeout=30"))
        _judge(ScriptedAsker([hopeless]), FOUR, cache=cache)
        asker = ScriptedAsker([GOOD])
        assert _said(_judge(asker, FOUR, cache=cache)) == [(S,)] * 4
        assert _asked(asker) == [1]


def test_what_is_answered_is_kept_when_the_run_is_stopped(tmp_path: Path) -> None:
    """The first batch is answered, and the run is cancelled while the second one is asked about."""

    class Stopping(ScriptedAsker):
        async def ask(self, prompt: Any, shape: Any) -> Any:
            if self.prompts:
                self.prompts.append(prompt)
                await asyncio.Event().wait()
            return await super().ask(prompt, shape)

    async def run(cache: Cache) -> None:
        asker = Stopping([GOOD])
        task = asyncio.ensure_future(ChatJudge(asker, cache).judge([*EIGHT, *MORE]))
        while len(asker.prompts) < 2 or cache.texts("votes") == {}:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Cache(tmp_path / "cache.sqlite3") as cache:
        asyncio.run(run(cache))
        asker = ScriptedAsker([by_claim(lambda name, _: entry(name, "NOT_ENOUGH_INFO", None))])
        _judge(asker, [*EIGHT, *MORE], cache=cache)
        assert _asked(asker) == [4]


def test_rounds_are_kept_apart(tmp_path: Path) -> None:
    board = Board({ONE[0].claim.id: (_vote(R),)})
    with Cache(tmp_path / "cache.sqlite3") as cache:
        for said in (None, board, Board({ONE[0].claim.id: (_vote(R, reason="Another."),)})):
            for calls in (1, 0):
                asker = ScriptedAsker([GOOD])
                _judge(asker, ONE, said, cache=cache)
                assert len(asker.prompts) == calls


def test_without_a_cache_all_is_asked_again() -> None:
    asker = ScriptedAsker([GOOD])
    _judge(asker, ONE)
    _judge(asker, ONE)
    assert _asked(asker) == [1, 1]
