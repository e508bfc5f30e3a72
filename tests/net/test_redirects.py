"""Redirects: followed by hand, each judged anew, nothing carried along."""

import asyncio

import pytest

from net.raw_web import Page, RawWeb, answer, fetched, fetcher, outcome, redirect, run
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem

PAGE = answer(b"<p>The sea is salty.</p>")


def redirects(*targets: str) -> dict[str, Page]:
    """Pages that redirect: `/0` to the first target, `/1` to the second; and `/page`."""
    pages: dict[str, Page] = {f"/{number}": redirect(target) for number, target in enumerate(targets)}
    return pages | {"/page": PAGE}


@pytest.mark.parametrize(
    ("pages", "final"),
    [
        pytest.param(redirects("/page"), "http://pages.example:PORT/page", id="path"),
        pytest.param(redirects("page?a=b#c"), "http://pages.example:PORT/page?a=b", id="relative"),
        pytest.param(redirects("//other.example:PORT/page"), "http://other.example:PORT/page", id="other host"),
        pytest.param(redirects("HTTP://OTHER.example:PORT/x/../page"), "http://other.example:PORT/page", id="spelling"),
        pytest.param(redirects("/1", "/2", "/3", "/4", "/page"), "http://pages.example:PORT/page", id="five"),
        pytest.param(
            redirects("/p%C3%A4ge") | {"/p%C3%A4ge": PAGE}, "http://pages.example:PORT/p%C3%A4ge", id="escaped"
        ),
        pytest.param(
            redirects("/päge") | {"/p%C3%A4ge": PAGE}, "http://pages.example:PORT/p%C3%A4ge", id="not escaped"
        ),
    ],
)
def test_redirects_are_followed(pages: dict[str, Page], final: str) -> None:
    web, page = fetched(pages, "/0")
    assert isinstance(page, Fetched)
    assert (page.url, page.final_url) == (web.url("/0"), final.replace("PORT", str(web.port)))


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent"])
def test_every_status_of_a_redirect(status: str) -> None:
    _, page = fetched({"/0": answer(status=status, location="/page"), "/page": PAGE}, "/0")
    assert isinstance(page, Fetched)


@pytest.mark.parametrize(
    ("targets", "problem"),
    [
        pytest.param(("/1", "/2", "/3", "/4", "/5", "/page"), FetchProblem.TOO_MANY_REDIRECTS, id="six"),
        pytest.param(("/0",), FetchProblem.TOO_MANY_REDIRECTS, id="to itself"),
        pytest.param(("/1", "/2", "/1"), FetchProblem.TOO_MANY_REDIRECTS, id="circle"),
        pytest.param(("file:///etc/passwd",), FetchProblem.BAD_URL, id="file"),
        pytest.param(("gopher://pages.example:70/x",), FetchProblem.BAD_URL, id="gopher"),
        pytest.param(("data:text/html,x",), FetchProblem.BAD_URL, id="data"),
        pytest.param(("javascript:alert(1)",), FetchProblem.BAD_URL, id="javascript"),
        pytest.param(("ftp://pages.example/x",), FetchProblem.BAD_URL, id="ftp"),
        pytest.param(("http://user:pass@pages.example/",), FetchProblem.BAD_URL, id="user"),
        pytest.param(("http://10.0.0.1/",), FetchProblem.REFUSED_ADDRESS, id="private"),
        pytest.param(("//10.0.0.1/",), FetchProblem.REFUSED_ADDRESS, id="private, without scheme"),
        pytest.param(("http://169.254.169.254/latest/meta-data/",), FetchProblem.REFUSED_ADDRESS, id="metadata"),
        pytest.param(("http://0xa9fea9fe/",), FetchProblem.REFUSED_ADDRESS, id="metadata in hexadecimal"),
        pytest.param(("https://[::1]/",), FetchProblem.REFUSED_ADDRESS, id="::1"),
        pytest.param(("http://[::ffff:127.0.0.1]:PORT/page",), FetchProblem.REFUSED_ADDRESS, id="IPv4-mapped"),
        pytest.param(("http://pages.example:0/",), FetchProblem.BAD_URL, id="port 0"),
        pytest.param(("http://[",), FetchProblem.BAD_URL, id="bracket"),
        pytest.param(("/1", "/2", "http://192.168.0.1/admin"), FetchProblem.REFUSED_ADDRESS, id="private, third"),
    ],
)
def test_redirects_are_refused(targets: tuple[str, ...], problem: FetchProblem) -> None:
    _, error = fetched(redirects(*targets), "/0")
    assert isinstance(error, FetchError)
    assert error.problem == problem


def test_a_circle_is_not_gone_round() -> None:
    web, error = fetched(redirects("/1", "/0"), "/0")
    assert isinstance(error, FetchError)
    assert web.asked == ["pages.example/0", "pages.example/1"]


def test_nothing_is_carried_along() -> None:
    """Cookies that are set do not come back; no host learns where one comes from."""
    cookie = "a=b; Domain=example; Path=/"
    pages = {
        "/0": redirect("/1", set_cookie=cookie),
        "/1": redirect("http://other.example:PORT/2", set_cookie=cookie, www_authenticate="Basic"),
        "/2": answer(b"x", set_cookie=cookie),
    }

    async def twice() -> RawWeb:
        async with RawWeb(pages) as web, fetcher() as fetching:
            await fetching.fetch(web.url("/0"))
            await fetching.fetch(web.url("/2"))
            return web

    web = run(twice())
    assert web.asked == ["pages.example/0", "pages.example/1", "other.example/2", "pages.example/2"]
    assert {tuple(each.headers) for each in web.requests} == {("host", "user-agent", "accept", "accept-encoding")}


def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would do the resolving; a password in `.netrc` would be sent."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    web, page = fetched({"/page": PAGE}, "/page")
    assert isinstance(page, Fetched)
    assert web.asked == ["pages.example/page"]


def later(seconds: float, page: bytes) -> Page:
    """A page that comes after some time, from the port that it names."""

    async def send(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(seconds)
        port = str(writer.get_extra_info("sockname")[1]).encode()
        writer.write(page.replace(b"PORT", port))

    return send


def test_time_runs_on_over_redirects() -> None:
    """Each answer comes in time, all of them do not."""
    pages = {f"/{number}": later(0.2, redirect(f"/{number + 1}")) for number in range(5)}
    _, error = fetched(pages, "/0", timeout_s=0.5)
    assert isinstance(error, FetchError)
    assert error.problem == FetchProblem.TIMEOUT


def test_time_runs_on_over_the_robots_of_further_hosts() -> None:
    """A page that gets there with little time left says nothing of the host: the next one asks it again."""
    robots = [later(0.7, answer()), answer()]

    async def send(writer: asyncio.StreamWriter) -> None:
        page = robots.pop(0)
        await page(writer) if callable(page) else writer.write(page)

    pages: dict[str, Page] = {
        "/0": later(0.7, redirect("http://other.example:PORT/page")),
        "other.example/robots.txt": send,
        "/page": PAGE,
    }

    async def fetch() -> list[Fetched | FetchError]:
        async with RawWeb(pages) as web, fetcher(timeout_s=1) as fetching:
            return [await outcome(fetching, url) for url in (web.url("/0"), web.url("/page", "other.example"))]

    late, in_time = run(fetch())
    assert isinstance(late, FetchError)
    assert late.problem == FetchProblem.TIMEOUT
    assert isinstance(in_time, Fetched)
