"""The runs that are kept: begun, recorded document by document, finished, listed, loaded."""

import json
import re
import secrets
import sqlite3
from collections.abc import Mapping

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models.run import Run, RunDocument, RunRequest, RunStatus, RunSummary
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.store.data import DataFile
from truthfulness_evaluator.store.run_rows import (
    RUNS,
    as_json,
    documents_of,
    figures,
    forget_run,
    put_document,
    summary_of,
)
from truthfulness_evaluator.store.texts import keep_text, kept_text
from truthfulness_evaluator.store.worker import refuse_beside_another, this_worker

LATEST = "latest"
"""The name of the newest run."""
_ID_BYTES = 4
_BEGINNING = re.compile(r"[0-9a-f]{1,8}")
_SHOWN = 5
"""How many runs a message names, at most."""


class RunStore(DataFile):
    """The runs in a data file; see `DataFile` for arguments and errors, which any method may raise.

    What takes the id of a run raises a UsageError where it is kept no longer: another process may delete it.
    A text that several runs share, such as a document that has not changed, is kept once.
    """

    def begin(self, request: RunRequest, settings: Mapping[str, JsonValue], *, started_at: str, version: str) -> str:
        """A new run, at which this process is at work. Its id: eight hexadecimal digits."""

        def write(connection: sqlite3.Connection) -> str:
            name = _unused_id(connection)
            row = {
                "id": name,
                "worker": this_worker(),
                "status": RunStatus.RUNNING.value,
                "started_at": started_at,
                "version": version,
                "root": json.dumps(request.root),
                "request": as_json(request),
                "settings": keep_text(connection, json.dumps(dict(settings))),
                "closing": json.dumps(""),
            }
            connection.execute(
                "INSERT INTO runs (id, worker, status, started_at, version, root, request, settings, closing) "
                "VALUES (:id, :worker, :status, :started_at, :version, :root, :request, :settings, :closing)",
                row,
            )
            return name

        return self._write(write)

    def record(self, run_id: str, position: int, document: RunDocument) -> None:
        """Keep a document at its place in a run, counted from 0; it takes the place of an earlier one."""
        self.record_all(run_id, {position: document})

    def record_all(self, run_id: str, documents: Mapping[int, RunDocument]) -> None:
        """Keep several documents, by their places in the run, in one step."""

        def write(connection: sqlite3.Connection) -> None:
            run = _number(connection, run_id)
            for position, document in documents.items():
                put_document(connection, run, position, document)

        self._write(write)

    def finish(
        self,
        run_id: str,
        *,
        status: RunStatus,
        finished_at: str,
        closing: str,
        exit_code: int | None,
        unread: int = 0,
    ) -> None:
        """Say what became of a run."""

        def write(connection: sqlite3.Connection) -> None:
            number = _number(connection, run_id)
            row = (status.value, finished_at, json.dumps(closing), exit_code, unread, number)
            query = (
                "UPDATE runs SET status = ?, finished_at = ?, closing = ?, exit_code = ?, unread = ? WHERE number = ?"
            )
            connection.execute(query, row)

        self._write(write)

    def reopen(self, run: RunSummary) -> None:
        """Make this process the one that is at work on a run.

        Args:
            run: as it was when it was loaded.

        Raises:
            UsageError: another process is, or has ended it since.
        """

        def write(connection: sqlite3.Connection) -> None:
            number = _number(connection, run.id)
            query = "SELECT status, finished_at, worker FROM runs WHERE number = ?"
            status, finished_at, worker = connection.execute(query, (number,)).fetchone()
            refuse_beside_another(run.id, status, worker)
            if (status, finished_at) != (run.status, run.finished_at):
                raise UsageError(f"another process has just ended the run {run.id}.", hint="Try once more.")
            query = "UPDATE runs SET status = ?, worker = ?, finished_at = NULL, exit_code = NULL WHERE number = ?"
            connection.execute(query, (RunStatus.RUNNING.value, this_worker(), number))

        self._write(write)

    def refuse_at_work(self, run_id: str) -> None:
        """Raises a UsageError where another process is at work on a run, or the run is not kept."""

        def read(connection: sqlite3.Connection) -> tuple[str, str]:
            query = "SELECT status, worker FROM runs WHERE number = ?"
            status, worker = connection.execute(query, (_number(connection, run_id),)).fetchone()
            return status, worker

        refuse_beside_another(run_id, *self._read(read))

    def runs(self) -> list[RunSummary]:
        """All runs, newest first."""

        def read(connection: sqlite3.Connection) -> list[RunSummary]:
            by_run = figures(connection)
            rows = connection.execute(RUNS, {"id": None})
            return [summary_of(row, by_run.get(number, ())) for number, _, *row in rows]

        return self._read(read)

    def load(self, name: str) -> Run:
        """A run with all that was kept of it.

        Args:
            name: its id, the beginning of its id, or `latest`.

        Raises:
            UsageError: no run is called so, or several are.
        """

        def read(connection: sqlite3.Connection) -> Run:
            run_id = _found(connection, name.strip().lower())
            number, settings, *row = connection.execute(RUNS, {"id": run_id}).fetchone()
            summary = summary_of(row, figures(connection, number).get(number, ()))
            values = {
                "settings": json.loads(kept_text(connection, settings)),
                "contents": documents_of(connection, number),
            }
            return Run.model_validate({**dict(summary), **values})

        return self._read(read)

    def delete(self, run_id: str) -> None:
        """Forget a run. Reviews are kept all the same.

        Raises:
            UsageError: it is not kept any more.
        """

        def write(connection: sqlite3.Connection) -> None:
            forget_run(connection, _number(connection, run_id))

        self._write(write)

    def prune(self, root: str, keep: int) -> int:
        """Forget old runs of one code base: of its complete runs without a review all but the newest.

        Args:
            root: the `root` of their requests.
            keep: how many are left, 1 or more.

        Returns:
            How many were forgotten.
        """

        def write(connection: sqlite3.Connection) -> int:
            query = (
                "SELECT number FROM runs WHERE root = ? AND status = ? "
                "AND NOT EXISTS (SELECT 1 FROM documents WHERE run = number AND reviewed > 0) "
                "ORDER BY number DESC LIMIT -1 OFFSET ?"
            )
            gone = connection.execute(query, (json.dumps(root), RunStatus.COMPLETE.value, keep)).fetchall()
            for (number,) in gone:
                forget_run(connection, number)
            return len(gone)

        return self._write(write)


