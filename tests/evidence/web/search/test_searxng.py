"""Searches by SearXNG, over HTTP: found, empty, rate limited, blocked and failed are five things."""

import asyncio
import logging
from collections.abc import Callable, Iterator

import httpx
import pytest

from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.search.searxng import SearXNG
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.testing import SmallWeb
from truthfulness_evaluator.testing.answers import Answer, endless, html, huge, json_answer, redirect
from truthfulness_evaluator.testing.small_search import SmallSearch

QUERY = "ferry sails"


@pytest.fixture
def web() -> Iterator[SmallWeb]:
    with SmallWeb() as running:
        running.page("/ferry", "<title>The ferry</title><p>The ferry sails at nine.", published="2024-05-01")
        running.page("/fares", "<title>Fares</title><p>The ferry costs 4 &lt; 5.")
        yield running


def search(web: SmallWeb, query: str = QUERY, limit: int = 5, timeout_s: float = 10.0) -> list[SearchResult]:
    return list(asyncio.run(SearXNG(web.search.url, timeout_s).search(query, limit)))


def test_what_is_found(web: SmallWeb) -> None:
    ferry = SearchResult(web.url("/ferry"), "The ferry", "The ferry sails at nine.", "2024-05-01")
    fares = SearchResult(web.url("/fares"), "Fares", "The ferry costs 4 < 5.")
    assert search(web) == [ferry, fares]
    assert search(web, limit=1) == [ferry]


def test_what_is_asked(web: SmallWeb) -> None:
    asyncio.run(SearXNG(web.search.url + "/").search("fährt & nährt?", 5))
    (request,) = web.search.requests
    assert dict(httpx.URL(request.path).params) == {"q": "fährt & nährt?", "format": "json", "pageno": "1"}
    assert request.headers["user-agent"].startswith("truthfulness-evaluator/")


def test_nothing_is_found(web: SmallWeb) -> None:
    assert search(web, "who won the cup in 1954") == []


def test_what_some_engines_found_counts_though_others_failed(web: SmallWeb) -> None:
    value = {"results": [{"url": "https://example.org/"}], "unresponsive_engines": [["google", "CAPTCHA"]]}
    web.search.answers(json_answer(value))
    assert search(web) == [SearchResult("https://example.org/")]


@pytest.mark.parametrize(
    "scheme", ["javascript:alert(1)", "ftp://example.org/", "http://", "//example.org", "https://["]
)
def test_what_has_no_web_address_is_no_result(scheme: str, web: SmallWeb) -> None:
    twice = {"url": "https://example.org/", "title": "<b>A</b>"}
    value = {"results": [{"url": scheme}, {"title": "none"}, "x", twice, twice], "unresponsive_engines": "?"}
    web.search.answers(json_answer(value))
    assert search(web) == [SearchResult("https://example.org/", "A")]


