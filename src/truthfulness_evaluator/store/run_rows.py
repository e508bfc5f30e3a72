"""How runs and their documents stand in the rows of the data file."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from truthfulness_evaluator.core.totals import total
from truthfulness_evaluator.models.report import TruthfulnessStatistics
from truthfulness_evaluator.models.run import RunDocument, RunSummary
from truthfulness_evaluator.store.texts import forget_unused_texts, keep_text, kept_text

RUNS = (
    "SELECT number, settings, id, status, started_at, finished_at, version, request, closing, exit_code, unread "
    "FROM runs WHERE :id IS NULL OR id = :id ORDER BY number DESC"
)
"""The rows of all runs, newest first, or of one: number and settings, then what `summary_of` reads."""


@dataclass(frozen=True, slots=True)
class DocumentFigures:
    """What a list of runs shows of a document, so that its report need not be read."""

    name: str
    statistics: TruthfulnessStatistics
    waiting: int
    """Claims that wait for a person."""


def summary_of(row: Sequence[object], documents: Sequence[DocumentFigures]) -> RunSummary:
    """A run by its row, number and settings left out, and the figures of its documents."""
    name, status, started_at, finished_at, version, request, closing, exit_code, unread = row
    return RunSummary.model_validate(
        {
            "id": name,
            "status": status,
            "started_at": started_at,
            "finished_at": finished_at,
            "version": version,
            "request": json.loads(str(request)),
            "documents": len(documents),
            "first_document": documents[0].name if documents else "",
            "unread": unread,
            "statistics": total(each.statistics for each in documents),
            "waiting": sum(each.waiting for each in documents),
            "closing": json.loads(str(closing)),
            "exit_code": exit_code,
        }
    )


def put_document(connection: sqlite3.Connection, run: int, position: int, document: RunDocument) -> None:
    """Keep a document at its place in a run; it takes the place of an earlier one."""
    query = "SELECT text, report FROM documents WHERE run = ? AND position = ?"
    earlier = connection.execute(query, (run, position)).fetchone()
    report = document.report
    results = () if report is None else report.verifications
    row = (
        run,
        position,
        json.dumps(document.name),
        document.media_type,
        keep_text(connection, document.text),
        None if report is None else keep_text(connection, as_json(report)),
        (TruthfulnessStatistics() if report is None else report.statistics).model_dump_json(),
        0 if report is None else len(report.needs_review),
        sum(result.review is not None for result in results),
    )
    connection.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    if earlier is not None:
        forget_unused_texts(connection, earlier)


def forget_run(connection: sqlite3.Connection, run: int) -> None:
    """Forget a run with what only it refers to."""
    names = [
        name for row in connection.execute("SELECT text, report FROM documents WHERE run = ?", (run,)) for name in row
    ]
    names += [row[0] for row in connection.execute("SELECT settings FROM runs WHERE number = ?", (run,))]
    connection.execute("DELETE FROM documents WHERE run = ?", (run,))
    connection.execute("DELETE FROM runs WHERE number = ?", (run,))
    forget_unused_texts(connection, names)


def documents_of(connection: sqlite3.Connection, run: int) -> tuple[RunDocument, ...]:
    """The documents of a run, in their order."""
    query = "SELECT name, media_type, text, report FROM documents WHERE run = ? ORDER BY position"
    return tuple(
        RunDocument.model_validate(
            {
                "name": json.loads(name),
                "media_type": media_type,
                "text": kept_text(connection, text),
                "report": None if report is None else json.loads(kept_text(connection, report)),
            }
        )
        for name, media_type, text, report in connection.execute(query, (run,)).fetchall()
    )


def figures(connection: sqlite3.Connection, run: int | None = None) -> dict[int, list[DocumentFigures]]:
    """The figures of the documents of one run, or of all, in their order, by the number of the run."""
    query = (
        "SELECT run, name, statistics, waiting FROM documents WHERE :run IS NULL OR run = :run ORDER BY run, position"
    )
    found: dict[int, list[DocumentFigures]] = {}
    for number, name, statistics, waiting in connection.execute(query, {"run": run}):
        each = DocumentFigures(json.loads(name), TruthfulnessStatistics.model_validate_json(statistics), waiting)
        found.setdefault(number, []).append(each)
    return found


def as_json(model: BaseModel) -> str:
    """A model as JSON, also one with lone surrogates, which pydantic does not write."""
    try:
        return model.model_dump_json()
    except PydanticSerializationError:
        return json.dumps(model.model_dump(mode="json"))