def _unused_id(connection: sqlite3.Connection) -> str:
    while True:
        name = secrets.token_hex(_ID_BYTES)
        if connection.execute("SELECT 1 FROM runs WHERE id = ?", (name,)).fetchone() is None:
            return name


def _number(connection: sqlite3.Connection, run_id: str) -> int:
    row = connection.execute("SELECT number FROM runs WHERE id = ?", (run_id,)).fetchone()
    if row is None:
        raise UsageError(f"the run {run_id} is no longer kept.")
    return int(row[0])


def _found(connection: sqlite3.Connection, name: str) -> str:
    """The id of the one run that is called so."""
    if name == LATEST:
        rows = connection.execute("SELECT id FROM runs ORDER BY number DESC LIMIT 1").fetchall()
        if not rows:
            raise UsageError("no run is kept yet.", hint="`truth-eval` keeps one each time it checks documents.")
    elif _BEGINNING.fullmatch(name):
        query = "SELECT id FROM runs WHERE substr(id, 1, ?) = ? ORDER BY number DESC"
        rows = connection.execute(query, (len(name), name)).fetchall()
    else:
        rows = []
    found = [str(row[0]) for row in rows]
    if len(found) > 1:
        shown = ", ".join(found[:_SHOWN]) + (", ..." if len(found) > _SHOWN else "")
        raise UsageError(f"{name} is the beginning of {len(found)} runs: {shown}.", hint="Give more of its digits.")
    if not found:
        raise _no_run(name)
    return found[0]


def _no_run(name: str) -> UsageError:
    return UsageError(f"no run is called {name!r}.", hint="`truth-eval runs` lists them; `latest` is the newest one.")
