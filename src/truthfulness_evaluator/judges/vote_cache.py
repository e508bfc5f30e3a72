"""Votes that were paid for once: kept by the hash of all that they depend on."""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from truthfulness_evaluator.judges.batches import PassageKey, passage_key
from truthfulness_evaluator.models import Board, Case, Citation, Evidence, Outcome, Span, Verdict, Vote
from truthfulness_evaluator.store.cache import Cache, JsonValue

NAMESPACE = "votes"
_LOG = logging.getLogger(__name__)
_FORM = 1
"""Of what is kept: another form gets another number, and is not looked for by older ones."""


@dataclass(frozen=True)
class VoteCache:
    """The votes of one judge. A file that cannot be read or written costs calls, never a vote.

    Failures are not kept: a judge that failed is asked again.
    """

    cache: Cache | None
    """None: nothing is kept."""
    judge: str
    settings: str
    """What else its answers depend on, see `Asker.settings`."""
    version: str
    """Of the prompts' wording."""
    passages: Sequence[Evidence] = field(default=(), repr=False)
    """All that is at hand in this run: a vote that cites anything else is out of date."""

    def find(self, case: Case, board: Board | None, context: str) -> Outcome | None:
        """The vote on a case that was kept; None where there is none that holds.

        Args:
            case: the claim with its evidence.
            board: what the judge is shown of the last round.
            context: what it is shown of the claim's surroundings.
        """
        if self.cache is None:
            return None
        try:
            kept = self.cache.get(NAMESPACE, self.key(case, board, context))
            return None if kept is None else self._outcome(_Kept.model_validate(kept), case)
        except (sqlite3.Error, ValidationError):
            _LOG.debug("a vote could not be read from the cache", exc_info=True)
            return None

    def keep(self, case: Case, board: Board | None, context: str, outcome: Outcome) -> None:
        """Keep a vote. What is no vote is passed over."""
        if self.cache is None or not isinstance(outcome.answer, Vote):
            return
        try:
            self.cache.put(NAMESPACE, self.key(case, board, context), _kept(case, outcome, outcome.answer))
        except sqlite3.Error:
            _LOG.debug("a vote could not be written to the cache", exc_info=True)

    def key(self, case: Case, board: Board | None, context: str) -> str:
        """The hash of all that a vote depends on.

        Where the claim and the passages stand does not count: a vote holds when lines move. Nor does their order.
        """
        shown: list[JsonValue] = []
        if board is not None:
            own = board.own.get(case.claim.id)
            shown = [_said(own) if own else None, *map(_said, board.positions.get(case.claim.id, ()))]
        evidence: list[JsonValue] = [*sorted(_digest(passage_key(each)) for each in case.evidence)]
        parts: list[JsonValue] = [
            _FORM,
            self.judge,
            self.settings,
            self.version,
            case.claim.text,
            context,
            evidence,
            board is not None,
            shown,
        ]
        return _hash(json.dumps(parts, sort_keys=True))

    def _outcome(self, kept: "_Kept", case: Case) -> Outcome | None:
        """The vote with its citations on the passages of today; None where one of them is gone."""
        own = {_digest(passage_key(each)): index for index, each in reversed(list(enumerate(case.evidence)))}
        brought: dict[str, Evidence] = {}
        citations: list[Citation] = []
        for cited in kept.citations:
            index = own.get(cited.passage)
            if index is None:
                if cited.passage not in self._by_digest:
                    return None
                brought.setdefault(cited.passage, self._by_digest[cited.passage])
                index = len(case.evidence) + list(brought).index(cited.passage)
            citations.append(cited.placed(index))
        vote = Vote(
            judge=self.judge,
            verdict=kept.verdict,
            confidence=kept.confidence,
            explanation=kept.explanation,
            citations=citations,
            critique=kept.critique,
            dropped_quotes=kept.dropped_quotes,
        )
        return Outcome(vote, tuple(brought.values()))

    @cached_property
    def _by_digest(self) -> Mapping[str, Evidence]:
        return {_digest(passage_key(each)): each for each in self.passages}


class _KeptCitation(BaseModel):
    model_config = ConfigDict(frozen=True)

    passage: str
    """Its digest: the text itself is at hand, or the vote is out of date."""
    quote: str
    span: Span | None
    supports: bool | None = None

    def placed(self, index: int) -> Citation:
        """As a citation of the passage at an index."""
        return Citation(evidence_index=index, quote=self.quote, span=self.span, supports=self.supports)


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)

    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    explanation: str
    critique: str
    dropped_quotes: int = Field(ge=0)
    citations: list[_KeptCitation]


def _kept(case: Case, outcome: Outcome, vote: Vote) -> JsonValue:
    evidence = (*case.evidence, *outcome.evidence)
    citations = [
        _KeptCitation(
            passage=_digest(passage_key(evidence[each.evidence_index])),
            quote=each.quote,
            span=each.span,
            supports=each.supports,
        )
        for each in vote.citations
    ]
    kept = _Kept(
        verdict=vote.verdict,
        confidence=vote.confidence,
        explanation=vote.explanation,
        critique=vote.critique,
        dropped_quotes=vote.dropped_quotes,
        citations=citations,
    )
    value: JsonValue = kept.model_dump(mode="json")
    return value


def _said(vote: Vote) -> JsonValue:
    """What a board shows of a vote."""
    quotes: list[JsonValue] = [each.quote for each in vote.citations]
    return [vote.judge, vote.verdict.value, vote.explanation, vote.critique, quotes]


def _digest(key: PassageKey) -> str:
    return _hash("\0".join(key))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
