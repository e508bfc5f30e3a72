"""The indexes of code bases in the user's cache: a file that is still the same is not parsed again."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TypeVar

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.core.errors import TruthfulnessError
from truthfulness_evaluator.store.cache import Cache

_MOST = 20
"""Code bases whose index is kept: of more, those that were used last."""
_ROOTS = "indexes"
"""Namespace with the day on which the index of each code base was last written."""
_MAKER = ":made-by"
"""Key of what made an index; no path of a code base begins with a colon."""
_T = TypeVar("_T")


@dataclass(frozen=True)
class KeptIndex:
    """The kept index of one code base. Where the cache cannot be used, nothing is kept and all files are parsed."""

    root: Path
    open_cache: Callable[[], Cache] = Cache

    def files(self) -> Mapping[str, str]:
        """The index of each file as JSON, by path, as far as this version of the program made it."""
        found = self._in_cache(lambda cache: cache.texts(self._namespace), {})
        return found if found.pop(_MAKER, None) == _maker() else {}

    def keep(self, changed: Mapping[str, str], gone: set[str]) -> None:
        """Keep what is new, and forget what is no longer there."""
        self._in_cache(lambda cache: self._keep(cache, changed, gone), None)

    def _keep(self, cache: Cache, changed: Mapping[str, str], gone: set[str]) -> None:
        if cache.texts(self._namespace, _MAKER).get(_MAKER) != _maker():
            cache.clear(self._namespace)
        cache.put_texts(self._namespace, {**changed, _MAKER: _maker()}, gone)
        today = json.dumps(datetime.now(UTC).date().isoformat())
        used = {**cache.texts(_ROOTS), self._namespace: ""}
        old = sorted((name for name in used if name != self._namespace), key=lambda name: used[name])[: -_MOST + 1]
        for namespace in old:
            cache.clear(namespace)
        cache.put_texts(_ROOTS, {self._namespace: today}, old)

    def _in_cache(self, work: Callable[[Cache], _T], otherwise: _T) -> _T:
        try:
            with self.open_cache() as cache:
                return work(cache)
        except (TruthfulnessError, OSError, sqlite3.Error):
            return otherwise

    @property
    def _namespace(self) -> str:
        return f"index:{hashlib.sha256(os.fsencode(self.root.resolve())).hexdigest()[:16]}"


@cache
def _maker() -> str:
    """What a file's index depends on besides the file: the version, and the code that reads files, as JSON."""
    folder = Path(__file__).parent
    states = ((path.name, path.stat()) for path in sorted(folder.rglob("*.py")))
    code = repr([(name, state.st_size, state.st_mtime_ns) for name, state in states])
    return json.dumps([__version__, hashlib.sha256(code.encode()).hexdigest()])