Failed = tuple[Callable[[SmallSearch], None], FailureKind, str]
FAILURES: dict[str, Failed] = {
    "429": (lambda it: it.fails(429), FailureKind.RATE_LIMITED, "HTTP 429: it was asked too often"),
    "202": (lambda it: it.blocked(), FailureKind.BLOCKED, "HTTP 202: it takes this program for a robot"),
    "captcha": (lambda it: it.captcha(), FailureKind.BLOCKED, "a page in place of results: it takes this program"),
    "challenge": (
        lambda it: it.answers(html("<title>Making sure you&#39;re not a bot!</title>")),
        FailureKind.BLOCKED,
        "a page in place of results: it takes this program",
    ),
    "403": (lambda it: it.json_disabled(), FailureKind.BLOCKED, "do not list `json` under `search.formats`"),
    "401": (lambda it: it.fails(401), FailureKind.AUTH, "HTTP 401: it does not accept the key"),
    "404": (lambda it: it.fails(404), FailureKind.BAD_ANSWER, "HTTP 404: it is no answer to a search"),
    "500": (lambda it: it.fails(500), FailureKind.UNAVAILABLE, "HTTP 500: it is out of order"),
    "504": (lambda it: it.fails(504), FailureKind.TIMEOUT, "HTTP 504: it took too long"),
    "503 with a captcha": (
        lambda it: it.answers(Answer(503, body=b"<h1>Are you a robot?</h1>")),
        FailureKind.BLOCKED,
        "HTTP 503: it takes this program for a robot",
    ),
    "503 that says why": (
        lambda it: it.answers(Answer(503, body=b"Rate limit exceeded")),
        FailureKind.RATE_LIMITED,
        "HTTP 503: it was asked too often",
    ),
    "redirect": (lambda it: it.answers(redirect("https://example.org/")), FailureKind.BAD_ANSWER, "HTTP 302"),
    "broken JSON": (lambda it: it.broken_json(), FailureKind.BAD_ANSWER, "a page in place of results: it is no"),
    "other JSON": (lambda it: it.answers(json_answer([])), FailureKind.BAD_ANSWER, "a page in place of results"),
    "no results": (lambda it: it.answers(json_answer({"results": 3})), FailureKind.BAD_ANSWER, "without a list"),
    "huge": (lambda it: it.answers(huge(9_000_000)), FailureKind.BAD_ANSWER, "more than 3,000,000 bytes"),
    "cut off": (
        lambda it: it.answers(Answer(headers={"Content-Length": "9"}, body=b"{}")),
        FailureKind.UNAVAILABLE,
        "cannot be reached (RemoteProtocolError)",
    ),
    "robots": (lambda it: it.engines_fail(), FailureKind.BLOCKED, "google (Suspended: CAPTCHA), duckduckgo ("),
    "too many": (
        lambda it: it.engines_fail({"a": "too many requests", "b": "timeout"}),
        FailureKind.RATE_LIMITED,
        "engines that it asks have failed: a (too many requests), b (timeout).",
    ),
    "slow engines": (lambda it: it.engines_fail({"a": "timeout"}), FailureKind.TIMEOUT, "a (timeout)"),
    "engines": (
        lambda it: it.engines_fail(dict.fromkeys("abcde", "parsing error")),
        FailureKind.UNAVAILABLE,
        "c (parsing error) and 2 more.",
    ),
}


@pytest.mark.parametrize(("play", "kind", "said"), FAILURES.values(), ids=FAILURES)
def test_failures(play: Callable[[SmallSearch], None], kind: FailureKind, said: str, web: SmallWeb) -> None:
    play(web.search)
    with pytest.raises(SearchError) as caught:
        search(web)
    assert caught.value.kind is kind
    assert said in str(caught.value)
    assert str(caught.value).startswith("searxng ")


LATE: dict[str, Callable[[SmallSearch], None]] = {
    "slow": lambda it: it.slow(60),
    "endless": lambda it: it.answers(endless(0.001)),
}


@pytest.mark.parametrize("play", LATE.values(), ids=LATE)
def test_it_does_not_wait_for_ever(play: Callable[[SmallSearch], None], web: SmallWeb) -> None:
    play(web.search)
    with pytest.raises(SearchError, match=r"searxng did not answer within 0\.2 seconds\.") as caught:
        search(web, timeout_s=0.2)
    assert caught.value.kind is FailureKind.TIMEOUT


def test_it_says_when_it_may_be_asked_again(web: SmallWeb) -> None:
    web.search.fails(429, retry_after=7)
    with pytest.raises(SearchError) as caught:
        search(web)
    assert caught.value.retry_after_s == 7


def test_nobody_is_there() -> None:
    with SmallWeb() as web:
        url = web.search.url
    with pytest.raises(SearchError, match=r"searxng cannot be reached \(ConnectError\)\.") as caught:
        asyncio.run(SearXNG(url).search(QUERY, 5))
    assert caught.value.kind is FailureKind.UNAVAILABLE


def test_a_password_in_the_address_is_used_and_not_shown(web: SmallWeb, caplog: pytest.LogCaptureFixture) -> None:
    address = web.search.url.replace("http://", "http://ann:r%40in@")
    provider = SearXNG(address)
    web.search.fails(500, times=1)
    with caplog.at_level(logging.DEBUG):
        with pytest.raises(SearchError) as caught:
            asyncio.run(provider.search(QUERY, 5))
        assert len(asyncio.run(provider.search(QUERY, 5))) == 2
    assert web.search.requests[1].headers["authorization"] == httpx.BasicAuth("ann", "r@in")._auth_header  # pyright: ignore
    for shown in (repr(provider), str(caught.value), caplog.text):
        assert "r%40in" not in shown
        assert "r@in" not in shown


def test_a_service_on_this_machine_is_asked_without_the_proxy(web: SmallWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert len(search(web)) == 2
