"""The reviews that are kept: what a person decided, by claim and evidence."""

import json
import sqlite3
from collections.abc import Iterable

from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.store.data import DataFile
from truthfulness_evaluator.store.run_rows import as_json


class ReviewStore(DataFile):
    """The reviews in a data file; see `DataFile` for arguments and errors, which any method may raise."""

    def keep(self, key: str, kept: KeptReview) -> None:
        """Keep a review; it takes the place of an earlier one of this key."""

        def write(connection: sqlite3.Connection) -> None:
            query = "INSERT OR REPLACE INTO reviews (key, kept) VALUES (?, ?)"
            connection.execute(query, (key, as_json(kept)))

        self._write(write)

    def forget(self, key: str) -> None:
        """Forget the review of this key, if there is one."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM reviews WHERE key = ?", (key,))

        self._write(write)

    def find(self, keys: Iterable[str]) -> dict[str, KeptReview]:
        """The reviews that there are of these keys, by key."""
        wanted = json.dumps(list(keys))

        def read(connection: sqlite3.Connection) -> dict[str, KeptReview]:
            query = "SELECT key, kept FROM reviews WHERE key IN (SELECT value FROM json_each(?))"
            return {key: _review(kept) for key, kept in connection.execute(query, (wanted,))}

        return self._read(read)

    def all(self) -> list[KeptReview]:
        """All reviews, in the order in which they were kept."""

        def read(connection: sqlite3.Connection) -> list[KeptReview]:
            return [_review(kept) for (kept,) in connection.execute("SELECT kept FROM reviews ORDER BY number")]

        return self._read(read)

    @property
    def is_empty(self) -> bool:
        """Whether no review is kept."""

        def read(connection: sqlite3.Connection) -> bool:
            return connection.execute("SELECT 1 FROM reviews LIMIT 1").fetchone() is None

        return self._read(read)


def _review(kept: str) -> KeptReview:
    return KeptReview.model_validate(json.loads(kept))
