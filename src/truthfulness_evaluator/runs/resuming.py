"""What is left to do of a kept run, and the settings with which it is done."""

import os
from pathlib import Path

from truthfulness_evaluator.core.config import EvaluatorConfig, load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.settings import HIDDEN
from truthfulness_evaluator.models.run import Run, RunDocument
from truthfulness_evaluator.store.recording import kept_settings

_OF_TODAY = frozenset({"data_file", "enable_store"})
"""Settings that say where the run itself is kept."""


def unfinished(run: Run) -> dict[int, RunDocument]:
    """The documents of which something is left to be judged, by their numbers in the run, counted from 0."""
    return {
        number: document
        for number, document in enumerate(run.contents)
        if document.report is None or document.report.status == "incomplete"
    }


def refuse_what_cannot_be_finished(run: Run) -> None:
    """Raises a UsageError where a run cannot be finished from the command line."""
    if run.request.from_python:
        message = f"the run {run.id} is one of a program, whose judges and texts are not kept."
        raise UsageError(message, hint="Evaluator.finish takes its reports.")
    root = run.request.root
    if root and not os.path.isdir(root):
        raise UsageError(f"the code base of the run {run.id} is gone: there is no folder {root}.")
    gone = [source for source in run.request.sources if not _is_there(source)]
    if gone:
        raise UsageError(f"a source of the run {run.id} is gone: there is no {gone[0]}.")


def settings_to_finish(run: Run) -> EvaluatorConfig:
    """The settings of a run; keys, and passwords of addresses, are those of today.

    A setting that has the same value today counts as set where it is set today, so that models of the defaults
    without a key are left out as they were then. An address of which today's settings do not know the password is
    called without one.

    Raises:
        SettingsError: a setting of today is wrong, or one of the run is unknown to this version.
    """
    root = Path(run.request.root) if run.request.root else None
    today = load_config(root)
    now = kept_settings(today)
    changed: dict[str, object] = {
        name: value.replace(f"{HIDDEN}@", "") if isinstance(value, str) else value
        for name, value in run.settings.items()
        if name in now and name not in _OF_TODAY and value != now[name]
    }
    return load_config(root, **changed)


def _is_there(source: str) -> bool:
    """Whether a source is there: a pattern may match nothing, a file or folder may not."""
    return os.path.exists(source) or any(sign in source for sign in "*?[")
