"""Pieces of Rust source text: brackets that match, lists taken apart, string literals read.

The syntax tree gives items and their fields. What stands in attributes and expressions is short, and read as text.
"""

import re
from collections.abc import Iterator

from truthfulness_evaluator.text.patterns import regex

_TOKEN = regex(
    r"""
    //[^\n]* | /\*.*?\*/
    | b?r(?P<hashes>\#*)".*?"(?P=hashes) | [bc]?"(?:[^"\\]|\\.)*"
    | b?'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.))'
    | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<comma>,)
    """,
    re.VERBOSE | re.DOTALL,
)
_STRING = regex(
    r"""(?:b?r(?P<hashes>#*)"(?P<raw>.*?)"(?P=hashes)|[bc]?"(?P<text>(?:[^"\\]|\\.)*)"|b?'(?P<char>[^'\\]|\\[^']+)')""",
    re.DOTALL,
)
_ESCAPE = regex(r"\\(?:u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|(\r?\n\s*)|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed: the offset behind it; the end of the text where it is not.

    Example:
        >>> closing('f("(", 1) + 2', 1)
        9
    """
    depth = 0
    for match in _TOKEN.finditer(text, start):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
            if depth <= 0:
                return match.end()
    return len(text)


def split(text: str) -> list[str]:
    """The parts of a list, without comments; commas in brackets and strings do not part.

    Example:
        >>> split('long, value(1, 2), help = "a, b",')
        ['long', 'value(1, 2)', 'help = "a, b"']
    """
    return [part for part, _ in placed_parts(text)]


def placed_parts(text: str) -> Iterator[tuple[str, int]]:
    """The parts of a list as `split` gives them, each with the offset of its first character."""
    depth, start, part = 0, 0, ""
    begin: int | None = None

    def add(piece: str, at: int) -> None:
        nonlocal part, begin
        if begin is None and piece.strip():
            begin = at + len(piece) - len(piece.lstrip())
        part += piece

    for match in _TOKEN.finditer(text):
        add(text[start : match.start()], start)
        start = match.end()
        if match["comma"] and depth == 0:
            if part.strip():
                yield part.strip(), begin or 0
            part, begin = "", None
            continue
        if match[0].startswith(("//", "/*")):
            continue
        depth += bool(match["open"]) - bool(match["close"])
        add(match[0], match.start())
    add(text[start:], start)
    if part.strip():
        yield part.strip(), begin or 0


def string_of(source: str) -> str | None:
    """The text of a string or character literal; None where the source is anything else.

    Example:
        >>> string_of('r#"a "b""#'), string_of("'x'"), string_of("x")
        ('a "b"', 'x', None)
    """
    match = _STRING.fullmatch(source)
    if match is None:
        return None
    if match["raw"] is not None:
        return match["raw"]
    return _ESCAPE.sub(_unescaped, match["text"] if match["text"] is not None else match["char"])


def strings_in(source: str) -> tuple[str, ...]:
    """All string literals of a piece of source."""
    found = (string_of(match[0]) for match in _TOKEN.finditer(source))
    return tuple(text for text in found if text is not None)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        number = int(code.replace("_", ""), 16)
        return chr(number) if number < 0x110000 else ""
    return "" if match[3] else _ESCAPED.get(match[4], match[4])
