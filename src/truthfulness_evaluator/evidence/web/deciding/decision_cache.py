"""What a chat model decided about further searches: kept until the claim, its evidence or the model changes."""

import hashlib
import json
import logging
import sqlite3
from dataclasses import dataclass

from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.evidence.web.deciding.deciding_prompt import Decision, Question
from truthfulness_evaluator.store.cache import Cache, JsonValue

NAMESPACE = "decisions"
_FORM = 1
"""Of what is kept: another form gets another number."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class DecisionCache:
    """The decisions of one model. A file that cannot be read or written costs calls, never a search."""

    cache: Cache | None
    """None: nothing is kept."""
    maker: tuple[str, ...]
    """All that decisions depend on besides the question: model, settings, wording."""

    def find(self, question: Question) -> Decision | None:
        """What was decided; None where that is not known."""
        if self.cache is None:
            return None
        try:
            kept = self.cache.get(NAMESPACE, self._key(question))
        except sqlite3.Error:
            _LOG.debug("a decision could not be read from the cache", exc_info=True)
            return None
        query = kept.get("query", 0) if isinstance(kept, dict) else 0
        return Decision(query) if isinstance(query, str | None) else None

    def keep(self, question: Question, decision: Decision) -> None:
        """Keep what was decided."""
        if self.cache is None:
            return
        try:
            self.cache.put(NAMESPACE, self._key(question), {"query": decision.query})
        except sqlite3.Error:
            _LOG.debug("a decision could not be written to the cache", exc_info=True)

    def _key(self, question: Question) -> str:
        had: list[JsonValue] = [*sorted(f"{each.source}\0{each.content}" for each in question.evidence)]
        claim = question.claim
        parts: list[JsonValue] = [_FORM, *self.maker, claim.text, heading_of(claim), list(question.asked), had]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
