"""One run of `truth-eval resume`: what a kept run lacks is judged, and the whole is reported and kept."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from truthfulness_evaluator.cli.arguments import ReportArguments
from truthfulness_evaluator.cli.evaluation import AT_A_TIME
from truthfulness_evaluator.cli.kept import kept_run, kept_runs
from truthfulness_evaluator.cli.kept_results import KeptResults
from truthfulness_evaluator.cli.progress import Progress
from truthfulness_evaluator.cli.recording import run_status, told
from truthfulness_evaluator.cli.rendering import write_report
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.core.collector import rare_collections
from truthfulness_evaluator.core.waiting import result_of
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models.run import Run, RunDocument, RunStatus
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.reporting.escape import printable
from truthfulness_evaluator.runs.resuming import refuse_what_cannot_be_finished, settings_to_finish, unfinished
from truthfulness_evaluator.store.recording import Recorder


def run_resume(arguments: ReportArguments) -> int:
    """Finishes a kept run and writes its report; gives the exit code.

    Raises:
        TruthfulnessError: there is no such run, it cannot be finished, or an argument is wrong.
    """
    with kept_runs() as store:
        run = kept_run(store, arguments.run)
    left = unfinished(run)
    if not left and run.status in (RunStatus.COMPLETE, RunStatus.INCOMPLETE):
        if not arguments.quiet:
            complain(f"note: nothing is left to finish in the run {run.id}.{_unread(run)}")
        return write_report(KeptResults.of(run), arguments)
    try:
        with rare_collections():
            return _resumed(run, left, arguments)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED


def _unread(run: Run) -> str:
    """That documents are missing, as a sentence; empty where none are."""
    return " What could not be read is no part of it: check it in a run of its own." if run.unread else ""


def _resumed(run: Run, left: Mapping[int, RunDocument], arguments: ReportArguments) -> int:
    refuse_what_cannot_be_finished(run)
    config, request = settings_to_finish(run), run.request
    evaluator = Evaluator(
        config,
        root=request.root or None,
        sources=request.sources or None,
        since=request.since,
        models=request.models,
        panel=request.panel,
        search_code=request.search_code,
        web=request.web,
        store=False,
    )
    with kept_runs() as store:
        store.reopen(run)
    recorder = Recorder(config, request, run.id)
    finishing = _Finishing(evaluator, left, recorder, Progress(sys.stderr, quiet=arguments.quiet))
    is_interrupted = finishing.all()
    contents = [finishing.done.get(number, document) for number, document in enumerate(run.contents)]
    kept = _weighed(run, contents, is_interrupted=is_interrupted)
    try:
        code = write_report(kept, arguments)
    finally:
        recorder.record(dict(enumerate(kept.run.contents)))
        recorder.finish(
            status=kept.run.status,
            closing=kept.decision.reason,
            exit_code=int(kept.decision.exit_code),
            unread=run.unread,
        )
    if not arguments.quiet:
        _tell(recorder, kept)
    return ExitCode.INTERRUPTED if is_interrupted else code


@dataclass(frozen=True)
class _Finishing:
    """Judges what is left, some documents at a time."""

    evaluator: Evaluator
    left: Mapping[int, RunDocument]
    """By number of the document in the run."""
    recorder: Recorder
    progress: Progress
    done: dict[int, RunDocument] = field(default_factory=dict[int, RunDocument])

    def all(self) -> bool:
        """Judges all; whether the user has interrupted it."""
        try:
            if self.evaluator.members is None:
                result_of(self._side_by_side(1))
            else:
                self.evaluator.members.run(self._side_by_side(AT_A_TIME))
        except KeyboardInterrupt:
            return True
        finally:
            self.progress.clear()
        return self.evaluator.interrupted

    async def _side_by_side(self, at_a_time: int) -> None:
        turns = asyncio.Semaphore(at_a_time)

        async def one(number: int, document: RunDocument) -> None:
            async with turns:
                if not self.evaluator.interrupted:
                    name = printable(document.name)
                    self.progress.say(f"Finishing {len(self.done) + 1} of {len(self.left)}: {name}")
                    self.done[number] = await self._finished(document)
                    self.recorder.record({number: self.done[number]})

        async with asyncio.TaskGroup() as tasks:
            for number, document in self.left.items():
                tasks.create_task(one(number, document))

    async def _finished(self, document: RunDocument) -> RunDocument:
        read = read_text(document.text, document.name, document.media_type or None)
        if document.report is None:
            report = await self.evaluator.aevaluate(read)
        else:
            report = await self.evaluator.afinish(read, document.report)
        return document.model_copy(update={"report": report})


def _weighed(run: Run, contents: list[RunDocument], *, is_interrupted: bool) -> KeptResults:
    """The run with all that is done, as the gate weighs it."""
    reports = [document.report for document in contents if document.report is not None]
    is_interrupted |= len(reports) < len(contents)
    status = run_status(reports, unread=run.unread, interrupted=is_interrupted)
    # Without an exit code it is weighed as a whole.
    values = {"contents": tuple(contents), "status": status, "exit_code": None}
    kept = KeptResults.of(run.model_copy(update=values))
    weighed = iter(kept.reports)
    documents = [
        document if document.report is None else document.model_copy(update={"report": next(weighed)})
        for document in contents
    ]
    return KeptResults.of(kept.run.model_copy(update={"contents": tuple(documents)}))


def _tell(recorder: Recorder, kept: KeptResults) -> None:
    """Says why the run is not kept, where that is so, else what can be done with it."""
    if recorder.problem:
        complain(f"note: the run is not kept: {recorder.problem}")
        return
    is_interrupted = kept.run.status is RunStatus.INTERRUPTED
    sentence = told(kept.run.id, kept.reports, interrupted=is_interrupted)
    if sentence:
        complain(f"note: the run is kept as {kept.run.id}.{sentence}")
