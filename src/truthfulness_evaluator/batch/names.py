"""What the columns of common evaluation sets are called, and which one of a row is meant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

TEXTS = (
    "text",
    "answer",
    "response",
    "claim",
    "actual_output",
    "output",
    "prediction",
    "completion",
    "summary",
    "statement",
    "hypothesis",
)
"""Columns that hold the text to judge."""
CONTEXTS = (
    "contexts",
    "context",
    "retrieved_contexts",
    "retrieval_context",
    "retrieved_context",
    "evidence",
    "evidences",
    "documents",
    "document",
    "docs",
    "doc",
    "passages",
    "passage",
    "source_documents",
    "knowledge",
    "premise",
)
"""Columns that hold what the text is checked against."""
QUESTIONS = ("question", "user_input", "query", "prompt", "input")
"""Columns that hold what the text answers."""
IDS = ("id", "_id", "uid", "guid", "row_id", "example_id", "sample_id", "claim_id", "question_id")
"""Columns that name a row; of several the first in this order does."""


class RowError(ValueError):
    """A row that cannot be judged as it stands. `str()` is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Fields:
    """Columns that are named by the user; None: found by the names above.

    A name with dots leads into objects and lists, where no column is called so: `output.text`, `choices.0.text`.
    """

    text: str | None = None
    contexts: str | None = None
    id: str | None = None


def named(columns: Mapping[str, object], name: str) -> object:
    """The value of a column, or of what a path with dots leads to; None where there is none.

    Example:
        >>> named({"choices": [{"text": "Yes."}]}, "choices.0.text")
        'Yes.'
    """
    if name in columns:
        return columns[name]
    value = cast("object", columns)
    for part in name.split("."):
        if isinstance(value, dict):
            value = cast("dict[str, object]", value).get(part)
        elif isinstance(value, list) and part.isdecimal():
            items = cast("list[object]", value)
            value = items[int(part)] if int(part) < len(items) else None
        else:
            return None
    return value


def only(columns: Mapping[str, object], names: Sequence[str], what: str, option: str) -> str | None:
    """The one column of a row that has one of some names and is not null; None where none has.

    Args:
        columns: of the row.
        names: that are looked for.
        what: they hold, as in "may be its text".
        option: how the user names one.

    Raises:
        RowError: there are several.

    Example:
        >>> only({"question": "Why?", "answer": "So."}, TEXTS, "text", "--text-field")
        'answer'
    """
    there = [name for name in names if columns.get(name) is not None]
    if len(there) > 1:
        raise RowError(f"{_joined(there)} may all be its {what}: name one with {option}.")
    return there[0] if there else None


def _joined(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
