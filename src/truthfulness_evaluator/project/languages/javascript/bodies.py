"""Bodies of JavaScript functions in which nothing is looked for: they are not parsed.

Where one begins and ends is told from the lines, as all formatters lay them out; an error in the tree shows that this
failed.
"""

import re
from collections.abc import Iterator

from truthfulness_evaluator.project.languages.javascript import chains, parsers

_OPENING = re.compile(rb"\{\r?\n")
_HEAD = re.compile(
    rb"(?:(?:export|default|async|static|public|private|protected|override|get|set) )*"
    rb"(?:function\b|(?!constructor\b)[\w$#]+ ?\()"
)
"""The first line of a function or method, or of a statement with a block. What is called where it stands is none:
its statements are those of the module."""
_END_OF_HEAD = re.compile(rb"\)(?:: ?[^={}()]*)? ?$")
"""The end of the last line of parameters, up to the brace."""
_SOUGHT: tuple[bytes, ...] = (b"default", b"enum", b"env", b"exports")
"""What the readers look for within functions, but for command lines."""
_SHORTEST = 80
"""Bytes of a body that is worth leaving out."""
_SMALL = 2000
"""Bytes of a file that takes less to parse than to search."""
_MOST_PARAMETERS = 20
"""Lines of parameters at most."""


def unread_bodies(code: bytes) -> Iterator[tuple[int, int]]:
    r"""The bodies without any of the things that the readers of this package look for, without their braces.

    Example:
        >>> long = b"b();" * 500
        >>> code = b"function a() {\n  " + long + b"\n}\nfunction c() {\n  process.env.D; " + long + b"\n}\n"
        >>> [code[start - 14 : start] for start, _ in unread_bodies(code)]
        [b'function a() {']
    """
    if len(code) < _SMALL or chains.may_have_chains(code) or parsers.may_have_parsers(code):
        return
    end = 0
    sought = dict.fromkeys(_SOUGHT, -1)
    for match in _OPENING.finditer(code):
        start = match.start() + 1
        if start < end:
            continue
        indent = _indent(code, match.start())
        last = code.find(b"\n" + indent + b"}", start) if indent is not None else -1
        if last < start + _SHORTEST or _nearest(code, start, sought) < last:
            continue
        if code.count(b"`", start, last) % 2 == 0:  # no line of it is within a template
            end = last
            yield start, last


def _nearest(code: bytes, start: int, sought: dict[bytes, int]) -> int:
    """Where the first of some words stands at or behind an offset. They are looked for but once: `sought` keeps where
    each was found for an offset before this one.
    """
    for word, at in sought.items():
        if at < start:
            at = code.find(word, start)
            sought[word] = at if at >= 0 else len(code)
    return min(sought.values())


def _indent(code: bytes, brace: int) -> bytes | None:
    """What stands before the function, method or statement whose body begins at a brace; None where there is none."""
    start = code.rfind(b"\n", 0, brace) + 1
    line = code[start:brace]
    if not line.endswith(b") ") and (b")" not in line or _END_OF_HEAD.search(line) is None):
        return None
    if b"=>" in line:
        return None
    indent = line[: len(line) - len(line.lstrip(b" \t"))]
    if line.startswith(indent + b")"):  # The parameters stand on lines of their own, indented below the head.
        for _ in range(_MOST_PARAMETERS):
            start, end = code.rfind(b"\n", 0, max(start - 1, 0)) + 1, max(start - 1, 0)
            line = code[start:end]
            if not line.startswith((indent + b" ", indent + b"\t")):
                break
    return indent if line.startswith(indent) and _HEAD.match(line, len(indent)) is not None else None
