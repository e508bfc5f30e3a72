"""Tavily: a search service for programs, with a key. https://docs.tavily.com/documentation/api-reference/endpoint/search"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.evidence.web.search.http_search import TIMEOUT_S, ServiceRequest, ask, json_of, listed
from truthfulness_evaluator.evidence.web.search.provider import SearchResult
from truthfulness_evaluator.evidence.web.search.results import results
from truthfulness_evaluator.models import FailureKind

_MOST = 20
"""Results that it gives at most."""
_KINDS = {432: FailureKind.QUOTA, 433: FailureKind.QUOTA}
"""What its own statuses mean: the limits of the plan, and of what is paid as one goes, are reached."""


@dataclass(frozen=True, slots=True)
class Tavily:
    """The search of Tavily.

    Args:
        key: sent in a header, and never shown.
        url: base address of the service.
        timeout_s: seconds after which a search has failed.
    """

    key: str = field(repr=False)
    url: str = "https://api.tavily.com"
    timeout_s: float = TIMEOUT_S

    @property
    def name(self) -> str:
        """`tavily`."""
        return "tavily"

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most `limit` results, best first.

        Raises:
            SearchError: there is no answer.
        """
        body = {"query": query, "max_results": min(limit, _MOST), "search_depth": "basic"}
        headers = {"Authorization": f"Bearer {self.key}"}
        request = ServiceRequest(self.name, f"{self.url.rstrip('/')}/search", headers=headers, body=body)
        fields = json_of(self.name, await ask(request, self.timeout_s), _KINDS)
        items = listed(self.name, fields.get("results"))
        return results(items, limit, snippet="content", published="published_date")
