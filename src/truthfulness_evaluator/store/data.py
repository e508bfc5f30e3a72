"""The data file: the runs and reviews of a user. It is people's work, and clearing the cache does not touch it."""

import sqlite3
import weakref
import zlib
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self, TypeVar

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.store.database import Schema, open_database
from truthfulness_evaluator.store.folders import data_folder

_T = TypeVar("_T")

DATA = Schema(
    title="data file",
    mark=0x74727564,  # "trud"
    migrations=(
        "CREATE TABLE texts (hash TEXT NOT NULL UNIQUE, content BLOB NOT NULL)",
        "CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, worker TEXT NOT NULL, "
        "status TEXT NOT NULL, started_at TEXT NOT NULL, finished_at TEXT, version TEXT NOT NULL, root TEXT NOT NULL, "
        "request TEXT NOT NULL, settings TEXT NOT NULL, closing TEXT NOT NULL, exit_code INTEGER, "
        "unread INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE documents (run INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, "
        "media_type TEXT NOT NULL, text TEXT NOT NULL, report TEXT, statistics TEXT NOT NULL, "
        "waiting INTEGER NOT NULL, reviewed INTEGER NOT NULL, PRIMARY KEY (run, position))",
        "CREATE INDEX documents_by_text ON documents (text)",
        "CREATE INDEX documents_by_report ON documents (report)",
        "CREATE TABLE reviews (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, kept TEXT NOT NULL)",
        "CREATE INDEX runs_by_settings ON runs (settings)",
    ),
)
"""`texts` are whatever is long, each kept once by its SHA-256 and compressed; `documents.text`, `documents.report` and
`runs.settings` are such hashes. `documents.waiting` and `documents.reviewed` count the claims that wait for a person,
and those on which one has decided. What users or documents have written stands elsewhere as JSON: SQLite's text has
no lone surrogates, which names of files may hold."""


def default_data_path() -> Path:
    """The data file where none is named."""
    return data_folder() / "data.sqlite3"


class DataFile:
    """An open data file. Threads and processes may share it.

    Args:
        path: the file, which is made where it is not there; None: `default_data_path()`.

    Raises:
        SettingsError: the file is something else, is damaged, comes from a newer version, or cannot be opened. It is
            left as it is.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else default_data_path()
        self._lock = Lock()
        try:
            self._connection = open_database(self.path, DATA)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        self._close = weakref.finalize(self, self._connection.close)

    def close(self) -> None:
        """Close the file. It cannot be used any more. One that is forgotten without it closes its file, too."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """What `work` reads, all of it as it was at one moment.

        Raises:
            SettingsError: the file cannot be read, or is damaged.
        """
        try:
            return self._in_transaction("DEFERRED", work)
        except SettingsError:
            raise
        except ValueError as error:  # No JSON, no UTF-8, or no model of ours.
            raise self._damaged("what was kept cannot be read") from error

    def _write(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do all that `work` writes, or nothing of it.

        Raises:
            SettingsError: the file cannot be written (the disk is full, another process keeps it), or is damaged.
        """
        return self._in_transaction("IMMEDIATE", work)

    def _in_transaction(self, kind: str, work: Callable[[sqlite3.Connection], _T]) -> _T:
        with self._lock:
            try:
                self._connection.execute(f"BEGIN {kind}")
                try:
                    result = work(self._connection)
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:  # SQLite itself ends it where the disk is full.
                        self._connection.execute("ROLLBACK")
                    raise
            except sqlite3.OperationalError as error:
                raise SettingsError(f"the data file {self.path} cannot be used: {error}.") from error
            except (sqlite3.DatabaseError, zlib.error) as error:
                raise self._damaged(error) from error
            return result

    def _damaged(self, error: Exception | str) -> SettingsError:
        message = f"the data file {self.path} is damaged: {error}."
        return SettingsError(message, hint="It is left as it is; move it away, or name another with data_file.")
