"""Processes that evaluate a share of a run's documents.

A worker is a fork: it has all that the evaluator has read so far. Where processes cannot be forked safely (Windows,
macOS), there are none, and the run is the same but slower.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO

from truthfulness_evaluator.models import TruthfulnessReport

_MOST = 8
"""Workers at most: each needs memory of its own."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one document."""

    report: TruthfulnessReport | None = None
    text: str | None = None
    """The document's text, if corrections point into it."""
    problem: str = ""
    """Why it could not be read, where there is no report."""


def number_of_workers(useful: int) -> int:
    """How many processes should share the work, this one included: at most `useful`, at least 1."""
    if sys.platform in {"win32", "darwin"}:
        return 1
    return max(1, min(useful, _MOST, len(os.sched_getaffinity(0))))


@dataclass(frozen=True)
class Worker:
    """A process that answers for some documents, begun when it is made.

    It writes each answer to a file as soon as it has it. A document for which it has none failed there, or was not
    reached.
    """

    indices: Sequence[int]
    answer: Callable[[int], Answer]
    _file: IO[bytes] = field(default_factory=tempfile.TemporaryFile, repr=False)
    _process: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            self._work()
        self._process.append(process)

    def stop(self) -> None:
        """Ends the process where it is."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process[0], signal.SIGTERM)

    def finished(self) -> dict[int, Answer]:
        """Waits for the process to end, and gives its answers."""
        os.waitpid(self._process[0], 0)
        self._file.seek(0)
        lines = self._file.read().split(b"\n")[:-1]
        self._file.close()
        return dict(map(_read_line, lines))

    def _work(self) -> None:
        """The worker's whole life. It leaves without the clean-up that is its parent's matter."""
        try:
            for index in self.indices:
                self._file.write(_line(index, self.answer(index)))
                self._file.flush()
        except BaseException:  # the parent meets the error again, and shows it
            os._exit(1)
        os._exit(0)


def _line(index: int, answer: Answer) -> bytes:
    report = answer.report.model_dump_json() if answer.report is not None else None
    return json.dumps([index, report, answer.text, answer.problem]).encode() + b"\n"


def _read_line(line: bytes) -> tuple[int, Answer]:
    index, report, text, problem = json.loads(line)
    return index, Answer(None if report is None else TruthfulnessReport.model_validate_json(report), text, problem)
