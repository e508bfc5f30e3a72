"""Brave Search, with a key. https://api-dashboard.search.brave.com/app/documentation/web-search"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

from truthfulness_evaluator.evidence.web.search import refusals
from truthfulness_evaluator.evidence.web.search.http_search import (
    TIMEOUT_S,
    Answered,
    ServiceRequest,
    ask,
    json_of,
    listed,
)
from truthfulness_evaluator.evidence.web.search.provider import SearchResult
from truthfulness_evaluator.evidence.web.search.results import results
from truthfulness_evaluator.llm.failures import retry_after
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
        request = ServiceRequest(self.name, f"{self.url.rstrip('/')}/res/v1/web/search", parameters, headers)
        answered = await ask(request, self.timeout_s)
        kind = _own_kind(answered)
        if kind is not None:
            raise refusals.error(self.name, kind, f"HTTP {answered.status}", retry_after_s=_reset(answered))
        web = json_of(self.name, answered).get("web")
        if web is None:  # it leaves out what it found none of
            return ()
        found = cast("Mapping[str, object]", web).get("results") if isinstance(web, Mapping) else None
        return results(listed(self.name, found), limit, snippet="description", published="page_age")


def _fitting(query: str) -> str:
    """The words of a query that it takes."""
    words = " ".join(query.split()[:_WORDS])
    return words if len(words) <= _CHARACTERS else words[:_CHARACTERS].rsplit(" ", 1)[0]


def _own_kind(answered: Answered) -> FailureKind | None:
    """Why it did not answer, where its status alone does not tell."""
    if answered.status == HTTPStatus.UNPROCESSABLE_ENTITY and "SUBSCRIPTION_TOKEN_INVALID" in answered.text:
        return FailureKind.AUTH
    if answered.status == HTTPStatus.TOO_MANY_REQUESTS:
        return FailureKind.QUOTA if "QUOTA_LIMITED" in answered.text else FailureKind.RATE_LIMITED
    return None


def _reset(answered: Answered) -> float | None:
    """Seconds until it may be asked again: as `Retry-After` says, else until its limit a second begins anew.

    `X-RateLimit-Reset` has one number a limit, the shortest span first: `1, 1419704`.
    """
    if answered.status != HTTPStatus.TOO_MANY_REQUESTS:
        return None
    first = answered.headers.get("x-ratelimit-reset", "").split(",")[0].strip()
    return retry_after({"retry-after": first} | dict(answered.headers))
