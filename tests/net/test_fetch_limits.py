"""Bodies without end: size and time are limited, whatever is sent."""

import asyncio
import gzip
import tracemalloc
import zlib
from collections.abc import Awaitable, Callable

import pytest

from net.raw_web import Page, answer, fetched
from truthfulness_evaluator.net.fetched import Fetched, FetchError, FetchProblem

LIMIT = 100_000
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def bomb(size: int, window: int) -> bytes:
    """Zeros, compressed."""
    compressing = zlib.compressobj(9, zlib.DEFLATED, window)
    pieces = [compressing.compress(b"\0" * 1_000_000) for _ in range(size // 1_000_000)]
    return b"".join(pieces) + compressing.flush()


def without_end(first: bytes, then: bytes, pause_s: float = 0.0) -> Callable[[asyncio.StreamWriter], Awaitable[None]]:
    """Sends something, and then something else for ever."""

    async def send(writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        while True:
            writer.write(then)
            await writer.drain()
            await asyncio.sleep(pause_s)

    return send


CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(answer(b"x" * (LIMIT + 1)), id="one byte more"),
        pytest.param(HEAD + b"Content-Length: 99999999999\r\n\r\nx", id="said to be huge"),
        pytest.param(without_end(HEAD + b"\r\n", b"x" * 4096), id="endless"),
        pytest.param(without_end(CHUNKED, b"1\r\nx\r\n" * 1000), id="endless in chunks of one byte"),
        pytest.param(answer(bomb(60_000_000, 31), content_encoding="gzip"), id="gzip bomb"),
        pytest.param(answer(bomb(60_000_000, 15), content_encoding="deflate"), id="zlib bomb"),
        pytest.param(answer(bomb(60_000_000, -15), content_encoding="deflate"), id="raw bomb"),
        pytest.param(answer(gzip.compress(b"x") * 100_001, content_encoding="gzip"), id="many members"),
        pytest.param(
            without_end(HEAD + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(b"") * 100), id="endless empty members"
        ),
        pytest.param(
            without_end(HEAD + b"Content-Encoding: deflate\r\n\r\n\0", b"\0\0\xff\xff" * 1000 + b"\0"),
            id="empty blocks",
        ),
    ],
)
def test_too_large(page: Page) -> None:
    _, error = fetched({"/page": page}, "/page", max_bytes=LIMIT)
    assert isinstance(error, FetchError)
    assert (error.problem, error.retryable) == (FetchProblem.TOO_LARGE, False)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(without_end(HEAD + b"\r\n", b"x", 0.01), id="slow body"),
        pytest.param(without_end(HEAD, b"X: y\r\n", 0.05), id="slow headers"),
        pytest.param(without_end(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n", 0.01), id="hints"),
        pytest.param(without_end(b"", b"", 0.05), id="silence"),
        pytest.param(without_end(answer(b"x", content_length="2"), b"", 0.05), id="the last byte"),
        pytest.param(
            without_end(answer(status="302 Found", location="/", content_length="2"), b"", 0.05), id="redirect"
        ),
    ],
)
def test_too_slow(page: Page) -> None:
    _, error = fetched({"/page": page}, "/page", timeout_s=0.4)
    assert isinstance(error, FetchError)
    assert (error.problem, error.retryable) == (FetchProblem.TIMEOUT, True)


def test_a_page_of_just_the_size() -> None:
    _, page = fetched({"/page": answer(gzip.compress(b"x" * LIMIT), content_encoding="gzip")}, "/page", max_bytes=LIMIT)
    assert isinstance(page, Fetched)
    assert len(page.content) == LIMIT


def two_members(text: bytes) -> bytes:
    return gzip.compress(text[:70_000]) + gzip.compress(text[70_000:])


def raw(text: bytes) -> bytes:
    return zlib.compress(text, 9)[2:-4]


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 65_541, 70_000, 131_072, 262_144, 1_000_003])
@pytest.mark.parametrize(
    ("coding", "compressed"),
    [("gzip", gzip.compress), ("gzip", two_members), ("deflate", zlib.compress), ("deflate", raw)],
)
def test_bodies_of_many_pieces(size: int, coding: str, compressed: Callable[[bytes], bytes]) -> None:
    """The decompressor may hold back what does not fit into a piece, though it has taken all that was sent."""
    content = b"\0" * size
    _, page = fetched({"/": answer(compressed(content), content_encoding=coding)}, max_bytes=size)
    assert isinstance(page, Fetched)
    assert page.content == content


def test_a_bomb_costs_no_memory() -> None:
    page = answer(bomb(60_000_000, 31), content_encoding="gzip")
    fetched({"/page": page}, "/page", max_bytes=LIMIT)
    tracemalloc.start()
    try:
        fetched({"/page": page}, "/page", max_bytes=LIMIT)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000
