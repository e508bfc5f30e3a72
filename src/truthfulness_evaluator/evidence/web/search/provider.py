"""The seam of web search: one query, results or an error."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from truthfulness_evaluator.core.errors import TruthfulnessError
from truthfulness_evaluator.models import FailureKind


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A page that a search names."""

    url: str
    title: str = ""
    snippet: str = ""
    """What the search engine shows of it: says which page to read, and is no evidence."""
    published: str | None = None
    """`YYYY-MM-DD`, where the engine says it."""


class SearchError(TruthfulnessError):
    """A search that gave no answer: never the same as an answer without results.

    Args:
        kind: why: RATE_LIMITED, BLOCKED (a 202, a captcha), TIMEOUT, AUTH, QUOTA, UNAVAILABLE or BAD_ANSWER.
        message: one sentence, without keys.
        retry_after_s: seconds that the service wants to be left alone; None: it did not say.
    """

    def __init__(self, kind: FailureKind, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after_s = retry_after_s


class SearchProvider(Protocol):
    """A web search service."""

    @property
    def name(self) -> str:
        """`ddgs`, `searxng`, `tavily`, `brave`."""
        ...

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most `limit` results, best first; none where nothing is found.

        Raises:
            SearchError: there is no answer.
        """
        ...
