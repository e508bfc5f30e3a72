"""What a chat model found for claims once: kept until the code base, the claim or the model changes."""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import TypeAdapter, ValidationError

from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence
from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.models import Claim, Evidence
from truthfulness_evaluator.store.cache import Cache, JsonValue

NAMESPACE = "agent"
_FORM = 1
"""Of what is kept: another form gets another number."""
_ADAPTER = TypeAdapter(list[Evidence])
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class AgentCache:
    """What one model found. A file that cannot be read or written costs calls, never evidence."""

    cache: Cache | None
    """None: nothing is kept."""
    maker: tuple[str, ...]
    """All that the answers depend on besides claim and code base: model, settings, prompt, steps."""
    codebase: CodeBaseEvidence

    def find(self, claim: Claim, evidence: Sequence[Evidence]) -> list[Evidence] | None:
        """What was found for a claim beyond the evidence that it has; None where that is not known."""
        if self.cache is None:
            return None
        try:
            kept = self.cache.get(NAMESPACE, self._key(claim, evidence))
            return None if kept is None else _ADAPTER.validate_python(kept)
        except (sqlite3.Error, ValidationError):
            _LOG.debug("found evidence could not be read from the cache", exc_info=True)
            return None

    def keep(self, claim: Claim, evidence: Sequence[Evidence], further: Sequence[Evidence]) -> None:
        """Keep what was found."""
        if self.cache is None:
            return
        value: JsonValue = _ADAPTER.dump_python(list(further), mode="json")
        try:
            self.cache.put(NAMESPACE, self._key(claim, evidence), value)
        except sqlite3.Error:
            _LOG.debug("found evidence could not be written to the cache", exc_info=True)

    def _key(self, claim: Claim, evidence: Sequence[Evidence]) -> str:
        had: list[JsonValue] = [f"{each.source}\0{each.content}" for each in evidence]
        parts: list[JsonValue] = [
            _FORM,
            *self.maker,
            self.codebase.max_items,
            claim.source_document,
            claim.text,
            heading_of(claim),
            had,
            self._state,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    @cached_property
    def _state(self) -> str:
        """A digest of the files that may be shown."""
        digest = hashlib.sha256()
        for path in self.codebase.files.paths:
            text = self.codebase.files.text(path)
            if text is not None:
                digest.update(f"{path}\0{len(text)}\0".encode("utf-8", "surrogatepass"))
                digest.update(text.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()
