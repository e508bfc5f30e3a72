"""The command line in a process of its own: for signals, and for several at once."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

_LONGEST_S = 60.0


@dataclass
class Child:
    """A run of the command line. It has the environment and the working folder of this process."""

    process: subprocess.Popen[str]
    out: str = ""
    err: str = ""
    _signals: list[signal.Signals] = field(default_factory=list[signal.Signals])

    def send(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._signals.append(number)
        self.process.send_signal(number)

    def finish(self) -> int:
        """Wait for its end; the exit code (of a killed one, the signal's number, negative)."""
        self.out, self.err = self.process.communicate(timeout=_LONGEST_S)
        return self.process.returncode


def start(*argv: str | Path, store: bool = False) -> Child:
    """Start a run with a panel of the configured models; where `store` says so it is kept."""
    command = [sys.executable, "-m", "truthfulness_evaluator", *map(str, argv), "--panel"]
    return _child([*command, *([] if store else ["--no-store"])])


def resume(*argv: str | Path) -> Child:
    """Start to finish a run that is kept."""
    return _child([sys.executable, "-m", "truthfulness_evaluator", "resume", *map(str, argv)])


def _child(command: list[str]) -> Child:
    return Child(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))


def votes_in(file: Path) -> int:
    """How many votes a cache keeps; 0 where there is none yet."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as connection:
        try:
            row = connection.execute("SELECT COUNT(*) FROM entries WHERE namespace = 'votes'").fetchone()
        except sqlite3.OperationalError:  # It is being made.
            return 0
    return int(row[0])


def wait_until(condition: Callable[[], bool], child: Child | None = None) -> None:
    """Wait until something is so, while a child runs."""
    end = time.monotonic() + _LONGEST_S
    while not condition():
        assert child is None or child.process.poll() is None, child.finish() or child.err
        assert time.monotonic() < end
        time.sleep(0.005)
