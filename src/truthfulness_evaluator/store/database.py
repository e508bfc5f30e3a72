"""Opens the SQLite files that the evaluator keeps: WAL, numbered migrations, no foreign file touched."""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from truthfulness_evaluator.core.errors import SettingsError

_WAIT_MS = 30_000
"""How long one process waits for another's write: each is one short transaction."""
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds between tries to switch a new file to WAL, while another process does the same."""
_OWN = 0o700
"""Of a folder that is made: what users read is nobody else's (the specification in `store.folders` says so)."""
_MAGIC = b"SQLite format 3\x00"
_MARK_AT = 68
"""Where `application_id` stands in the header of a file (https://www.sqlite.org/fileformat.html, 1.3)."""

_open_files = Counter[str]()
"""How many connections this process has to each file, by its real path."""
_opening = RLock()
"""No file is opened beside another look at it. A lock of that kind, as a connection may be closed at any moment."""


@dataclass(frozen=True)
class Schema:
    """What a kind of file holds."""

    title: str
    """What messages call it: `cache`."""
    mark: int
    """Its `application_id`: how we know a file as ours. 32 bits, not 0."""
    migrations: Sequence[str]
    """One SQL statement each; the file's version is how many of them were applied. Only ever appended to."""
    disposable: bool = False
    """Nothing is lost with the file: no write waits for the disk. A power failure may damage it."""


def open_database(path: Path, schema: Schema) -> sqlite3.Connection:
    """A connection in autocommit mode to a file of this schema, made or brought up to date where needed.

    Threads may share the connection if they take turns.

    Raises:
        SettingsError: the file is something else, comes from a newer version, or cannot be opened.
        sqlite3.DatabaseError: the file is ours and damaged.
    """
    if is_foreign(path, schema):
        message = f"{path} is no {schema.title} of this program."
        raise SettingsError(message, hint="Name another file; this one is left as it is.")
    try:
        path.parent.mkdir(mode=_OWN, parents=True, exist_ok=True)
        with _opening:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=_Connection)
            connection.is_to(path)
    except (OSError, sqlite3.OperationalError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(f"the {schema.title} {path} cannot be opened: {why}.") from error
    try:
        _prepare(connection, path, schema)
    except sqlite3.OperationalError as error:
        connection.close()
        raise SettingsError(f"the {schema.title} {path} cannot be used: {error}.") from error
    except BaseException:
        connection.close()
        raise
    return connection


def is_foreign(path: Path, schema: Schema) -> bool:
    """Whether something is in the place that does not bear the mark of this schema.

    The mark is read from the header, so that it is seen whatever the state of the rest; an empty file is
    nobody's. A file that this process has open is ours, and is not looked at: to close it would give up the locks that
    SQLite holds on it, so that other processes might damage it (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """
    with _opening:
        if _open_files[os.path.realpath(path)]:
            return False
        try:
            with path.open("rb") as file:
                header = file.read(_MARK_AT + 4)
        except IsADirectoryError:
            return True
        except OSError:  # Not there, or not readable: opening it says so.
            return False
    ours = header.startswith(_MAGIC) and header[_MARK_AT:] == schema.mark.to_bytes(4, "big")
    return bool(header) and not ours


class _Connection(sqlite3.Connection):
    """Counts as a connection to its file until it is closed."""

    _file: str | None = None

    def is_to(self, path: Path) -> None:
        """Say which file it is to."""
        self._file = os.path.realpath(path)
        _open_files[self._file] += 1

    def close(self) -> None:
        super().close()
        with _opening:
            if self._file is not None:
                _open_files[self._file] -= 1
                self._file = None


def _prepare(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_MS}")
    connection.execute(f"PRAGMA synchronous = {'OFF' if schema.disposable else 'NORMAL'}")
    if not connection.execute("PRAGMA application_id").fetchone()[0]:
        # Before WAL, so that it stands in the file's header at once and not in the log.
        connection.execute(f"PRAGMA application_id = {schema.mark}")
    _use_wal(connection)
    if _version(connection) < len(schema.migrations):
        _migrate(connection, schema)
    if _version(connection) > len(schema.migrations):
        message = f"the {schema.title} {path} was written by a newer version of this program."
        raise SettingsError(message, hint="Update the program, or name another file.")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the log on. SQLite does not wait by itself where two processes do this at once."""
    for pause in (*_PAUSES, None):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if pause is None:
                raise
            time.sleep(pause)
        else:
            return


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Apply what is missing in one transaction; another process may have done so while this one waited."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in schema.migrations[_version(connection) :]:
            connection.execute(statement)
        if _version(connection) < len(schema.migrations):
            connection.execute(f"PRAGMA user_version = {len(schema.migrations)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
