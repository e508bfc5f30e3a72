"""A cache in one file: values by namespace and key. It may be deleted at any time."""

import json
import sqlite3
import weakref
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TypeAlias, TypeVar

from truthfulness_evaluator.store.database import Schema, is_foreign, open_database
from truthfulness_evaluator.store.folders import cache_folder

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""What a cache keeps."""

_T = TypeVar("_T")

SCHEMA = Schema(
    title="cache",
    mark=0x74727563,  # "truc"
    migrations=(
        "CREATE TABLE entries (namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, "
        "PRIMARY KEY (namespace, key)) WITHOUT ROWID",
    ),
    disposable=True,
)


def default_path() -> Path:
    """The cache's file where none is named. A new shape of the file gets a new name, not a migration."""
    return cache_folder() / "cache-1.sqlite3"


class Cache:
    """Values by namespace and key. Threads and processes may share a file; a damaged one begins anew.

    Args:
        path: the file; None: `default_path()`.

    Raises:
        SettingsError: the file is something else, comes from a newer version, or cannot be opened.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else default_path()
        self._lock = Lock()
        damaged = path is None and is_foreign(self.path, SCHEMA)  # That place is ours, whatever is there.
        try:
            connection = self._rebuilt() if damaged else open_database(self.path, SCHEMA)
        except sqlite3.DatabaseError:
            connection = self._rebuilt()
        self._use(connection)

    def get(self, namespace: str, key: str) -> JsonValue:
        """The value; None where there is none. (So None is not worth keeping.)"""

        def read(connection: sqlite3.Connection) -> JsonValue:
            query = "SELECT value FROM entries WHERE namespace = ? AND key = ?"
            row = connection.execute(query, (namespace, key)).fetchone()
            value: JsonValue = None if row is None else json.loads(row[0])
            return value

        return self._with_connection(read)

    def put(self, namespace: str, key: str, value: JsonValue) -> None:
        """Keep a value; it takes the place of an earlier one."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", (namespace, key, text))

        self._with_connection(write)

    def texts(self, namespace: str, key: str | None = None) -> dict[str, str]:
        """The values of a namespace by key, each as the JSON it is kept as; of one key, where one is given."""

        def read(connection: sqlite3.Connection) -> dict[str, str]:
            query = "SELECT key, value FROM entries WHERE namespace = :namespace AND (:key IS NULL OR key = :key)"
            return dict(connection.execute(query, {"namespace": namespace, "key": key}))

        return self._with_connection(read)

    def put_texts(self, namespace: str, values: Mapping[str, str], gone: Iterable[str] = ()) -> None:
        """Keep many values, given as JSON, and forget others, in one step."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            try:
                forget = "DELETE FROM entries WHERE namespace = ? AND key = ?"
                connection.executemany(forget, [(namespace, key) for key in gone])
                keep = "INSERT OR REPLACE INTO entries VALUES (?, ?, ?)"
                connection.executemany(keep, [(namespace, key, text) for key, text in values.items()])
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

        self._with_connection(write)

    def sizes(self) -> dict[str, tuple[int, int]]:
        """By namespace, how many values it has, and how many characters they have together."""

        def read(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
            query = "SELECT namespace, COUNT(*), SUM(LENGTH(value)) FROM entries GROUP BY namespace ORDER BY namespace"
            return {namespace: (number, length) for namespace, number, length in connection.execute(query)}

        return self._with_connection(read)

    def clear(self, namespace: str | None = None) -> int:
        """Forget a namespace, or everything. How many values were forgotten."""

        def delete(connection: sqlite3.Connection) -> int:
            query = "DELETE FROM entries WHERE :namespace IS NULL OR namespace = :namespace"
            return connection.execute(query, {"namespace": namespace}).rowcount

        return self._with_connection(delete)

    def close(self) -> None:
        """Close the file. The cache cannot be used any more. One that is forgotten without it closes its file, too."""
        self._close()

    def __enter__(self) -> "Cache":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _with_connection(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Work on the file; where it turns out to be damaged, once more on a new one."""
        with self._lock:
            try:
                return work(self._connection)
            except sqlite3.OperationalError:  # Locked for long, disk full: not damaged.
                raise
            except (sqlite3.DatabaseError, json.JSONDecodeError):
                self._close()
                self._use(self._rebuilt())
                return work(self._connection)

    def _use(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._close = weakref.finalize(self, connection.close)

    def _rebuilt(self) -> sqlite3.Connection:
        """A new file in the place of a damaged one, which is ours: `open_database` has looked."""
        for ending in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        return open_database(self.path, SCHEMA)
