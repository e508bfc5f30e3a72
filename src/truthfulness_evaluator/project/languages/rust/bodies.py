"""Bodies of Rust functions that need not be parsed: half of the code.

A body is looked into only where it is one expression (the value that a function gives), or that of `default`. Where
one begins and ends is told from the lines, as `rustfmt` lays them out; a tree with an error shows where that failed.
"""

import re
from collections.abc import Iterator
from functools import cache

_FUNCTION = re.compile(rb"fn (?P<name>[a-z_]\w*)[^\n;{]*")
_SHORTEST = 100
"""Bytes of a body that is worth leaving out."""


def unread_bodies(code: bytes) -> Iterator[tuple[int, int]]:
    r"""The bodies of several statements, without their braces.

    Example:
        >>> code = b"fn a() {\n    let b = 1;\n    b + 1 // " + b"." * 100 + b"\n}\n"
        >>> [code[start : start + 15] for start, _ in unread_bodies(code)]
        [b'\n    let b = 1;']
    """
    end = 0
    for match in _FUNCTION.finditer(code):
        if match.start() < end or match["name"] == b"default":
            continue
        line = code[code.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        indent = line[: len(line) - len(line.lstrip(b" "))]
        start = _begin(code, match.end(), indent) if b"//" not in line and b'"' not in line else -1
        last = code.find(b"\n" + indent + b"}", start) if start >= 0 else -1
        if last < start + _SHORTEST:
            continue
        end = last
        if _second_statement(len(indent)).search(code, start, last) and _is_whole(code[start:last]):
            yield start, last


def _begin(code: bytes, at: int, indent: bytes) -> int:
    """Where the body of a function begins whose first line is read up to `at`; -1 where it has none."""
    if code.startswith(b"{\n", at):
        return at + 1
    at = code.find(b"\n" + indent + b")", at)  # the parameters stand on lines of their own
    at = code.find(b"\n", at + 1) if at >= 0 else -1
    if at < 0 or code[at - 1 : at] == b"{":
        return at
    if not code.startswith(indent + b"where", at + 1):
        return -1
    brace = code.find(b"\n" + indent + b"{\n", at)
    return brace if brace < 0 else brace + len(indent) + 2


@cache
def _second_statement(indent: int) -> re.Pattern[bytes]:
    """Finds the beginning of a statement that is not the first one of a body, blank lines and comments before it."""
    inner = rb" {%d}" % (indent + 4)
    return re.compile(rb"[;}]\n(?:[ \t]*\n|" + inner + rb"//[^\n]*\n)*" + inner + rb"[^\s/})\].?]")


def _is_whole(body: bytes) -> bool:
    """Whether a body ends where its lines say, as far as can be seen: no line of it is within a text or comment."""
    return body.count(b'"') % 2 == 0 and b"/*" not in body and b"r#" not in body
