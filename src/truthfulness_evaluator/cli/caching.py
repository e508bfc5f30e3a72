"""One run of `truth-eval cache`: what is kept between runs, by part."""

import os
import sys
from collections import Counter
from pathlib import Path

from truthfulness_evaluator.cli.streams import put
from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.store.cache import Cache, default_path

_PARTS = {"indexes": "index"}
"""Namespaces that are a part of another's."""
_HOLDS = {
    "agent": "what a chat model found in code bases",
    "index": "parsed files of code bases",
    "votes": "votes of chat models",
    "claims": "claims that chat models found",
    "pages": "web pages that were read",
    "searches": "results of web searches",
    "decisions": "what chat models wanted searched for on the web",
    "ways": "what servers of chat models can do",
}
"""What the parts hold."""
_UNTOUCHED = "Runs and reviews are not touched; they are no part of it."


def run_cache(file: str | None, parts: tuple[str, ...], *, clear: bool) -> int:
    """Shows or clears the cache; gives the exit code.

    Args:
        file: the cache's file; None: the one that runs use.
        parts: which parts, by name; empty: all.
        clear: forget them.

    Raises:
        TruthfulnessError: the file is no cache, or there is no such part.
    """
    path = _path(file)
    if not os.path.exists(path):
        put(f"{path}: nothing is kept.\n", sys.stdout)
        return ExitCode.PASSED
    with Cache(path) as cache:
        sizes = cache.sizes()
        known = {*_HOLDS, *map(_part, sizes)}
        for part in parts:
            if part not in known:
                raise UsageError(f"The cache has no part {part!r}.", hint=f"Its parts are {', '.join(sorted(known))}.")
        chosen = {namespace: size for namespace, size in sizes.items() if not parts or _part(namespace) in parts}
        if clear:
            forgotten = sum(cache.clear(namespace) for namespace in chosen)
            put(f"{path}: {counted(forgotten, 'value')} forgotten.\n{_UNTOUCHED}\n", sys.stdout)
            return ExitCode.PASSED
    put("".join(f"{line}\n" for line in _lines(path, chosen)), sys.stdout)
    return ExitCode.PASSED


def _path(file: str | None) -> Path:
    if file is not None:
        return Path(file)
    configured = load_config().cache_file
    return Path(configured) if configured is not None else default_path()


def _part(namespace: str) -> str:
    name = namespace.partition(":")[0]
    return _PARTS.get(name, name)


def _lines(path: Path, sizes: dict[str, tuple[int, int]]) -> list[str]:
    values: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    for namespace, (number, length) in sizes.items():
        values[_part(namespace)] += number
        characters[_part(namespace)] += length
    rows = [
        f"  {part:<8} {counted(values[part], 'value'):>14} {_thousands(characters[part]):>12}  {_HOLDS.get(part, '')}"
        for part in sorted(values)
    ]
    return [f"{path}:", *(row.rstrip() for row in rows)] if rows else [f"{path}: nothing is kept."]


def _thousands(characters: int) -> str:
    """A length in kB, as of the disk."""
    return f"{max(1, round(characters / 1000)):,} kB"
