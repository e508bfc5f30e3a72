"""Keeps runs of tests in the user's data file, which is one of the tests."""

from truthfulness_evaluator.models.run import Run, RunStatus
from truthfulness_evaluator.store.runs import RunStore


def keep(*runs: Run) -> list[str]:
    """Keeps runs, the oldest first; their ids, which are new."""
    with RunStore() as store:
        return [_keep(store, run) for run in runs]


def _keep(store: RunStore, run: Run) -> str:
    name = store.begin(run.request, run.settings, started_at=run.started_at, version=run.version)
    for position, document in enumerate(run.contents):
        store.record(name, position, document)
    if run.status is not RunStatus.RUNNING:
        store.finish(
            name,
            status=run.status,
            finished_at=run.finished_at or "",
            closing=run.closing,
            exit_code=run.exit_code,
        )
    return name
