"""Names of schema properties, and what they stand for."""

from typing import Any, TypeGuard

Json = dict[str, Any]


def is_object(value: Any) -> TypeGuard[Json]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)


def as_object(value: Any) -> Json:
    """The JSON value, or an empty object in place of another kind of value."""
    return value if is_object(value) else {}


def as_list(value: Any) -> list[Any]:
    """The JSON value, or an empty list in place of another kind of value."""
    return value if is_list(value) else []


VERDICT_NAMES = frozenset({"verdict", "label", "verdicts", "judgments", "judgements"})
#: Verdict names that tell a judge's schema at any depth.
JUDGE_NAMES = VERDICT_NAMES - {"label"}
CLAIM_LIST_NAMES = frozenset({"claims", "statements", "facts", "triplets"})
CONFIDENCE_NAMES = frozenset({"confidence", "score", "probability", "relevance", "credibility"})
TEXT_NAMES = frozenset({"text", "claim", "statement", "sentence", "quote", "subject"})
CLAIM_ID_NAMES = frozenset({"claim_id", "id"})
EVIDENCE_ID_NAMES = frozenset({"evidence_id", "eid", "source_id", "passage_id"})
QUOTE_NAMES = frozenset({"quote", "quotes", "excerpt", "snippet", "span"})
#: Further names of the passage's id and of the quote inside a citation.
CITED_ID_NAMES = EVIDENCE_ID_NAMES | {"id", "evidence", "source", "passage", "ref"}
CITED_TEXT_NAMES = QUOTE_NAMES | {"text", "content"}
#: Lists with one entry for each passage cited, and what an entry that is no object holds.
CITATION_LIST_NAMES = {
    "citations": "evidence_id",
    "evidence": "evidence_id",
    "evidence_ids": "evidence_id",
    "eids": "evidence_id",
    "quotes": "quote",
    "references": "evidence_id",
    "source_ids": "evidence_id",
    "sources": "evidence_id",
}
#: What a quote says of its claim; a schema's `enum` has the word for it first.
STANCE_NAMES = frozenset({"stance", "side"})
REASON_NAMES = frozenset({"reason", "reasoning", "explanation", "rationale", "justification"})
CRITIQUE_NAMES = frozenset({"critique", "critiques", "flaw", "objection", "weakness"})
POSITION_NAMES = frozenset({"position", "target", "position_id", "judge", "name", "id"})
#: Whether passages suffice, and what to search for where they do not.
ENOUGH_NAMES = frozenset({"enough", "sufficient", "suffices"})
QUERY_NAMES = frozenset({"query", "next_query", "search_query"})
CHANGED_NAMES = frozenset({"changed", "flipped", "revised"})

LABELS = ("SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "UNVERIFIABLE")
#: Verdicts that need no citation.
UNDECIDED = frozenset({"NOT_ENOUGH_INFO", "UNVERIFIABLE"})
OPPOSITES = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}


def opposite(verdict: str) -> str:
    """The verdict that contradicts ``verdict`` most."""
    return OPPOSITES.get(verdict, "REFUTES")
