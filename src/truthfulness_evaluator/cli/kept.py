"""The runs that are kept, for the commands that show them."""

import os
from collections.abc import Iterable
from pathlib import Path

from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.models.run import Run, RunSummary
from truthfulness_evaluator.project.roots import MANIFESTS, find_root
from truthfulness_evaluator.store.data import default_data_path
from truthfulness_evaluator.store.runs import LATEST, RunStore

_MARKS = (".git", *MANIFESTS)


def kept_runs() -> RunStore:
    """The user's kept runs, to be closed.

    Raises:
        SettingsError: a setting is wrong, or the data file is something else, is damaged, comes from a newer version,
            or cannot be opened.
    """
    return RunStore(_path())


def kept_summaries() -> list[RunSummary]:
    """The user's kept runs, newest first. No file is made where none is there.

    Raises:
        SettingsError: as `kept_runs`.
    """
    if not _path().exists():
        return []
    with kept_runs() as store:
        return store.runs()


def kept_run(store: RunStore, name: str | None) -> Run:
    """A run by its name.

    Args:
        store: the kept runs.
        name: its id, the beginning of its id, or `latest`; None: the newest one of the project around the working
            folder, or `latest` where it has none.

    Raises:
        UsageError: no run is called so, or several are.
    """
    if name is None:
        folder = project_here()
        own = runs_below(store.runs(), folder) if folder is not None else []
        name = own[0].id if own else LATEST
    return store.load(name)


def _path() -> Path:
    configured = load_config().data_file
    return Path(configured) if configured is not None else default_data_path()


def project_here() -> Path | None:
    """The project around the working folder; None where that is in none."""
    folder = find_root(Path.cwd())
    return folder if any(os.path.exists(folder / mark) for mark in _MARKS) else None


def runs_below(runs: Iterable[RunSummary], folder: Path) -> list[RunSummary]:
    """The runs of the code base in a folder, and of those below it."""
    place = os.path.realpath(folder)
    return [run for run in runs if run.request.root and Path(os.path.realpath(run.request.root)).is_relative_to(place)]
