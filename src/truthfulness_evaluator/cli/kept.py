"""The runs that are kept, for the commands that show them."""

from truthfulness_evaluator.models.run import RunSummary
from truthfulness_evaluator.store.data import default_data_path
from truthfulness_evaluator.store.runs import RunStore


def kept_runs() -> RunStore:
    """The user's kept runs, to be closed.

    Raises:
        SettingsError: the data file is something else, is damaged, comes from a newer version, or cannot be opened.
    """
    return RunStore()


def kept_summaries() -> list[RunSummary]:
    """The user's kept runs, newest first. No file is made where none is there.

    Raises:
        SettingsError: as `kept_runs`.
    """
    if not default_data_path().exists():
        return []
    with kept_runs() as store:
        return store.runs()
