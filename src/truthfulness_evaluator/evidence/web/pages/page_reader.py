"""Gives pages by their addresses: those that are kept, else fetched and read. Each once a run."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from truthfulness_evaluator.evidence.web.aside import aside
from truthfulness_evaluator.evidence.web.pages.kept_pages import KeptPages
from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError, page_of
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.net.urls import host_of, normalized

_KINDS = {
    FetchProblem.TIMEOUT: FailureKind.TIMEOUT,
    FetchProblem.RATE_LIMITED: FailureKind.RATE_LIMITED,
    FetchProblem.BLOCKED: FailureKind.BLOCKED,
    FetchProblem.ROBOTS: FailureKind.BLOCKED,
}
"""The kinds of problems that are not simply unavailable."""
_LASTING = frozenset({FetchProblem.NOT_FOUND, FetchProblem.CONTENT_TYPE, FetchProblem.TOO_LARGE, FetchProblem.ROBOTS})
"""Problems that a second run is spared, for a while."""


@dataclass(frozen=True)
class PageReader:
    """Pages of one run. Claims that want the same page share it, also while it is on its way."""

    kept: KeptPages
    fetch: Callable[[str], Awaitable[Fetched]] | None
    """Fetches a page, or raises FetchError. None: only what is kept is used."""
    _known: dict[str, Page | PageError] = field(default_factory=dict[str, Page | PageError])
    _turns: dict[str, asyncio.Lock] = field(default_factory=dict[str, asyncio.Lock])

    async def page(self, url: str) -> Page:
        """The page at an address.

        Raises:
            PageError: there is none, or it has no text.
        """
        try:
            address = normalized(url)
        except FetchError as error:
            raise _page_error(error) from error
        async with self._turns.setdefault(address, asyncio.Lock()):
            if address not in self._known:
                self._known[address] = await self._found(address)
        found = self._known[address]
        if isinstance(found, PageError):
            raise found
        return found

    async def _found(self, address: str) -> Page | PageError:
        found = self.kept.get(address)
        if found is None:
            found = await self._fetched(address)
            self.kept.keep(address, found)
        return found

    async def _fetched(self, address: str) -> Page | PageError:
        if self.fetch is None:
            message = f"The page at {host_of(address)} is not kept, and --offline is set."
            return PageError(FailureKind.UNAVAILABLE, message)
        try:
            fetched = await self.fetch(address)
            return await aside(page_of, fetched)
        except FetchError as error:
            return _page_error(error)
        except PageError as error:
            return error


def _page_error(error: FetchError) -> PageError:
    kind = _KINDS.get(error.problem, FailureKind.UNAVAILABLE)
    return PageError(kind, str(error), lasting=error.problem in _LASTING and not error.retryable)
