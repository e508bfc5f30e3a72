"""One run of `truth-eval review`: a kept run, what waits in it, and a person who decides."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from truthfulness_evaluator.cli.kept import kept_run, kept_runs
from truthfulness_evaluator.cli.kept_results import KeptResults
from truthfulness_evaluator.cli.recording import run_status
from truthfulness_evaluator.cli.reviewer import reviewer_name
from truthfulness_evaluator.cli.streams import complain, put, wants_color
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.models.run import Run, RunStatus
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.wording import counted, position
from truthfulness_evaluator.review.keeping import carried, kept_review
from truthfulness_evaluator.review.keys import review_keys
from truthfulness_evaluator.review.listing import waiting_lines
from truthfulness_evaluator.review.remembering import remembered
from truthfulness_evaluator.review.screen import View, grade_of
from truthfulness_evaluator.review.session import Change, Session, begun
from truthfulness_evaluator.review.walk import Walk
from truthfulness_evaluator.store.decisions import Decision, DecisionStore
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore


def run_review(name: str | None, *, reviewer: str | None = None, only_list: bool = False) -> int:
    """Walks through what waits in a run, or lists it where there is no terminal; gives the exit code.

    Args:
        name: of the run: its id, the beginning of it, or `latest`; None: the newest of the project.
        reviewer: who decides; None: as git or the login says.
        only_list: decide nothing.

    Raises:
        TruthfulnessError: there is no such run, it cannot be read, or a process is still at work on it.
    """
    with kept_runs() as store:
        run, file = kept_run(store, name), store.path
        if only_list or not on_terminal() or not _waits(run):
            return _listed(KeptResults.of(run))
        store.refuse_at_work(run.id)
    return _walked(run, file, reviewer)


def review_after(run_id: str | None, file: Path | None, exit_code: int) -> int:
    """Walks through what waits in a run that has just ended, where somebody sits there; gives the exit code.

    Args:
        run_id: the run; None: it is not kept, and so would no decision be.
        file: the data file; None: the user's own.
        exit_code: of the run as it is.

    Raises:
        TruthfulnessError: the run cannot be read.
    """
    if not on_terminal():
        return exit_code
    if run_id is None:
        complain("note: nobody can decide on a run that is not kept.")
        return exit_code
    with RunStore(file) as store:
        run = store.load(run_id)
        return _walked(run, store.path, None) if _waits(run) else exit_code


def on_terminal() -> bool:
    """Whether somebody sits there: a terminal reads and shows."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _walked(run: Run, file: Path, reviewer: str | None) -> int:
    kept = KeptResults.of(run)
    who = reviewer if reviewer is not None else reviewer_name(_folder(kept.root))
    start = partial(begun, reviewer=who, confidence_threshold=kept.config.confidence_threshold)
    first = start(_reports(run))
    with DecisionStore(file) as store:
        session = start(_with_known(first, file))
        walk = Walk(_view(run, first, session), _Keeper(run, store).keep)
        walk.kept = first
        if session.left:
            _drive(walk)
        else:
            walk.quit()
    return _told(walk, run, first)


def _with_known(session: Session, file: Path) -> list[TruthfulnessReport]:
    """The reports with what people decided meanwhile, in other runs, on the same claims and the same evidence."""
    with ReviewStore(file) as store:
        known = store.find(key for report in session.reports for key in review_keys(report).values())
    threshold = session.confidence_threshold
    return [remembered(report, known, confidence_threshold=threshold) for report in session.reports]


def _view(run: Run, first: Session, session: Session) -> View:
    texts = {each.name: each.text for each in run.contents}
    known = len(list(session.changes_since(first)))
    message = f"{counted(known, 'claim')} decided before, on the same evidence." if known else ""
    return View(session, texts, f"Review of run {run.id}", grade_of(first), message=message)


