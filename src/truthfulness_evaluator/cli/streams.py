"""Standard output and standard error: encodings that cannot hold a text, pipes that are closed, colour."""

import os
import sys
from collections.abc import Mapping
from typing import TextIO

from truthfulness_evaluator.reporting.escape import one_line


def complain(sentence: str) -> None:
    """Writes one line to standard error, with the program's name. What a file name may hold is escaped."""
    put(f"truth-eval: {one_line(sentence)}\n", sys.stderr)


def put(text: str, stream: TextIO) -> None:
    """Writes a text; characters that the stream's encoding lacks are spelled out.

    A pipe that the reader closed is no error: nobody is left to read.
    """
    encoding = stream.encoding or "utf-8"
    safe = text.encode(encoding, "backslashreplace").decode(encoding)
    try:
        stream.write(safe)
        stream.flush()
    except BrokenPipeError:
        _silence(stream)


def put_utf8(text: str, stream: TextIO) -> None:
    """Writes a text in UTF-8, whatever the stream's encoding is: JSON is always UTF-8."""
    put_bytes(utf8(text), stream)


def put_bytes(data: bytes, stream: TextIO) -> None:
    """Writes bytes as they are; a stream that takes only text gets them as UTF-8."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        put(data.decode("utf-8", "backslashreplace"), stream)
        return
    try:
        stream.flush()
        buffer.write(data)
        buffer.flush()
    except BrokenPipeError:
        _silence(stream)


def utf8(text: str) -> bytes:
    r"""A text in UTF-8. Lone surrogates, which file names may hold, become `\udc80`: also in JSON the same thing."""
    return text.encode("utf-8", "backslashreplace")


def wants_color(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is to be written in colour.

    `NO_COLOR` (https://no-color.org) wins over `FORCE_COLOR`, both where they are not empty; without
    them a terminal is, unless `TERM` is `dumb`. Old Windows consoles do not know the codes.
    """
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    if environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return sys.platform != "win32" or bool(environ.get("WT_SESSION") or environ.get("TERM"))


def _silence(stream: TextIO) -> None:
    """Points the stream at nothing, so that the interpreter's last flush does not fail."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
