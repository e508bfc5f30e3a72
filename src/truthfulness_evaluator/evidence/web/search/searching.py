"""Searches of a run: at a bearable pace, each query once, and by the next service where one does not answer."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchProvider, SearchResult
from truthfulness_evaluator.evidence.web.search.provider_state import PACES, ProviderState, SearchPace
from truthfulness_evaluator.models import FailureKind

_PATIENCE_S = 5.0
"""Seconds that a search waits for a service that is to be left alone, before the next one is asked."""
_RETRYABLE = frozenset({FailureKind.TIMEOUT, FailureKind.UNAVAILABLE})
"""Failures after which the same service is asked once more, without having said when."""
_MOST_TELLING = (
    FailureKind.AUTH,
    FailureKind.QUOTA,
    FailureKind.RATE_LIMITED,
    FailureKind.BLOCKED,
    FailureKind.TIMEOUT,
    FailureKind.BAD_ANSWER,
    FailureKind.UNAVAILABLE,
)
"""Of several failures the one that is told: what a user can remedy comes first."""


@dataclass(slots=True)
class _Query:
    """A query that is being asked, or that was answered."""

    task: asyncio.Task[Sequence[SearchResult]]
    waiting: int = 0


@dataclass(slots=True)
class _Replaced:
    """Searches that a service did not answer, and another one did."""

    by: str
    reason: str
    searches: int = 1


class Searching:
    """Asks search services in the order of preference. Used on one event loop.

    A query is asked once, also where several ask it at the same time; one that failed may be asked again. A service
    that does not answer is asked once more where that may help, and is left alone for a while after three failures in
    a row, for as long as it says (`Retry-After`), or for good where the key is wrong or used up. Whoever is cancelled
    takes the search along only where no other waits for it.

    Args:
        providers: in the order of preference.
        max_results: results a search.
        paces: by name of the provider; those that are not there are asked at the default pace.
        cool_down_s: seconds that a service is left alone after three failures in a row.
        retry_pause_s: seconds before a service is asked once more.

    Raises:
        ValueError: there is no provider.
    """

    def __init__(
        self,
        providers: Sequence[SearchProvider],
        *,
        max_results: int = 5,
        paces: Mapping[str, SearchPace] = PACES,
        cool_down_s: float = 60.0,
        retry_pause_s: float = 0.5,
    ) -> None:
        if not providers:
            raise ValueError("A search needs at least one provider.")
        self._max_results = max_results
        self._retry_pause_s = retry_pause_s
        self._states = [ProviderState(each, paces.get(each.name, SearchPace()), cool_down_s) for each in providers]
        self._queries: dict[str, _Query] = {}
        self._replaced: dict[str, _Replaced] = {}

    @property
    def notices(self) -> list[str]:
        """Which services did not answer and were replaced, a sentence each."""
        return [
            f"{name} did not answer {'a search' if it.searches == 1 else f'{it.searches} searches'}, and {it.by} did: "
            f"{it.reason}"
            for name, it in self._replaced.items()
        ]

    async def search(self, query: str) -> Sequence[SearchResult]:
        """The results of a query, best first; none where a service says that there are none.

        Raises:
            SearchError: no service answered.
        """
        key = " ".join(query.casefold().split())
        asked = self._queries.get(key)
        if asked is None:
            asked = self._queries[key] = _Query(asyncio.create_task(self._ask(query)))
        asked.waiting += 1
        try:
            return await asyncio.shield(asked.task)
        finally:
            asked.waiting -= 1
            self._settle(key, asked)

    def _settle(self, key: str, asked: _Query) -> None:
        """Keep an answer; forget what failed, and what nobody waits for."""
        if not asked.task.done():
            if asked.waiting:
                return
            asked.task.cancel()
        elif not asked.task.cancelled() and asked.task.exception() is None:
            return
        if self._queries.get(key) is asked:
            del self._queries[key]

    async def _ask(self, query: str) -> Sequence[SearchResult]:
        failures: dict[str, SearchError] = {}
        for state in self._states:
            try:
                found = await self._ask_one(state, query)
            except SearchError as error:
                failures[state.provider.name] = error
                continue
            for name, error in failures.items():
                self._note(name, state.provider.name, error)
            return found
        raise _none_answered(failures)

    async def _ask_one(self, state: ProviderState, query: str) -> Sequence[SearchResult]:
        """What one service answers, asked twice at most."""
        try:
            return await self._ask_once(state, query)
        except SearchError as error:
            wait = error.retry_after_s if error.retry_after_s is not None else self._retry_pause_s
            may_help = error.kind in _RETRYABLE or error.retry_after_s is not None
            if not may_help or max(wait, state.closed_for_s) > _PATIENCE_S:
                raise
        await asyncio.sleep(wait)
        return await self._ask_once(state, query)

    async def _ask_once(self, state: ProviderState, query: str) -> Sequence[SearchResult]:
        async with state.turn():
            if state.closed_for_s > _PATIENCE_S:
                raise state.why_closed()
            await asyncio.sleep(state.closed_for_s)
            try:
                found = await state.provider.search(query, self._max_results)
            except SearchError as error:
                state.failed(error)
                raise
            state.answered()
            return found

    def _note(self, name: str, by: str, error: SearchError) -> None:
        if name in self._replaced:
            self._replaced[name].searches += 1
        else:
            self._replaced[name] = _Replaced(by, str(error))


def _none_answered(failures: Mapping[str, SearchError]) -> SearchError:
    if len(failures) == 1:
        return next(iter(failures.values()))
    kinds = {each.kind for each in failures.values()}
    kind = next((each for each in _MOST_TELLING if each in kinds), FailureKind.UNAVAILABLE)
    waits = [each.retry_after_s for each in failures.values() if each.retry_after_s is not None]
    reasons = " ".join(str(each) for each in failures.values())
    return SearchError(kind, f"No search service answered. {reasons}", retry_after_s=min(waits, default=None))
