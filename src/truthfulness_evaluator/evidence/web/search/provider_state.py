"""How one search service is asked: how many searches at a time, how often, and when it is left alone."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiolimiter import AsyncLimiter

from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchProvider
from truthfulness_evaluator.models import FailureKind


@dataclass(frozen=True, slots=True)
class SearchPace:
    """The pace of a search service."""

    at_once: int = 4
    """Searches at a time."""
    pause_s: float = 0.0
    """Seconds between the beginnings of two."""


PACES: Mapping[str, SearchPace] = {
    "ddgs": SearchPace(at_once=1, pause_s=1.0),  # it asks engines that serve people, and block who hurries
    "searxng": SearchPace(at_once=8),  # it is the user's own
    "brave": SearchPace(at_once=1),  # its smallest plan allows one a second, and says when the next may come
}
"""By name of the provider; others are asked at the default pace."""

_IN_A_ROW = 3
"""Failures one after the other, after which a service is left alone for a while."""
_FOR_GOOD = frozenset({FailureKind.AUTH, FailureKind.QUOTA})
"""Failures that no later search of a run can change."""


class ProviderState:
    """A search service in a run, with its pace and its circuit breaker. Used on one event loop.

    Args:
        provider: the service.
        pace: how it is asked.
        cool_down_s: seconds that it is left alone after three failures in a row; then one more decides again.
    """

    def __init__(self, provider: SearchProvider, pace: SearchPace, cool_down_s: float) -> None:
        self.provider = provider
        self._cool_down_s = cool_down_s
        self._places = asyncio.Semaphore(pace.at_once)
        self._limiter = AsyncLimiter(1, pace.pause_s) if pace.pause_s > 0 else None
        self._in_a_row = 0
        self._until = 0.0
        self._last = SearchError(FailureKind.UNAVAILABLE, f"{provider.name} was not asked.")

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for one's turn, and have it."""
        async with self._places:
            if self._limiter is not None:
                await self._limiter.acquire()
            yield

    @property
    def closed_for_s(self) -> float:
        """Seconds for which it is not to be asked; infinite: for the rest of the run."""
        return max(0.0, self._until - asyncio.get_running_loop().time())

    def why_closed(self) -> SearchError:
        """What it failed with at last, and when it may be asked again."""
        wait = self.closed_for_s
        return SearchError(self._last.kind, self._last.message, retry_after_s=wait if wait < float("inf") else None)

    def answered(self) -> None:
        """It gave results, or said that there are none."""
        self._in_a_row = 0

    def failed(self, error: SearchError) -> None:
        """It gave no answer."""
        self._last = error
        self._in_a_row += 1
        pause = error.retry_after_s or 0.0
        if error.kind in _FOR_GOOD:
            pause = float("inf")
        elif self._in_a_row >= _IN_A_ROW:
            pause = max(pause, self._cool_down_s)
        self._until = max(self._until, asyncio.get_running_loop().time() + pause)
