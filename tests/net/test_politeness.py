"""One request a host at a time, hosts side by side, a pause between pages."""

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from net.raw_web import Page, RawWeb, answer, everywhere_here, fetcher, outcome, redirect, run
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.fetching import Fetcher
from truthfulness_evaluator.net.politeness import Turns


def test_hosts_are_asked_one_request_at_a_time() -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.02)
        writer.write(answer(b"x"))

    async def fetch() -> tuple[int, int]:
        async with RawWeb({"/page": slow}) as web, fetcher() as fetching:
            await asyncio.gather(*(fetching.fetch(web.url(f"/page?{number}")) for number in range(5)))
            return len(web.asked), web.at_once

    assert run(fetch()) == (5, 1)


@pytest.mark.parametrize(("hosts", "at_once"), [(8, 8), (16, 16), (32, 16)])
def test_hosts_are_asked_side_by_side(hosts: int, at_once: int) -> None:
    """Each page comes only when so many have been asked for: as many at once, and no more than 16."""

    async def fetch() -> tuple[int, int]:
        together = asyncio.Barrier(at_once)

        async def page(writer: asyncio.StreamWriter) -> None:
            await together.wait()
            writer.write(answer(b"x"))

        async with RawWeb({"/page": page}) as web, fetcher() as fetching:
            await asyncio.gather(*(fetching.fetch(web.url("/page", f"h{number}.example")) for number in range(hosts)))
            return len(web.asked), web.at_once

    assert run(fetch()) == (hosts, at_once)


def test_connections_are_kept_to_the_servers_that_were_asked_last() -> None:
    async def fetch() -> tuple[int, bool, bool]:
        async with RawWeb({"/page": answer(b"x")}) as web, fetcher() as fetching:
            urls = [web.url("/page", f"h{number}.example") for number in range(40)]
            for url in urls:
                await fetching.fetch(url)
            connected = web.connected
            peers = {request.host: request.peer for request in web.requests}
            await fetching.fetch(urls[-1])
            last = web.requests[-1].peer == peers["h39.example"]
            await fetching.fetch(urls[0])
            return connected, last, web.requests[-1].peer == peers["h0.example"]

    connected, last_is_kept, first_is_kept = run(fetch())
    assert connected <= 33  # The server may not have seen yet that the last one was closed.
    assert (last_is_kept, first_is_kept) == (True, False)


@pytest.mark.parametrize(
    ("pause_s", "robots", "pause"),
    [
        pytest.param(0.5, b"", 0.5, id="usual"),
        pytest.param(0.5, b"User-agent: *\nCrawl-delay: 3", 3, id="as it wants"),
        pytest.param(5, b"User-agent: *\nCrawl-delay: 3", 5, id="longer than it wants"),
        pytest.param(0.5, b"User-agent: *\nCrawl-delay: 86400", 10, id="within reason"),
        pytest.param(0, b"", 0, id="none"),
    ],
)
def test_pauses(pause_s: float, robots: bytes, pause: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each page, but for robots.txt and redirects."""
    asked: list[float | None] = []
    at = Turns.at

    def recorded(turns: Turns, host: str, seconds: float | None) -> AbstractAsyncContextManager[None]:
        asked.append(seconds)
        return at(turns, host, None)

    async def fetch() -> None:
        pages: dict[str, Page] = {"/robots.txt": answer(robots), "/0": redirect("/page"), "/page": answer(b"x")}
        async with RawWeb(pages) as web, fetcher(pause_s=pause_s) as fetching:
            for number in range(2):
                await fetching.fetch(web.url(f"/0?{number}"))

    monkeypatch.setattr(Turns, "at", recorded)
    run(fetch())
    assert asked == [None, pause, 0.0, pause, 0.0]


def test_a_pause_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def asleep(seconds: float) -> None:
        slept.append(seconds)

    async def turns() -> None:
        turns = Turns()
        for host, pause_s in (("a", 100.0), ("b", 100.0), ("a", None), ("a", 100.0), ("c", None), ("c", 100.0)):
            async with turns.at(host, pause_s):
                pass

    monkeypatch.setattr("truthfulness_evaluator.net.politeness.asyncio.sleep", asleep)
    run(turns())
    assert [seconds > 0 for seconds in slept] == [False, False, False, True, False, False]
    assert slept[3] <= 100


def test_a_host_that_is_asked_too_often_is_left_alone() -> None:
    pages: dict[str, Page] = {"/page": answer(status="429 Slow", retry_after="600"), "/other": answer(b"x")}

    async def fetch() -> tuple[list[str], list[FetchProblem]]:
        async with RawWeb(pages) as web, fetcher() as fetching:
            urls = (web.url("/page"), web.url("/other"), web.url("/other", "other.example"))
            found = [await outcome(fetching, url) for url in urls]
            return web.asked, [each.problem for each in found if isinstance(each, FetchError)]

    asked, problems = run(fetch())
    assert asked == ["pages.example/page", "other.example/other"]
    assert problems == [FetchProblem.RATE_LIMITED] * 2


def test_a_host_is_asked_again_when_it_has_rested() -> None:
    async def rest() -> list[str]:
        turns = Turns()
        turns.rest("pages.example", 0.0)
        async with turns.at("pages.example", 0.0):
            return ["asked"]

    assert run(rest()) == ["asked"]


def test_a_turn_is_given_back() -> None:
    """By a fetch that is cancelled, and by one that fails."""

    async def never(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    async def fetch() -> bytes:
        pages: dict[str, Page] = {"/never": never, "/no": answer(status="500 Oops"), "/page": answer(b"x")}
        async with RawWeb(pages) as web, fetcher() as fetching:
            waiting = asyncio.ensure_future(fetching.fetch(web.url("/never")))
            while "pages.example/never" not in web.asked:
                await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await outcome(fetching, web.url("/no"))
            return (await fetching.fetch(web.url("/page"))).content

    assert run(fetch()) == b"x"


def test_the_program_gives_its_name() -> None:
    async def fetch() -> list[str]:
        named = Fetcher(
            allow_hosts=["127.0.0.1"], resolver=everywhere_here, user_agent="librarian/2.0 (+mail)", pause_s=0
        )
        pages: dict[str, Page] = {"/robots.txt": answer(b"User-agent: librarian\nDisallow: /no"), "/page": answer(b"x")}
        async with RawWeb(pages) as web, named:
            await outcome(named, web.url("/no"))
            await named.fetch(web.url("/page"))
            return [f"{each.path} {each.headers['user-agent']}" for each in web.requests]

    assert run(fetch()) == ["/robots.txt librarian/2.0 (+mail)", "/page librarian/2.0 (+mail)"]


@pytest.mark.parametrize("name", ["", "1.0", "a\r\nCookie: b", "\u00e4"])
def test_a_program_without_a_name(name: str) -> None:
    with pytest.raises(UsageError):
        Fetcher(user_agent=name)
