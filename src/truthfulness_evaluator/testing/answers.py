"""What a server of the small web sends: whole, a piece at a time, or never to its end."""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

Pieces = Callable[[], Iterable[bytes]]
"""Makes the pieces of a body, anew for each request."""

_PIECE = 65_536
"""Bytes sent at once of a body that is large."""
_GZIP = 31
"""zlib's number for a gzip header around a full window."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one request is answered."""

    status: int = HTTPStatus.OK
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | Pieces = b""
    """Pieces are sent as they come, in chunks unless the headers tell their length."""
    wait_s: float = 0.0
    """Seconds before the first byte."""
    pause_s: float = 0.0
    """Seconds after each piece."""


def html(text: str, *, encoding: str = "utf-8", says: str | None = None, wait_s: float = 0.0) -> Answer:
    """A page.

    Args:
        text: the HTML.
        encoding: how it is sent.
        says: the encoding that its header tells; None: the true one; empty: none.
        wait_s: seconds before it is sent.
    """
    charset = encoding if says is None else says
    media_type = f"text/html; charset={charset}" if charset else "text/html"
    return Answer(headers={"Content-Type": media_type}, body=text.encode(encoding), wait_s=wait_s)


def json_answer(value: object, *, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Answer:
    """A value as JSON."""
    body = json.dumps(value).encode()
    return Answer(status, {"Content-Type": "application/json", **(headers or {})}, body)


def captcha(status: int = HTTPStatus.OK) -> Answer:
    """The page that a host sends in place of another to whom it takes for a robot."""
    page = html(
        "<html><head><title>Just a moment...</title></head><body><h1>Verify you are human</h1>"
        "<p>We noticed unusual traffic from your network. Complete the captcha to go on.</p>"
        '<form id="challenge-form"><div class="g-recaptcha" data-sitekey="small-web"></div></form></body></html>'
    )
    return Answer(status, page.headers, page.body)


def redirect(to: str, status: int = HTTPStatus.FOUND) -> Answer:
    """A redirect to an address or a path."""
    return Answer(status, {"Location": to})


def huge(size: int, *, tells_length: bool = True) -> Answer:
    """A page of so many bytes.

    Args:
        size: bytes.
        tells_length: whether its header says so; otherwise one learns it by reading.
    """
    headers = {"Content-Type": "text/html; charset=utf-8"}
    if tells_length:
        headers["Content-Length"] = str(size)

    def pieces() -> Iterator[bytes]:
        piece = (b"<p>All work and no play.</p>\n" * _PIECE)[:_PIECE]
        for start in range(0, size, _PIECE):
            yield piece[: size - start]

    return Answer(headers=headers, body=pieces)


def gzip_bomb(size: int) -> Answer:
    """A page of little on the wire and so many bytes when unpacked."""
    packer = zlib.compressobj(level=9, wbits=_GZIP)
    pieces = [packer.compress(bytes(min(_PIECE, size - start))) for start in range(0, size, _PIECE)]
    packed = b"".join((*pieces, packer.flush()))
    return Answer(headers={"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}, body=packed)


def endless(pause_s: float) -> Answer:
    """A page that does not end: a line, a pause, and so on."""

    def pieces() -> Iterator[bytes]:
        yield b"<html><body>\n"
        while True:
            yield b"<p>And so on.</p>\n"

    return Answer(headers={"Content-Type": "text/html; charset=utf-8"}, body=pieces, pause_s=pause_s)
