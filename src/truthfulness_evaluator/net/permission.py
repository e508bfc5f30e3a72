"""Asks hosts for their robots.txt, once a run."""

import asyncio

from truthfulness_evaluator.net.asking import Asking, Patience
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.robots import ALL_ALLOWED, MAX_ROBOTS_BYTES, NOTHING_ALLOWED, Robots, read_robots
from truthfulness_evaluator.net.trail import Trail
from truthfulness_evaluator.net.urls import Url

_OF_THE_HOST = frozenset(
    (
        FetchProblem.BAD_URL,
        FetchProblem.REFUSED_ADDRESS,
        FetchProblem.UNRESOLVED,
        FetchProblem.UNREACHABLE,
        FetchProblem.TIMEOUT,
        FetchProblem.RATE_LIMITED,
    )
)
"""Problems that a page of the host would have too."""


class Permission:
    """What hosts let this program do, by RFC 9309: each is asked once.

    Args:
        asking: makes the requests.
        product: name of this program, as hosts name crawlers.
        timeout_s: seconds for one robots.txt.
    """

    def __init__(self, asking: Asking, product: str, timeout_s: float) -> None:
        self._asking = asking
        self._product = product
        self._timeout_s = timeout_s
        self._known: dict[str, Robots | FetchError] = {}
        self._asked: dict[str, asyncio.Lock] = {}

    async def at(self, url: Url) -> Robots:
        """The rules of a host.

        Raises:
            FetchError: the host cannot be asked for anything.
        """
        async with self._asked.setdefault(url.origin, asyncio.Lock()):
            if url.origin not in self._known:
                self._known[url.origin] = await self._found(url)
        known = self._known[url.origin]
        if isinstance(known, FetchError):
            raise FetchError(known.problem, str(known), retryable=known.retryable)
        return known

    async def _found(self, url: Url) -> Robots | FetchError:
        trail = Trail(Url(url.scheme, url.host, url.port, "/robots.txt"))
        try:
            return await self._read(trail)
        except FetchError as error:
            if error.problem is FetchProblem.TOO_MANY_REDIRECTS:
                return ALL_ALLOWED
            return NOTHING_ALLOWED if trail.is_redirected or error.problem not in _OF_THE_HOST else error

    async def _read(self, trail: Trail) -> Robots:
        patience = Patience(self._timeout_s)
        while True:
            async with self._asking.answer(trail.at, patience) as answer:
                if await trail.leads_on(answer):
                    continue
                if answer.status == 429:
                    message = f"{answer.url.host} wants to be left alone."
                    raise FetchError(FetchProblem.RATE_LIMITED, message, retryable=True)
                if 400 <= answer.status < 500:
                    await answer.skip()
                    return ALL_ALLOWED
                if not 200 <= answer.status < 300:
                    return NOTHING_ALLOWED
                return read_robots((await answer.body(MAX_ROBOTS_BYTES)).content, self._product)
