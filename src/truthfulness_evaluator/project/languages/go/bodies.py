"""Bodies of Go functions in which nothing is looked for: they are not parsed.

Where one begins and ends is told from the lines, as `gofmt` lays them out; an error in the tree shows that this failed.
"""

import re
from collections.abc import Iterator

from truthfulness_evaluator.project.languages.go import choices, commands, defaults, environment, flags, kingpin, tables

_HEAD = re.compile(rb"\n(?:func |\) )[^\n]*\{(?=\n)")
"""The line that a body begins in: that of the function, or the last one of its parameters."""
_NAME = re.compile(rb"\nfunc (?:\([^()\n]*\) )?(\w+)")
_COMMAND_LINE = re.compile(rb"\"[^\"\n]*(?:flag|cobra|kingpin|/cli)")
"""An import of a package of command lines, or any text like one."""
_OF_COMMAND_LINES = (flags.CALL, kingpin.CALL, commands.LITERAL, commands.ADD, commands.EXECUTE)
_SHORTEST = 60
"""Bytes of a body that is worth leaving out."""


def unread_bodies(code: bytes) -> Iterator[tuple[int, int]]:
    r"""The bodies without any of the things that the readers of this package look for, without their braces.

    Example:
        >>> code = b"\nfunc b() {\n\t" + b"c();" * 20 + b"\n}\nfunc d() {\n\tos.Getenv(" + b"x" * 80 + b")\n}\n"
        >>> [code[start - 10 : start] for start, _ in unread_bodies(code)]
        [b'func b() {']
    """
    sought = _sought(code)
    end = 0
    for match in _HEAD.finditer(code):
        start = match.end()
        last = code.find(b"\n}", start)
        if start < end or last < start + _SHORTEST:
            continue
        end = last
        if any(pattern.search(code, start, last) for pattern in sought) or _makes_defaults(code, match.start() + 1):
            continue
        body = code[start:last]
        if body.count(b"`") % 2 == 0 and b"/*" not in body:  # no line of it is within a text or comment
            yield start, last


def _makes_defaults(code: bytes, at: int) -> bool:
    """Whether the function whose last line of parameters begins at an offset is one that gives settings values."""
    name = _NAME.match(code, code.rfind(b"\nfunc ", 0, at + len(b"func ")))
    return name is None or defaults.is_maker(name[1])


def _sought(code: bytes) -> list[re.Pattern[bytes]]:
    """What the readers look for in a file, by what stands in the rest of it."""
    found = [choices.SWITCH]
    if b"nv" in code:
        found.append(environment.CALL)
    if b"envconfig" in code:
        found.append(environment.PROCESS)
    if b"SetDefault" in code:
        found.append(defaults.SET)
    if b'option:"' in code:
        found.append(defaults.REGISTER)
    if b"Name:" in code:
        found.append(tables.NAMED)
    if _COMMAND_LINE.search(code):
        found.extend(_OF_COMMAND_LINES)
    return found
