"""A file with a line of JSON for each call of a chat model. Keys stand in none: no part of a call holds them."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.llm.failures import without_secrets
from truthfulness_evaluator.store.cache import JsonValue


class Trace:
    """Appends lines to a file, from any thread. The file is open only while a line is written.

    Args:
        path: the file; begun where it is not there.

    Raises:
        SettingsError: it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        try:
            self._append("")
        except OSError as error:
            raise SettingsError(f"The trace cannot be written to {path}: {error.strerror or error}.") from None

    def write(self, entry: dict[str, JsonValue]) -> None:
        """Add a line, with the time before it. A disk that is full costs the line, never the answer it tells of."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": now, **entry}, ensure_ascii=False)
        with self._lock, suppress(OSError):
            self._append(f"{line}\n")

    def _append(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)


def failure_entry(kind: str, message: str) -> dict[str, JsonValue]:
    """How a failure stands in the trace."""
    return {"kind": kind, "message": without_secrets(message)}
