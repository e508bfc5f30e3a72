"""One claim's way through the web: query, search, pages, passages; and again where that is not enough."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.protocols import Ranker
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.web.aside import aside
from truthfulness_evaluator.evidence.web.deciding.deciding import RuleQueries
from truthfulness_evaluator.evidence.web.own_pages import OwnPages
from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError
from truthfulness_evaluator.evidence.web.passage_choice import best_passages
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.web import Web
from truthfulness_evaluator.models import Claim, Evidence, FailureKind, JudgeFailure
from truthfulness_evaluator.net.fetched import FetchError
from truthfulness_evaluator.net.urls import normalized

NAME = "web search"
"""In whose name its failures stand."""


@dataclass(frozen=True, slots=True)
class FoundOnWeb:
    """What the web gave for one claim."""

    evidence: Sequence[Evidence]
    """Passages, best first."""
    failure: JudgeFailure | None = None
    """Why it may be that not all was found."""
    unread: Mapping[str, PageError] = field(default_factory=dict[str, PageError])
    """By address: pages that were found and could not be read."""


@dataclass
class ClaimSearch:
    """Looks for one claim. Where a chat model that is to decide fails, rules decide in its place."""

    claim: Claim
    web: Web
    own: OwnPages
    gate: Gate
    """Of the claim's document."""
    ranker: Ranker | None = None
    """Helps to choose the passages."""
    _asked: list[str] = field(default_factory=list[str])
    _seen: set[str] = field(default_factory=set[str])
    _pages: list[Page] = field(default_factory=list[Page])
    _unread: dict[str, PageError] = field(default_factory=dict[str, PageError])
    _evidence: list[Evidence] = field(default_factory=list[Evidence])
    _undecided: JudgeFailure | None = None
    """The model that was to decide, and failed."""

    async def found(self) -> FoundOnWeb:
        """All that is found within the number of searches a claim; it ends early where queries or results repeat."""
        failure: JudgeFailure | None = None
        try:
            while (query := await self._next_query()) is not None:
                self._asked.append(query)
                results = await self.web.searches.search(query)
                new = self._new(results)
                if results and not new:
                    break
                await self._read(new)
        except SearchError as error:
            failure = _failure(error.kind, str(error))
        failure = failure or self._undecided
        if failure is None and self._unread and not self._pages:
            failure = _none_read(self._unread.values())
        return FoundOnWeb(self._evidence, failure, self._unread)

    async def _next_query(self) -> str | None:
        """The next query; None: it is enough, or there is none that was not asked.

        Raises:
            SearchError: the user has ended the run.
        """
        if len(self._asked) >= self.web.max_searches:
            return None
        if self.web.is_ended():
            raise SearchError(FailureKind.INTERRUPTED, "Not searched for: the user ended the run.")
        query = await self._decided()
        return None if query is None or _plain(query) in map(_plain, self._asked) else query

    async def _decided(self) -> str | None:
        deciding = self.web.deciding if self._undecided is None else RuleQueries()
        try:
            return await deciding.next_query(self.claim, tuple(self._evidence), tuple(self._asked))
        except ModelCallError as error:
            message = f"it did not decide what to search for: {error.message}"
            self._undecided = JudgeFailure(
                judge=deciding.name, kind=error.kind, message=message, attempts=error.attempts
            )
            return await self._decided()

    def _new(self, results: Iterable[SearchResult]) -> list[str]:
        """The addresses that may be read and were not found before."""
        new: list[str] = []
        for result in results:
            try:
                address = normalized(result.url)
            except FetchError:
                continue
            if address not in self._seen:
                self._seen.add(address)
                new.append(address)
        return new

    async def _read(self, addresses: Sequence[str]) -> None:
        wanted = [each for each in addresses if self._may_be_read(each)][: self.web.max_results]
        for address, page in zip(wanted, await asyncio.gather(*map(self._page, wanted)), strict=True):
            if isinstance(page, PageError):
                self._unread[address] = page
            elif self._may_be_read(page.about.url):  # it may have led elsewhere
                self._pages.append(page)
        if wanted:
            self._evidence = await aside(self._passages)

    def _may_be_read(self, url: str) -> bool:
        return self.web.rules.is_read(url) and not self.own.has(url)

    async def _page(self, address: str) -> Page | PageError:
        try:
            return await self.web.pages.page(address)
        except PageError as error:
            return error

    def _passages(self) -> list[Evidence]:
        pages = [page for page in self.web.origins.grouped(self._pages) if not self.own.is_copy(page)]
        further = self._asked[1:]
        return best_passages(
            self.claim,
            pages,
            self.web.max_items,
            self.web.rules,
            self.gate,
            further=further,
            ranker=self.ranker,
        )


def _plain(query: str) -> str:
    return " ".join(query.casefold().replace('"', " ").split())


def _none_read(problems: Iterable[PageError]) -> JudgeFailure:
    """Of pages that all cannot be read: the kind that most have, of equals the first."""
    kinds = [problem.kind for problem in problems]
    kind = max(kinds, key=kinds.count)
    first = next(str(problem) for problem in problems if problem.kind is kind)
    said = "The one page that was found" if len(kinds) == 1 else f"None of the {len(kinds)} pages that were found"
    return _failure(kind, f"{said} could {'not ' if len(kinds) == 1 else ''}be read: {first}")


def _failure(kind: FailureKind, message: str) -> JudgeFailure:
    return JudgeFailure(judge=NAME, kind=kind, message=message)
