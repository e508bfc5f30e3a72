"""Brave Search, with a key. https://api-dashboard.search.brave.com/app/documentation/web-search"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

from truthfulness_evaluator.evidence.web import refusals
from truthfulness_evaluator.evidence.web.http_search import TIMEOUT_S, Answered, Asking, ask, fields_of, listed
from truthfulness_evaluator.evidence.web.results import results
from truthfulness_evaluator.evidence.web.search import SearchError, SearchResult
from truthfulness_evaluator.models import FailureKind

_MOST = 20
"""Results that it gives at most."""
_WORDS, _CHARACTERS = 50, 400
"""What a query may have at most; it answers 422 to a longer one."""


@dataclass(frozen=True, slots=True)
class Brave:
    """The web search of Brave.

    Args:
        key: sent in a header, and never shown.
        url: base address of the service.
        timeout_s: seconds after which a search has failed.
    """

    key: str = field(repr=False)
    url: str = "https://api.search.brave.com"
    timeout_s: float = TIMEOUT_S

    @property
    def name(self) -> str:
        """`brave`."""
        return "brave"

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most `limit` results, best first.

        Raises:
            SearchError: there is no answer.
        """
        parameters = {"q": _fitting(query), "count": min(limit, _MOST), "text_decorations": "false"}
        headers = {"X-Subscription-Token": self.key, "Accept": "application/json"}
        asking = Asking(self.name, f"{self.url.rstrip('/')}/res/v1/web/search", parameters, headers)
        answered = await ask(asking, self.timeout_s)
        failed = _failed(self.name, answered)
        if failed is not None:
            raise failed
        web = fields_of(self.name, answered).get("web")
        if web is None:  # it leaves out what it found none of
            return ()
        found = cast("Mapping[str, object]", web).get("results") if isinstance(web, Mapping) else None
        return results(listed(self.name, found), limit, snippet="description", published="page_age")


def _fitting(query: str) -> str:
    """The words of a query that it takes."""
    words = " ".join(query.split()[:_WORDS])
    return words if len(words) <= _CHARACTERS else words[:_CHARACTERS].rsplit(" ", 1)[0]


def _failed(service: str, answered: Answered) -> SearchError | None:
    if answered.status == HTTPStatus.UNPROCESSABLE_ENTITY and "SUBSCRIPTION_TOKEN_INVALID" in answered.text:
        return refusals.error(service, FailureKind.AUTH, f"HTTP {answered.status}")
    if answered.status == HTTPStatus.TOO_MANY_REQUESTS and "QUOTA_LIMITED" in answered.text:
        return refusals.error(service, FailureKind.QUOTA, f"HTTP {answered.status}")
    headers = answered.headers
    # Seconds until the limits a second and a month begin anew: `1, 1419704`.
    reset = headers.get("x-ratelimit-reset", "").split(",")[0].strip()
    if answered.status == HTTPStatus.TOO_MANY_REQUESTS and reset.isdecimal():
        headers = {"retry-after": reset, **headers}
    return refusals.by_status(service, answered.status, headers, answered.text)
