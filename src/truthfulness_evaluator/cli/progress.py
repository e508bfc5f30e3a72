"""A line on a terminal that says which document is being checked."""

import os
import shutil
from dataclasses import dataclass
from typing import TextIO

from truthfulness_evaluator.cli.streams import put
from truthfulness_evaluator.cli.targets import Target
from truthfulness_evaluator.reporting.escape import printable

_CLEAR = "\r\x1b[K"


@dataclass(frozen=True)
class Progress:
    """Writes to a terminal only; elsewhere, and where quiet is asked for, nothing."""

    stream: TextIO
    quiet: bool = False

    def show(self, number: int, of: int, target: Target) -> None:
        """Says which document is next."""
        self.say(f"Checking {number} of {of}: {printable(target.name)}")

    def clear(self) -> None:
        """Takes the line away, so that other output begins on an empty one."""
        if self._wanted():
            put(_CLEAR, self.stream)

    def say(self, text: str) -> None:
        """Shows a line instead of the one before."""
        if self._wanted():
            # A line that wraps could not be taken away again.
            width = shutil.get_terminal_size().columns - 1
            put(f"{_CLEAR}{text[:width]}", self.stream)

    def _wanted(self) -> bool:
        return not self.quiet and self.stream.isatty() and os.environ.get("TERM") != "dumb"
