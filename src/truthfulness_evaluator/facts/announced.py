"""Documents that say of themselves, at their beginning, that they are about the past or about plans."""

import re
from pathlib import PurePosixPath

from truthfulness_evaluator.facts.memory import per_document
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.text.patterns import regex

_BEGINNING = 1500
"""Characters in which a document says what it is."""
_ITSELF = (
    r"(?:this|these)\s+(?:\w+\s+){0,3}?(?:page|document|documentation|doc|docs|guide|article|file|tutorial|manual|notes|"
    r"wiki|recipe|how-?to|specification|spec|proposal|plan|design)"
)
_OF_THE_PAST = regex(
    rf"\b{_ITSELF}\s+(?:(?:of|in|from)\s+(?:\w+\s+){{1,4}}?)?(?:is|are|has\s+been|have\s+been|was|were)\s+(?:\w+\s+){{0,2}}?"
    r"(?:deprecated|obsolete|outdated|out\s+of\s+date|out-of-date|archived|superseded|replaced|historical|old|"
    r"no\s+longer\s+(?:maintained|updated|accurate|relevant|current|valid|up)|(?:kept|left)\s+(?:here\s+)?for)\b"
    rf"|\b{_ITSELF}\s+(?:may|might|could)\s+(?:\w+\s+){{0,2}}?be\s+(?:\w+\s+)?(?:obsolete|outdated|stale|out[\s-]of[\s-]date)\b"
    rf"|\b{_ITSELF}\s+(?:describes?|proposes?|outlines?|plans?|tracks?|sketch(?:es)?|explores?)\s+"
    r"(?:\w+\s+){0,3}?(?:proposals?|proposed|future|planned|roadmap|how\s+we\s+(?:plan|intend|want))\b",
    re.IGNORECASE,
)
_STATUS = regex(
    r"^[\s>*_|:#-]*status[\s*_|:]*[:|\n][\s*_|:=~-]*(?:\w+\s+)?(?:drafts?|propos\w+|await\w+|accepted|rejected|implemented|wip|"
    r"work\s+in\s+progress|in\s+progress|pending|superseded|deprecated|obsolete|approved|in\s+review|under\s+review|"
    r"final|withdrawn|planned|planning|historical|completed?|landed|not\s+started)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""How proposals and records of decisions begin; where a README does, it tells how far the project is."""


@per_document
def announces_another_time(document: Document) -> bool:
    """Whether a document begins with words that it is deprecated, a plan, or a record of a decision.

    Example:
        >>> announces_another_time(Document(name="a.md", media_type="text/markdown", text="This page is outdated."))
        True
        >>> announces_another_time(Document(name="a.md", media_type="text/markdown", text="This page is for users."))
        False
    """
    beginning = document.text[:_BEGINNING]
    if _OF_THE_PAST.search(beginning):
        return True
    is_readme = PurePosixPath(document.name).name.lower().startswith("readme")
    return not is_readme and _STATUS.search(beginning) is not None
