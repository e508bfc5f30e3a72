"""A program in a pseudo-terminal, and what is to be seen on it."""

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import pexpect
import pyte

_GIVE_UP_S = 60.0
"""Generous: a busy machine fails no test."""


class Terminal:
    """Runs a program, which sees a terminal of this size. A context manager: what still runs at the end is killed."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        width: int = 80,
        height: int = 24,
    ) -> None:
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._is_gone = False
        self.raw = b""
        """All that the program wrote."""
        # Its stubs know too little of it.
        variables = cast("Any", {**_environment(), **env})
        size = (height, width)
        self._child: Any = pexpect.spawn(argv[0], list(argv[1:]), cwd=str(cwd), env=variables, dimensions=size)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._is_gone:
            self._child.close(force=True)

    @property
    def text(self) -> str:
        """What is to be seen, without blanks at the ends of lines."""
        lines = [line.rstrip() for line in self._screen.display]
        return "\n".join(lines).rstrip("\n")

    @property
    def lines(self) -> list[str]:
        """The same, line by line."""
        return self.text.split("\n")

    def looks(self, words: str) -> set[str]:
        """Colour and attributes of the first place where these words are seen."""
        for number, line in enumerate(self._screen.display):
            at = line.find(words)
            if at >= 0:
                cell = self._screen.buffer[number][at]
                return {cell.fg, *(name for name in ("bold", "underscore", "reverse") if getattr(cell, name))}
        raise AssertionError(f"{words!r} is not seen:\n{self.text}")

    @property
    def pid(self) -> int:
        """Of the program."""
        return int(self._child.pid)

    def send(self, keys: str) -> None:
        """Types keys."""
        self._child.send(keys)

    def until(self, seen: str | Callable[[str], bool]) -> str:
        """Waits until this is seen, or holds of what is seen; gives the text."""
        end = time.monotonic() + _GIVE_UP_S
        while not (seen in self.text if isinstance(seen, str) else seen(self.text)):
            if time.monotonic() > end or not self._read():
                raise AssertionError(f"{seen!r} is not seen:\n{self.text}")
        return self.text

    def ended(self) -> int:
        """Waits until the program ends; gives its exit code, or the signal that ended it as a negative number."""
        if self._is_gone:
            return -os.WTERMSIG(os.waitpid(self.pid, 0)[1])
        end = time.monotonic() + _GIVE_UP_S
        while self._read():
            if time.monotonic() > end:
                raise AssertionError(f"It does not end:\n{self.text}")
        self._child.wait()
        ended: int | None = self._child.exitstatus
        return ended if ended is not None else -int(self._child.signalstatus)

    def signal(self, number: signal.Signals) -> None:
        """Sends the program a signal."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Closes the terminal, as when its window is closed."""
        self._is_gone = True
        self._child.ptyproc.fileobj.close()

    def resize(self, width: int, height: int) -> None:
        """Gives the terminal another size."""
        self._screen.resize(height, width)
        self._child.setwinsize(height, width)

    def _read(self) -> bool:
        """Takes in what the program has written; False at its end."""
        try:
            data = self._child.read_nonblocking(1 << 16, timeout=0.1)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True


def _environment() -> dict[str, str]:
    left_out = ("TRUTH_", "OPENAI_", "ANTHROPIC_", "GITHUB_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTEST")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
