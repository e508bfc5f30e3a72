"""One run: rows are read, judged side by side where that helps, and written in the order of the input."""

import asyncio
import traceback
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from truthfulness_evaluator.batch.judged import BAD_ROW, ERROR, failed_row, judged_row, written
from truthfulness_evaluator.batch.lines import lines_of
from truthfulness_evaluator.batch.names import Fields
from truthfulness_evaluator.batch.output import Output
from truthfulness_evaluator.batch.rows import BrokenRow, Contexts, Line, Row, read_row
from truthfulness_evaluator.batch.tally import Tally, usage_of
from truthfulness_evaluator.core.errors import TruthfulnessError, UsageError
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.models import Document, FailureKind, JudgeFailure, TruthfulnessReport

if TYPE_CHECKING:
    from truthfulness_evaluator.panel.members import Members

_FIRST = 20
"""Rows that are looked at before anything is written: where none can be judged, the columns have other names."""
_AHEAD = 4
"""Rows in memory for each that is judged at a time: they may be done while an earlier one is not."""
_UNDONE = frozenset({FailureKind.LIMIT, FailureKind.INTERRUPTED})
"""Failures after which a row is left to a later run."""
_LASTING = frozenset({FailureKind.AUTH, FailureKind.QUOTA})
"""Failures that all further rows would meet; a row that has no verdict for them is left to a later run, too."""


class RowEvaluator(Protocol):
    """What a run needs of an `Evaluator`."""

    @property
    def members(self) -> "Members | None":
        """The chat models that are asked."""
        ...

    @property
    def interrupted(self) -> bool:
        """Whether the user has ended the asking of chat models."""
        ...

    async def aevaluate(
        self, document: Document | None = None, *, contexts: Sequence[str] | None = None
    ) -> TruthfulnessReport:
        """The report of one row."""
        ...


@dataclass
class _Slot:
    """A row on its way to the output."""

    line: Line
    row: Row | BrokenRow | None = None
    """None: it stays as it is."""
    earlier: bytes = b""
    """What an earlier run has written of it."""
    done: "asyncio.Task[dict[str, object] | None] | None" = None
    """Its output; None: it is left to a later run."""


@dataclass
class Batch:
    """A run over the rows of one input.

    Example:
        >>> import io, tempfile
        >>> from truthfulness_evaluator import Evaluator, ScriptedJudge, Verdict
        >>> evaluator = Evaluator(judges=[ScriptedJudge("anna", default=Verdict.SUPPORTS)])
        >>> rows = io.BytesIO(b'{"id": 1, "answer": "It sails daily.", "context": "The ferry sails daily."}')
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tally = Batch(evaluator, Path(folder, "judged.jsonl")).run(rows)
        >>> tally.statuses
        Counter({'complete': 1})
    """

    evaluator: RowEvaluator
    output: Path
    fields: Fields = field(default_factory=Fields)
    contexts: Contexts = Contexts.TAKEN
    retry: bool = False
    """Judge rows again that an earlier run could not judge, or not whole."""
    at_a_time: int = 1
    """Rows that are judged side by side."""
    on_row: Callable[[Tally], None] = lambda tally: None
    """Called after each row."""
    on_error: Callable[[str], None] = lambda text: None
    """Called with the traceback where the evaluator itself fails at a row."""
    tally: Tally = field(default_factory=Tally)

    def run(self, stream: IO[bytes]) -> Tally:
        """Judges what is not judged yet.

        Args:
            stream: JSON Lines.

        Raises:
            UsageError: none of the first rows can be judged, or the output is of another input or cannot be used.
            UsageError: the arguments or settings of the evaluator do not fit a row.
            OSError: the input cannot be read, or the output not be written.
        """
        lines = lines_of(stream)
        first = list(islice(lines, _FIRST))
        self._refuse_all(first)
        with Output(self.output, retry=self.retry) as output:
            work = _Run(self, output, chain(first, lines)).all()
            try:
                _waited_for(work, self.evaluator.members)
            except KeyboardInterrupt:
                self.tally.interrupted = True
        self.tally.interrupted |= self.evaluator.interrupted
        return self.tally

    def _refuse_all(self, lines: Sequence[Line]) -> None:
        rows = [(line, read_row(line, self.fields, self.contexts)) for line in lines]
        broken = [(line, row) for line, row in rows if isinstance(row, BrokenRow)]
        if lines and len(broken) == len(lines):
            line, row = broken[0]
            some = "The only row" if len(lines) == 1 else f"None of the first {len(lines)} rows"
            verb = "cannot" if len(lines) == 1 else "can"
            raise UsageError(f"{some} {verb} be judged. Line {line.number}: {row.problem}")


