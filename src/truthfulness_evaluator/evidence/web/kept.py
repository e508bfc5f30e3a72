"""What a run got from the web, in the user's cache: by key, with the time when it was got."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property

from truthfulness_evaluator.core.errors import TruthfulnessError
from truthfulness_evaluator.store.cache import Cache, JsonValue

_MOST_CHARACTERS = 500_000_000
"""Characters of one kind of value that are kept, at most: about 20,000 pages. Beyond them all are forgotten."""


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Kept:
    """Values that are kept for a while. Where the cache cannot be used, nothing is kept and nothing is found."""

    open_cache: Callable[[], Cache] | None
    """None: nothing is kept."""
    max_age_days: float | None = None
    """Older values are not used any more; None: all are."""
    now: Callable[[], datetime] = utc_now
    most_characters: int = _MOST_CHARACTERS
    """See above; looked at once a run, before the first value is kept."""
    _bounded: set[str] = field(default_factory=set[str])

    def get(self, namespace: str, key: str, *, max_age_days: float | None = None) -> JsonValue:
        """A value that is not too old; None: there is none.

        Args:
            namespace: which kind of value.
            key: its name.
            max_age_days: a limit for this kind of value, besides that for all.
        """
        found = self._in_cache(lambda cache: cache.get(namespace, key))
        if not isinstance(found, list) or len(found) != 2 or not isinstance(found[0], str):
            return None
        kept_at, value = found
        limits = [days for days in (max_age_days, self.max_age_days) if days is not None]
        try:
            age = self.now() - datetime.fromisoformat(str(kept_at))
        except (ValueError, TypeError):
            return None
        return value if all(age <= timedelta(days=days) for days in limits) else None

    def put(self, namespace: str, key: str, value: JsonValue) -> None:
        """Keep a value; it takes the place of an earlier one."""
        dated: JsonValue = [self.now().isoformat(timespec="seconds"), value]

        def write(cache: Cache) -> None:
            if namespace not in self._bounded:
                self._bounded.add(namespace)
                if cache.sizes().get(namespace, (0, 0))[1] > self.most_characters:
                    cache.clear(namespace)
            cache.put(namespace, key, dated)

        self._in_cache(write)

    def _in_cache(self, work: Callable[[Cache], JsonValue]) -> JsonValue:
        try:
            return work(self._cache) if self._cache is not None else None
        except (sqlite3.Error, ValueError):
            return None

    @cached_property
    def _cache(self) -> Cache | None:
        try:
            return self.open_cache() if self.open_cache is not None else None
        except (TruthfulnessError, OSError, sqlite3.Error):
            return None
