"""Decisions of people on the claims of a kept run: each is in the run and in what later runs know, or in neither."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.models.run import RunDocument, RunStatus
from truthfulness_evaluator.store.data import DataFile
from truthfulness_evaluator.store.run_rows import as_json, put_document
from truthfulness_evaluator.store.texts import kept_text
from truthfulness_evaluator.store.worker import refuse_beside_another


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided on one claim, or took back."""

    document: int
    """Number of the document in its run, counted from 0."""
    revised: Callable[[TruthfulnessReport], TruthfulnessReport]
    """Gives the report with it, from the one that is kept: others may have decided on other claims meanwhile."""
    key: str = ""
    """By what later runs know the claim again; empty: they do not."""
    kept: KeptReview | None = None
    """What they are to know; None: nothing any more."""


class DecisionStore(DataFile):
    """The decisions in a data file; see `DataFile` for arguments and errors, which any method may raise."""

    def decide(
        self, run_id: str, decisions: Sequence[Decision], *, status: RunStatus, closing: str, exit_code: int
    ) -> None:
        """Keep decisions, all of them or none.

        Args:
            run_id: the run.
            decisions: in the order in which they were made.
            status: how far the run came with them: a claim that could not be judged is judged now.
            closing: what the run comes to with them, as a sentence.
            exit_code: the same as a number.

        Raises:
            UsageError: there is no such run, it has no such document, or another process is at work on it.
        """

        def write(connection: sqlite3.Connection) -> None:
            row = connection.execute("SELECT number, status, worker FROM runs WHERE id = ?", (run_id,)).fetchone()
            if row is None:
                raise UsageError(f"the run {run_id} is no longer kept.")
            refuse_beside_another(run_id, row[1], row[2])
            for each in decisions:
                _revise(connection, int(row[0]), each)
                _remember(connection, each)
            query = "UPDATE runs SET status = ?, closing = ?, exit_code = ? WHERE number = ?"
            connection.execute(query, (status.value, json.dumps(closing), exit_code, row[0]))

        self._write(write)


def _revise(connection: sqlite3.Connection, run: int, decision: Decision) -> None:
    query = (
        "SELECT position, name, media_type, text, report FROM documents WHERE run = ? ORDER BY position "
        "LIMIT 1 OFFSET ?"
    )
    row = connection.execute(query, (run, decision.document)).fetchone()
    if row is None or row[4] is None:
        raise UsageError("the document of this claim is no longer kept.")
    position, name, media_type, text, report = row
    kept = TruthfulnessReport.model_validate(json.loads(kept_text(connection, report)))
    revised = RunDocument(
        name=json.loads(name),
        media_type=media_type,
        text=kept_text(connection, text),
        report=decision.revised(kept),
    )
    put_document(connection, run, position, revised)


def _remember(connection: sqlite3.Connection, decision: Decision) -> None:
    if not decision.key:
        return
    if decision.kept is None:
        connection.execute("DELETE FROM reviews WHERE key = ?", (decision.key,))
        return
    query = "INSERT OR REPLACE INTO reviews (key, kept) VALUES (?, ?)"
    connection.execute(query, (decision.key, as_json(decision.kept)))
