"""Writes what a run came to: its reports, each in its format to its place, and what is said beside them."""

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from truthfulness_evaluator.cli.corrections import Corrections
from truthfulness_evaluator.cli.destinations import GITHUB, TEXT, Destination
from truthfulness_evaluator.cli.evaluation import Results
from truthfulness_evaluator.cli.github_job import GithubJob
from truthfulness_evaluator.cli.places import path_in_repository, path_in_working_folder
from truthfulness_evaluator.cli.showing import put_diff
from truthfulness_evaluator.cli.streams import complain, put, put_utf8, utf8, wants_color
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode, FailOn, GateDecision
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.reporting.panel import panel_lines
from truthfulness_evaluator.reporting.table import load_formatter
from truthfulness_evaluator.reporting.text import TextFormatter, summary_line
from truthfulness_evaluator.reporting.totals import total
from truthfulness_evaluator.reporting.wording import counted

if TYPE_CHECKING:
    from truthfulness_evaluator.core.protocols import ReportFormatter

_WIDTH = 80
"""Columns of what is no terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultWriter:
    """Writes what a run came to."""

    destinations: tuple[Destination, ...]
    config: EvaluatorConfig
    root: Path
    """Folder of the code base, where the paths of reports begin."""
    job: GithubJob
    quiet: bool = False
    verbose: bool = False
    fix: bool = False
    """Corrections are written into the documents."""
    show_fixes: bool = False
    """Corrections are shown; standard output is for them alone."""
    asks_models: bool = False
    """Chat models are asked about prose."""
    keeps_answers: bool = True
    """Their answers are kept for the next run."""
    can_fix: bool = True
    """Whether `--fix` could be given."""

    def write(self, results: Results, corrections: Corrections, decision: GateDecision) -> None:
        """Writes the reports; where they are not text on standard output, the summary goes to standard error.

        Args:
            results: reports of the documents that were read.
            corrections: what is corrected.
            decision: its reason closes the summary.

        Raises:
            UsageError: a file cannot be written.
        """
        outcome = _Outcome(self, results, corrections, decision)
        on_output = ""
        for each in self.destinations:
            if each.file is not None:
                _save(outcome.written(each.format, to_file=True), each)
            else:
                on_output = each.format
        if self.show_fixes:
            for before, after in corrections.changes:
                put_diff(before, after, sys.stdout)
        elif on_output:
            self._put(outcome, on_output)
        if not self.quiet and (self.show_fixes or on_output not in (TEXT, GITHUB)):
            put("".join(f"{line}\n" for line in outcome.summary()), sys.stderr)

    def _put(self, outcome: "_Outcome", name: str) -> None:
        if name == TEXT:
            put(outcome.written(TEXT), sys.stdout)
        elif name == GITHUB:
            self._annotate(outcome)
        else:
            put_utf8(outcome.written(name), sys.stdout)

    def _annotate(self, outcome: "_Outcome") -> None:
        """Text for the log, then annotations; and the summary of the job."""
        from truthfulness_evaluator.reporting.github import SUMMARY_LIMIT, harmless

        put(harmless(outcome.written(TEXT)), sys.stdout)
        put_utf8(outcome.written(GITHUB), sys.stdout)
        problem = self.job.summarize(outcome.written("markdown", limit=SUMMARY_LIMIT, to_file=True))
        if problem:
            complain(f"note: {problem}")
        if outcome.decision.exit_code == ExitCode.INCOMPLETE:
            # No annotation but this says why the job fails.
            self.job.announce(outcome.decision.reason)

    @property
    def offers_fixes(self) -> bool:
        """Whether reports say what `--fix` could do."""
        return self.can_fix and not self.fix and not self.show_fixes


@dataclass(frozen=True, slots=True)
class _Outcome:
    writer: ResultWriter
    results: Results
    corrections: Corrections
    decision: GateDecision

    def written(self, name: str, *, to_file: bool = False, **options: object) -> str:
        """The reports in one format."""
        if name == TEXT:
            return self._text(to_file=to_file)
        return _formatter(name, {**self._options(name), **options}).format(self.results.reports)

    def summary(self) -> list[str]:
        """What was corrected, what was checked, and what it comes to."""
        totals = total(self.results.reports, confidence_threshold=self.writer.config.confidence_threshold)
        checked = summary_line(totals, offer_fixes=self.writer.offers_fixes, offer_panel=not self.writer.asks_models)
        return [*self._opening(), checked, *panel_lines(self.results.reports), self.decision.reason]

    def _options(self, name: str) -> dict[str, object]:
        prefix = path_in_working_folder if name == "rdjson" else path_in_repository
        return {
            "shown": self._shown(),
            "texts": self.results.texts,
            "prefix": prefix(self.writer.root),
            "closing": self.decision.reason,
            "links": self._links(),
            "confidence_threshold": self.writer.config.confidence_threshold,
        }

    def _links(self) -> str:
        base, folder = self.writer.job.links, path_in_repository(self.writer.root)
        return f"{base}{quote(folder)}/" if base and folder else base

    def _shown(self) -> frozenset[Verdict]:
        """What fails the gate is shown, and what is refuted always."""
        return FailOn(self.writer.config.fail_on).verdicts | {Verdict.REFUTES}

    def _text(self, *, to_file: bool) -> str:
        writer = self.writer
        formatter = TextFormatter(
            color=not to_file and wants_color(sys.stdout),
            width=_WIDTH if to_file or not sys.stdout.isatty() else shutil.get_terminal_size().columns,
            verbose=writer.verbose,
            quiet=writer.quiet,
            shown=self._shown(),
            opening=" ".join(self._opening()),
            closing=self.decision.reason,
            offer_fixes=writer.offers_fixes,
            offer_panel=not writer.asks_models,
            confidence_threshold=writer.config.confidence_threshold,
            texts=self.results.texts,
            fixed=self.corrections.fixed if writer.fix else {},
        )
        return formatter.format(self.results.reports)

    def _opening(self) -> list[str]:
        """What is corrected, where that was asked for."""
        if not (self.writer.fix or self.writer.show_fixes):
            return []
        claims = sum(map(len, self.corrections.fixed.values()))
        if not claims:
            return ["Nothing to fix."]
        where = f"{counted(claims, 'claim')} in {counted(len(self.corrections.fixed), 'document')}"
        return [f"{'Fixed' if self.writer.fix else 'Would fix'} {where}."]


def _formatter(name: str, options: Mapping[str, object]) -> "ReportFormatter":
    """A formatter with those of the options that it has."""
    made_by = load_formatter(name)
    known = {each.name for each in fields(cast("Any", made_by))}
    return made_by(**{option: value for option, value in options.items() if option in known})


def _save(content: str, destination: Destination) -> None:
    assert destination.file is not None
    try:
        destination.file.write_bytes(utf8(content))
    except OSError as error:
        raise UsageError(f"{destination.file} cannot be written: {error.strerror}.") from error
