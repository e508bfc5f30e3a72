"""The wire formats of search services: what their clients send, and what these are answered.

* SearXNG, `GET /search?format=json`: https://docs.searxng.org/dev/search_api.html
* Tavily, `POST /search`: https://docs.tavily.com/documentation/api-reference/endpoint/search
* Brave, `GET /res/v1/web/search`: https://api-dashboard.search.brave.com/app/documentation/web-search
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast
from urllib.parse import parse_qs, urlsplit

from truthfulness_evaluator.testing.answers import Answer, html, json_answer
from truthfulness_evaluator.testing.server import WebRequest


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that a search finds."""

    url: str
    title: str = ""
    text: str = ""
    published: str | None = None
    """`YYYY-MM-DD`."""


@dataclass(frozen=True, slots=True)
class Format:
    """A service: the requests that are for it, and what it answers."""

    method: str
    path: str
    answer: Callable[[WebRequest, Sequence[Hit], str], Answer]
    """Takes the request, what it finds, and the key that it has to carry."""


def format_of(request: WebRequest) -> Format | None:
    """The service that a request is for; None: there is none."""
    path = urlsplit(request.path).path
    return next((each for each in _FORMATS if (each.method, each.path) == (request.method, path)), None)


def query_of(request: WebRequest) -> str:
    """The query in a request; empty where there is none."""
    if request.method == "POST":
        return str(_body(request).get("query", ""))
    return _parameter(request, "q")


def searxng(query: str, hits: Sequence[Hit], unresponsive: Mapping[str, str] | None = None) -> dict[str, object]:
    """What SearXNG answers.

    Args:
        query: as it was asked.
        hits: what is found.
        unresponsive: engines that gave nothing, with the reason.
    """
    return {
        "query": query,
        "number_of_results": 0,
        "results": [
            {
                "url": hit.url,
                "title": hit.title,
                "content": hit.text,
                "publishedDate": f"{hit.published}T00:00:00" if hit.published else None,
                "engine": "small web",
                "engines": ["small web"],
                "category": "general",
            }
            for hit in hits
        ],
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [[name, reason] for name, reason in (unresponsive or {}).items()],
    }


def _searxng(request: WebRequest, hits: Sequence[Hit], key: str) -> Answer:
    if _parameter(request, "format") != "json":
        return html("<html><body>Results for people.</body></html>")
    return json_answer(searxng(query_of(request), hits if _parameter(request, "pageno") in ("", "1") else []))


def _tavily(request: WebRequest, hits: Sequence[Hit], key: str) -> Answer:
    if request.headers.get("authorization") != f"Bearer {key}":
        detail = {"error": "Unauthorized: missing or invalid API key."}
        return json_answer({"detail": detail}, status=HTTPStatus.UNAUTHORIZED)
    limit = cast("int", _body(request).get("max_results", 5))
    results = [
        {"url": hit.url, "title": hit.title, "content": hit.text, "score": 0.9, "raw_content": None}
        | ({"published_date": hit.published} if hit.published else {})
        for hit in hits[:limit]
    ]
    return json_answer(
        {"query": query_of(request), "answer": None, "images": [], "results": results, "response_time": 0.1}
    )


def _brave(request: WebRequest, hits: Sequence[Hit], key: str) -> Answer:
    if request.headers.get("x-subscription-token") != key:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        error = {"status": status, "code": "SUBSCRIPTION_TOKEN_INVALID", "detail": "The token is invalid."}
        return json_answer({"type": "ErrorResponse", "error": error}, status=status)
    limit = int(_parameter(request, "count") or 20)
    results = [
        {"type": "search_result", "url": hit.url, "title": hit.title, "description": hit.text}
        | ({"page_age": f"{hit.published}T00:00:00"} if hit.published else {})
        for hit in hits[:limit]
    ]
    web = {"web": {"type": "search", "results": results}} if results else {}
    return json_answer({"type": "search", "query": {"original": query_of(request)}, **web})


_FORMATS = (
    Format("GET", "/search", _searxng),
    Format("POST", "/search", _tavily),
    Format("GET", "/res/v1/web/search", _brave),
)


def _parameter(request: WebRequest, name: str) -> str:
    return parse_qs(urlsplit(request.path).query).get(name, [""])[0]


def _body(request: WebRequest) -> dict[str, object]:
    try:
        value: object = json.loads(request.body)
    except ValueError:
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
