"""Pages and searches in the user's cache."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.pages.kept_pages import KeptPages
from truthfulness_evaluator.evidence.web.pages.page_reader import PageReader
from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError
from truthfulness_evaluator.evidence.web.search.kept_searches import KeptSearches
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.store.cache import Cache

_URL = "https://example.org/ferry"
_TEXT = "The ferry of Bodal sails every day at nine.\n\nIt carries two hundred cars — and coffee.\n"
_START = datetime(2026, 12, 1, tzinfo=UTC)


@dataclass
class _Web:
    """Fetches one page, or fails."""

    problem: FetchProblem | None = None
    retryable: bool = False
    asked: list[str] = field(default_factory=list[str])

    async def fetch(self, url: str) -> Fetched:
        self.asked.append(url)
        await asyncio.sleep(0)
        if self.problem is not None:
            raise FetchError(self.problem, f"{url}: {self.problem}.", retryable=self.retryable)
        return Fetched(url, url, "text/plain", "utf-8", _TEXT.encode(), "2026-12-01T10:00:00Z")


@dataclass
class _Searches:
    """Finds one page, or fails."""

    error: SearchError | None = None
    asked: list[str] = field(default_factory=list[str])

    async def search(self, query: str) -> Sequence[SearchResult]:
        self.asked.append(query)
        if self.error is not None:
            raise self.error
        return [SearchResult(_URL, "Ferry", "It sails.", "2020-01-02")] if query != "nothing" else []


def _kept(folder: Path, days: float | None = None, later: timedelta = timedelta()) -> Kept:
    return Kept(partial(Cache, folder / "cache.sqlite3"), days, lambda: _START + later)


def _page(web: _Web | None, kept: Kept, url: str = _URL) -> Page | PageError:
    reader = PageReader(KeptPages(kept), web.fetch if web is not None else None)
    try:
        return asyncio.run(reader.page(url))
    except PageError as error:
        return error


def test_a_second_run_has_the_same_page_and_fetches_nothing(tmp_path: Path) -> None:
    first, second = _Web(), _Web()
    found = _page(first, _kept(tmp_path))
    assert isinstance(found, Page)
    assert _page(second, _kept(tmp_path), "HTTPS://EXAMPLE.org:443/ferry#times") == found
    assert _page(None, _kept(tmp_path)) == found
    assert (first.asked, second.asked) == ([_URL], [])


def test_claims_share_a_page_that_is_on_its_way(tmp_path: Path) -> None:
    web = _Web()
    reader = PageReader(KeptPages(_kept(tmp_path)), web.fetch)

    async def both() -> list[Page]:
        return list(await asyncio.gather(reader.page(_URL), reader.page(f"{_URL}#top")))

    one, other = asyncio.run(both())
    assert one == other
    assert web.asked == [_URL]


@pytest.mark.parametrize(
    ("days", "later", "fetches"),
    [
        pytest.param(30, timedelta(days=29), 0, id="young enough"),
        pytest.param(30, timedelta(days=31), 1, id="too old"),
        pytest.param(None, timedelta(days=3_000), 0, id="no limit"),
    ],
)
def test_the_age_of_pages(tmp_path: Path, days: float | None, later: timedelta, fetches: int) -> None:
    _page(_Web(), _kept(tmp_path))
    web = _Web()
    _page(web, _kept(tmp_path, days, later))
    assert len(web.asked) == fetches


@pytest.mark.parametrize(
    ("problem", "later", "kind", "fetches"),
    [
        pytest.param(FetchProblem.NOT_FOUND, timedelta(hours=23), FailureKind.UNAVAILABLE, 0, id="not there"),
        pytest.param(FetchProblem.NOT_FOUND, timedelta(hours=25), FailureKind.UNAVAILABLE, 1, id="a day later"),
        pytest.param(FetchProblem.ROBOTS, timedelta(), FailureKind.BLOCKED, 0, id="not for robots"),
        pytest.param(FetchProblem.TIMEOUT, timedelta(), FailureKind.TIMEOUT, 1, id="late"),
        pytest.param(FetchProblem.RATE_LIMITED, timedelta(), FailureKind.RATE_LIMITED, 1, id="too many requests"),
        pytest.param(FetchProblem.BLOCKED, timedelta(), FailureKind.BLOCKED, 1, id="blocked"),
        pytest.param(FetchProblem.SERVER_ERROR, timedelta(), FailureKind.UNAVAILABLE, 1, id="server error"),
    ],
)
def test_problems(tmp_path: Path, problem: FetchProblem, later: timedelta, kind: FailureKind, fetches: int) -> None:
    first = _page(_Web(problem), _kept(tmp_path))
    web = _Web(problem)
    second = _page(web, _kept(tmp_path, later=later))
    assert isinstance(first, PageError)
    assert isinstance(second, PageError)
    assert (first.kind, second.kind, str(first)) == (kind, kind, str(second))
    assert len(web.asked) == fetches


def test_a_robots_txt_that_cannot_be_read_is_asked_for_again(tmp_path: Path) -> None:
    _page(_Web(FetchProblem.ROBOTS, retryable=True), _kept(tmp_path))
    assert isinstance(_page(_Web(), _kept(tmp_path)), Page)


def test_offline_only_what_is_kept_is_used(tmp_path: Path) -> None:
    found = _page(None, _kept(tmp_path))
    assert isinstance(found, PageError)
    assert (found.kind, str(found)) == (
        FailureKind.UNAVAILABLE,
        "The page at example.org is not kept, and --offline is set.",
    )


def test_what_is_no_address_is_no_page(tmp_path: Path) -> None:
    found = _page(_Web(), _kept(tmp_path), "file:///etc/passwd")
    assert isinstance(found, PageError)
    assert found.kind is FailureKind.UNAVAILABLE


def test_without_a_cache_nothing_is_kept() -> None:
    web = _Web()
    assert isinstance(_page(web, Kept(None)), Page)
    assert isinstance(_page(web, Kept(None)), Page)
    assert len(web.asked) == 2


@pytest.mark.parametrize(
    "value", ["no list", ["2026-12-01T00:00:00+00:00", {"form": 0}], ["never", {}], [1, 2], [None]]
)
def test_what_others_have_kept_is_not_used(tmp_path: Path, value: str | list[object]) -> None:
    with Cache(tmp_path / "cache.sqlite3") as cache:
        cache.put("pages", _URL, value)  # type: ignore[arg-type]
    assert isinstance(_page(_Web(), _kept(tmp_path)), Page)


def test_a_cache_that_has_grown_too_large_begins_anew(tmp_path: Path) -> None:
    other = f"{_URL}/other"
    _page(_Web(), _kept(tmp_path))
    _page(_Web(), replace(_kept(tmp_path), most_characters=100), other)
    web = _Web()
    _page(web, _kept(tmp_path), other)
    _page(web, _kept(tmp_path))
    assert web.asked == [_URL]


def _search(searches: _Searches | None, kept: Kept, query: str, maker: tuple[str, ...] = ("ddgs", "5")) -> object:
    try:
        return asyncio.run(_list(KeptSearches(kept, maker, searches), query))
    except SearchError as error:
        return error.kind, str(error)


async def _list(searches: KeptSearches, query: str) -> list[SearchResult]:
    return list(await searches.search(query))


@pytest.mark.parametrize("query", ["ferry", "nothing"])
def test_a_second_run_searches_for_nothing(tmp_path: Path, query: str) -> None:
    first, second = _Searches(), _Searches()
    found = _search(first, _kept(tmp_path), query)
    assert _search(second, _kept(tmp_path), query) == found
    assert _search(None, _kept(tmp_path), query) == found
    assert (first.asked, second.asked) == ([query], [])


def test_other_engines_are_asked_anew(tmp_path: Path) -> None:
    searches = _Searches()
    _search(searches, _kept(tmp_path), "ferry")
    _search(searches, _kept(tmp_path), "ferry", ("searxng", "5"))
    assert searches.asked == ["ferry", "ferry"]


def test_errors_of_searches_are_not_kept(tmp_path: Path) -> None:
    failing, working = _Searches(SearchError(FailureKind.RATE_LIMITED, "Too many.")), _Searches()
    assert _search(failing, _kept(tmp_path), "ferry") == (FailureKind.RATE_LIMITED, "Too many.")
    assert _search(None, _kept(tmp_path), "ferry") == (
        FailureKind.UNAVAILABLE,
        "This search is not kept, and --offline is set.",
    )
    assert _search(working, _kept(tmp_path), "ferry") == [SearchResult(_URL, "Ferry", "It sails.", "2020-01-02")]


MakePage = Callable[[str, str], Page]


def test_pdf_pages_are_kept(tmp_path: Path, page: MakePage) -> None:
    kept = KeptPages(_kept(tmp_path))
    found = page(_URL, _TEXT)
    kept.keep(_URL, found)
    assert kept.get(_URL) == found
