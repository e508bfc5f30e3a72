"""Fetches pages of the web."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.net.allowed import allowed_hosts
from truthfulness_evaluator.net.answers import MEDIA_TYPES, may_pass, media_type_of, problem_of
from truthfulness_evaluator.net.asking import Answer, Asking, Patience
from truthfulness_evaluator.net.challenges import is_challenge
from truthfulness_evaluator.net.dialing import Dialer, Resolver, system_resolver
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem
from truthfulness_evaluator.net.permission import Permission
from truthfulness_evaluator.net.trail import Trail
from truthfulness_evaluator.net.urls import parsed, without_query

USER_AGENT = f"truthfulness-evaluator/{__version__}"

_MAX_CRAWL_DELAY_S = 10.0
"""Seconds between two pages of a host at most, whatever its robots.txt asks for."""

_PRODUCT = re.compile(r"[a-zA-Z_-]+")


class Fetcher:
    """Fetches pages of the web; see the package for what it refuses. For use in one event loop.

    Example:
        async with Fetcher() as fetcher:
            page = await fetcher.fetch("https://example.org/")

    Args:
        allow_hosts: hosts that need not be public, and may use any port: `wiki`, `*.example.org`, `10.1.2.3`,
            `10.0.0.0/8`.
        timeout_s: seconds for one page with its redirects, and as many for the robots.txt of its host; waiting for a
            turn at the host is not counted.
        max_bytes: of a page, decompressed.
        resolver: finds the addresses of names; None: the operating system does.
        user_agent: name of the program, a slash and its version.
        pause_s: seconds between two pages of one host at least.

    Raises:
        UsageError: an entry of `allow_hosts` is no host; a user agent without a name.
    """

    def __init__(
        self,
        *,
        allow_hosts: Sequence[str] = (),
        timeout_s: float = 20.0,
        max_bytes: int = 5_000_000,
        resolver: Resolver | None = None,
        user_agent: str = USER_AGENT,
        pause_s: float = 0.5,
    ) -> None:
        product = _PRODUCT.match(user_agent)
        if product is None or not user_agent.isascii() or not user_agent.isprintable():
            raise UsageError("A user agent is a name, a slash and a version.", hint=f"The usual one is {USER_AGENT}.")
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes
        self._pause_s = pause_s
        self._asking = Asking(Dialer(allowed_hosts(allow_hosts), resolver or system_resolver), user_agent)
        self._permission = Permission(self._asking, product[0])

    async def fetch(self, url: str) -> Fetched:
        """A page.

        Raises:
            FetchError: there is none; its `problem` says why.
        """
        trail = Trail(parsed(url))
        patience = Patience(self._timeout_s)
        while True:
            for_robots = patience if trail.is_redirected else Patience(self._timeout_s)
            robots = await self._permission.at(trail.at, for_robots)
            if not robots.allows(trail.at.target):
                where = without_query(str(trail.at))
                raise FetchError(FetchProblem.ROBOTS, f"{where}: the host's robots.txt does not allow it.")
            pause = 0.0 if trail.is_redirected else max(self._pause_s, min(robots.crawl_delay_s, _MAX_CRAWL_DELAY_S))
            async with self._asking.answer(trail.at, patience, pause_s=pause) as answer:
                if not await trail.leads_on(answer):
                    return await self._page(url, answer)

    async def _page(self, asked: str, answer: Answer) -> Fetched:
        where = without_query(str(answer.url))
        if (problem := problem_of(answer.status, answer.headers)) is not None:
            if problem is FetchProblem.RATE_LIMITED:
                self._asking.leave_alone(answer)
            raise FetchError(problem, f"{where}: the host answers {answer.status}.", retryable=may_pass(problem))
        media_type, charset = media_type_of(answer.headers)
        if media_type not in MEDIA_TYPES:
            kind = repr(media_type[:60]) if media_type else "of no type"
            raise FetchError(FetchProblem.CONTENT_TYPE, f"{where}: it is {kind}, and no text, HTML or PDF.")
        body = await answer.body(self._max_bytes) if (answer.length or 0) <= self._max_bytes else None
        if body is None or not body.whole:
            raise FetchError(FetchProblem.TOO_LARGE, f"{where}: it is larger than {self._max_bytes:,} bytes.")
        if is_challenge(answer.headers, body.content):
            raise FetchError(FetchProblem.BLOCKED, f"{where}: a captcha stands in place of the page.")
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return Fetched(asked, str(answer.url), media_type, charset, body.content, now)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._asking.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
