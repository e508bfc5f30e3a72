"""Which language a source file is read by. A language's module is imported when its first file is read."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from posixpath import splitext

from truthfulness_evaluator.project.declarations import FileFacts

Read = Callable[[str, str | None, str], FileFacts]
"""Reads a file: its path, the dotted name it is imported by (None for a script), its text."""

_PACKAGE = "truthfulness_evaluator.project.languages"

READERS = {
    ".py": "python.read:read",
    ".pyi": "python.read:read",
    ".js": "javascript.read:read",
    ".cjs": "javascript.read:read",
    ".mjs": "javascript.read:read",
    ".jsx": "javascript.read:read",
    ".ts": "javascript.read:read",
    ".cts": "javascript.read:read",
    ".mts": "javascript.read:read",
    ".tsx": "javascript.read:read",
    ".rs": "rust.read:read",
    ".go": "go.read:read",
}
"""By the suffix of the file's name, `module:function` below this package."""


def is_supported(path: str) -> bool:
    """Whether a file's language is supported; nothing is imported for it."""
    return splitext(path)[1] in READERS


def reader_of(path: str) -> Read | None:
    """What reads a file; None where its language is not supported.

    Example:
        >>> reader_of("notes.txt") is None
        True
    """
    entry = READERS.get(splitext(path)[1])
    return None if entry is None else _load(entry)


@cache
def _load(entry: str) -> Read:
    module, _, function = entry.partition(":")
    read: Read = getattr(import_module(f"{_PACKAGE}.{module}"), function)
    return read
