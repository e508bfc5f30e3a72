"""TOML by `tomllib`, with a bound on what a hostile file can cost."""

import re
import tomllib

_DEEPEST = 100
"""Parts of a dotted key. `tomllib` remembers every beginning of a key, so that time and memory grow with the square:
a line of 200 kB would take 20 GB."""
_TOO_DEEP = re.compile(rf"(?:[\w-]+[ \t]*\.[ \t]*){{{_DEEPEST}}}")


def loads(text: str) -> dict[str, object]:
    """The values of a TOML text.

    Raises:
        tomllib.TOMLDecodeError: it does not parse, or has a key of more than 100 parts.
        ValueError: it holds a number that is too long.
        RecursionError: it is nested too deeply.

    Example:
        >>> loads("a.b = 1")
        {'a': {'b': 1}}
    """
    if _TOO_DEEP.search(text):
        raise tomllib.TOMLDecodeError("a key has too many parts")
    return tomllib.loads(text)
