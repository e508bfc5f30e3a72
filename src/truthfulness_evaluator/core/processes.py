"""Processes that take over a share of some work.

A worker is a fork: it has all that its parent has read so far, and its answers come back as lines of JSON in a file.
Where processes cannot be forked safely (Windows, macOS, a program with threads), there are none: the same work takes
longer.
"""

import contextlib
import heapq
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

_MOST = 8
"""Processes at most: each needs memory of its own."""


def number_of_processes(useful: int) -> int:
    """How many processes should share some work, this one included: at most `useful`, at least 1."""
    if sys.platform in {"win32", "darwin"} or threading.active_count() > 1:
        return 1
    return max(1, min(useful, _MOST, len(os.sched_getaffinity(0))))


def balanced(weights: Mapping[int, int], shares: int) -> list[list[int]]:
    """Items in shares of about the same weight, the heaviest dealt out first; each share in the order of the items.

    Args:
        weights: what each item weighs, a size in bytes for example.
        shares: how many there are to be, at least 1.

    Example:
        >>> balanced({0: 1, 1: 9, 2: 4, 3: 3}, 2)
        [[1], [0, 2, 3]]
    """
    dealt: list[list[int]] = [[] for _ in range(shares)]
    heap = [(0, number) for number in range(shares)]
    for item in sorted(weights, key=lambda item: (-weights[item], item)):
        weight, number = heapq.heappop(heap)
        dealt[number].append(item)
        heapq.heappush(heap, (weight + weights[item], number))
    return [sorted(share) for share in dealt]


@dataclass(frozen=True)
class Worker:
    """A process that answers for some items, begun when it is made.

    It writes each answer down as soon as it has it. An item that has none failed there, or was not reached: the
    parent does it again, and so meets the error itself.
    """

    items: Sequence[int]
    answer: Callable[[int], str]
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

    def finished(self) -> dict[int, str]:
        """Waits for the process to end, and gives its answers by item."""
        os.waitpid(self._process[0], 0)
        self._file.seek(0)
        lines = self._file.read().split(b"\n")[:-1]
        self._file.close()
        return dict(map(json.loads, lines))

    def _work(self) -> None:
        """The worker's whole life. It leaves without the clean-up that is its parent's matter."""
        try:
            for item in self.items:
                self._file.write(json.dumps([item, self.answer(item)]).encode() + b"\n")
            self._file.flush()
        except BaseException:  # the parent meets the error again, and shows it
            with contextlib.suppress(BaseException):
                self._file.flush()
            os._exit(1)
        os._exit(0)


def shared(items: Sequence[int], answer: Callable[[int], str], processes: int) -> dict[int, str]:
    """The answers to all items, worked out by several processes, this one included.

    Example:
        >>> shared([1, 2], str, 1)
        {1: '1', 2: '2'}
    """
    answers: dict[int, str] = {}
    workers = [Worker(items[share::processes], answer) for share in range(1, processes)]
    try:
        answers.update((item, answer(item)) for item in items[::processes])
    except BaseException:
        for worker in workers:
            worker.stop()
        raise
    finally:
        for worker in workers:
            answers.update(worker.finished())
    answers.update((item, answer(item)) for item in items if item not in answers)
    return answers
