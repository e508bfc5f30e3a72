"""Corrects the documents of a run that were refuted, one after the other."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.cli.evaluation import Results
from truthfulness_evaluator.cli.fixing import Evaluate, Fix, fix
from truthfulness_evaluator.cli.saving import changed, save
from truthfulness_evaluator.cli.targets import Targets
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import read_document, read_text
from truthfulness_evaluator.models import Document, TruthfulnessReport
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.fixes import corrections_of


@dataclass
class Corrections:
    """What is corrected in a run, or would be."""

    fixed: dict[str, tuple[Finding, ...]] = field(default_factory=dict[str, tuple[Finding, ...]])
    """By document, the claims whose correction is made."""
    changes: list[tuple[Document, Document]] = field(default_factory=list[tuple[Document, Document]])
    """Documents before and after."""
    skipped: list[str] = field(default_factory=list[str])
    """Why corrections are not made, one sentence each."""
    unwritten: int = 0
    """Documents that were to be corrected and could not be."""


@dataclass(frozen=True)
class Corrector:
    """Corrects documents, in their files or to be shown."""

    evaluate: Evaluate
    write: bool
    tell: Callable[[str], None]
    """Is told of each document that cannot be corrected, and why."""
    _written: set[str] = field(default_factory=set[str])
    """Files that are done: a link may lead to one of them again."""

    def correct(self, results: Results, targets: Targets) -> Corrections:
        """Corrects what was refuted; where it is written, the reports become those of the corrected documents."""
        corrections = Corrections()
        paths = {target.name: target.path for target in targets.documents}
        try:
            for index, report in enumerate(results.reports):
                name = report.source_document
                if name not in results.texts or not any(corrections_of(report.verifications)):
                    continue
                try:
                    done = self._corrected(report, results.texts[name], paths.get(name), corrections)
                except DocumentError as error:
                    self.tell(str(error))
                    corrections.unwritten += 1
                    continue
                if self.write:
                    results.reports[index] = done.report
                    results.texts[name] = done.document.text
        except KeyboardInterrupt:
            results.interrupted = True
        return corrections

    def _corrected(self, report: TruthfulnessReport, text: str, path: Path | None, corrections: Corrections) -> Fix:
        before, report = self._current(report, text, path)
        done = fix(before, report, self.evaluate)
        if done.fixed:
            if self.write and path is not None:
                save(path, before, done.document)
                self._written.add(os.path.realpath(path))
            corrections.fixed[before.name] = done.fixed
            corrections.changes.append((before, done.document))
        corrections.skipped += done.skipped
        return done

    def _current(self, report: TruthfulnessReport, text: str, path: Path | None) -> tuple[Document, TruthfulnessReport]:
        """The document as it is in its file, and its report."""
        if path is None:
            return read_text(text, report.source_document), report
        document = read_document(path, report.source_document)
        if document.text == text:
            return document, report
        if os.path.realpath(path) in self._written:
            return document, self.evaluate(document)
        raise changed(document)
