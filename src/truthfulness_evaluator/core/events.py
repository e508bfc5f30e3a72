"""What a run tells of its progress."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DocumentRead:
    """A document was read."""

    document: str


@dataclass(frozen=True, slots=True)
class ClaimsFound:
    """The claims of a document were found."""

    document: str
    facts: int
    """Statements that can be looked up."""
    prose: int
    """Sentences of prose."""


@dataclass(frozen=True, slots=True)
class DocumentJudged:
    """A document's report is there."""

    document: str
    judged: int
    """Claims with a result."""


Event = DocumentRead | ClaimsFound | DocumentJudged
"""What `on_event` is told, in this order for each document."""
