"""Searches by the library ddgs, which asks engines of the small web over HTTP: its own engines cannot be asked here.

The library itself is the real one, as what it makes of a 202 or a captcha is what this is about.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import ddgs.engines
import pytest
from ddgs.base import BaseSearchEngine
from ddgs.ddgs import DDGS
from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException
from ddgs.results import TextResult

from truthfulness_evaluator.evidence.web.search.ddgs_search import Ddgs
from truthfulness_evaluator.evidence.web.search.engine_pages import EnginePage
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.testing import SmallWeb

QUERY = "ferry sails"
FOUND = "<ul><li><a href='https://example.org/ferry'>Ferry</a><p>The ferry sails at nine.</p></li></ul>"
NOTHING = "<p>No results found for <b>ferry sails</b>.</p>"


class Engine(BaseSearchEngine[TextResult]):
    category = "text"
    search_method = "GET"
    items_xpath = "//li"
    elements_xpath: ClassVar[Mapping[str, str]] = {
        "title": ".//a//text()",
        "href": ".//a/@href",
        "body": ".//p//text()",
    }

    def build_payload(
        self, query: str, region: str, safesearch: str, timelimit: str | None, page: int = 1, **kwargs: str
    ) -> dict[str, Any]:
        return {"q": query}


class First(Engine):
    name = "duckduckgo"
    provider = "first"


class Second(Engine):
    name = "mojeek"
    provider = "second"


class Unasked(Engine):
    name = "grokipedia"
    provider = "unasked"


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallWeb]:
    monkeypatch.delenv("DDGS_PROXY", raising=False)
    engines = {each.name: each for each in (First, Second, Unasked)}
    monkeypatch.setitem(ddgs.engines.ENGINES, "text", engines)
    with SmallWeb() as running:
        for number, engine in enumerate(engines.values()):
            monkeypatch.setattr(engine, "search_url", running.url(f"/{number}"), raising=False)
        yield running


def search(timeout_s: float = 8) -> list[SearchResult]:
    return list(asyncio.run(Ddgs(timeout_s).search(QUERY, 5)))


def test_what_is_found(web: SmallWeb) -> None:
    web.page("/0", FOUND)
    web.answer("/1", status=429)
    assert search() == [SearchResult("https://example.org/ferry", "Ferry", "The ferry sails at nine.")]


def test_engines_that_are_no_search_engines_are_not_asked(web: SmallWeb) -> None:
    web.page("/0", NOTHING)
    search()
    assert {request.path.partition("?")[0] for request in web.requests} == {"/0", "/1"}


def test_nothing_is_found_where_an_engine_says_so(web: SmallWeb) -> None:
    web.page("/0", NOTHING)
    web.answer("/1", status=429)
    assert search() == []


Played = tuple[Callable[[SmallWeb], object], FailureKind, str]
FAILURES: dict[str, Played] = {
    "202": (lambda it: it.answer("/0", status=202), FailureKind.BLOCKED, "duckduckgo (HTTP 202)"),
    "429": (lambda it: it.answer("/0", status=429), FailureKind.RATE_LIMITED, "duckduckgo (HTTP 429)"),
    "403": (lambda it: it.answer("/0", status=403), FailureKind.BLOCKED, "duckduckgo (HTTP 403)"),
    "503": (lambda it: it.answer("/0", status=503), FailureKind.UNAVAILABLE, "duckduckgo (HTTP 503)"),
    "captcha": (lambda it: it.captcha("/0"), FailureKind.BLOCKED, "duckduckgo (blocked)"),
    "captcha that says no results": (
        lambda it: it.page("/0", "<h1>Are you a robot?</h1>" + NOTHING),
        FailureKind.BLOCKED,
        "duckduckgo (blocked)",
    ),
    "new design": (
        lambda it: it.page("/0", "<script>const none = 'No results found'</script><div>Ferry</div>"),
        FailureKind.BAD_ANSWER,
        "duckduckgo (a page without results)",
    ),
    "nothing at all": (lambda it: it.page("/0", ""), FailureKind.BAD_ANSWER, "duckduckgo (a page without results)"),
    "cut off": (
        lambda it: it.answer("/0", headers={"Content-Length": "9"}, body="x"),
        FailureKind.UNAVAILABLE,
        "duckduckgo (no answer)",
    ),
}


@pytest.mark.parametrize(("play", "kind", "said"), FAILURES.values(), ids=FAILURES)
def test_failures_are_not_empty(
    play: Callable[[SmallWeb], object], kind: FailureKind, said: str, web: SmallWeb
) -> None:
    play(web)
    web.page("/1", "<p>Welcome</p>")
    with pytest.raises(SearchError) as caught:
        search()
    assert caught.value.kind is kind
    assert str(caught.value).startswith("ddgs gave no results, and no search engine says that there are none: ")
    assert said in str(caught.value)
    assert "mojeek (a page without results)" in str(caught.value)


def test_engines_that_are_late(web: SmallWeb) -> None:
    web.slow("/0", seconds=60)
    web.slow("/1", seconds=60)
    with pytest.raises(SearchError, match="did not answer in time") as caught:
        search(1)
    assert caught.value.kind is FailureKind.TIMEOUT


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (RatelimitException("202 Ratelimit"), FailureKind.RATE_LIMITED),
        (TimeoutException("operation timed out"), FailureKind.TIMEOUT),
        (DDGSException("No results found."), FailureKind.UNAVAILABLE),
    ],
)
def test_what_the_library_raises_without_having_asked(
    error: Exception, kind: FailureKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library declares that it may; no engine of the installed version leads to it."""

    def text(self: DDGS, query: str, **kwargs: object) -> list[dict[str, Any]]:
        raise error

    monkeypatch.setattr(DDGS, "text", text)
    with pytest.raises(SearchError) as caught:
        search()
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("text", "says_so"),
    [
        ("<p>No results.</p>", True),
        ("<p>No results for <b>xyzzy plugh</b>.", True),
        ("<p>Your search - xyzzy - did not match any documents.", True),
        ("<p>We didn&#x27;t find anything. <p>We couldn't find any results", True),
        ("<p>No pages found matching xyzzy", True),
        ("<style>.no-results {}</style><noscript>No results without JavaScript</noscript>", False),
        ("<p>The casino results", False),
        ('<div class="no results">', False),
        ("", False),
    ],
)
def test_a_page_says_in_words_that_nothing_is_found(text: str, says_so: bool) -> None:
    assert EnginePage("a", 200, text).says_nothing_is_found is says_so
    assert not EnginePage("a", 202, text).says_nothing_is_found
