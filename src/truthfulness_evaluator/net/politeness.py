"""How hosts are asked: one request at a time, with a pause between pages, not while one wants to be left alone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from truthfulness_evaluator.net.fetched import FetchError, FetchProblem

_HOSTS_AT_ONCE = 16


@dataclass(slots=True)
class _Host:
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    ended: float = float("-inf")
    """When it was last asked for a page, on the clock of the event loop."""
    resting_until: float = float("-inf")


class Turns:
    """Turns at hosts: one at a time at each, at most 16 together."""

    def __init__(self) -> None:
        self._hosts: dict[str, _Host] = {}
        self._places = asyncio.Semaphore(_HOSTS_AT_ONCE)

    @asynccontextmanager
    async def at(self, host: str, pause_s: float | None) -> AsyncGenerator[None]:
        """Wait for a turn at a host, and hold it.

        Args:
            host: in its one spelling.
            pause_s: seconds since the turn before; None: this turn needs no pause, neither before it nor after it.

        Raises:
            FetchError: RATE_LIMITED: the host wants to be left alone.
        """
        clock = asyncio.get_running_loop().time
        known = self._hosts.setdefault(host, _Host())
        async with known.turn:
            if (rest := known.resting_until - clock()) > 0:
                message = f"{host} wants to be left alone for {rest:.0f} s more."
                raise FetchError(FetchProblem.RATE_LIMITED, message, retryable=True)
            await asyncio.sleep(known.ended + (pause_s or 0.0) - clock())
            async with self._places:
                try:
                    yield
                finally:
                    if pause_s is not None:
                        known.ended = clock()

    def rest(self, host: str, seconds: float) -> None:
        """Do not ask a host for so long."""
        known = self._hosts.setdefault(host, _Host())
        known.resting_until = max(known.resting_until, asyncio.get_running_loop().time() + seconds)
