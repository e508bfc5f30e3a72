"""Searches in the user's cache: a second run asks no search engine."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.store.cache import JsonValue

NAMESPACE = "searches"


class Searches(Protocol):
    """Whoever finds pages for a query."""

    async def search(self, query: str) -> Sequence[SearchResult]:
        """Results, best first; none where nothing is found.

        Raises:
            SearchError: there is no answer.
        """
        ...


@dataclass(frozen=True)
class KeptSearches:
    """Results that are kept, also where they are none; what is not, is searched for. Errors are not kept."""

    kept: Kept
    maker: tuple[str, ...]
    """All that results depend on besides the query: search engines in their order, how many results."""
    searches: Searches | None
    """Asks the search engines. None: only what is kept is used."""

    async def search(self, query: str) -> Sequence[SearchResult]:
        """Results, best first.

        Raises:
            SearchError: there is no answer, or none is kept and no search engine may be asked.
        """
        key = json.dumps([*self.maker, query], ensure_ascii=False)
        found = _results(self.kept.get(NAMESPACE, key))
        if found is not None:
            return found
        if self.searches is None:
            raise SearchError(FailureKind.UNAVAILABLE, "This search is not kept, and --offline is set.")
        results = list(await self.searches.search(query))
        self.kept.put(NAMESPACE, key, [asdict(each) for each in results])
        return results


def _results(value: JsonValue) -> list[SearchResult] | None:
    try:
        return None if not isinstance(value, list) else [_result(each) for each in value]
    except TypeError:  # kept by a version with other fields
        return None


def _result(value: JsonValue) -> SearchResult:
    if not isinstance(value, dict):
        raise TypeError("no result")
    published = value.get("published")
    return SearchResult(
        url=str(value["url"]) if "url" in value else "",
        title=str(value.get("title") or ""),
        snippet=str(value.get("snippet") or ""),
        published=None if published is None else str(published),
    )