@dataclass
class _Run:
    batch: Batch
    output: Output
    lines: Iterator[Line]
    _closing: bool = False
    """No further row is begun."""

    async def all(self) -> None:
        """Reads and writes all rows. Ends at the first one that is left to a later run."""
        at_a_time = self.batch.at_a_time
        turns = asyncio.Semaphore(at_a_time)
        most = at_a_time * _AHEAD if at_a_time > 1 else 1
        waiting: deque[_Slot] = deque()
        try:
            for line in self.lines:
                slot = self._slot(line)
                if slot.row is not None:
                    slot.done = asyncio.create_task(self._judged(slot, turns))
                waiting.append(slot)
                while waiting and (len(waiting) >= most or _is_ready(waiting[0])):
                    if not await self._write(waiting):
                        return
            while waiting:
                if not await self._write(waiting):
                    return
            self.output.refuse_more()
        except asyncio.CancelledError:
            for slot in waiting:
                if slot.done is not None:
                    slot.done.cancel()
            raise
        finally:
            await self._end(waiting)

    async def _end(self, waiting: deque[_Slot]) -> None:
        """What is under way may finish, so that its answers are kept for the next run; rows that were there stay."""
        self._closing = True
        tasks = [slot.done for slot in waiting if slot.done is not None]
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, dict):
                self.batch.tally.spend(usage_of(result))
        for slot in waiting:
            self.output.keep(slot.earlier)

    def _slot(self, line: Line) -> _Slot:
        batch = self.batch
        known = self.output.earlier(line)
        if known is None:
            return _Slot(line, read_row(line, batch.fields, batch.contexts))
        data, row = known
        if self.output.is_redone(row):
            return _Slot(line, read_row(line, batch.fields, batch.contexts), data)
        batch.tally.add(row, earlier=True)
        return _Slot(line, earlier=data)

    async def _write(self, waiting: deque[_Slot]) -> bool:
        """Writes the first of the rows that wait, once it is done; whether it is not left to a later run."""
        slot = waiting[0]
        if slot.done is None:
            self.output.keep(slot.earlier)
        else:
            row = await slot.done
            if row is None:
                return False
            self.output.add(written(row))
            self.batch.tally.add(row)
        waiting.popleft()
        self.batch.on_row(self.batch.tally)
        return True

    async def _judged(self, slot: _Slot, turns: asyncio.Semaphore) -> dict[str, object] | None:
        line, row = slot.line, slot.row
        assert row is not None
        if isinstance(row, BrokenRow):
            return failed_row(line, row, BAD_ROW, row.problem)
        async with turns:
            if self._closing or self.batch.evaluator.interrupted:
                return None
            try:
                report = await self.batch.evaluator.aevaluate(_document(line, row), contexts=row.contexts)
            except UsageError:  # What is wrong with arguments or settings is wrong for all rows.
                raise
            except TruthfulnessError as error:
                return failed_row(line, row, ERROR, str(error))
            except Exception as error:  # A row that breaks the evaluator does not take the others with it.
                self.batch.on_error(f"line {line.number}: {''.join(traceback.format_exception(error))}")
                return failed_row(line, row, ERROR, f"{type(error).__name__}: {error}")
        reason = _undone(report)
        if reason is None:
            return judged_row(line, row, report)
        self._closing = True
        self.batch.tally.spend(report.usage)
        self.batch.tally.stopped = self.batch.tally.stopped or reason
        return None


def _document(line: Line, row: Row) -> Document:
    """The text of a row as a document. What it answers is the heading that it stands under."""
    document = read_text(row.text, f"line {line.number}")
    question = " ".join(row.question.split())
    if not question:
        return document
    blocks = tuple(replace(block, heading_path=(question, *block.heading_path)) for block in document.blocks)
    return replace(document, blocks=blocks)


def _undone(report: TruthfulnessReport) -> str | None:
    """Why a row is left to a later run, as a sentence; None: it is not."""
    for failure in _all_failures(report):
        left = failure.kind in _UNDONE or (report.status == "incomplete" and failure.kind in _LASTING)
        if left:
            said = failure.message.rstrip(".") or failure.kind.value
            return f"Stopped: {failure.judge}: {said}. The same command goes on where it ended."
    return None


def _all_failures(report: TruthfulnessReport) -> Iterator[JudgeFailure]:
    yield from report.failures
    for reason in report.unvalidated_reasons:
        yield from reason.failures
    for result in report.verifications:
        yield from result.failures


def _is_ready(slot: _Slot) -> bool:
    return slot.done is None or slot.done.done()


def _waited_for(work: Coroutine[Any, Any, None], members: "Members | None") -> None:
    if members is not None:
        members.run(work)
    else:
        asyncio.run(work)
