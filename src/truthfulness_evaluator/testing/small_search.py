"""A web search over the pages of a small web, in the wire formats of SearXNG, Tavily and Brave."""

import functools
import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from types import MappingProxyType

from truthfulness_evaluator.testing import answers, search_formats
from truthfulness_evaluator.testing.answers import Answer
from truthfulness_evaluator.testing.search_formats import Hit
from truthfulness_evaluator.testing.server import LOOPBACK, RequestLog, SiteServer, WebRequest

_WORD = re.compile(r"\w+")
_SNIPPET = 160
"""Characters of a page that a result shows."""
_SUSPENDED = MappingProxyType({"google": "Suspended: CAPTCHA", "duckduckgo": "Suspended: too many requests"})


class SmallSearch:
    """The search endpoint of a small web.

    It finds the pages that hold at least half of the words of a query, the most of them first, unless `results` says
    what is found. What is asked for in its methods with `times` holds for so many requests; None: until `works`.
    """

    key = "small-web-key"
    """What Tavily's and Brave's clients have to send."""

    def __init__(self, pages: Callable[[], Sequence[Hit]]) -> None:
        self._pages = pages
        self._lock = threading.Lock()
        self._table: dict[str, list[str]] = {}
        self._faults: list[tuple[Answer | Callable[[str], Answer], int | None]] = []
        self._wait_s = 0.0
        self._server = SiteServer(LOOPBACK, 0, self._respond, RequestLog())

    def close(self) -> None:
        """Stop its server."""
        self._server.close()

    @property
    def url(self) -> str:
        """The base address, of all three formats."""
        return self._server.url

    @property
    def requests(self) -> list[WebRequest]:
        """What was asked, in the order of coming."""
        return self._server.log.requests()

    @property
    def queries(self) -> list[str]:
        """The queries of these requests."""
        return [search_formats.query_of(request) for request in self.requests]

    def results(self, query: str, urls: Iterable[str]) -> None:
        """What a query finds, in this order; no address: nothing. Case and spaces of the query are the same to it."""
        self._table[_plain(query)] = list(urls)

    def fails(self, status: int = 429, *, times: int | None = None, retry_after: float | str | None = None) -> None:
        """Answer with an error of HTTP.

        Args:
            status: 429, 500, ...
            times: for how many requests.
            retry_after: the header `Retry-After`: seconds, or a date.
        """
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        self._fault(answers.json_answer({"error": HTTPStatus(status).phrase}, status=status, headers=headers), times)

    def answers(self, answer: Answer, *, times: int | None = None) -> None:
        """Answer with anything else."""
        self._fault(answer, times)

    def blocked(self, status: int = 202, *, times: int | None = None) -> None:
        """Answer as search engines do whom they take for a robot: a 202 or 403 with a page that holds no results."""
        page = answers.html("<html><body>Please wait.</body></html>")
        self._fault(replace(page, status=status), times)

    def captcha(self, *, times: int | None = None) -> None:
        """Answer with a captcha, and status 200."""
        self._fault(answers.captcha(), times)

    def broken_json(self, *, times: int | None = None) -> None:
        """Answer with JSON that is cut off."""
        self._fault(
            Answer(headers={"Content-Type": "application/json"}, body=b'{"query": "x", "results": [{"url'), times
        )

    def json_disabled(self, *, times: int | None = None) -> None:
        """Answer as SearXNG does where its settings do not list the format `json`: a 403."""
        self._fault(replace(answers.html("<h1>Forbidden</h1>"), status=HTTPStatus.FORBIDDEN), times)

    def engines_fail(self, reasons: Mapping[str, str] = _SUSPENDED, *, times: int | None = None) -> None:
        """Find nothing, and name SearXNG's engines with what was wrong with them."""
        self._fault(lambda query: answers.json_answer(search_formats.searxng(query, [], reasons)), times)

    def slow(self, seconds: float) -> None:
        """Wait before each answer."""
        self._wait_s = seconds

    def works(self) -> None:
        """Answer properly again."""
        with self._lock:
            self._faults.clear()
        self._wait_s = 0.0

    def find(self, query: str) -> list[Hit]:
        """What a query finds, the best first."""
        pages = self._pages()
        urls = self._table.get(_plain(query))
        if urls is not None:
            known = {page.url: page for page in pages}
            return [_shown(known.get(url, Hit(url)), set()) for url in urls]
        wanted = set(_words(query))
        scored = [(_score(page, wanted), page) for page in pages]
        ranked = sorted((each for each in scored if each[0] >= len(wanted) / 2), key=lambda each: -each[0])
        return [_shown(page, wanted) for score, page in ranked if score]

    def _respond(self, request: WebRequest) -> Answer:
        answer = self._next_fault(search_formats.query_of(request)) or self._found(request)
        return replace(answer, wait_s=max(answer.wait_s, self._wait_s))

    def _fault(self, answer: Answer | Callable[[str], Answer], times: int | None) -> None:
        with self._lock:
            self._faults.append((answer, times))

    def _next_fault(self, query: str) -> Answer | None:
        with self._lock:
            if not self._faults:
                return None
            answer, times = self._faults[0]
            if times is not None:
                self._faults[0:1] = [(answer, times - 1)] if times > 1 else []
        return answer if isinstance(answer, Answer) else answer(query)

    def _found(self, request: WebRequest) -> Answer:
        query = search_formats.query_of(request)
        form = search_formats.format_of(request)
        if form is None:
            return Answer(HTTPStatus.NOT_FOUND)
        return form.answer(request, self.find(query) if query else [], self.key)


def _plain(query: str) -> str:
    return " ".join(query.casefold().split())


def _words(text: str) -> list[str]:
    """The words of a text; singular and plural are one."""
    return [word.rstrip("s") for word in _WORD.findall(text.casefold())]


def _score(page: Hit, wanted: set[str]) -> int:
    return len(wanted & _words_of(page))


@functools.lru_cache(maxsize=2_000)
def _words_of(page: Hit) -> frozenset[str]:
    return frozenset((*_words(page.title), *_words(page.text)))


def _shown(page: Hit, wanted: set[str]) -> Hit:
    """A page with the part of its text where the first of the words stands."""
    text = " ".join(page.text.split())
    first = next((match.start() for match in _WORD.finditer(text) if wanted.intersection(_words(match[0]))), 0)
    start = text.rfind(". ", 0, first) + 2 if ". " in text[:first] else 0
    return replace(page, text=text[start : start + _SNIPPET])
