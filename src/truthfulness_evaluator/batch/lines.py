"""The lines of the input, one at a time: no more than one is in memory."""

from collections.abc import Iterator
from typing import IO

from truthfulness_evaluator.batch.rows import Line, fingerprint

LONGEST = 64 * 1024 * 1024
"""Bytes of a line; a longer one is passed over and is a failure."""
_PIECE = 1024 * 1024


def lines_of(stream: IO[bytes], longest: int = LONGEST) -> Iterator[Line]:
    r"""The lines that are not blank, with their numbers.

    Args:
        stream: the input.
        longest: bytes of a line.

    Example:
        >>> import io
        >>> [(line.number, line.data) for line in lines_of(io.BytesIO(b'{"a": 1}\n\n{}\r\n'))]
        [(1, b'{"a": 1}'), (3, b'{}')]
    """
    number = 0
    while data := stream.readline(longest + 1):
        number += 1
        if len(data) > longest and not data.endswith(b"\n"):
            _pass_over(stream)
            yield Line(number, None)
            continue
        content = data.strip()
        if content:
            yield Line(number, content, fingerprint(content))


def _pass_over(stream: IO[bytes]) -> None:
    """Reads to the end of the line, piece by piece."""
    while (data := stream.readline(_PIECE)) and not data.endswith(b"\n"):
        pass
