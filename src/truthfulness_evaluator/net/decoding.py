"""Decompresses the body of an answer piece by piece, and stops at a size: what was sent small costs no memory."""

import zlib
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass

ACCEPTED_CODINGS = "gzip, deflate"
"""For the header Accept-Encoding: what the standard library decompresses."""

_PIECE = 64 * 1024
_GZIP, _ZLIB, _RAW = 31, 15, -15
"""How zlib names its formats."""


class BadBodyError(ValueError):
    """A body that is not compressed as its header says; `str()` says how."""


@dataclass(frozen=True, slots=True)
class Body:
    """What was read of a body, decompressed."""

    content: bytes
    whole: bool
    """False: there is more, which was not read."""


async def read_body(chunks: AsyncIterable[bytes], coding: str, limit: int) -> Body:
    """Read a body as far as a limit, which holds for what is sent and for what that decompresses to.

    Args:
        chunks: of the body, as sent.
        coding: value of the header Content-Encoding; empty: not compressed.
        limit: bytes.

    Raises:
        BadBodyError: it is not compressed so, or in a way that was not asked for.
    """
    inflating = _inflating(coding)
    content = bytearray()
    sent = 0
    async for chunk in chunks:
        sent += len(chunk)
        for piece in (chunk,) if inflating is None else inflating.pieces(chunk):
            content += piece
            if len(content) > limit:
                return Body(bytes(content[:limit]), whole=False)
        if sent > limit:
            return Body(bytes(content), whole=False)
    if inflating is not None:
        inflating.end()
    return Body(bytes(content), whole=True)


class _Inflating:
    """Decompresses gzip, of one member or several, and deflate, with zlib's header or without it."""

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._stream = zlib.decompressobj(_GZIP)
        self._begun = False
        self._over = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What data decompresses to, in pieces of 64 KiB at most. Data behind the end that is no gzip is ignored."""
        if data and not self._begun:
            self._begun = True
            self._stream = zlib.decompressobj(self._format(data[0]))
        piece = b""
        while (data or len(piece) == _PIECE) and not self._over:
            try:
                piece = self._stream.decompress(data, _PIECE)
            except zlib.error:
                raise BadBodyError(f"its body is not compressed as {self._coding}") from None
            yield piece
            data = self._stream.unconsumed_tail
            if self._stream.eof:
                data = self._stream.unused_data
                self._next_member(data)

    def end(self) -> None:
        """There is no more data.

        Raises:
            BadBodyError: there should be.
        """
        if self._begun and not self._stream.eof and not self._over:
            raise BadBodyError(f"its body, compressed as {self._coding}, ends too early")

    def _format(self, first: int) -> int:
        if self._coding == "gzip":
            return _GZIP
        return _ZLIB if first & 0x0F == 8 else _RAW  # RFC 1950, 2.2; no raw stream begins so

    def _next_member(self, data: bytes) -> None:
        if self._coding == "gzip" and data[:1] == b"\x1f":
            self._stream = zlib.decompressobj(_GZIP)
        elif data:
            self._over = True


def _inflating(coding: str) -> _Inflating | None:
    name = coding.strip().lower().removeprefix("x-")
    if name in ("", "identity"):
        return None
    if name not in ("gzip", "deflate"):
        raise BadBodyError("its body is compressed in a way that was not asked for")
    return _Inflating(name)
