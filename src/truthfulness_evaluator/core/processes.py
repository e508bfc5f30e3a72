"""Processes that take over a share of some work.

A worker is a fork: it has all that its parent has read so far, and its answers come back as texts in a file.
Where processes cannot be forked safely (Windows, macOS, a program with threads), there are none: the same work takes
longer.
"""

import contextlib
import heapq
import os
import signal
import struct
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import IO

_MOST = 8
"""Processes at most: each needs memory of its own."""
_NUMBER = struct.Struct("=q")
_HEAD = struct.Struct("=qq")
"""Before each answer: its item, and the answer's length in bytes."""


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
class Turns:
    """Items that several processes take in turn, each the next one when it is ready for it.

    They stand in a file whose place of reading a fork shares with its parent: what one process reads no other does.
    Shares of equal number would leave a processor idle where the items, or the processors, differ.
    """

    items: Sequence[int]
    _file: IO[bytes] = field(default_factory=partial(tempfile.TemporaryFile, buffering=0), repr=False)

    def __post_init__(self) -> None:
        self._file.write(b"".join(map(_NUMBER.pack, self.items)))
        self._file.seek(0)

    def __iter__(self) -> Iterator[int]:
        """The items that this process takes."""
        while len(number := self._file.read(_NUMBER.size)) == _NUMBER.size:
            yield _NUMBER.unpack(number)[0]

    def close(self) -> None:
        """Free the file; each process has its own handle of it."""
        self._file.close()


@dataclass(frozen=True)
class Worker:
    """A process that answers for some items, begun when it is made.

    It writes each answer down as soon as it has it. An item that has none failed there, or was not reached: the
    parent does it again, and so meets the error itself.
    """

    items: Iterable[int]
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
        written = self._file.read()
        self._file.close()
        return dict(_answers(written))

    def _work(self) -> None:
        """The worker's whole life. It leaves without the clean-up that is its parent's matter."""
        try:
            for item in self.items:
                answer = self.answer(item).encode("utf-8", "surrogatepass")
                self._file.write(_HEAD.pack(item, len(answer)) + answer)
            self._file.flush()
        except BaseException:  # the parent meets the error again, and shows it
            with contextlib.suppress(BaseException):
                self._file.flush()
            os._exit(1)
        os._exit(0)


def _answers(written: bytes) -> Iterator[tuple[int, str]]:
    """What a worker wrote, without an answer that it was stopped in."""
    at = 0
    while at + _HEAD.size <= len(written):
        item, length = _HEAD.unpack_from(written, at)
        start, at = at + _HEAD.size, at + _HEAD.size + length
        if at <= len(written):
            yield item, written[start:at].decode("utf-8", "surrogatepass")


def shared(items: Sequence[int], answer: Callable[[int], str], processes: int) -> dict[int, str]:
    """The answers to all items, worked out by several processes, this one included.

    Args:
        items: those that take the longest first, so that all processes end at about the same time.
        answer: what each process calls for an item.
        processes: how many, at least 1.

    Example:
        >>> shared([1, 2], str, 1)
        {1: '1', 2: '2'}
    """
    if processes == 1:
        return {item: answer(item) for item in items}
    answers: dict[int, str] = {}
    turns = Turns(items)
    workers = [Worker(turns, answer) for _ in range(1, processes)]
    try:
        answers.update((item, answer(item)) for item in turns)
    except BaseException:
        for worker in workers:
            worker.stop()
        raise
    finally:
        turns.close()
        for worker in workers:
            answers.update(worker.finished())
    answers.update((item, answer(item)) for item in items if item not in answers)
    return answers
