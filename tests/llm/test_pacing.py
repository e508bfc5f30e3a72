"""How fast a server is asked."""

import asyncio
import time
from collections.abc import Callable

import pytest

from fakellm import Capacity, FakeLLM, Fault, Scenario
from llm.asking import ANTHROPIC, OPENAI, PROMPT, SHAPE, Asked
from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.pacing import Gate, Pace, exhausted_for
from truthfulness_evaluator.llm.retries import delay
from truthfulness_evaluator.models.vote import FailureKind

pytestmark = pytest.mark.usefixtures("no_settings")

Start = Callable[..., FakeLLM]


def ask_at_once(asked: Asked, times: int) -> float:
    """Seconds in which so many requests are answered."""

    async def every() -> None:
        await asyncio.gather(*(asked.client.ask(PROMPT, SHAPE) for _ in range(times)))

    began = time.monotonic()
    run(every())
    return time.monotonic() - began


def test_a_rate_is_kept(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), monkeypatch=monkeypatch, llm_requests_per_minute=300)
    assert ask_at_once(asked, 35) > 0.9  # 30 at once, and then 5 a second


@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
@pytest.mark.parametrize("told", ["vendor", "seconds", "ms"])
def test_a_server_is_left_alone_for_as_long_as_it_says(
    told: str, model: str, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten a second, five at once: whoever does not wait for as long as it is told does not get them all."""
    capacity = Capacity(requests_per_minute=600, burst_s=0.5, retry_after=told)
    asked = Asked(play(Scenario(capacity=(capacity,))), model, monkeypatch=monkeypatch)
    ask_at_once(asked, 16)
    assert asked.statuses.count(200) == 16
    assert asked.statuses.count(429) < 30


def test_retry_after_is_waited_for(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault("rate_limit", last=1, retry_after_s=0.4)
    asked = Asked(play(Scenario(faults=(fault,))), monkeypatch=monkeypatch)
    assert ask_at_once(asked, 1) >= 0.4
    assert asked.statuses == [429, 200]


def test_a_long_pause_is_not_waited_for(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(Scenario(faults=(Fault("rate_limit", retry_after_s=3600),))), monkeypatch=monkeypatch)
    errors = [asked.fails(), asked.fails()]
    assert [(error.kind, error.attempts) for error in errors] == [
        (FailureKind.RATE_LIMITED, 1),
        (FailureKind.RATE_LIMITED, 0),
    ]
    assert errors[1].message.startswith("gpt-4o wants to be left alone for 3")


def test_a_crowded_server_is_asked_by_fewer(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Scenario(latency_s=0.02, max_in_flight=2, retry_after_s=0.05)
    asked = Asked(play(scenario), monkeypatch=monkeypatch)
    ask_at_once(asked, 12)
    assert asked.statuses.count(200) == 12


def test_the_gate() -> None:
    async def story() -> list[int]:
        gate = Gate(4)
        inside: list[int] = []
        for _ in range(4):
            await gate.enter()
        waiting = [asyncio.ensure_future(gate.enter()) for _ in range(4)]
        await asyncio.sleep(0)
        inside.append(sum(task.done() for task in waiting))
        gate.rebuffed()  # two at a time
        gate.leave()
        gate.leave()
        await asyncio.sleep(0)
        inside.append(sum(task.done() for task in waiting))
        waiting[0].cancel()
        gate.leave()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        inside.append(sum(task.done() and not task.cancelled() for task in waiting))
        for _ in range(2):
            gate.welcomed()  # three again
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        inside.append(sum(task.done() and not task.cancelled() for task in waiting))
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return inside

    assert run(story()) == [0, 0, 1, 2]


def test_a_place_that_nobody_takes_is_passed_on() -> None:
    async def story() -> bool:
        gate = Gate(1)
        await gate.enter()
        first, second = asyncio.ensure_future(gate.enter()), asyncio.ensure_future(gate.enter())
        await asyncio.sleep(0)
        gate.leave()  # calls the first, which is cancelled before it comes
        first.cancel()
        await asyncio.wait_for(second, 1)
        return first.cancelled()

    assert run(story())


def test_a_pause_is_a_model_s_own() -> None:
    async def story() -> list[bool]:
        pace = Pace(8)
        pace.pause("a", 60)
        pace.pause("a", 1)
        return [pace.pause_of("a") > 50, pace.pause_of("b") > 0]

    assert run(story()) == [True, False]


def headers(name: str, limit: int, remaining: int, reset: str) -> dict[str, str]:
    return {
        f"x-ratelimit-limit-{name}": str(limit),
        f"x-ratelimit-remaining-{name}": str(remaining),
        f"x-ratelimit-reset-{name}": reset,
    }


EXHAUSTED: dict[str, tuple[dict[str, str], float]] = {
    "requests are left": (headers("requests", 60, 1, "59s"), 0.0),
    "none is left": (headers("requests", 60, 0, "60s"), 1.0),
    "tokens are left": (headers("tokens", 1000, 500, "30s"), 0.0),
    "too few are left": (headers("tokens", 1000, 100, "54s"), 24.0),
    "more than there can be": (headers("tokens", 400, 100, "30s"), 30.0),
    "both": (headers("tokens", 1000, 100, "54s") | headers("requests", 60, 0, "60s"), 24.0),
    "none is said": ({}, 0.0),
    "nonsense": (headers("requests", 60, 0, "soon"), 0.0),
    "nothing is used": (headers("requests", 0, 0, "0s"), 0.0),
}


@pytest.mark.parametrize("name", EXHAUSTED)
def test_what_headers_say(name: str) -> None:
    given, seconds = EXHAUSTED[name]
    assert exhausted_for(given, 500) == pytest.approx(seconds)


def failed(kind: FailureKind, told: float | None = None, *, retryable: bool = True) -> ModelCallError:
    return ModelCallError(kind, "", retryable=retryable, retry_after_s=told)


DELAYS = {
    "first": (delay(failed(FailureKind.UNAVAILABLE), 1), (0.25, 0.5)),
    "third": (delay(failed(FailureKind.UNAVAILABLE), 3), (1.0, 2.0)),
    "no fifth attempt": (delay(failed(FailureKind.UNAVAILABLE), 4), None),
    "told": (delay(failed(FailureKind.RATE_LIMITED, 7.0), 5), (7.0, 15.0)),
    "told for long": (delay(failed(FailureKind.RATE_LIMITED, 121.0), 1), None),
    "a time-out": (delay(failed(FailureKind.TIMEOUT), 2), None),
    "nobody is there": (delay(failed(FailureKind.UNAVAILABLE), 1, lost=3), None),
    "nothing to hope for": (delay(failed(FailureKind.REFUSED, retryable=False), 1), None),
}


@pytest.mark.parametrize("name", DELAYS)
def test_delays(name: str) -> None:
    seconds, between = DELAYS[name]
    if between is None:
        assert seconds is None
    else:
        assert seconds is not None
        assert between[0] <= seconds <= between[1]
