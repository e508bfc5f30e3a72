"""What the clients of a run share: limits, usage, the trace, interruption, what is known of a model."""

import asyncio
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from llm.asking import ANSWERED, ANTHROPIC, KEY, OPENAI, PROMPT, SHAPE, Asked, verdicts
from truthfulness_evaluator.core.errors import ModelCallError, SettingsError
from truthfulness_evaluator.llm.asking import Prompt
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.trace import Trace
from truthfulness_evaluator.models.report import ModelUsage
from truthfulness_evaluator.models.vote import FailureKind
from truthfulness_evaluator.store.cache import Cache

pytestmark = pytest.mark.usefixtures("no_settings")

Start = Callable[..., FakeLLM]


def ask_at_once(asked: Asked, times: int) -> list[str]:
    """What came of so many requests: `answered`, or the failure's kind."""

    async def one() -> str:
        try:
            await asked.client.ask(PROMPT, SHAPE)
        except ModelCallError as error:
            return error.kind.value
        return "answered"

    async def every() -> list[str]:
        return list(await asyncio.gather(*(one() for _ in range(times))))

    return run(every())


def test_calls_stop_at_their_limit(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), monkeypatch=monkeypatch, max_calls=3)
    assert sorted(ask_at_once(asked, 5)) == ["answered"] * 3 + ["limit"] * 2
    error = asked.fails()
    assert (error.attempts, str(error)) == (0, "Not asked: the run's limit of 3 calls is reached.")
    assert len(asked.statuses) == 3


def test_a_further_attempt_is_a_call_like_others(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(Scenario(faults=(Fault("http_500"),))), monkeypatch=monkeypatch, max_calls=2)
    error = asked.fails()
    assert (error.kind, error.attempts, len(asked.statuses)) == (FailureKind.LIMIT, 2, 2)


def test_money_stops_before_it_is_spent(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), monkeypatch=monkeypatch, max_cost=0.02)
    outcomes = ask_at_once(asked, 40)
    (usage,) = asked.resources.ledger.usages()
    assert set(outcomes) == {"answered", "limit"}
    assert usage.cost is not None
    assert 0.015 < usage.cost <= 0.02
    assert usage.calls == outcomes.count("answered") == len(asked.statuses)
    assert asked.fails().message == "Not asked: the run's limit of 0.02 US dollars is reached."


def test_no_money_no_call(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), monkeypatch=monkeypatch, max_cost=0.0)
    assert (asked.fails().kind, asked.statuses) == (FailureKind.LIMIT, [])


