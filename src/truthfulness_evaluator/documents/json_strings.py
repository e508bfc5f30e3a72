"""Where the strings of a JSON text stand, and what each of their characters is written as."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from truthfulness_evaluator.documents.extracts import ExtractText
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

Path = tuple[str | int, ...]

_TOKEN = regex(r"[\s\ufeff]*(?:(?P<mark>[{}\[\],:])|(?P<quote>\")|[^\s{}\[\],:\"]+)")
_STRING_REST = regex(r"[^\"\\]*(?:\\.[^\"\\]*)*", re.DOTALL)
_ESCAPE = regex(
    r"\\(?:u(?P<high>[dD][89abAB][0-9A-Fa-f]{2})\\u(?P<low>[dD][c-fC-F][0-9A-Fa-f]{2})|u(?P<unit>[0-9A-Fa-f]{4})|(?P<one>.))",
    re.DOTALL,
)
_ONE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(slots=True)
class _Level:
    """An object or array that is open."""

    is_object: bool
    key: str | int = 0
    at_key: bool = False


def strings(text: str, wanted: Callable[[Path], bool]) -> Iterator[tuple[Path, Span]]:
    """The string values of a JSON text that are wanted, with their keys and indices, and their place between quotes.

    Args:
        text: JSON that a parser has read.
        wanted: whether a path is looked for; it is asked for strings only.

    Example:
        >>> text = '{"a": ["x", {"b": "y"}]}'
        >>> [(path, text[slice(*span)]) for path, span in strings(text, lambda path: True)]
        [(('a', 0), 'x'), (('a', 1, 'b'), 'y')]
    """
    levels: list[_Level] = []
    at = 0
    while (token := _TOKEN.match(text, at)) is not None:
        at = token.end()
        if token["quote"]:
            span = (at, _end(text, at))
            at = span[1] + 1
            if levels and levels[-1].at_key:
                levels[-1].key = text[slice(*span)]
            elif wanted(path := tuple(level.key for level in levels)):
                yield path, span
        elif token["mark"]:
            _follow(levels, token["mark"])


def add_string(taken: ExtractText, span: Span) -> None:
    r"""Adds the characters of a string, escapes decoded.

    Example:
        >>> taken = ExtractText(r'"a\nb"')
        >>> add_string(taken, (1, 5))
        >>> taken.text, taken.places.span((1, 2))
        ('a\nb', (2, 4))
    """
    done, end = span
    for match in _ESCAPE.finditer(taken.source, *span):
        taken.copy(done, match.start())
        taken.put(_shown(match), match.span())
        done = match.end()
    taken.copy(done, end)


def _end(text: str, start: int) -> int:
    match = _STRING_REST.match(text, start)
    return match.end() if match is not None else len(text)


def _follow(levels: list[_Level], mark: str) -> None:
    if mark in "{[":
        levels.append(_Level(mark == "{", at_key=mark == "{"))
    elif mark in "}]":
        if levels:
            levels.pop()
    elif levels and mark == ":":
        levels[-1].at_key = False
    elif levels:
        level = levels[-1]
        if level.is_object:
            level.at_key = True
        elif isinstance(level.key, int):
            level.key += 1


def _shown(match: re.Match[str]) -> str:
    """What an escape stands for; half of a pair stands for nothing that can be written."""
    if match["one"] is not None:
        return _ONE.get(match["one"], match["one"])
    if match["unit"] is not None:
        unit = int(match["unit"], 16)
        return "\ufffd" if 0xD800 <= unit < 0xE000 else chr(unit)
    high, low = int(match["high"], 16), int(match["low"], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
