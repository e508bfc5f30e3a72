"""The run that the command line keeps of what it checks."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from truthfulness_evaluator.cli.arguments import CheckArguments
from truthfulness_evaluator.cli.reading import read_target
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.cli.targets import STANDARD_INPUT, Target
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import media_type_of
from truthfulness_evaluator.gate import GateDecision
from truthfulness_evaluator.models import Document, TruthfulnessReport
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.project.roots import absolute
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.store.recording import Recorder

if TYPE_CHECKING:
    from truthfulness_evaluator.cli.evaluation import Results


class Recording:
    """Keeps a run, where one is to be kept."""

    def __init__(self, recorder: Recorder | None) -> None:
        self._recorder = recorder

    @property
    def run_id(self) -> str | None:
        """The run's id, where it has begun."""
        return self._recorder.run_id if self._recorder is not None else None

    def begin(self, documents: Mapping[int, Document]) -> None:
        """Keep documents, by their places in the run, before they are evaluated."""
        if self._recorder is not None and documents:
            self._recorder.record({index: _of_document(document) for index, document in documents.items()})

    def keep(self, index: int, document: Document, report: TruthfulnessReport) -> None:
        """Keep a document with its report as soon as it is there."""
        if self._recorder is not None:
            self._recorder.record({index: _of_document(document, report)})

    def finish(self, targets: Sequence[Target], results: "Results", decision: GateDecision) -> None:
        """Keep all reports as the gate has weighed them, and what the run came to."""
        if self._recorder is None:
            return
        places = {target.name: index for index, target in enumerate(targets)}
        documents = {
            places[report.source_document]: _of_text(
                report.source_document, results.texts[report.source_document], report
            )
            for report in results.reports
        }
        if results.interrupted:
            documents |= _unfinished(targets, documents)
        if documents or self._recorder.run_id is not None:
            self._recorder.record(documents)
            status = run_status(results.reports, unread=results.unread, interrupted=results.interrupted)
            self._recorder.finish(
                status=status,
                closing=decision.reason,
                exit_code=int(decision.exit_code),
                unread=results.unread,
            )

    def tell(self, results: "Results", *, asks_models: bool) -> None:
        """Say on standard error which run it is, where that is of use, and why it is not kept, where that is so."""
        if self._recorder is None:
            return
        if self._recorder.problem:
            complain(f"note: the run is not kept: {self._recorder.problem}")
        elif self._recorder.run_id is not None:
            sentence = told(self._recorder.run_id, results.reports, interrupted=results.interrupted)
            if sentence or asks_models:
                complain(f"note: the run is kept as {self._recorder.run_id}.{sentence}")


def recording(arguments: CheckArguments, config: EvaluatorConfig, root: Path | None) -> Recording:
    """What keeps the run of a command line; nothing is written yet.

    Args:
        arguments: what stands on the command line.
        config: the settings.
        root: folder of the code base.
    """
    if not config.enable_store:
        return Recording(None)
    request = RunRequest(
        root=os.fspath(root) if root is not None else "",
        sources=tuple(os.fspath(absolute(source)) for source in arguments.sources),
        models=arguments.model,
        panel=arguments.panel,
        web=arguments.web,
        search_code=arguments.root is not None or not arguments.sources,
        since=arguments.since,
        standard_input=STANDARD_INPUT in arguments.paths,
    )
    return Recording(Recorder(config, request))


def run_status(reports: Iterable[TruthfulnessReport], *, unread: int = 0, interrupted: bool = False) -> RunStatus:
    """How far a run came.

    Args:
        reports: of the documents that were read.
        unread: number of documents that could not be read.
        interrupted: whether the user ended it.
    """
    if interrupted:
        return RunStatus.INTERRUPTED
    incomplete = unread or any(report.status == "incomplete" for report in reports)
    return RunStatus.INCOMPLETE if incomplete else RunStatus.COMPLETE


def told(run_id: str, reports: Iterable[TruthfulnessReport], *, interrupted: bool = False) -> str:
    """What can be done with a run, as sentences; empty where there is nothing to do."""
    found = list(reports)
    sentence = ""
    if interrupted or any(report.status == "incomplete" for report in found):
        sentence += f" `truth-eval resume {run_id}` finishes it."
    waiting = sum(len(report.needs_review) for report in found)
    if waiting:
        verb = "waits" if waiting == 1 else "wait"
        sentence += f" {counted(waiting, 'claim')} {verb} for a person: `truth-eval review {run_id}`."
    return sentence


def _unfinished(targets: Sequence[Target], done: Mapping[int, RunDocument]) -> dict[int, RunDocument]:
    """The documents that an interrupted run did not come to."""
    found: dict[int, RunDocument] = {}
    for index, target in enumerate(targets):
        if index not in done and target.path is not None:
            with suppress(DocumentError):
                found[index] = _of_document(read_target(target))
    return found


def _of_document(document: Document, report: TruthfulnessReport | None = None) -> RunDocument:
    return RunDocument(name=document.name, media_type=document.media_type, text=document.text, report=report)


def _of_text(name: str, text: str, report: TruthfulnessReport) -> RunDocument:
    return RunDocument(name=name, media_type=media_type_of(text, name), text=text, report=report)
