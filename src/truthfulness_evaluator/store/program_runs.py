"""The run of an evaluator that a program uses: it is as long as the program has documents."""

from threading import Lock

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models.document import Document
from truthfulness_evaluator.models.report import TruthfulnessReport
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.recording import Recorder


class ProgramRun:
    """Keeps each document when it is done; the run is then as finished as it can be known to be.

    Args:
        config: the settings.
        request: who is asked, and where.
    """

    def __init__(self, config: EvaluatorConfig, request: RunRequest) -> None:
        self._recorder = Recorder(config, request)
        self._documents = 0
        self._incomplete = False
        self._lock = Lock()

    @property
    def run_id(self) -> str | None:
        """The run's id; None: nothing is done yet, or it cannot be kept."""
        return self._recorder.run_id

    def add(self, document: Document, report: TruthfulnessReport) -> None:
        """Keep a document with its report."""
        with self._lock:
            position = self._documents
            self._documents += 1
            self._incomplete |= report.status == "incomplete"
            kept = RunDocument(name=document.name, media_type=document.media_type, text=document.text, report=report)
            self._recorder.record({position: kept})
            closing = report.summary if not position else f"{self._documents} documents were evaluated."
            status = RunStatus.INCOMPLETE if self._incomplete else RunStatus.COMPLETE
            self._recorder.finish(status=status, closing=closing)
