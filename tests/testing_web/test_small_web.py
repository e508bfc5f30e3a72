"""The small web, used as users' tests do: with a client of HTTP."""

import asyncio
import io
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import httpx
import pypdfium2
import pytest

from truthfulness_evaluator.testing import SmallWeb


@pytest.fixture
def web() -> Iterator[SmallWeb]:
    with SmallWeb() as running:
        yield running


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False, timeout=10) as running:
        yield running


def test_a_page(web: SmallWeb, client: httpx.Client) -> None:
    answer = client.get(web.page("/ferry", "<p>It sails at nine, in fair weather: 9½ °C."))
    assert (answer.status_code, answer.text) == (200, "<p>It sails at nine, in fair weather: 9½ °C.")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_sites_are_different_hosts(web: SmallWeb, client: httpx.Client) -> None:
    first, second = web.page("/", "one"), web.page("/", "two", site=2)
    assert (client.get(first).text, client.get(second).text) == ("one", "two")
    if sys.platform == "linux":
        assert [httpx.URL(url).host for url in (first, second, web.search.url)] == [
            "127.0.0.2",
            "127.0.0.3",
            "127.0.0.1",
        ]


def test_sites_differ_by_port_where_the_system_has_one_address(
    web: SmallWeb, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truthfulness_evaluator.testing.small_web._host", lambda site: "127.0.0.1")  # pyright: ignore
    first, second = web.page("/", "one"), web.page("/", "two", site=2)
    assert (client.get(first).text, client.get(second).text) == ("one", "two")
    assert httpx.URL(first).host == httpx.URL(second).host == "127.0.0.1"


@pytest.mark.parametrize(
    ("encoding", "says", "header"),
    [
        ("utf-8", None, "text/html; charset=utf-8"),
        ("latin-1", None, "text/html; charset=latin-1"),
        ("latin-1", "utf-8", "text/html; charset=utf-8"),
        ("latin-1", "", "text/html"),
    ],
)
def test_the_header_tells_the_encoding_or_lies(
    encoding: str, says: str | None, header: str, web: SmallWeb, client: httpx.Client
) -> None:
    answer = client.get(web.page("/", "Größe", encoding=encoding, says=says))
    assert (answer.content, answer.headers["content-type"]) == ("Größe".encode(encoding), header)


def test_a_pdf(web: SmallWeb, client: httpx.Client) -> None:
    text = "\n".join(f"Line {number} (of many)" for number in range(60))
    answer = client.get(web.pdf("/a.pdf", text))
    assert answer.headers["content-type"] == "application/pdf"
    with pypdfium2.PdfDocument(io.BytesIO(answer.content)) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    assert "\n".join(pages).split() == text.split()
    assert len(pages) == 2
    assert client.get(web.pdf("/b.pdf", b"%PDF as it is")).content == b"%PDF as it is"


def test_redirects(web: SmallWeb, client: httpx.Client) -> None:
    new = web.page("/new", "here", site=2)
    web.redirect("/old", to="/older", status=301)
    web.redirect("/older", to=new)
    answer = client.get(web.url("/old"), follow_redirects=True)
    assert (answer.text, str(answer.url)) == ("here", new)
    assert [each.status_code for each in answer.history] == [301, 302]


def test_a_slow_page_is_late(web: SmallWeb, client: httpx.Client) -> None:
    url = web.slow("/slow", seconds=0.1, html="at last")
    start = time.monotonic()
    assert client.get(url).text == "at last"
    assert time.monotonic() - start >= 0.1
    with pytest.raises(httpx.ReadTimeout):
        client.get(web.slow("/never", seconds=60), timeout=0.05)


@pytest.mark.parametrize("tells_length", [True, False])
def test_a_huge_page(web: SmallWeb, client: httpx.Client, tells_length: bool) -> None:
    answer = client.get(web.huge("/huge", 3_000_001, tells_length=tells_length))
    assert len(answer.content) == 3_000_001
    assert ("content-length" in answer.headers) is tells_length


def test_a_gzip_bomb(web: SmallWeb, client: httpx.Client) -> None:
    answer = client.get(web.gzip_bomb("/bomb", 10_000_001))
    assert len(answer.content) == 10_000_001
    assert int(answer.headers["content-length"]) < 20_000


def test_an_endless_page_is_read_as_long_as_one_likes(web: SmallWeb, client: httpx.Client) -> None:
    with client.stream("GET", web.endless("/endless", pause=0.001)) as answer:
        read = 0
        for piece in answer.iter_bytes():
            read += len(piece)
            if read > 200:
                break
    assert client.get(web.page("/next", "works")).text == "works"


def test_a_captcha(web: SmallWeb, client: httpx.Client) -> None:
    answer = client.get(web.captcha("/door"))
    assert answer.status_code == 200
    assert "captcha" in answer.text
    assert client.get(web.captcha("/gate", status=403)).status_code == 403


def test_robots(web: SmallWeb, client: httpx.Client) -> None:
    url = web.robots("User-agent: *\nDisallow: /private\n")
    assert client.get(url).text == "User-agent: *\nDisallow: /private\n"
    assert client.get(web.url("/robots.txt", site=2)).status_code == 404


def test_any_answer_for_a_number_of_times(web: SmallWeb, client: httpx.Client) -> None:
    url = web.page("/", "in the end")
    web.answer("/", status=429, headers={"Retry-After": "1"}, times=2)
    web.answer("/", status=503, body="closed", times=1)
    answers = [client.get(url) for _ in range(4)]
    assert [(each.status_code, each.text) for each in answers] == [
        (429, ""),
        (429, ""),
        (503, "closed"),
        (200, "in the end"),
    ]
    assert answers[0].headers["retry-after"] == "1"


def test_a_body_that_breaks_off(web: SmallWeb, client: httpx.Client) -> None:
    url = web.answer("/", headers={"Content-Length": "100"}, body="short")
    with pytest.raises(httpx.RemoteProtocolError):
        client.get(url)


def test_what_is_not_there(web: SmallWeb, client: httpx.Client) -> None:
    assert client.get(web.url("/nothing")).status_code == 404


def test_a_path_is_served_whatever_the_query_is_unless_one_is_given(web: SmallWeb, client: httpx.Client) -> None:
    url = web.page("/list", "all")
    web.page("/list?page=2", "more")
    assert [client.get(url + query).text for query in ("", "?page=1", "?page=2")] == ["all", "all", "more"]


@pytest.mark.parametrize(("path", "site"), [("ferry", 1), ("/", 0), ("/", 254)])
def test_a_wrong_place(path: str, site: int, web: SmallWeb) -> None:
    with pytest.raises(ValueError, match="A path begins with a slash, and sites are 1 to 253"):
        web.url(path, site)


def test_the_log_tells_what_was_asked(web: SmallWeb, client: httpx.Client) -> None:
    before = time.monotonic()
    client.get(web.page("/a", "a") + "?x=1", headers={"User-Agent": "tests"})
    client.head(web.page("/b", "b", site=2))
    seen = [(each.method, each.site, each.path, each.headers["user-agent"]) for each in web.requests]
    assert seen[0] == ("GET", 1, "/a?x=1", "tests")
    assert seen[1][:3] == ("HEAD", 2, "/b")
    assert before <= web.requests[0].at <= web.requests[1].at
    web.forget_requests()
    assert web.requests == []


def test_the_log_tells_how_many_are_asked_at_once() -> None:
    gate = threading.Barrier(3)

    def pieces() -> Iterator[bytes]:
        gate.wait(10)
        yield b"all here"

    async def ask(urls: list[str]) -> list[str]:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            return [each.text for each in await asyncio.gather(*(client.get(url) for url in urls))]

    with SmallWeb() as web:
        urls = [web.answer("/", site=site, body=pieces) for site in (1, 1, 2)]
        assert asyncio.run(ask(urls)) == ["all here"] * 3
        assert (web.most_at_once(), web.most_at_once(1), web.most_at_once(2), web.most_at_once(3)) == (3, 2, 1, 0)


def test_a_delay_holds_for_all_pages() -> None:
    with SmallWeb(delay=0.05) as web, httpx.Client(trust_env=False) as client:
        start = time.monotonic()
        client.get(web.page("/", "here"))
        assert time.monotonic() - start >= 0.05


def test_closing_does_not_wait_for_what_is_being_sent() -> None:
    with httpx.Client(trust_env=False, timeout=10) as client, SmallWeb() as web:
        url = web.endless("/", pause=0.001)
        with client.stream("GET", url) as answer:
            pieces = answer.iter_bytes()
            next(pieces)
            web.close()
            with pytest.raises(httpx.TransportError):
                list(pieces)
        with pytest.raises(httpx.ConnectError):
            client.get(url)


def test_the_public_names_load_what_they_need_and_no_more() -> None:
    code = (
        "import sys, truthfulness_evaluator.testing as t\n"
        "assert 'http.server' not in sys.modules and 'pydantic' not in sys.modules\n"
        "assert set(t.__all__) <= set(dir(t))\n"
        "t.SmallWeb\n"
        "print('pydantic' in sys.modules, 'httpx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
