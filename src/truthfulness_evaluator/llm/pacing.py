"""How fast one server is asked: how many calls at a time, how many a minute, and when not at all."""

import asyncio
from collections import deque
from collections.abc import Mapping

from aiolimiter import AsyncLimiter

from truthfulness_evaluator.llm.failures import time_span

_BURST_S = 6.0
"""Seconds' worth of calls that may be made at once where a rate is set."""


class Gate:
    """Lets so many in at a time: fewer after a rebuff, and one more after each full round of successes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._allowed = float(limit)
        self._inside = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait for a place."""
        while self._inside >= int(self._allowed):
            place = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._wake()  # It was called, and does not come.
                raise
            finally:
                if place in self._waiting:
                    self._waiting.remove(place)
        self._inside += 1

    def leave(self) -> None:
        """Give the place back."""
        self._inside -= 1
        self._wake()

    def rebuffed(self) -> None:
        """The server was asked too often."""
        self._allowed = max(1.0, min(self._allowed, self._inside) / 2)

    def welcomed(self) -> None:
        """The server answered."""
        self._allowed = min(self._limit, self._allowed + 1 / int(self._allowed))
        self._wake()

    def _wake(self) -> None:
        free = int(self._allowed) - self._inside
        while free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1


class Pace:
    """The pace of one server. Used on the held loop only.

    Args:
        concurrency: calls at a time.
        per_minute: calls a minute; None: as many as it allows.
    """

    def __init__(self, concurrency: int, per_minute: float | None = None) -> None:
        self._gate = Gate(concurrency)
        self._limiter: AsyncLimiter | None = None
        if per_minute is not None:
            burst = max(1.0, per_minute * _BURST_S / 60)
            self._limiter = AsyncLimiter(burst, burst * 60 / per_minute)
        self._pauses: dict[str, float] = {}

    async def enter(self, model: str) -> None:
        """Wait for one's turn; `leave` ends it."""
        while True:
            await asyncio.sleep(self.pause_of(model))
            await self._gate.enter()
            if self.pause_of(model) <= 0:
                break
            self._gate.leave()
        if self._limiter is not None:
            try:
                await self._limiter.acquire()
            except BaseException:
                self._gate.leave()
                raise

    def leave(self) -> None:
        """One's turn is over."""
        self._gate.leave()

    def pause_of(self, model: str) -> float:
        """Seconds for which a model is not to be asked."""
        return max(0.0, self._pauses.get(model, 0.0) - asyncio.get_running_loop().time())

    def pause(self, model: str, seconds: float) -> None:
        """Do not ask a model for so long."""
        until = asyncio.get_running_loop().time() + seconds
        self._pauses[model] = max(until, self._pauses.get(model, 0.0))

    def rebuffed(self) -> None:
        """The server was asked too often: fewer calls at a time."""
        self._gate.rebuffed()

    def welcomed(self, model: str, headers: Mapping[str, str], tokens: int) -> None:
        """The server answered.

        Args:
            model: that was asked.
            headers: of the response, in lower case.
            tokens: that the next call may take.
        """
        self._gate.welcomed()
        wait = exhausted_for(headers, tokens)
        if wait > 0:
            self.pause(model, wait)


def exhausted_for(headers: Mapping[str, str], tokens: int) -> float:
    """Seconds until a server's limits admit a further call, by the headers of OpenAI's rate limits.

    They tell the limit, what remains of it, and when it will be whole again; it fills up evenly.

    Args:
        headers: in lower case.
        tokens: what the call takes.

    Example:
        >>> names = "x-ratelimit-limit-requests", "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"
        >>> exhausted_for(dict(zip(names, ("60", "0", "1m0s"))), 0)
        1.0
    """
    return max(_until(headers, "requests", 1), _until(headers, "tokens", tokens))


def _until(headers: Mapping[str, str], name: str, wanted: int) -> float:
    limit, remaining = (_count(headers.get(f"x-ratelimit-{each}-{name}")) for each in ("limit", "remaining"))
    whole = time_span(headers.get(f"x-ratelimit-reset-{name}", ""))
    if limit is None or remaining is None or whole is None or remaining >= min(wanted, limit) or remaining >= limit:
        return 0.0
    return whole * (min(wanted, limit) - remaining) / (limit - remaining)


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
