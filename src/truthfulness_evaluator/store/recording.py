"""A run that is kept while it goes on, as far as it can be kept: an evaluation never fails because of it."""

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.settings import without_password
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.store.runs import RunStore


class Recorder:
    """Keeps one run, and forgets old ones at its end. What is asked of it in another process than its own is not done.

    Args:
        config: `data_file` and `keep_runs` are read, and all of it is kept with the run, without keys and passwords.
        request: who is asked, and where.
        run_id: the run to go on with; None: a new one.
    """

    def __init__(self, config: EvaluatorConfig, request: RunRequest, run_id: str | None = None) -> None:
        self.request: Final = request
        self.run_id = run_id
        """The run's id; None: it has not begun, or could not."""
        self.problem = ""
        """Why the run is not kept, or not all of it: a sentence; empty where it is."""
        self._config = config
        self._process = os.getpid()
        self._store: RunStore | None = None
        self._lock = Lock()

    def record(self, documents: Mapping[int, RunDocument]) -> None:
        """Keep documents by their places in the run; the first ones begin it."""

        def write(store: RunStore, run_id: str) -> None:
            store.record_all(run_id, documents)

        self._do(write)

    def finish(self, *, status: RunStatus, closing: str, exit_code: int | None = None, unread: int = 0) -> None:
        """Say what became of the run. There may be more to come: the last word holds.

        Args:
            status: how far it came.
            closing: what it came to, as a sentence.
            exit_code: of the command line.
            unread: number of documents that could not be read.
        """

        def write(store: RunStore, run_id: str) -> None:
            store.finish(run_id, status=status, finished_at=_now(), closing=closing, exit_code=exit_code, unread=unread)
            store.prune(self.request.root, self._config.keep_runs)

        self._do(write)

    def _do(self, work: Callable[[RunStore, str], None]) -> None:
        with self._lock:
            if self.problem or os.getpid() != self._process:
                return
            try:
                store = self._opened()
                if self.run_id is None:
                    settings = kept_settings(self._config)
                    self.run_id = store.begin(self.request, settings, started_at=_now(), version=__version__)
                work(store, self.run_id)
            except UsageError as error:
                self.problem = str(error)

    def _opened(self) -> RunStore:
        if self._store is None:
            self._store = RunStore(data_path(self._config))
        return self._store


def data_path(config: EvaluatorConfig) -> Path | None:
    """The data file that the settings name; None: the user's own."""
    return None if config.data_file is None else Path(config.data_file)


def kept_settings(config: EvaluatorConfig) -> dict[str, JsonValue]:
    """All settings without keys, and addresses without passwords.

    Example:
        >>> kept_settings(EvaluatorConfig(llm_base_url="http://ann:rain@host/v1", llm_api_key="k"))["llm_base_url"]
        'http://***@host/v1'
    """
    return {name: _harmless(value) for name, value in config.model_dump(mode="json").items()}


def _harmless(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return without_password(value)
        case list():
            return [_harmless(each) for each in value]
        case dict():
            return {name: _harmless(each) for name, each in value.items()}
        case _:
            return value


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
