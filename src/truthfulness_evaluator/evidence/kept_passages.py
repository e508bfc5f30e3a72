"""Passages of source files in the user's cache, by content: a file that has not changed is not read again."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.core.errors import TruthfulnessError
from truthfulness_evaluator.evidence.text_passages import SourcePassage
from truthfulness_evaluator.store.cache import Cache

NAMESPACE = "passages"
_MOST_CHARACTERS = 500_000_000
"""Characters that are kept, at most, about 300,000 pages; beyond them all are forgotten, and those in use kept anew."""


@dataclass(frozen=True, slots=True)
class ReadSource:
    """What a file gave."""

    passages: tuple[SourcePassage, ...] = ()
    notices: tuple[str, ...] = ()
    """What of it could not be read: clauses whose subject is the file."""
    problem: str = ""
    """Why nothing could be read: a sentence."""


@dataclass(frozen=True)
class KeptPassages:
    """The passages that are kept. Where the cache cannot be used, nothing is kept and all files are read."""

    open_cache: Callable[[], Cache] | None

    def get(self, keys: Mapping[str, str]) -> dict[str, ReadSource]:
        """What is kept of some files.

        Args:
            keys: by the name of a file, its `key_of`.
        """
        found: dict[str, ReadSource] = {}

        def read(cache: Cache) -> None:
            for name, key in keys.items():
                text = cache.texts(NAMESPACE, key).get(key)
                if text is not None:
                    found[name] = _read(name, text)

        self._in_cache(read)
        return found

    def keep(self, read: Mapping[str, ReadSource]) -> None:
        """Keep what was read, by key."""

        def write(cache: Cache) -> None:
            texts = {key: _written(each) for key, each in read.items()}
            _, size = cache.sizes().get(NAMESPACE, (0, 0))
            if size + sum(map(len, texts.values())) > _MOST_CHARACTERS:
                cache.clear(NAMESPACE)
            cache.put_texts(NAMESPACE, texts)

        if read:
            self._in_cache(write)

    def _in_cache(self, work: Callable[[Cache], None]) -> None:
        if self.open_cache is None:
            return
        try:
            with self.open_cache() as cache:
                work(cache)
        except (TruthfulnessError, OSError, sqlite3.Error, ValueError, TypeError):
            return


def key_of(name: str, data: bytes) -> str:
    """What the passages of a file depend on: its content, its name, and the code that reads it."""
    digest = hashlib.sha256(data)
    digest.update(f"\0{name}\0{_maker()}".encode(errors="surrogatepass"))
    return digest.hexdigest()


def _written(read: ReadSource) -> str:
    headings: dict[tuple[str, ...], int] = {}
    rows = [
        (each.line, each.end_line, each.page, headings.setdefault(each.within, len(headings)), each.text)
        for each in read.passages
    ]
    return json.dumps([rows, list(headings), read.notices, read.problem], ensure_ascii=False, separators=(",", ":"))


def _read(name: str, text: str) -> ReadSource:
    kept: tuple[list[tuple[int, int, int, int, str]], list[list[str]], list[str], str] = json.loads(text)
    rows, headings, notices, problem = kept
    within = [tuple(each) for each in headings]
    passages = (
        SourcePassage(name, line, end_line, content, within[heading], page=page)
        for line, end_line, page, heading, content in rows
    )
    return ReadSource(tuple(passages), tuple(notices), problem)


@cache
def _maker() -> str:
    """The version, and the code that reads and cuts files."""
    package = Path(__file__).parent.parent
    files = [Path(__file__), Path(__file__).with_name("text_passages.py")]
    for folder in ("documents", "text"):
        files += sorted((package / folder).glob("*.py"))
    states = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return f"{__version__} {hashlib.sha256(repr(states).encode()).hexdigest()}"
