"""One run of `truth-eval runs`: which of the kept runs are listed, or deleted."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from truthfulness_evaluator.cli.kept import kept_runs, kept_summaries, project_here, runs_below
from truthfulness_evaluator.cli.streams import complain, put, put_utf8, wants_color
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models.run import RunSummary
from truthfulness_evaluator.project.roots import absolute
from truthfulness_evaluator.reporting.run_list import RunTable
from truthfulness_evaluator.reporting.run_words import documents_words, run_name, short_path
from truthfulness_evaluator.reporting.wording import counted

_HOW = "truth-eval keeps one each time it checks documents, unless --no-store is given."


def list_runs(root: str | None, *, all_roots: bool, limit: int, as_json: bool) -> int:
    """Lists the kept runs; gives the exit code.

    Args:
        root: folder of the code base whose runs are listed; None: the project around the working folder, if any.
        all_roots: the runs of all code bases.
        limit: the newest so many; 0: all.
        as_json: as a list of summaries, else as a table.

    Raises:
        TruthfulnessError: the arguments contradict each other, or the runs cannot be read.
    """
    if all_roots and root is not None:
        raise UsageError(f"--all lists the runs of all code bases, and --root {root} only those of one.")
    folder = Path(root) if root is not None else None if all_roots else project_here()
    kept = kept_summaries()
    asked = kept if folder is None else runs_below(kept, folder)
    shown = asked[:limit] if limit else asked
    if as_json:
        rows = [run.model_dump(mode="json") for run in shown]
        put_utf8(json.dumps(rows, indent=2, sort_keys=True, ensure_ascii=False) + "\n", sys.stdout)
    else:
        put(_table(shown, folder) if shown else f"{_none(folder)}\n", sys.stdout)
    for sentence in _left_out(len(kept) - len(asked), len(asked) - len(shown)):
        complain(f"note: {sentence}")
    return ExitCode.PASSED


def delete_runs(names: Sequence[str]) -> int:
    """Deletes kept runs and tells what is lost; gives the exit code.

    Raises:
        TruthfulnessError: a run is not there, and so none is deleted; or the runs cannot be written.
    """
    with kept_runs() as store:
        found = {run.id: run for run in (store.load(name) for name in names)}
        for run in found.values():
            store.delete(run.id)
            claims = counted(run.statistics.total_claims, "claim")
            put(f"Deleted {run_name(run)}: {documents_words(run)}, {claims}.{_kept(run.waiting)}\n", sys.stdout)
    return ExitCode.PASSED


def _kept(waiting: int) -> str:
    """That nobody decides any more what waited for a person."""
    if not waiting:
        return ""
    return f" {counted(waiting, 'claim')} waited for a review."


def _table(runs: Sequence[RunSummary], folder: Path | None) -> str:
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else None
    named_from = str(absolute(folder)) if folder is not None else ""
    return RunTable(width=width, color=wants_color(sys.stdout), folder=named_from).format(runs)


def _none(folder: Path | None) -> str:
    of = f" of {short_path(str(folder))}" if folder is not None else ""
    return f"No run{of} is kept: {_HOW}"


def _left_out(elsewhere: int, older: int) -> list[str]:
    sentences: list[str] = []
    if older:
        sentences.append(f"{counted(older, 'older run')} {_is(older)} left out: --limit 0 lists all.")
    if elsewhere:
        sentences.append(
            f"{counted(elsewhere, 'run')} of other code bases {_is(elsewhere)} left out: --all lists them."
        )
    return sentences


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
