"""A web server that sends what it is told, byte for byte, and what a fetch from it comes to."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import TypeVar

from truthfulness_evaluator.net.fetched import Fetched, FetchError
from truthfulness_evaluator.net.fetching import Fetcher

T = TypeVar("T")
Page = bytes | Callable[[asyncio.StreamWriter], Awaitable[None]]
"""All that is sent, headers included, or what sends it."""

LOOPBACK = ("127.0.0.0/8",)


def answer(body: bytes = b"", *, status: str = "200 OK", kind: str = "text/html", **headers: str) -> bytes:
    """An answer; `content_encoding="gzip"` is a header."""
    named = {"Content-Type": kind, "Content-Length": str(len(body))} | {
        name.replace("_", "-").title(): value for name, value in headers.items()
    }
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in named.items() if value), "", ""]
    return "\r\n".join(lines).encode() + body


def redirect(location: str, *, set_cookie: str = "", www_authenticate: str = "") -> bytes:
    return answer(status="302 Found", location=location, set_cookie=set_cookie, www_authenticate=www_authenticate)


NO_ROBOTS = answer(status="404 Not Found")


@dataclass(frozen=True)
class Request:
    host: str
    """As the Host header names it, without port."""
    path: str
    headers: Mapping[str, str]
    peer: int
    """Port of the client: tells connections apart."""


@dataclass
class RawWeb:
    """Serves pages by path, or by host and path (`other.example/page`), on 127.0.0.1; a context manager.

    In a page sent as bytes, `PORT` is replaced by the server's port.
    """

    pages: Mapping[str, Page]
    tls: SSLContext | None = None
    requests: list[Request] = field(default_factory=list[Request])
    at_once: int = 0
    """Requests at a time, at most."""
    _open: int = 0

    @property
    def asked(self) -> list[str]:
        """Hosts with paths that were asked for, robots.txt aside."""
        return [each.host + each.path for each in self.requests if each.path != "/robots.txt"]

    @property
    def connected(self) -> int:
        """Connections that are open."""
        return len(self._serving)

    def url(self, path: str = "/", host: str = "pages.example") -> str:
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}{path}"

    async def __aenter__(self) -> "RawWeb":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._serving: set[asyncio.Task[None]] = set()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for each in self._serving:
            each.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                await self._answer(head, writer)
        except (asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
            pass
        finally:
            self._serving.discard(task)
            writer.close()

    async def _answer(self, head: str, writer: asyncio.StreamWriter) -> None:
        first, *lines = head.rstrip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        host, path = headers["host"].rpartition(":")[0] or headers["host"], first.split(" ")[1]
        self.requests.append(Request(host, path, headers, writer.get_extra_info("peername")[1]))
        plain = path.split("?")[0]
        page = self.pages.get(host + plain, self.pages.get(plain, NO_ROBOTS))
        self._open += 1
        self.at_once = max(self.at_once, self._open)
        try:
            if callable(page):
                await page(writer)
            else:
                writer.write(page.replace(b"PORT", str(self.port).encode()))
                await writer.drain()
        finally:
            self._open -= 1


async def everywhere_here(host: str, port: int) -> Sequence[str]:
    """All names are names of this machine."""
    return ["127.0.0.1"]


def fetcher(
    *, allow_hosts: Sequence[str] = LOOPBACK, timeout_s: float = 10.0, max_bytes: int = 100_000, pause_s: float = 0.0
) -> Fetcher:
    """A fetcher for which all names are names of this machine."""
    return Fetcher(
        allow_hosts=allow_hosts, timeout_s=timeout_s, max_bytes=max_bytes, pause_s=pause_s, resolver=everywhere_here
    )


def run(work: Coroutine[object, object, T]) -> T:
    return asyncio.run(work)


async def outcome(fetching: Fetcher, url: str) -> Fetched | FetchError:
    """What a fetch comes to."""
    try:
        return await fetching.fetch(url)
    except FetchError as error:
        return error


def fetched(
    pages: Mapping[str, Page], path: str = "/", *, timeout_s: float = 10.0, max_bytes: int = 100_000
) -> tuple[RawWeb, Fetched | FetchError]:
    """The server after one page of it was asked for, and what came of it."""

    async def fetch() -> tuple[RawWeb, Fetched | FetchError]:
        async with RawWeb(pages) as web, fetcher(timeout_s=timeout_s, max_bytes=max_bytes) as fetching:
            return web, await outcome(fetching, web.url(path))

    return run(fetch())
