"""A diff on standard output: for a person on a terminal, for `git apply` and `patch` elsewhere."""

import os
from typing import TextIO

from truthfulness_evaluator.cli.streams import put, put_bytes, wants_color
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.reporting.escape import printable
from truthfulness_evaluator.reporting.fixes import unified_diff

_COLORS = {"---": "1", "+++": "1", "@@ ": "36", "-": "31", "+": "32"}
"""Codes by beginning of the line, as git paints them; the first that fits holds."""
_BYTES = "latin-1"
"""Every byte is a character in it, so that a diff of texts is one of bytes."""


def put_diff(before: Document, after: Document, stream: TextIO) -> None:
    """Writes what changes in a document; to a pipe or file with the very bytes of the document."""
    if stream.isatty():
        put(_for_people(unified_diff(before.text, after.text, before.name), color=wants_color(stream)), stream)
        return
    old, new = (each.text.encode(each.encoding).decode(_BYTES) for each in (before, after))
    put_bytes(unified_diff(old, new, os.fsencode(before.name).decode(_BYTES)).encode(_BYTES), stream)


def _for_people(diff: str, *, color: bool) -> str:
    lines = ("\t".join(map(printable, line.split("\t"))) for line in diff.split("\n"))
    return "\n".join(_painted(line) if color else line for line in lines)


def _painted(line: str) -> str:
    code = next((code for start, code in _COLORS.items() if line.startswith(start)), None)
    return f"\x1b[{code}m{line}\x1b[0m" if code else line
