"""Long texts of the data file: each is kept once, whatever refers to it."""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable

_QUICK = 1
"""Level of compression: level 9 saves a tenth more and takes several times as long."""


def keep_text(connection: sqlite3.Connection, text: str) -> str:
    """The hash by which the text is kept from now on."""
    content = text.encode("utf-8", "surrogatepass")
    name = hashlib.sha256(content).hexdigest()
    if connection.execute("SELECT 1 FROM texts WHERE hash = ?", (name,)).fetchone() is None:
        row = (name, zlib.compress(content, _QUICK))
        connection.execute("INSERT INTO texts (hash, content) VALUES (?, ?)", row)
    return name


def kept_text(connection: sqlite3.Connection, name: str) -> str:
    """The text with this hash.

    Raises:
        sqlite3.DatabaseError: it is not there.
        zlib.error: it is damaged.
    """
    row = connection.execute("SELECT content FROM texts WHERE hash = ?", (name,)).fetchone()
    if row is None:
        raise sqlite3.DatabaseError("a text is missing")
    return zlib.decompress(row[0]).decode("utf-8", "surrogatepass")


def forget_unused_texts(connection: sqlite3.Connection, names: Iterable[str | None]) -> None:
    """Forget those of some texts that nothing refers to."""
    connection.executemany(
        "DELETE FROM texts WHERE hash = ? "
        "AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.text = hash) "
        "AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.report = hash) "
        "AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.settings = hash)",
        [(name,) for name in set(names) if name is not None],
    )