@dataclass(frozen=True, slots=True)
class _Keeper:
    """Writes decisions into the data file at once."""

    run: Run
    store: DecisionStore

    def keep(self, before: Session, after: Session) -> str:
        """Why the decisions that the second state has, and the first has not, could not be kept; empty: they are."""
        threshold = after.confidence_threshold
        places = [number for number, each in enumerate(self.run.contents) if each.report is not None]
        decisions = [
            Decision(
                document=places[change.item.document],
                revised=partial(_carried, change, threshold),
                key=change.item.key,
                kept=kept_review(change),
            )
            for change in after.changes_since(before)
        ]
        run = _with(self.run, after)
        try:
            decided = KeptResults.of(run).decision
            self.store.decide(
                run.id, decisions, status=_status(run), closing=decided.reason, exit_code=decided.exit_code
            )
        except UsageError as error:
            return str(error)
        return ""


def _carried(change: Change, threshold: float, report: TruthfulnessReport) -> TruthfulnessReport:
    return carried(change, report, confidence_threshold=threshold)


def _drive(walk: Walk) -> None:
    if os.environ.get("TERM") in ("dumb", "unknown"):
        from truthfulness_evaluator.cli.review_lines import walk_by_lines

        walk_by_lines(walk)
        return
    from truthfulness_evaluator.cli.review_screen import walk_on_screen

    walk_on_screen(walk, color=wants_color(sys.stdout))


def _told(walk: Walk, run: Run, first: Session) -> int:
    """Says what the review came to, and what of it could not be kept; gives the exit code."""
    session = walk.session
    decided = len(list(session.changes_since(first)))
    after = KeptResults.of(_with(run, session))
    changed = f"{counted(decided, 'claim')} decided" if decided else "Nothing decided"
    left = f"{counted(session.left, 'claim')} left" if session.left else "none left"
    before, grade = grade_of(first), grade_of(session)
    moved = f" Grade {before or 'none'} before, {grade or 'none'} now." if grade != before else ""
    put(f"{changed}, {left}.{moved} {after.decision.reason}\n", sys.stdout)
    lost = list(_lost(walk))
    if lost:
        complain(f"error: {counted(len(lost), 'decision')} could not be kept: {walk.problem}")
        for sentence in lost:
            complain(sentence)
        return ExitCode.INCOMPLETE
    return after.exit_code


def _lost(walk: Walk) -> Iterator[str]:
    """The decisions that are not kept, a line each."""
    for change in walk.session.changes_since(walk.kept):
        claim, review = change.item.claim, change.review
        said = f"{review.verdict}{f' ({review.note})' if review.note else ''}" if review is not None else "taken back"
        place = position(claim.location) if claim.location is not None else claim.source_document
        yield one_line(f"{place}: {said}: {claim.text}")


def _listed(kept: KeptResults) -> int:
    lines = list(waiting_lines(kept.reports))
    waits = f"{counted(len(lines), 'claim')} {'waits' if len(lines) == 1 else 'wait'}" if lines else "Nothing waits"
    closing = f"{waits} for a person in run {kept.run.id}. {kept.decision.reason}"
    put("".join(f"{line}\n" for line in (*lines, closing)), sys.stdout)
    return kept.exit_code


def _waits(run: Run) -> bool:
    return any(report.needs_review for report in _reports(run))


def _reports(run: Run) -> list[TruthfulnessReport]:
    return [each.report for each in run.contents if each.report is not None]


def _with(run: Run, session: Session) -> Run:
    """The run with the reports of a walk."""
    reports = iter(session.reports)
    contents = tuple(
        each if each.report is None else each.model_copy(update={"report": next(reports)}) for each in run.contents
    )
    return run.model_copy(update={"contents": contents})


def _status(run: Run) -> RunStatus:
    if run.status in (RunStatus.RUNNING, RunStatus.INTERRUPTED):
        return run.status
    return run_status(_reports(run), unread=run.unread)


def _folder(root: Path) -> Path:
    return root if root.is_dir() else Path.cwd()
