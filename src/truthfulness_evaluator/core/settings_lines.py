"""On which line of a TOML text something is set: `tomllib` does not tell."""

import tomllib
from collections.abc import Sequence
from typing import cast

from truthfulness_evaluator.core import toml

_LONGEST = 1_000
"""Lines of one value that are looked at."""


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    r"""The line, counted from 1, where a value begins; None where it is not found.

    The text up to a line is parsed, which tells whether a line begins a statement, and whether that statement sets it.

    Args:
        text: parses as TOML.
        path: keys and, in lists, numbers from 0: `("tool", "overrides", 0, "paths")`.

    Example:
        >>> line_of("[tool]\na = [\n  1,\n]\nb = 2\n", ("tool", "b"))
        5
    """
    lines = text.split("\n")
    key = next(part for part in reversed(path) if isinstance(part, str))
    for index, line in enumerate(lines):
        if key not in line:
            continue
        before = _parsed(lines[:index])
        if before is None:
            continue
        if _has(before, path):
            return None
        after = next(filter(None, (_parsed(lines[:end]) for end in range(index + 1, index + _LONGEST))), None)
        if after is not None and _has(after, path):
            return index + 1
    return None


def _parsed(lines: Sequence[str]) -> dict[str, object] | None:
    try:
        return toml.loads("".join(f"{line}\n" for line in lines))
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return None


def _has(value: object, path: Sequence[str | int]) -> bool:
    for part in path:
        if isinstance(part, str):
            table = cast("dict[str, object]", value) if isinstance(value, dict) else {}
            if part not in table:
                return False
            value = table[part]
        else:
            items = cast("list[object]", value) if isinstance(value, list) else []
            if part >= len(items):
                return False
            value = items[part]
    return True
