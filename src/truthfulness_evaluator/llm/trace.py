"""A file with a line of JSON for each call of a chat model. Keys stand in none: no part of a call holds them."""

import json
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from threading import Lock

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.llm.failures import without_secrets
from truthfulness_evaluator.store.cache import JsonValue


class Trace:
    """Appends lines to a file, from any thread.

    Args:
        path: the file; begun where it is not there.

    Raises:
        SettingsError: it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        try:
            self._file: TextIOWrapper | None = path.open("a", encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"The trace cannot be written to {path}: {error.strerror or error}.") from None

    def write(self, entry: dict[str, JsonValue]) -> None:
        """Add a line, with the time before it. Nothing happens where the file is closed."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": now, **entry}, ensure_ascii=False)
        with self._lock:
            if self._file is not None:
                self._file.write(f"{line}\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            self._file = None


def failure_entry(kind: str, message: str) -> dict[str, JsonValue]:
    """How a failure stands in the trace."""
    return {"kind": kind, "message": without_secrets(message)}
