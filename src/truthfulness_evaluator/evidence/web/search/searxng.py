"""SearXNG: a search engine of one's own that asks others. https://docs.searxng.org/dev/search_api.html"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast

from truthfulness_evaluator.core.settings import without_password
from truthfulness_evaluator.evidence.web.search import refusals
from truthfulness_evaluator.evidence.web.search.http_search import TIMEOUT_S, ServiceRequest, ask, json_of, listed
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.search.results import plain, results
from truthfulness_evaluator.models import FailureKind

_FORBIDDEN = (
    "searxng answered HTTP 403: its settings do not list `json` under `search.formats`, or its limiter takes this "
    "program for a robot."
)
_NAMED = 3
"""Engines that a message names."""
_MOST_TELLING = (FailureKind.BLOCKED, FailureKind.RATE_LIMITED, FailureKind.TIMEOUT, FailureKind.UNAVAILABLE)
"""Of what several engines failed with the one that is told."""


@dataclass(frozen=True, slots=True, repr=False)
class SearXNG:
    """An instance of SearXNG, whose settings list `json` under `search.formats`.

    No results are "empty" only where no engine is said to have failed: the answer does not name the engines that did
    search, so whatever the failed ones would have found is unknown.

    Args:
        url: its base address; may be on this machine or in an intranet.
        timeout_s: seconds after which a search has failed.
    """

    url: str
    timeout_s: float = TIMEOUT_S

    def __repr__(self) -> str:
        return f"SearXNG(url={without_password(self.url)!r}, timeout_s={self.timeout_s!r})"

    @property
    def name(self) -> str:
        """`searxng`."""
        return "searxng"

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most `limit` results, best first.

        Raises:
            SearchError: there is no answer.
        """
        parameters = {"q": query, "format": "json", "pageno": 1}
        request = ServiceRequest(self.name, f"{self.url.rstrip('/')}/search", parameters)
        answered = await ask(request, self.timeout_s)
        if answered.status == HTTPStatus.FORBIDDEN:
            raise SearchError(FailureKind.BLOCKED, _FORBIDDEN)
        fields = json_of(self.name, answered)
        found = results(listed(self.name, fields.get("results")), limit, snippet="content", published="publishedDate")
        reasons = _reasons(fields.get("unresponsive_engines"))
        if not found and reasons:
            raise _all_failed(reasons)
        return found


def _reasons(value: object) -> list[tuple[str, str]]:
    """The engines that gave nothing, each with what SearXNG says of it."""
    reasons: list[tuple[str, str]] = []
    for pair in cast("Iterable[object]", value) if isinstance(value, list) else ():
        if isinstance(pair, list):
            words = [plain(each) for each in cast("list[object]", pair)]
            reasons.append((words[0] if words else "", " ".join(words[1:])))
    return reasons


def _all_failed(reasons: Sequence[tuple[str, str]]) -> SearchError:
    kinds = {_kind(reason) for _, reason in reasons}
    kind = next(each for each in _MOST_TELLING if each in kinds)
    named = ", ".join(f"{engine} ({reason})" if reason else engine for engine, reason in reasons[:_NAMED])
    more = f" and {len(reasons) - _NAMED} more" if len(reasons) > _NAMED else ""
    return SearchError(kind, f"searxng found nothing, and engines that it asks have failed: {named}{more}.")


def _kind(reason: str) -> FailureKind:
    words = reason.lower()
    if "timeout" in words or "timed out" in words:
        return FailureKind.TIMEOUT
    return refusals.refusal_in(words) or FailureKind.UNAVAILABLE
