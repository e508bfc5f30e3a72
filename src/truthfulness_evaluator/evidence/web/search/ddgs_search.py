"""Search without a key: the library ddgs asks the search engines that people use. https://github.com/deedy5/ddgs"""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass

from truthfulness_evaluator.evidence.web.search.engine_pages import why_no_results
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.search.results import results
from truthfulness_evaluator.models import FailureKind

_ENGINES = "duckduckgo, brave, mojeek, startpage, yahoo, wikipedia"
"""Those that are asked, as long as the library has them. Not all it has: a model's own encyclopaedia is no evidence."""
_ROUNDS = 5
"""The library asks two of them at once, and then one after the other until it has results enough."""


@dataclass(frozen=True, slots=True)
class Ddgs:
    """Search by ddgs, in a thread. One that is cancelled goes on there until its engines have answered or are late.

    Args:
        timeout_s: seconds that an engine may take.
    """

    timeout_s: float = 5.0

    @property
    def name(self) -> str:
        """`ddgs`."""
        return "ddgs"

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most `limit` results, best first.

        Raises:
            SearchError: there is no answer.
        """
        try:
            async with asyncio.timeout(self.timeout_s * _ROUNDS):
                return await asyncio.to_thread(self._search, query, limit)
        except TimeoutError:
            raise SearchError(FailureKind.TIMEOUT, "ddgs did not answer in time.") from None

    def _search(self, query: str, limit: int) -> Sequence[SearchResult]:
        from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

        from truthfulness_evaluator.evidence.web.search.watched_ddgs import WatchedDDGS

        client = WatchedDDGS(timeout=math.ceil(self.timeout_s))
        try:
            found = client.text(query, max_results=limit, backend=_ENGINES)
        except RatelimitException:
            raise SearchError(FailureKind.RATE_LIMITED, "ddgs was asked too often.") from None
        except TimeoutException:
            raise SearchError(FailureKind.TIMEOUT, "ddgs: its search engines did not answer in time.") from None
        except DDGSException:
            failure = why_no_results(client.pages)
            if failure is not None:
                raise failure from None
            return ()
        return results(found, limit, snippet="body", url="href")
