"""A web of a few pages on this machine, with a search engine: the public fake for tests of whatever reads the web."""

import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from truthfulness_evaluator.testing import answers, html_text
from truthfulness_evaluator.testing.answers import Answer, Pieces
from truthfulness_evaluator.testing.pdf import pdf_file
from truthfulness_evaluator.testing.search_formats import Hit
from truthfulness_evaluator.testing.server import LOOPBACK, RequestLog, SiteServer, WebRequest
from truthfulness_evaluator.testing.small_search import SmallSearch

_SITES = range(1, 254)


@dataclass(slots=True)
class _Route:
    """What a path is answered: first what holds for a number of requests, then the rest."""

    last: Answer | None = None
    first: tuple[tuple[Answer, int], ...] = ()

    def next(self) -> Answer | None:
        if not self.first:
            return self.last
        (answer, times), *rest = self.first
        self.first = (*([(answer, times - 1)] if times > 1 else []), *rest)
        return answer


class SmallWeb:
    """A few sites on loopback addresses, each a real HTTP server, that serve what a test tells them to.

    Site number n is at 127.0.0.(n + 1), so that sites are different hosts. Where a system has only 127.0.0.1, as macOS
    does by default, all sites are there and differ by their port. Each method that makes a page returns its
    address. `search` is a search engine over them.

    Args:
        delay: seconds before each page.

    Example:
        >>> from urllib.request import urlopen
        >>> with SmallWeb() as web:
        ...     url = web.page("/ferry", "<title>Ferry</title><p>It sails at nine.")
        ...     page = urlopen(url).read().decode()
        ...     found = web.search.find("when does the ferry sail")
        ...     print(page, [request.path for request in web.requests], found[0].title)
        <title>Ferry</title><p>It sails at nine. ['/ferry'] Ferry
    """

    def __init__(self, *, delay: float = 0.0) -> None:
        self.delay = delay
        self._log = RequestLog()
        self._lock = threading.Lock()
        self._routes: dict[tuple[int, str], _Route] = {}
        self._hits: dict[str, Hit] = {}
        self._sites: dict[int, SiteServer] = {}
        self.search = SmallSearch(lambda: list(self._hits.values()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop all servers."""
        for server in (self.search, *self._sites.values()):
            server.close()

    @property
    def requests(self) -> list[WebRequest]:
        """What the sites were asked, in the order of coming; what the search was asked is in `search.requests`."""
        return self._log.requests()

    def most_at_once(self, site: int | None = None) -> int:
        """How many requests were being answered at one time.

        Args:
            site: to this one; None: to all.
        """
        if site is None:
            return max((request.at_once for request in self.requests), default=0)
        return max((request.at_once_on_site for request in self.requests if request.site == site), default=0)

    def url(self, path: str = "/", site: int = 1) -> str:
        """The address of a path, whether or not there is a page.

        Raises:
            ValueError: the path does not begin with a slash, or there is no such site.
        """
        if not path.startswith("/") or site not in _SITES:
            raise ValueError(f"A path begins with a slash, and sites are 1 to {_SITES[-1]}: {path!r}, {site}.")
        if site not in self._sites:
            self._sites[site] = SiteServer(_host(site), site, self._answer, self._log)
        return f"{self._sites[site].url}{path}"

    def page(
        self,
        path: str,
        html: str,
        *,
        site: int = 1,
        encoding: str = "utf-8",
        says: str | None = None,
        published: str | None = None,
    ) -> str:
        """A page of HTML, that the search finds by its title and text.

        Args:
            path: with a slash at its beginning. One without a query is served whatever the query is.
            html: the page.
            site: its number, 1 or more.
            encoding: how it is sent.
            says: the encoding that its header tells; None: the true one; empty: none.
            published: `YYYY-MM-DD`, as the search tells it.
        """
        url = self._put(path, site, answers.html(html, encoding=encoding, says=says))
        title, text = html_text.title_and_text(html)
        self._hits[url] = Hit(url, title, text, published)
        return url

    def pdf(self, path: str, text: str | bytes, *, site: int = 1, title: str = "", published: str | None = None) -> str:
        """A PDF file: of lines of text, that the search finds, or as it is given in bytes."""
        content = pdf_file(text) if isinstance(text, str) else text
        url = self._put(path, site, Answer(headers={"Content-Type": "application/pdf"}, body=content))
        self._hits[url] = Hit(url, title, text if isinstance(text, str) else "", published)
        return url

    def redirect(self, path: str, to: str, *, site: int = 1, status: int = HTTPStatus.FOUND) -> str:
        """A redirect to an address, or to a path of the site."""
        return self._put(path, site, answers.redirect(to, status))

    def slow(self, path: str, seconds: float, html: str = "<p>Late.</p>", *, site: int = 1) -> str:
        """A page that begins after so many seconds; the search finds it."""
        url = self.page(path, html, site=site)
        self._put(path, site, answers.html(html, wait_s=seconds))
        return url

    def huge(self, path: str, size: int = 50_000_000, *, site: int = 1, tells_length: bool = True) -> str:
        """A page of so many bytes; `tells_length`: whether its header says so."""
        return self._put(path, site, answers.huge(size, tells_length=tells_length))

    def gzip_bomb(self, path: str, size: int = 100_000_000, *, site: int = 1) -> str:
        """A page that is small on the wire and has so many bytes when unpacked."""
        return self._put(path, site, answers.gzip_bomb(size))

    def endless(self, path: str, *, site: int = 1, pause: float = 0.005) -> str:
        """A page that does not end: a line every `pause` seconds."""
        return self._put(path, site, answers.endless(pause))

    def captcha(self, path: str, *, site: int = 1, status: int = HTTPStatus.OK) -> str:
        """The question whether one is human in place of a page."""
        return self._put(path, site, answers.captcha(status))

    def robots(self, text: str, *, site: int = 1) -> str:
        """The robots.txt of a site. One that has none answers 404."""
        return self._put("/robots.txt", site, Answer(headers={"Content-Type": "text/plain"}, body=text.encode()))

    def answer(
        self,
        path: str,
        *,
        site: int = 1,
        status: int = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
        body: str | bytes | Pieces = b"",
        times: int | None = None,
    ) -> str:
        """Any answer.

        Args:
            path: with a slash at its beginning.
            site: its number.
            status: of HTTP.
            headers: `Content-Length` is added where there is none.
            body: pieces are sent one by one, in chunks.
            times: for so many requests, after which the path answers as before; None: for all.
        """
        answer = Answer(status, headers or {}, body.encode() if isinstance(body, str) else body)
        return self._put(path, site, answer, times)

    def forget_requests(self) -> None:
        """Begin the log of requests anew."""
        self._log.forget()

    def _put(self, path: str, site: int, answer: Answer, times: int | None = None) -> str:
        url = self.url(path, site)
        with self._lock:
            route = self._routes.setdefault((site, path), _Route())
            if times is None:
                route.last = answer
            else:
                route.first = (*route.first, (answer, times))
        return url

    def _answer(self, request: WebRequest) -> Answer:
        with self._lock:
            route = self._routes.get((request.site, request.path))
            route = route or self._routes.get((request.site, urlsplit(request.path).path))
            answer = route.next() if route else None
        answer = answer or replace(answers.html("<h1>Not found</h1>"), status=HTTPStatus.NOT_FOUND)
        return replace(answer, wait_s=answer.wait_s + self.delay)


def _host(site: int) -> str:
    """The address of a site: one of its own where the system answers on it."""
    host = f"127.0.0.{site + 1}"
    with socket.socket() as trial:
        try:
            trial.bind((host, 0))
        except OSError:
            return LOOPBACK
    return host
