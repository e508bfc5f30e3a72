"""What a kept run came to, with what people have decided since: reports, settings, and what the gate says of them."""

import os
from dataclasses import dataclass
from pathlib import Path

from truthfulness_evaluator.cli.evaluation import Results
from truthfulness_evaluator.cli.policies import policies
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.gate import ExitCode, GateDecision, decide, interrupted, reweighed, weighed
from truthfulness_evaluator.gate.baseline import FILE, parse, verdicts
from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.models.run import Run, RunStatus
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.runs.settings import settings_of


@dataclass(frozen=True, slots=True)
class KeptResults:
    """A kept run, ready to be written."""

    run: Run
    config: EvaluatorConfig
    reports: list[TruthfulnessReport]
    """Of the documents that it finished, weighed."""

    @classmethod
    def of(cls, run: Run) -> "KeptResults":
        """The results of a run.

        Raises:
            SettingsError: a setting of the run is not one of this version.
        """
        config = settings_of(run)
        reports = [document.report for document in run.contents if document.report is not None]
        known = _known(config, _root(run))
        # Without an exit code no gate has weighed them: the process was killed, or a program asked.
        weigh = weighed if run.exit_code is None else reweighed
        return cls(run, config, weigh(reports, policies(config), known))

    @property
    def root(self) -> Path:
        """Folder of the code base, where the paths of reports begin."""
        return _root(self.run)

    @property
    def asks_models(self) -> bool:
        """Whether chat models were asked about prose."""
        return self.run.request.panel or bool(self.run.request.models)

    @property
    def keeps_answers(self) -> bool:
        """Whether their answers were kept for the next run."""
        return self.config.enable_cache or not self.asks_models

    @property
    def decision(self) -> GateDecision:
        """What the run comes to, decided anew."""
        if self.run.status is RunStatus.INTERRUPTED:
            return interrupted(asks_the_rest=self.asks_models and self.keeps_answers)
        decided = self._decided()
        missing = sum(document.report is None for document in self.run.contents)
        if self.run.status is RunStatus.RUNNING and missing:
            reason = (
                f"The run was not finished: {counted(missing, 'document')} {'is' if missing == 1 else 'are'} missing."
            )
            return GateDecision(ExitCode.INCOMPLETE, f"{decided.reason} {reason}")
        return decided

    @property
    def exit_code(self) -> int:
        """The exit code of a command that shows the run: of one that was not finished, what its reports come to."""
        code = self.decision.exit_code
        if code in (ExitCode.INTERRUPTED, ExitCode.INCOMPLETE):
            return ExitCode.GATE_FAILED if self._decided().exit_code == ExitCode.GATE_FAILED else ExitCode.INCOMPLETE
        return code

    @property
    def results(self) -> Results:
        """The results as a check gives them."""
        return Results(
            reports=self.reports,
            texts={document.name: document.text for document in self.run.contents if document.report is not None},
            unread=self.run.unread,
            interrupted=self.run.status is RunStatus.INTERRUPTED,
        )

    def _decided(self) -> GateDecision:
        return decide(
            self.reports,
            fail_under=self.config.fail_under,
            unread=self.run.unread,
            confidence_threshold=self.config.confidence_threshold,
            keeps_answers=self.keeps_answers,
        )


def _root(run: Run) -> Path:
    return Path(run.request.root) if run.request.root else Path.cwd()


def _known(config: EvaluatorConfig, root: Path) -> dict[str, Verdict]:
    """Verdicts of the findings that the project knows of today, by claim id; none where its baseline is not there."""
    file = root / (config.baseline or FILE)
    if not os.path.isfile(file):
        return {}
    return verdicts(parse(file.read_text(encoding="utf-8-sig"), str(file)))
