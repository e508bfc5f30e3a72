"""One request and its answer, redirects not followed: all that goes over the network goes through here."""

import asyncio
import os
import ssl
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import cast

import httpcore

from truthfulness_evaluator.net.answers import rest_of
from truthfulness_evaluator.net.decoding import ACCEPTED_CODINGS, BadBodyError, Body, read_body
from truthfulness_evaluator.net.dialing import Dialer
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.politeness import Turns
from truthfulness_evaluator.net.urls import Url, without_query

_CONNECTIONS = 32
"""Servers to which a connection is kept, at most."""
_IDLE_S = 4.0
"""Seconds that an idle connection is kept: less than any common server keeps it."""
_SHORT = 64 * 1024
"""Bytes of a body for which a new connection would take longer."""
_ACCEPT = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.1"


class Patience:
    """Seconds that are left for all requests of one page. Waiting for a turn is not counted."""

    def __init__(self, seconds: float) -> None:
        self._all = seconds
        self._left = seconds

    @property
    def is_fresh(self) -> bool:
        """Whether all of it is left."""
        return self._left == self._all

    @asynccontextmanager
    async def at(self, host: str) -> AsyncGenerator[None]:
        """Within, time runs.

        Raises:
            FetchError: TIMEOUT: it is up.
        """
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(self._left):
                yield
        except TimeoutError:
            message = f"{host} gives no complete answer within {self._all:g} s."
            raise FetchError(FetchProblem.TIMEOUT, message, retryable=True) from None
        finally:
            self._left = max(0.0, self._left - (clock() - began))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answers; its body is not yet read."""

    url: Url
    status: int
    headers: Mapping[str, str]
    """In lower case; of those that are sent twice the first."""
    chunks: AsyncIterable[bytes]

    @property
    def length(self) -> int | None:
        """Bytes that are sent, if the header says it."""
        value = self.headers.get("content-length", "")[:20]
        return int(value) if value.isascii() and value.isdigit() else None

    async def body(self, limit: int) -> Body:
        """The body, decompressed, as far as a limit in bytes.

        Raises:
            FetchError: SERVER_ERROR: it is not compressed as it says.
        """
        try:
            return await read_body(self.chunks, self.headers.get("content-encoding", ""), limit)
        except BadBodyError as error:
            raise FetchError(FetchProblem.SERVER_ERROR, f"{without_query(str(self.url))}: {error}.") from None

    async def skip(self) -> None:
        """Read over the body where it is short, so that the connection can be used again."""
        if self.length is not None and self.length <= _SHORT:
            async for _ in self.chunks:
                pass


class _Connections:
    """A connection to each of the servers that were asked last, kept for a few seconds.

    One pool for all would look at all its connections, each with calls of the operating system, whenever a request
    begins or ends: that was a fifth of the processor time of a run.
    """

    def __init__(self, dialer: Dialer) -> None:
        self._dialer = dialer
        self._pools: dict[str, httpcore.AsyncConnectionPool] = {}
        """By origin; the one that was asked last stands last."""
        self._busy: Counter[str] = Counter()

    @asynccontextmanager
    async def to(self, origin: str) -> AsyncGenerator[httpcore.AsyncConnectionPool]:
        """What asks a server; within, it is not closed."""
        pool = self._pools.pop(origin, None) or self._made()
        self._pools[origin] = pool
        self._busy[origin] += 1
        try:
            await self._close_others()
            yield pool
        finally:
            self._busy[origin] -= 1

    def _made(self) -> httpcore.AsyncConnectionPool:
        return httpcore.AsyncConnectionPool(
            ssl_context=_tls(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
            max_connections=1,
            keepalive_expiry=_IDLE_S,
            network_backend=self._dialer,
        )

    async def _close_others(self) -> None:
        """Close those that were asked longest ago, if there are many."""
        idle = [origin for origin in self._pools if not self._busy[origin]]
        # All are taken out before the first is closed: meanwhile one of them may be asked for again.
        for pool in [self._pools.pop(origin) for origin in idle[: max(0, len(self._pools) - _CONNECTIONS)]]:
            await pool.aclose()

    async def aclose(self) -> None:
        """Close all."""
        while self._pools:
            await self._pools.popitem()[1].aclose()


class Asking:
    """Requests to hosts of the web, over connections that are kept for a few seconds.

    Args:
        dialer: makes the connections.
        user_agent: names the program.
    """

    def __init__(self, dialer: Dialer, user_agent: str) -> None:
        self._turns = Turns()
        self._headers = [
            (b"User-Agent", user_agent.encode("ascii")),
            (b"Accept", _ACCEPT.encode("ascii")),
            (b"Accept-Encoding", ACCEPTED_CODINGS.encode("ascii")),
        ]
        self._connections = _Connections(dialer)

    @asynccontextmanager
    async def answer(self, url: Url, patience: Patience, *, pause_s: float | None = None) -> AsyncGenerator[Answer]:
        """The answer to a GET, and the turn at its host as long as the body is read.

        Args:
            url: what to ask for.
            patience: how long.
            pause_s: seconds since the host was asked for the page before; None: this is no page.

        Raises:
            FetchError: there is none.
        """
        target = httpcore.URL(scheme=url.scheme, host=url.host, port=url.port, target=url.target)
        headers = [(b"Host", url.authority.encode("ascii")), *self._headers]
        async with (
            self._turns.at(url.host, pause_s),
            self._connections.to(url.origin) as connection,
            patience.at(url.host),
        ):
            try:
                async with connection.stream("GET", target, headers=headers) as response:
                    stream = cast("AsyncIterable[bytes]", response.stream)
                    yield Answer(url, response.status, _headers(response.headers), stream)
            except httpcore.ConnectError as error:
                raise _unreachable(url, error) from None
            except httpcore.TimeoutException:
                raise TimeoutError from None
            except (httpcore.NetworkError, httpcore.ProtocolError, OSError):  # an SSLError while reading is the last
                message = f"{url.host} ends the connection, or what it says is no HTTP."
                raise FetchError(FetchProblem.UNREACHABLE, message, retryable=True) from None

    def leave_alone(self, answer: Answer) -> None:
        """Do not ask the host of an answer again before the time that it says."""
        self._turns.rest(answer.url.host, rest_of(answer.headers))

    async def aclose(self) -> None:
        """Close all connections."""
        await self._connections.aclose()


@cache
def _tls(cert_file: str | None, cert_dir: str | None) -> ssl.SSLContext:
    """What verifies hosts: the system's certificates, certifi's, and those of the variables, which OpenSSL reads.

    Made once for each value of the variables, because it takes longer than a page.
    """
    return httpcore.default_ssl_context()


def _headers(sent: list[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in sent:
        found.setdefault(name.decode("latin-1").lower(), value.decode("utf-8", errors="replace"))
    return found


def _unreachable(url: Url, error: Exception) -> FetchError:
    behind: BaseException | None = error
    while behind is not None and not isinstance(behind, ssl.SSLError):
        behind = behind.__cause__ or behind.__context__
    if behind is None:
        return FetchError(FetchProblem.UNREACHABLE, f"{url.host} cannot be reached.", retryable=True)
    what = "its certificate is not trusted" if isinstance(behind, ssl.SSLCertVerificationError) else "TLS fails"
    return FetchError(FetchProblem.UNREACHABLE, f"{url.host} cannot be reached: {what}.")