def test_time_stops_what_waits(fake_llm: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    llm = fake_llm(Scenario(latency_s=0.3))
    asked = Asked(llm, monkeypatch=monkeypatch, max_seconds=0.2, llm_concurrency=1)
    assert sorted(ask_at_once(asked, 4)) == ["answered", "limit", "limit", "limit"]
    assert len(asked.statuses) == 1


def test_time_stops_further_attempts(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault("rate_limit", retry_after_s=60)
    asked = Asked(play(Scenario(faults=(fault,))), monkeypatch=monkeypatch, max_seconds=5)
    error = asked.fails()
    assert (error.kind, error.attempts) == (FailureKind.RATE_LIMITED, 1)


def test_a_price_that_is_not_known(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine costs nothing; the report still says that the price is unknown."""
    asked = Asked(play(), "my-own-model", monkeypatch=monkeypatch, max_cost=1.0)
    assert not asked.client.priced
    assert verdicts(asked.ask()) == ANSWERED
    assert [usage.cost for usage in asked.resources.ledger.usages()] == [None]

    far = Asked(play(), "my-own-model", monkeypatch=monkeypatch, llm_base_url="http://llm.invalid/v1", max_cost=1.0)
    errors = [far.fails(), far.fails()]
    assert {(error.kind, error.final, error.attempts, error.message) for error in errors} == {
        (
            FailureKind.LIMIT,
            True,
            0,
            "Not asked: the price of my-own-model is not known, so that max_cost cannot be kept.",
        )
    }


def test_usage_by_model_and_part(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), monkeypatch=monkeypatch)
    ledger = asked.resources.ledger
    asked.ask()
    with ledger.part() as part:
        asked.client = ChatClient(ANTHROPIC, config=asked.config, resources=asked.resources)
        asked.ask()
        ledger.count(ANTHROPIC, cached=2)
    (of_part,) = part.usages()
    first, second = ledger.usages()
    tokens = [(int(e["prompt_tokens"]), int(e["completion_tokens"])) for e in asked.llm.log.entries]
    assert [first.model, second.model] == [ANTHROPIC, OPENAI]
    assert of_part == first
    assert [(each.input_tokens, each.output_tokens) for each in (second, first)] == tokens
    assert (first.calls, first.cached, second.calls, second.cached) == (1, 2, 1, 0)
    assert second.cost == pytest.approx((tokens[0][0] * 2.5 + tokens[0][1] * 10) / 1e6)
    assert first.cost == pytest.approx((tokens[1][0] * 3 + tokens[1][1] * 15) / 1e6)


def test_a_failed_call_is_counted(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(Scenario(faults=(Fault("bad_key"),))), monkeypatch=monkeypatch)
    asked.fails()
    assert asked.resources.ledger.usages() == [ModelUsage(model=OPENAI, calls=1)]


def test_an_interruption_ends_what_runs_and_what_comes(fake_llm: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(fake_llm(Scenario(latency_s=2)), monkeypatch=monkeypatch, llm_concurrency=2)
    timer = threading.Timer(0.3, asked.resources.interrupt)
    timer.start()
    assert ask_at_once(asked, 5) == ["interrupted"] * 5
    assert (asked.fails().kind, asked.fails().attempts) == (FailureKind.INTERRUPTED, 0)
    assert asked.resources.ledger.usages()[0].calls == 2
    timer.join()
    asked.resources.go_on()
    assert verdicts(asked.ask()) == ANSWERED


def test_what_is_known_of_a_model_stays_known(play: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    llm = play(Scenario(faults=(Fault("schema_refused"), Fault("temperature_refused"))))
    with Cache(tmp_path / "cache.sqlite3") as cache:
        Asked(llm, monkeypatch=monkeypatch, cache=cache).ask()
        asked = Asked(llm, monkeypatch=monkeypatch, cache=cache)
        assert verdicts(asked.ask()) == ANSWERED
    assert asked.modes[-1] == "tool"
    assert asked.statuses == [400, 400, 200, 200]


@pytest.mark.parametrize("noted", ["text", {"way": "by post"}, {"way": ["tool"]}, 7])
def test_nonsense_in_the_cache_is_passed_over(
    noted: object, play: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Cache(tmp_path / "cache.sqlite3") as cache:
        asked = Asked(play(), monkeypatch=monkeypatch, cache=cache)
        cache.put("ways", asked.resources.state("openai", asked.llm.url, OPENAI).key, noted)  # pyright: ignore[reportArgumentType]
        asked = Asked(asked.llm, monkeypatch=monkeypatch, cache=cache)
        assert verdicts(asked.ask()) == ANSWERED
    assert asked.modes == ["json_schema"]


def test_the_trace(play: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    faults = (Fault("http_500", first=2, last=2), Fault("schema_refused"))
    asked = Asked(play(Scenario(faults=faults)), monkeypatch=monkeypatch, trace=file)
    asked.ask(Prompt("Judge.", "Evidence.", "Claim c1: It is so [TRUE]"))
    text = file.read_text(encoding="utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    told = [(e["way"], e["failure"] and e["failure"]["kind"], e["answer"] is None) for e in entries]
    assert told == [
        ("json_schema", "unavailable", True),
        ("function_calling", "unavailable", True),
        ("function_calling", None, False),
    ]
    last = entries[-1]
    assert last["answer"]["judgments"][0]["verdict"] == "SUPPORTS"
    assert last["prompt"] == {"system": "Judge.", "shared": "Evidence.", "question": "Claim c1: It is so [TRUE]"}
    assert (last["model"], last["task"], last["output_tokens"] > 0, last["cost"] > 0) == (
        OPENAI,
        SHAPE.name,
        True,
        True,
    )
    assert KEY not in text


def test_a_trace_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"The trace cannot be written to .*no/trace: No such file or directory\."):
        Trace(tmp_path / "no" / "trace")


def test_interrupt_by_the_keyboard_ends_in_order(fake_llm: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first Ctrl-C ends what runs, and what is done is kept."""
    asked = Asked(fake_llm(Scenario(latency_s=2)), monkeypatch=monkeypatch)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()

    async def outcome() -> str:
        try:
            await asked.client.ask(PROMPT, SHAPE)
        except ModelCallError as error:
            return f"kept, {error.kind}"
        return "answered"

    assert run(outcome(), on_interrupt=asked.resources.interrupt) == "kept, interrupted"
    timer.join()


def test_who_does_not_mind_interruptions_gets_them(fake_llm: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(fake_llm(Scenario(latency_s=2)), monkeypatch=monkeypatch)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        asked.ask()
    timer.join()
