"""Asks hosts for their robots.txt, once a run."""

import asyncio

from truthfulness_evaluator.net.answers import problem_of
from truthfulness_evaluator.net.asking import Answer, Asking, Patience
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.robots import MAX_ROBOTS_BYTES, Robots, read_robots
from truthfulness_evaluator.net.trail import Trail
from truthfulness_evaluator.net.urls import Url

_OF_THE_HOST = frozenset(
    (FetchProblem.BAD_URL, FetchProblem.REFUSED_ADDRESS, FetchProblem.UNRESOLVED, FetchProblem.UNREACHABLE)
)
"""Problems that every page of the host has too."""


class Permission:
    """What hosts let this program do, by RFC 9309: none (4xx) allows all, an unreachable one (5xx) nothing.

    Args:
        asking: makes the requests.
        product: name of this program, as hosts name crawlers.
    """

    def __init__(self, asking: Asking, product: str) -> None:
        self._asking = asking
        self._product = product
        self._known: dict[str, Robots | FetchError] = {}
        self._asked: dict[str, asyncio.Lock] = {}

    async def at(self, url: Url, patience: Patience) -> Robots:
        """The rules of a host.

        Raises:
            FetchError: the host cannot be asked for anything. This, too, is found out once a run, unless it may be
                different for the next page: the host wants to be left alone, or there was little patience left.
        """
        async with self._asked.setdefault(url.origin, asyncio.Lock()):
            if url.origin not in self._known:
                self._known[url.origin] = await self._found(url, patience)
        known = self._known[url.origin]
        if isinstance(known, FetchError):
            raise FetchError(known.problem, str(known), retryable=known.retryable)
        return known

    async def _found(self, url: Url, patience: Patience) -> Robots | FetchError:
        trail = Trail(Url(url.scheme, url.host, url.port, "/robots.txt"))
        is_fresh = patience.is_fresh
        try:
            while True:
                async with self._asking.answer(trail.at, patience) as answer:
                    if not await trail.leads_on(answer):
                        return await self._read(answer)
        except FetchError as error:
            if error.problem is FetchProblem.RATE_LIMITED or (error.problem is FetchProblem.TIMEOUT and not is_fresh):
                raise
            if error.problem is FetchProblem.TIMEOUT or (error.problem in _OF_THE_HOST and not trail.is_redirected):
                return error
            if error.problem is FetchProblem.TOO_MANY_REDIRECTS:
                return Robots()
            message = f"{url.host}: its robots.txt cannot be read, and so allows nothing."
            return FetchError(FetchProblem.ROBOTS, message, retryable=True)

    async def _read(self, answer: Answer) -> Robots:
        problem = problem_of(answer.status, answer.headers)
        if problem is FetchProblem.RATE_LIMITED:
            self._asking.leave_alone(answer)
        elif 400 <= answer.status < 500:
            await answer.skip()
            return Robots()
        if not 200 <= answer.status < 300:
            raise FetchError(
                problem or FetchProblem.SERVER_ERROR, f"{answer.url.host} answers {answer.status}.", retryable=True
            )
        return read_robots((await answer.body(MAX_ROBOTS_BYTES)).content, self._product)
