"""Where the report of a run goes, in which format, and what is said beside it."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from truthfulness_evaluator.cli.arguments import CheckArguments
from truthfulness_evaluator.cli.corrections import Corrections
from truthfulness_evaluator.cli.evaluation import Results
from truthfulness_evaluator.cli.showing import put_diff
from truthfulness_evaluator.cli.streams import put, put_utf8, utf8, wants_color
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import FailOn, GateDecision
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.reporting.table import format_of, load_formatter, require_format
from truthfulness_evaluator.reporting.text import TextFormatter, counted, summary_line
from truthfulness_evaluator.reporting.totals import total

TEXT = "text"


@dataclass(frozen=True, slots=True)
class Destination:
    """A file or standard output, and the format to write."""

    format: str
    file: Path | None = None
    """None: standard output."""

    def refuse_overwriting(self, documents: Iterable[Path | None]) -> None:
        """Raises a UsageError where the report would replace a document that is checked."""
        if self.file is None:
            return
        file = self.file.resolve()
        if any(document is not None and document.resolve() == file for document in documents):
            raise UsageError(
                f"--output {self.file} would replace a document that is checked.", hint="Name another file."
            )


def destination(arguments: CheckArguments, config: EvaluatorConfig) -> Destination:
    """Where to write, and in which format.

    The format is, first that is there: `--format`; the suffix of the output's name; the setting
    `output_format` where somebody set it; text on standard output and the setting's default in a file.

    Raises:
        UsageError: no format has the suffix, the format is not there, or the file cannot be written.
    """
    file = None if arguments.output in (None, "-") else Path(arguments.output or "")
    name = arguments.format or (format_of(file.name) if file is not None else None)
    if name is None:
        name = config.output_format if file is not None or "output_format" in config.model_fields_set else TEXT
    require_format(name)
    if file is not None:
        _refuse_unwritable(file)
    return Destination(name, file)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultWriter:
    """Writes what a run came to."""

    destination: Destination
    config: EvaluatorConfig
    quiet: bool = False
    verbose: bool = False
    fix: bool = False
    """Corrections are written into the documents."""
    show_fixes: bool = False
    """Corrections are shown; standard output is for them alone."""
    can_fix: bool = True
    """Whether `--fix` could be given."""

    def write(self, results: Results, corrections: Corrections, decision: GateDecision) -> None:
        """Writes the reports; where they are not text on standard output, the summary goes to standard error.

        Args:
            results: reports of the documents that were read.
            corrections: what is corrected.
            decision: its reason closes the summary.

        Raises:
            UsageError: the file cannot be written.
        """
        file, is_text = self.destination.file, self.destination.format == TEXT
        if file is not None:
            _save(self._content(results, corrections, decision), file)
        if self.show_fixes:
            for before, after in corrections.changes:
                put_diff(before, after, sys.stdout)
        elif file is None and is_text:
            put(self._content(results, corrections, decision), sys.stdout)
        elif file is None:
            put_utf8(self._content(results, corrections, decision), sys.stdout)
        if not self.quiet and (file is not None or self.show_fixes or not is_text):
            lines = [*self._opening(corrections), self._summary(results), decision.reason]
            put("".join(f"{line}\n" for line in lines), sys.stderr)

    def _summary(self, results: Results) -> str:
        totals = total(results.reports, confidence_threshold=self.config.confidence_threshold)
        return summary_line(totals, offer_fixes=self._offers_fixes)

    def _opening(self, corrections: Corrections) -> list[str]:
        """What is corrected, where that was asked for."""
        if not (self.fix or self.show_fixes):
            return []
        claims = sum(map(len, corrections.fixed.values()))
        if not claims:
            return ["Nothing to fix."]
        where = f"{counted(claims, 'claim')} in {counted(len(corrections.fixed), 'document')}"
        return [f"{'Fixed' if self.fix else 'Would fix'} {where}."]

    @property
    def _offers_fixes(self) -> bool:
        return self.can_fix and not self.fix and not self.show_fixes

    def _content(self, results: Results, corrections: Corrections, decision: GateDecision) -> str:
        if self.destination.format != TEXT:
            return load_formatter(self.destination.format)().format(results.reports)
        formatter = TextFormatter(
            color=self.destination.file is None and wants_color(sys.stdout),
            verbose=self.verbose,
            quiet=self.quiet,
            # What fails the gate is shown, and what is refuted always.
            shown=FailOn(self.config.fail_on).verdicts | {Verdict.REFUTES},
            opening=" ".join(self._opening(corrections)),
            closing=decision.reason,
            offer_fixes=self._offers_fixes,
            confidence_threshold=self.config.confidence_threshold,
            texts=results.texts,
            fixed=corrections.fixed if self.fix else {},
        )
        return formatter.format(results.reports)


def _save(content: str, file: Path) -> None:
    try:
        file.write_bytes(utf8(content))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error


def _refuse_unwritable(file: Path) -> None:
    if file.is_dir():
        raise UsageError(f"--output {file} is a folder.", hint="Name a file.")
    if not file.parent.is_dir():
        raise UsageError(f"--output {file}: there is no folder {file.parent}.", hint="Make it first.")
