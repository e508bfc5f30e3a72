"""What a run may spend: money, calls, time. Asked before each call."""

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import nullcontext

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.models.vote import FailureKind


class Reservation:
    """Money that is set aside for a call."""

    def __init__(self, budget: "Budget", amount: float) -> None:
        self._budget = budget
        self._amount = amount

    def settle(self, cost: float | None) -> None:
        """The call is over.

        Args:
            cost: what it cost; None: nobody knows, so that what was set aside counts.
        """
        self._budget.settle(self._amount, self._amount if cost is None else cost)


class Budget:
    """The limits of a run. Used on the held loop only. Its clock starts with the first call.

    Args:
        max_cost: US dollars; None: no limit, as below.
        max_calls: calls.
        max_seconds: seconds after which no further call begins.
        clock: seconds.
    """

    def __init__(
        self,
        max_cost: float | None = None,
        max_calls: int | None = None,
        max_seconds: float | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_cost = max_cost
        self._max_calls = max_calls
        self._max_seconds = max_seconds
        self._clock = clock
        self._began: float | None = None
        self._calls = 0
        self._spent = 0.0
        self._reserved = 0.0
        self._settled: asyncio.Event | None = None
        self._turn = asyncio.Lock()
        """Of who waits for money: a dear call is not overtaken by cheap ones, or one model would be asked alone."""

    def seconds_left(self) -> float | None:
        """Seconds in which calls may still begin; None: no limit."""
        if self._max_seconds is None:
            return None
        if self._began is None:
            return self._max_seconds
        return max(0.0, self._began + self._max_seconds - self._clock())

    def time_is_up(self) -> ModelCallError:
        """The failure of what comes too late."""
        return _reached(f"{self._max_seconds:g} {'second' if self._max_seconds == 1 else 'seconds'}")

    def check(self) -> None:
        """See whether time and calls are left.

        Raises:
            ModelCallError: `limit`; they are not.
        """
        if self._began is None:
            self._began = self._clock()
        if self.seconds_left() == 0:
            raise self.time_is_up()
        if self._max_calls is not None and self._calls >= self._max_calls:
            raise _reached(f"{self._max_calls} {'call' if self._max_calls == 1 else 'calls'}")

    async def reserve(self, cost_of_call: Callable[[], float]) -> Reservation:
        """Set money aside for a call and count the call; waits while others may give back what it needs.

        Args:
            cost_of_call: US dollars that it is expected to cost; asked again after each wait, as more is known then.

        Raises:
            ModelCallError: `limit`; the call would pass it, and is not to be made.
        """
        cost = 0.0
        async with self._turn if self.max_cost is not None else nullcontext():
            self.check()
            while self._reserved + (cost := cost_of_call()) > self._left():
                if cost > self._left() or self._reserved <= 0:
                    raise _reached(f"{self.max_cost:g} US dollars")
                self._settled = self._settled or asyncio.Event()
                await self._settled.wait()
                self.check()
            self._calls += 1
            self._reserved += cost
        return Reservation(self, cost)

    def _left(self) -> float:
        """US dollars that are not spent."""
        return math.inf if self.max_cost is None else self.max_cost - self._spent

    def settle(self, reserved: float, cost: float) -> None:
        """A call is over: `reserved` is free again, `cost` is spent."""
        self._reserved = max(0.0, self._reserved - reserved)
        self._spent += cost
        if self._settled is not None:
            self._settled.set()
            self._settled = None


def _reached(what: str) -> ModelCallError:
    return ModelCallError(FailureKind.LIMIT, f"Not asked: the run's limit of {what} is reached.", attempts=0)
