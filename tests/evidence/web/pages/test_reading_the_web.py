"""Pages of a small web that misbehave, through fetching and reading: a page, or why there is none."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.pages.kept_pages import KeptPages
from truthfulness_evaluator.evidence.web.pages.page_reader import PageReader
from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.net.fetching import Fetcher
from truthfulness_evaluator.testing import SmallWeb

_TEXT = "Le café du ferry est ouvert à neuf heures, et le traversier porte deux cents voitures."
_HTML = f"<html><head><title>Ferry</title></head><body><p>{_TEXT}</p></body></html>"

Make = Callable[[SmallWeb], str]


@pytest.fixture
def small_web() -> Iterator[SmallWeb]:
    """A web that is stopped after the test."""
    with SmallWeb() as web:
        yield web


def _read(url: str) -> Page | PageError:
    async def read() -> Page | PageError:
        async with Fetcher(allow_hosts=["127.0.0.0/8"], timeout_s=1.0, max_bytes=200_000, pause_s=0) as fetcher:
            try:
                return await PageReader(KeptPages(Kept(None)), fetcher.fetch).page(url)
            except PageError as error:
                return error

    return asyncio.run(read())


_IS_READ: dict[str, Make] = {
    "a page": lambda web: web.page("/a", _HTML),
    "no charset": lambda web: web.page("/a", _HTML, says=""),
    "a wrong charset": lambda web: web.page("/a", _HTML, says="iso-8859-1"),
    "no UTF-8": lambda web: web.page("/a", _HTML, encoding="iso-8859-1", says="utf-8"),
    "a redirect": lambda web: web.redirect("/b", to=web.page("/a", _HTML, site=2)),
    "text": lambda web: web.answer("/a", headers={"Content-Type": "text/plain; charset=utf-8"}, body=_TEXT),
}


@pytest.mark.parametrize("make", _IS_READ.values(), ids=_IS_READ)
def test_pages_that_are_read(small_web: SmallWeb, make: Make) -> None:
    page = _read(make(small_web))
    assert isinstance(page, Page)
    assert page.text == _TEXT


_IS_NOT: dict[str, tuple[Make, FailureKind]] = {
    "not there": (lambda web: web.url("/a"), FailureKind.UNAVAILABLE),
    "202": (lambda web: web.answer("/a", status=202, body="wait"), FailureKind.BLOCKED),
    "403": (lambda web: web.answer("/a", status=403), FailureKind.BLOCKED),
    "429": (lambda web: web.answer("/a", status=429), FailureKind.RATE_LIMITED),
    "500": (lambda web: web.answer("/a", status=500), FailureKind.UNAVAILABLE),
    "a captcha": (lambda web: web.captcha("/a"), FailureKind.BLOCKED),
    "huge": (lambda web: web.huge("/a"), FailureKind.UNAVAILABLE),
    "a gzip bomb": (lambda web: web.gzip_bomb("/a"), FailureKind.UNAVAILABLE),
    "slow": (lambda web: web.slow("/a", 20), FailureKind.TIMEOUT),
    "a circle of redirects": (lambda web: web.redirect("/a", to="/a"), FailureKind.UNAVAILABLE),
    "a picture": (
        lambda web: web.answer("/a", headers={"Content-Type": "image/png"}, body=b"x"),
        FailureKind.UNAVAILABLE,
    ),
    "a broken PDF": (
        lambda web: web.answer("/a", headers={"Content-Type": "application/pdf"}, body=b"%PDF-1.7 no"),
        FailureKind.UNAVAILABLE,
    ),
}


@pytest.mark.parametrize(("make", "kind"), _IS_NOT.values(), ids=_IS_NOT)
def test_pages_that_are_not(small_web: SmallWeb, make: Make, kind: FailureKind) -> None:
    found = _read(make(small_web))
    assert isinstance(found, PageError)
    assert found.kind is kind


def test_an_endless_page_ends(small_web: SmallWeb) -> None:
    found = _read(small_web.endless("/a"))
    assert isinstance(found, PageError)
    assert found.kind in (FailureKind.TIMEOUT, FailureKind.UNAVAILABLE)


def test_pages_that_robots_may_not_read(small_web: SmallWeb) -> None:
    small_web.robots("User-agent: *\nDisallow: /\n")
    found = _read(small_web.page("/a", _HTML))
    assert isinstance(found, PageError)
    assert (found.kind, found.lasting) == (FailureKind.BLOCKED, True)
