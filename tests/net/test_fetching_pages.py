"""What a fetch from a real server comes to: the page, or why there is none."""

import gzip
import zlib
from datetime import datetime

import pytest

from net.raw_web import answer, fetched
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem

PAGE = b"<p>The sea is salty.</p>"
RAW_DEFLATE = zlib.compress(PAGE)[2:-4]


@pytest.mark.parametrize(
    ("sent", "media_type", "charset", "content"),
    [
        pytest.param(answer(PAGE), "text/html", None, PAGE, id="html"),
        pytest.param(answer(PAGE, kind="Text/HTML; Charset=UTF-8"), "text/html", "utf-8", PAGE, id="charset"),
        pytest.param(
            answer(b"x", kind='text/plain;charset="cp1252"'), "text/plain", "cp1252", b"x", id="quoted charset"
        ),
        pytest.param(answer(b"%PDF-1.7", kind="application/pdf"), "application/pdf", None, b"%PDF-1.7", id="pdf"),
        pytest.param(answer(gzip.compress(PAGE), content_encoding="gzip"), "text/html", None, PAGE, id="gzip"),
        pytest.param(answer(gzip.compress(PAGE), content_encoding="X-GZIP"), "text/html", None, PAGE, id="x-gzip"),
        pytest.param(answer(zlib.compress(PAGE), content_encoding="deflate"), "text/html", None, PAGE, id="deflate"),
        pytest.param(answer(RAW_DEFLATE, content_encoding="deflate"), "text/html", None, PAGE, id="raw deflate"),
        pytest.param(answer(PAGE, content_encoding="identity"), "text/html", None, PAGE, id="identity"),
        pytest.param(answer(), "text/html", None, b"", id="empty"),
        pytest.param(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
            "text/html",
            None,
            b"abcde",
            id="chunked",
        ),
    ],
)
def test_page(sent: bytes, media_type: str, charset: str | None, content: bytes) -> None:
    web, page = fetched({"/page": sent}, "/page?q=1#top")
    assert isinstance(page, Fetched)
    assert (page.url, page.final_url) == (web.url("/page?q=1#top"), web.url("/page?q=1"))
    assert (page.media_type, page.charset, page.content) == (media_type, charset, content)
    assert datetime.fromisoformat(page.retrieved_at).tzinfo is not None
    assert web.asked == ["pages.example/page?q=1"]


@pytest.mark.parametrize(
    ("sent", "problem", "retryable"),
    [
        pytest.param(answer(PAGE, status="202 Accepted"), FetchProblem.BLOCKED, False, id="202"),
        pytest.param(answer(status="204 No Content"), FetchProblem.NOT_FOUND, False, id="204"),
        pytest.param(answer(PAGE, status="401 Unauthorized"), FetchProblem.BLOCKED, False, id="401"),
        pytest.param(answer(PAGE, status="403 Forbidden"), FetchProblem.BLOCKED, False, id="403"),
        pytest.param(answer(PAGE, status="451 Legal"), FetchProblem.BLOCKED, False, id="451"),
        pytest.param(answer(PAGE, status="999 Denied"), FetchProblem.BLOCKED, False, id="999"),
        pytest.param(answer(PAGE, status="404 Not Found"), FetchProblem.NOT_FOUND, False, id="404"),
        pytest.param(answer(PAGE, status="410 Gone"), FetchProblem.NOT_FOUND, False, id="410"),
        pytest.param(answer(PAGE, status="429 Slow"), FetchProblem.RATE_LIMITED, True, id="429"),
        pytest.param(answer(PAGE, status="500 Oops"), FetchProblem.SERVER_ERROR, True, id="500"),
        pytest.param(answer(PAGE, status="503 Busy"), FetchProblem.SERVER_ERROR, True, id="503"),
        pytest.param(
            answer(PAGE, status="503 Busy", retry_after="9"), FetchProblem.RATE_LIMITED, True, id="503 with Retry-After"
        ),
        pytest.param(
            answer(PAGE, status="503 Busy", cf_mitigated="challenge"),
            FetchProblem.BLOCKED,
            False,
            id="503 of a challenge",
        ),
        pytest.param(
            answer(PAGE, status="429 Slow", cf_mitigated="challenge"),
            FetchProblem.BLOCKED,
            False,
            id="429 of a challenge",
        ),
        pytest.param(
            answer(PAGE, status="405 No", x_amzn_waf_action="captcha"),
            FetchProblem.BLOCKED,
            False,
            id="405 of a captcha",
        ),
        pytest.param(answer(PAGE, status="304 Same"), FetchProblem.SERVER_ERROR, True, id="304"),
        pytest.param(answer(PAGE, status="302 Found"), FetchProblem.SERVER_ERROR, True, id="redirect to nowhere"),
        pytest.param(answer(PAGE, kind="image/png"), FetchProblem.CONTENT_TYPE, False, id="image"),
        pytest.param(answer(PAGE, kind="application/octet-stream"), FetchProblem.CONTENT_TYPE, False, id="octets"),
        pytest.param(answer(PAGE, kind=""), FetchProblem.CONTENT_TYPE, False, id="no type"),
        pytest.param(answer(PAGE, content_encoding="gzip"), FetchProblem.SERVER_ERROR, False, id="no gzip"),
        pytest.param(answer(PAGE, content_encoding="deflate"), FetchProblem.SERVER_ERROR, False, id="no deflate"),
        pytest.param(answer(PAGE, content_encoding="br"), FetchProblem.SERVER_ERROR, False, id="br"),
        pytest.param(answer(PAGE, content_encoding="gzip, gzip"), FetchProblem.SERVER_ERROR, False, id="gzip twice"),
        pytest.param(
            answer(gzip.compress(PAGE)[:-9], content_encoding="gzip"),
            FetchProblem.SERVER_ERROR,
            False,
            id="half a gzip",
        ),
        pytest.param(
            b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 40_000, FetchProblem.UNREACHABLE, True, id="flood of headers"
        ),
        pytest.param(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000, FetchProblem.UNREACHABLE, True, id="endless header"),
        pytest.param(b"SSH-2.0-OpenSSH_9.9\r\n\r\n", FetchProblem.UNREACHABLE, True, id="no HTTP"),
    ],
)
def test_no_page(sent: bytes, problem: FetchProblem, retryable: bool) -> None:
    _, error = fetched({"/page": sent}, "/page?token=secret")
    assert isinstance(error, FetchError)
    assert (error.problem, error.retryable) == (problem, retryable)
    assert "secret" not in str(error)


def test_one_request_has_nothing_but_what_it_needs() -> None:
    web, _ = fetched({"/": answer(PAGE)})
    (robots, page) = web.requests
    assert robots.path == "/robots.txt"
    assert list(page.headers) == ["host", "user-agent", "accept", "accept-encoding"]
    assert page.headers["user-agent"].startswith("truthfulness-evaluator/")
    assert robots.peer == page.peer
