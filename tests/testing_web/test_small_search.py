"""The search of the small web: what it finds, and the wire formats and failures that it plays."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from truthfulness_evaluator.testing import SmallWeb
from truthfulness_evaluator.testing.answers import Answer
from truthfulness_evaluator.testing.small_search import SmallSearch


@pytest.fixture
def web() -> Iterator[SmallWeb]:
    with SmallWeb() as running:
        running.page("/ferry", "<title>The ferry</title><p>Boats. The ferry sails at nine.", published="2024-05-01")
        running.pdf("/rates.pdf", "Rates of the harbour, by length.", title="Rates", site=2)
        yield running


def _searxng(web: SmallWeb, query: str, **more: str) -> httpx.Response:
    parameters = {"q": query, "format": "json", **more}
    return httpx.get(f"{web.search.url}/search", params=parameters, trust_env=False)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("When does the ferry sail?", ["/ferry"], id="half of the words"),
        pytest.param("harbour RATES", ["/rates.pdf"], id="any case, of a PDF"),
        pytest.param("the harbour", ["/rates.pdf", "/ferry"], id="the most words first"),
        pytest.param("who won the cup in 1954", [], id="too few words"),
        pytest.param("", [], id="no words"),
    ],
)
def test_it_finds_pages_by_their_words(query: str, found: list[str], web: SmallWeb) -> None:
    assert [httpx.URL(hit.url).path for hit in web.search.find(query)] == found


def test_searxng(web: SmallWeb) -> None:
    answer = _searxng(web, "ferry sails").json()
    assert answer["query"] == "ferry sails"
    assert answer["unresponsive_engines"] == []
    (result,) = answer["results"]
    assert {name: result[name] for name in ("url", "title", "content", "publishedDate")} == {
        "url": web.url("/ferry"),
        "title": "The ferry",
        "content": "The ferry sails at nine.",
        "publishedDate": "2024-05-01T00:00:00",
    }
    assert _searxng(web, "ferry sails", pageno="2").json()["results"] == []
    assert "json" not in _searxng(web, "ferry sails", format="html").headers["content-type"]


def test_tavily(web: SmallWeb) -> None:
    def ask(key: str) -> httpx.Response:
        body = {"query": "ferry sails", "max_results": 3}
        headers = {"Authorization": f"Bearer {key}"}
        return httpx.post(f"{web.search.url}/search", json=body, headers=headers, trust_env=False)

    assert ask("wrong").status_code == 401
    (result,) = ask(SmallSearch.key).json()["results"]
    assert (result["url"], result["content"]) == (web.url("/ferry"), "The ferry sails at nine.")
    assert result["published_date"] == "2024-05-01"


def test_brave(web: SmallWeb) -> None:
    def ask(key: str, query: str = "ferry sails") -> httpx.Response:
        url = f"{web.search.url}/res/v1/web/search"
        return httpx.get(url, params={"q": query}, headers={"X-Subscription-Token": key}, trust_env=False)

    assert ask("wrong").status_code == 422
    (result,) = ask(SmallSearch.key).json()["web"]["results"]
    assert (result["url"], result["description"]) == (web.url("/ferry"), "The ferry sails at nine.")
    assert result["page_age"] == "2024-05-01T00:00:00"
    assert "web" not in ask(SmallSearch.key, "nothing like it").json()


def test_what_a_query_finds_can_be_told(web: SmallWeb) -> None:
    web.search.results("Any  words", ["https://example.org/", web.url("/ferry")])
    web.search.results("ferry sails", [])
    results = _searxng(web, "any words").json()["results"]
    assert [(each["url"], each["title"]) for each in results] == [
        ("https://example.org/", ""),
        (web.url("/ferry"), "The ferry"),
    ]
    assert _searxng(web, "ferry sails").json()["results"] == []


def test_the_log_of_queries(web: SmallWeb) -> None:
    _searxng(web, "one")
    httpx.post(f"{web.search.url}/search", json={"query": "two"}, trust_env=False)
    assert web.search.queries == ["one", "two"]
    assert [each.method for each in web.search.requests] == ["GET", "POST"]
    assert web.requests == []


def _is_json(answer: httpx.Response) -> bool:
    try:
        answer.json()
    except ValueError:
        return False
    return True


Played = tuple[Callable[[SmallSearch], None], int, Callable[[httpx.Response], bool]]
"""What is asked for, and then the status and whether the rest of the answer is so."""
FAILURES: dict[str, Played] = {
    "error": (lambda it: it.fails(500, times=1), 500, lambda it: it.json() == {"error": "Internal Server Error"}),
    "429": (lambda it: it.fails(429, times=1, retry_after=3), 429, lambda it: it.headers["retry-after"] == "3"),
    "202": (lambda it: it.blocked(times=1), 202, lambda it: "html" in it.headers["content-type"]),
    "captcha": (lambda it: it.captcha(times=1), 200, lambda it: "captcha" in it.text),
    "broken JSON": (lambda it: it.broken_json(times=1), 200, lambda it: not _is_json(it)),
    "no JSON": (lambda it: it.json_disabled(times=1), 403, lambda it: "Forbidden" in it.text),
    "engines": (
        lambda it: it.engines_fail({"google": "CAPTCHA"}, times=1),
        200,
        lambda it: (it.json()["results"], it.json()["unresponsive_engines"]) == ([], [["google", "CAPTCHA"]]),
    ),
    "anything": (lambda it: it.answers(Answer(418, body=b"tea"), times=1), 418, lambda it: it.text == "tea"),
}


@pytest.mark.parametrize(("play", "status", "seen"), FAILURES.values(), ids=FAILURES)
def test_it_fails_as_told_and_then_works(
    play: Callable[[SmallSearch], None], status: int, seen: Callable[[httpx.Response], bool], web: SmallWeb
) -> None:
    play(web.search)
    answer = _searxng(web, "ferry sails")
    assert answer.status_code == status
    assert seen(answer)
    assert len(_searxng(web, "ferry sails").json()["results"]) == 1


def test_it_fails_until_it_is_told_to_work(web: SmallWeb) -> None:
    web.search.fails(503)
    web.search.slow(60)
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{web.search.url}/search", params={"q": "x"}, timeout=0.05, trust_env=False)
    web.search.slow(0)
    assert [_searxng(web, "ferry sails").status_code for _ in range(3)] == [503, 503, 503]
    web.search.works()
    assert _searxng(web, "ferry sails").status_code == 200
