"""Searches by Tavily and by Brave, over HTTP in their wire formats."""

import asyncio
import logging
from collections.abc import Callable, Iterator

import httpx
import pytest

from truthfulness_evaluator.evidence.web.search.brave import Brave
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchProvider, SearchResult
from truthfulness_evaluator.evidence.web.search.tavily import Tavily
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.testing import SmallWeb
from truthfulness_evaluator.testing.answers import Answer, json_answer
from truthfulness_evaluator.testing.small_search import SmallSearch

QUERY = "ferry sails"
PROVIDERS: dict[str, Callable[[str, str], SearchProvider]] = {
    "tavily": lambda key, url: Tavily(key, url),
    "brave": lambda key, url: Brave(key, url),
}


@pytest.fixture
def web() -> Iterator[SmallWeb]:
    with SmallWeb() as running:
        running.page("/ferry", "<title>The ferry</title><p>The ferry sails at nine.", published="2024-05-01")
        running.page("/fares", "<title>Fares</title><p>The ferry costs four.")
        yield running


@pytest.fixture(params=PROVIDERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def search(
    name: str, web: SmallWeb, query: str = QUERY, limit: int = 5, key: str = SmallSearch.key
) -> list[SearchResult]:
    return list(asyncio.run(PROVIDERS[name](key, web.search.url).search(query, limit)))


def test_what_is_found(name: str, web: SmallWeb) -> None:
    ferry = SearchResult(web.url("/ferry"), "The ferry", "The ferry sails at nine.", "2024-05-01")
    assert search(name, web) == [ferry, SearchResult(web.url("/fares"), "Fares", "The ferry costs four.")]
    assert search(name, web, limit=1) == [ferry]
    assert search(name, web, "who won the cup in 1954") == []
    assert web.search.queries == [QUERY, QUERY, "who won the cup in 1954"]


def test_the_key_is_sent_in_a_header_alone_and_shows_nowhere(
    name: str, web: SmallWeb, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "tvly-SECRET-123"
    provider = PROVIDERS[name](secret, web.search.url)
    with caplog.at_level(logging.DEBUG), pytest.raises(SearchError) as caught:
        asyncio.run(provider.search(QUERY, 5))
    assert caught.value.kind is FailureKind.AUTH
    (request,) = web.search.requests
    assert [value for value in request.headers.values() if secret in value] != []
    shown = (repr(provider), str(caught.value), request.path, request.body.decode())
    assert [text for text in shown if secret in text] == []
    assert secret not in "".join(each.getMessage() for each in caplog.records if each.name.startswith("httpx"))


def test_a_key_that_is_none(name: str, web: SmallWeb) -> None:
    with pytest.raises(SearchError, match="its key has characters that no key has") as caught:
        search(name, web, key="kéy")
    assert caught.value.kind is FailureKind.AUTH
    assert web.search.requests == []


def _limited(code: str) -> Answer:
    return json_answer({"type": "ErrorResponse", "error": {"status": 429, "code": code}}, status=429)


Failed = tuple[str, Callable[[SmallSearch], None], FailureKind, float | None]
FAILURES: dict[str, Failed] = {
    "tavily: too often": ("tavily", lambda it: it.fails(429, retry_after=2), FailureKind.RATE_LIMITED, 2),
    "tavily: plan used up": ("tavily", lambda it: it.answers(Answer(432)), FailureKind.QUOTA, None),
    "tavily: money used up": ("tavily", lambda it: it.answers(Answer(433)), FailureKind.QUOTA, None),
    "tavily: broken": ("tavily", lambda it: it.broken_json(), FailureKind.BAD_ANSWER, None),
    "tavily: out of order": ("tavily", lambda it: it.fails(500), FailureKind.UNAVAILABLE, None),
    "tavily: blocked": ("tavily", lambda it: it.blocked(403), FailureKind.BLOCKED, None),
    "brave: too often": (
        "brave",
        lambda it: it.answers(Answer(429, {"X-RateLimit-Reset": "1, 1419704"}, b"{}")),
        FailureKind.RATE_LIMITED,
        1,
    ),
    "brave: says when": ("brave", lambda it: it.fails(429, retry_after=3), FailureKind.RATE_LIMITED, 3),
    "brave: used up": ("brave", lambda it: it.answers(_limited("QUOTA_LIMITED")), FailureKind.QUOTA, None),
    "brave: not used up": ("brave", lambda it: it.answers(_limited("RATE_LIMITED")), FailureKind.RATE_LIMITED, None),
    "brave: wrong query": ("brave", lambda it: it.answers(Answer(422, body=b"{}")), FailureKind.BAD_ANSWER, None),
    "brave: captcha": ("brave", lambda it: it.captcha(), FailureKind.BLOCKED, None),
    "brave: other JSON": ("brave", lambda it: it.answers(json_answer({"web": []})), FailureKind.BAD_ANSWER, None),
}


@pytest.mark.parametrize(("name", "play", "kind", "wait"), FAILURES.values(), ids=FAILURES)
def test_failures(
    name: str, play: Callable[[SmallSearch], None], kind: FailureKind, wait: float | None, web: SmallWeb
) -> None:
    play(web.search)
    with pytest.raises(SearchError) as caught:
        search(name, web)
    assert (caught.value.kind, caught.value.retry_after_s) == (kind, wait)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (" ".join(["word"] * 60), " ".join(["word"] * 50)),
        (" ".join(["a" * 90] * 6), " ".join(["a" * 90] * 4)),
        ("a" * 500, "a" * 400),
    ],
    ids=["words", "characters", "one word"],
)
def test_brave_is_asked_no_longer_query_than_it_takes(query: str, asked: str, web: SmallWeb) -> None:
    search("brave", web, query)
    assert web.search.queries == [asked]


def test_no_more_results_are_asked_for_than_a_service_gives(web: SmallWeb) -> None:
    search("brave", web, limit=90)
    search("tavily", web, limit=90)
    first, second = web.search.requests
    assert httpx.URL(first.path).params["count"] == "20"
    assert b'"max_results":20' in second.body.replace(b" ", b"")
