"""The documents of a run, evaluated one after the other, or by several processes where there are many."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from truthfulness_evaluator.cli.progress import Progress
from truthfulness_evaluator.cli.reading import read_target
from truthfulness_evaluator.cli.recording import Recording
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.cli.targets import Target, Targets
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.core.processes import Worker, balanced, number_of_processes
from truthfulness_evaluator.models import Document, TruthfulnessReport
from truthfulness_evaluator.pipeline import Evaluator

if TYPE_CHECKING:
    from truthfulness_evaluator.panel.members import Members

_ALONE = 16
"""Documents that are evaluated before others join in: they make the evaluator read the code base, once for all."""
AT_A_TIME = 4
"""Documents that chat models are asked about side by side: enough that no judge waits for another's document."""
_FEWEST = 16
"""Documents a worker must have, at least: to start one takes as long as a few documents."""


@dataclass
class Results:
    """What became of the documents so far."""

    reports: list[TruthfulnessReport] = field(default_factory=list[TruthfulnessReport])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """Texts of the documents that were read, by name."""
    unread: int = 0
    """Documents that were asked for and could not be read."""
    interrupted: bool = False


def evaluated(
    evaluator: Evaluator,
    targets: Targets,
    progress: Progress,
    *,
    recording: Recording | None = None,
) -> Results:
    """Evaluates all documents. What is finished when the user interrupts is kept.

    Args:
        evaluator: of the code base.
        targets: the documents.
        progress: told of each document.
        recording: keeps each document as soon as it is done, where a model is asked: what was paid for is not lost.
    """
    run = _Run(evaluator, targets.documents, progress, recording or Recording(None))
    interrupted = False
    try:
        run.all()
    except KeyboardInterrupt:
        # What is done is still worth showing.
        interrupted = True
    progress.clear()
    results = Results(unread=len(targets.problems), interrupted=interrupted)
    for index in sorted(run.answers):
        answer = run.answers[index]
        if answer.report is None:
            complain(f"error: {answer.problem}")
            results.unread += 1
        else:
            results.reports.append(answer.report)
            results.texts[answer.report.source_document] = answer.text
    return results


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one document."""

    report: TruthfulnessReport | None = None
    text: str = ""
    """The document's text, where there is a report."""
    problem: str = ""
    """Why it could not be read, where there is no report."""

    def as_json(self) -> str:
        """For the way from one process to another."""
        report = self.report.model_dump_json() if self.report is not None else None
        return json.dumps([report, self.text, self.problem])

    @staticmethod
    def of_json(written: str) -> "Answer":
        """The answer that `as_json` wrote."""
        report, text, problem = json.loads(written)
        return Answer(None if report is None else TruthfulnessReport.model_validate_json(report), text, problem)


@dataclass(frozen=True)
class _Run:
    evaluator: Evaluator
    documents: Sequence[Target]
    progress: Progress
    recording: Recording
    answers: dict[int, Answer] = field(default_factory=dict[int, Answer])
    """By the place of the document in the run."""
    read: dict[int, Document] = field(default_factory=dict[int, Document])
    """Documents that were read before any was evaluated."""

    def all(self) -> None:
        """Evaluates what has no answer yet."""
        if self.evaluator.members is not None:
            self._read_all()
            self._with_models(self.evaluator.members)
            return
        if self.evaluator.runs_model:  # Its threads use all processors, and are not there after a fork.
            self._read_all()
            self._here(range(len(self.documents)))
            return
        self._here(range(min(_ALONE, len(self.documents))))
        rest = range(_ALONE, len(self.documents))
        sizes = {index: _size(self.documents[index]) for index in rest}
        own, *others = balanced(sizes, number_of_processes(len(rest) // _FEWEST))
        workers = [Worker(share, self._answer_as_json) for share in others]
        try:
            self._here(own)
        except BaseException:
            for worker in workers:
                worker.stop()
            raise
        finally:
            for worker in workers:
                found = worker.finished()
                self.answers.update((index, Answer.of_json(written)) for index, written in found.items())
        # What a worker has left undone is done here, so that a bug shows itself.
        self._here(rest)

    def _with_models(self, members: "Members") -> None:
        """All documents in this process, some at a time: most of the time goes by with waiting."""
        members.run(self._side_by_side())
        if self.evaluator.interrupted:
            raise KeyboardInterrupt

    async def _side_by_side(self) -> None:
        turns = asyncio.Semaphore(AT_A_TIME)

        async def one(index: int) -> None:
            async with turns:
                if not self.evaluator.interrupted:
                    self.progress.show(index + 1, len(self.documents), self.documents[index])
                    self.answers[index] = await self._awaited_answer(index)

        async with asyncio.TaskGroup() as tasks:
            for index in self.read:
                tasks.create_task(one(index))

    async def _awaited_answer(self, index: int) -> Answer:
        document = self.read[index]
        report = await self.evaluator.aevaluate(document)
        self.recording.keep(index, document, report)
        return self._answer_of(document, report)

    def _read_all(self) -> None:
        """Reads all documents, and keeps them: a run that ends early can be finished with the texts as they are now."""
        for index, target in enumerate(self.documents):
            try:
                self.read[index] = read_target(target)
            except DocumentError as error:
                self.answers[index] = Answer(problem=str(error))
        self.recording.begin(self.read)

    def _here(self, indices: Sequence[int]) -> None:
        for index in indices:
            if index not in self.answers:
                self.progress.show(index + 1, len(self.documents), self.documents[index])
                self.answers[index] = self._answer(index)

    def _answer_as_json(self, index: int) -> str:
        return self._answer(index).as_json()

    def _answer(self, index: int) -> Answer:
        if index in self.read:
            document = self.read[index]
            report = self.evaluator.evaluate(document)
            self.recording.keep(index, document, report)
            return self._answer_of(document, report)
        try:
            document = read_target(self.documents[index])
        except DocumentError as error:
            return Answer(problem=str(error))
        return self._answer_of(document, self.evaluator.evaluate(document))

    def _answer_of(self, document: Document, report: TruthfulnessReport) -> Answer:
        return Answer(report, document.text)


def _size(target: Target) -> int:
    """Bytes of a document, which say how long it takes; one that cannot be looked at takes no time."""
    with suppress(OSError):
        return target.path.stat().st_size if target.path is not None else 0
    return 0
