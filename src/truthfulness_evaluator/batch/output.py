"""The file that judged rows are written to, in the order of the input, so that a later run goes on where it ends."""

import contextlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

from truthfulness_evaluator.batch.judged import FAILED
from truthfulness_evaluator.batch.rows import Line
from truthfulness_evaluator.core.errors import UsageError

try:
    import fcntl
except ImportError:  # Windows has no locks of this sort.
    fcntl = None

NEW = ".new"
"""Suffix of the file that a run with `retry` writes, until it takes the place of the old one."""


class Output:
    """The rows that are there, and those that are added. To be entered with `with`.

    Every row is written whole and at once. What a run that was killed has left of a line is cut off. With `retry`, the
    rows that are there are copied, those with failures left out to be judged again; the copy takes the place of
    the file at the end, so that a run that is killed leaves the old file as it was.
    """

    def __init__(self, path: Path, *, retry: bool = False) -> None:
        self._path = path
        self._retry = retry
        self._number = 0
        """Rows that were read."""
        self._at_end = False

    def __enter__(self) -> "Output":
        """Opens the file, and makes it where there is none.

        Raises:
            UsageError: it cannot be written, or another run writes to it.
        """
        try:
            self._old: IO[bytes] = self._path.open("r+b" if self._path.exists() else "w+b")
            _lock(self._old, self._path)
            self._new = self._beside.open("wb", buffering=0) if self._retry else None
        except OSError as error:
            raise UsageError(f"The output {self._path} cannot be written: {_reason(error)}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the file. Where rows were copied, the rest of them is, too, and the copy takes its place."""
        with self._old:
            if self._new is None:
                return
            with self._new:
                if isinstance(error, UsageError):
                    self._beside.unlink()
                    return
                while line := self._next():
                    _write(self._new, line)
        self._beside.replace(self._path)

    @property
    def _beside(self) -> Path:
        return self._path.with_name(f"{self._path.name}{NEW}")

    def earlier(self, line: Line) -> "tuple[bytes, dict[str, Any]] | None":
        """What is there of the next row of the input, as it is written and as it reads; None: nothing.

        Raises:
            UsageError: it is another row, so that the file is of another input.
        """
        data = self._next()
        if not data:
            return None
        row = self._row(data)
        same = row["digest"] == line.digest or self.is_redone(row)
        if row["line"] != line.number or not same:
            raise UsageError(
                f"{self._path}:{self._number} is another row than line {line.number} of the input, which was changed.",
                hint="Write to a new file, or give --retry where only rows that failed were mended.",
            )
        return data, row

    def refuse_more(self) -> None:
        """Raises a UsageError where rows are left when the input is at its end."""
        if data := self._next():
            self._row(data)
            raise UsageError(
                f"{self._path} has more rows than the input: the input has changed.", hint="Write to a new file."
            )

    def is_redone(self, row: dict[str, Any]) -> bool:
        """Whether a row that is there is to be judged again."""
        return self._retry and row["status"] in (FAILED, "incomplete")

    def keep(self, data: bytes) -> None:
        """A row that is there stays."""
        if self._new is not None:
            _write(self._new, data)

    def add(self, data: bytes) -> None:
        """Writes a row behind those that are there.

        Raises:
            OSError: it cannot be written.
        """
        if self._new is not None:
            _write(self._new, data)
            return
        self._old.seek(0, os.SEEK_END)
        self._old.write(data)
        self._old.flush()

    def _next(self) -> bytes:
        """The next line that is there; empty at the end, where half a line is cut off."""
        if self._at_end:
            return b""
        start = self._old.tell()
        data = self._old.readline()
        if data.endswith(b"\n"):
            self._number += 1
            return data
        self._at_end = True
        if data:
            self._old.seek(start)
            self._old.truncate()
        return b""

    def _row(self, data: bytes) -> dict[str, Any]:
        with contextlib.suppress(ValueError):
            value: object = json.loads(data)
            if (
                isinstance(value, dict)
                and {"line", "digest", "status", "counts", "failures", "notices"} <= value.keys()
            ):
                return cast("dict[str, Any]", value)
        raise UsageError(
            f"{self._path}:{self._number} is no row that truth-eval batch has written.", hint="Write to a new file."
        )


def _write(stream: IO[bytes], data: bytes) -> None:
    while data:
        data = data[stream.write(data) :]


def _lock(stream: IO[bytes], path: Path) -> None:
    """Keeps other runs away until the file is closed."""
    if fcntl is None:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.close()
        raise UsageError(
            f"Another run is writing to {path}.", hint="Wait for its end, or write to a new file."
        ) from None
    except OSError:
        return  # A file system without locks.


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
