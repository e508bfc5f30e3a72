"""What the server answers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fakellm import patterns
from fakellm.capacity import Capacity
from fakellm.faults import Fault, check_keys, tuples
from fakellm.names import Json, as_list, is_object
from fakellm.sentences import sentences

#: One regular expression, or several of which the first that matches is used.
Patterns = str | tuple[str, ...]


def as_tuple(patterns: Patterns) -> tuple[str, ...]:
    return (patterns,) if isinstance(patterns, str) else patterns


BOARD_ACTIONS = ("keep", "majority", "new_evidence", "no_reason", "oscillate")


@dataclass(frozen=True)
class VerdictRule:
    """The verdict for a claim whose text matches ``pattern``."""

    pattern: str
    verdict: str
    confidence: float = 0.9
    #: Templates in place of the scenario's.
    reason: str | None = None
    critique: str | None = None
    #: Cites the two passages that share most words with the claim, one for it and one against it.
    torn: bool = False

    @classmethod
    def from_json(cls, data: Json) -> VerdictRule:
        return cls(**check_keys(cls, data))


DEFAULT_RULES = (
    VerdictRule(r"\[TRUE\]", "SUPPORTS", 0.95),
    VerdictRule(r"\[FALSE\]", "REFUTES", 0.95),
    VerdictRule(r"\[UNSURE\]", "NOT_ENOUGH_INFO", 0.5),
)


@dataclass(frozen=True)
class BoardRule:
    """What a model does once it sees other judges' positions on a claim.

    ``action``:

    * ``keep``: repeats its last vote;
    * ``majority``: takes the verdict of most positions shown, citing what it cited before;
    * ``new_evidence``: changes its vote once, citing a passage or sentence it had not cited;
    * ``no_reason``: changes its vote once, with neither reason nor citation;
    * ``oscillate``: changes its vote in every round, back and forth.

    A changed vote is ``verdict``, else the majority's, else the opposite of its own.
    The rule holds for ``models``, for claims that match ``pattern`` and in ``rounds``
    (2 is the first round with a board); empty means any.
    """

    action: str
    models: tuple[str, ...] = ()
    pattern: str = ""
    rounds: tuple[int, ...] = ()
    verdict: str | None = None

    def __post_init__(self) -> None:
        if self.action not in BOARD_ACTIONS:
            raise ValueError(f"unknown board action {self.action!r}; one of {', '.join(BOARD_ACTIONS)}")

    @classmethod
    def from_json(cls, data: Json) -> BoardRule:
        return cls(**tuples(check_keys(cls, data), "models", "rounds"))

    def holds(self, model: str, claim: str, round_number: int) -> bool:
        return (
            (not self.models or model in self.models)
            and (not self.rounds or round_number in self.rounds)
            and re.search(self.pattern, claim) is not None
        )


@dataclass(frozen=True)
class SearchRule:
    """What to search for, one query after the other, for a claim whose text matches ``pattern``.

    A query that was asked is not asked again; after the last one the passages suffice.
    ``{claim}`` in a query stands for the claim, ``{keyword}`` for its longest word.
    """

    pattern: str
    queries: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Json) -> SearchRule:
        return cls(**tuples(check_keys(cls, data), "queries"))


@dataclass(frozen=True)
class AgentStep:
    """One turn of a tool-calling agent: call ``tool``, or end with ``answer``.

    ``{keyword}`` in an argument or in the answer stands for the longest word of
    the claim; ``{claim}`` stands for the claim.
    """

    tool: str = ""
    args: Json = field(default_factory=dict[str, Any])
    answer: str = ""

    @classmethod
    def from_json(cls, data: Json) -> AgentStep:
        return cls(**check_keys(cls, data))


@dataclass
class Scenario:
    """What the server answers."""

    latency_s: float = 0.0
    #: Further seconds for each thousand tokens of the prompt.
    latency_per_1k_tokens_s: float = 0.0
    seed: int = 0
    #: Most claims cut from one document (None: all).
    max_claims: int | None = None

    #: Verdict rules, first match wins; then ``default_verdict``.
    rules: tuple[VerdictRule, ...] = DEFAULT_RULES
    default_verdict: str = "SUPPORTS"
    default_confidence: float = 0.8
    #: Rules tried before ``rules`` for one model, so that models disagree.
    model_rules: dict[str, tuple[VerdictRule, ...]] = field(default_factory=dict[str, tuple[VerdictRule, ...]])
    #: Quotes cited by verdicts that decide, where there are so many.
    citations: int = 1
    #: Texts of reasons and critiques; see ``judging.py`` for the words in braces.
    reason: str = "Fake reason of {model}: {verdict} by {evidence} for: {claim}"
    critique: str = "Position {position} ({position_verdict}) {flaw}."
    #: Fixed values for schema properties by name, e.g. {"claim_type": "explicit"}.
    values: Json = field(default_factory=dict[str, Any])
    #: The schema that is filled where JSON is asked for and the prompt shows none.
    answer_schema: Json | None = None

    #: Where claims, passages and the document stand in a prompt; see ``patterns.py``.
    claim_pattern: Patterns = patterns.CLAIM_PATTERNS
    claim_end_pattern: str = patterns.CLAIM_END_PATTERN
    evidence_pattern: Patterns = patterns.EVIDENCE_PATTERNS
    evidence_end_pattern: str = patterns.EVIDENCE_END_PATTERN
    document_pattern: Patterns = patterns.DOCUMENT_PATTERNS

    #: Where other judges' positions stand in a prompt, and what a model then does.
    board_pattern: Patterns = patterns.BOARD_PATTERNS
    board_rules: tuple[BoardRule, ...] = ()

    #: Where the queries asked so far stand in a prompt, and what a model then searches for; first match wins.
    asked_pattern: Patterns = patterns.ASKED_PATTERNS
    searches: tuple[SearchRule, ...] = ()

    #: Models that obey orders planted in a prompt (True: all).
    obey: bool | tuple[str, ...] = False
    obey_pattern: Patterns = patterns.OBEY_PATTERNS
    obey_query_pattern: Patterns = patterns.OBEY_QUERY_PATTERNS
    obey_outside_fence_only: bool = False
    fence_pattern: str = patterns.FENCE_PATTERN

    #: Turns of an agent that was offered tools it need not call.
    agent: tuple[AgentStep, ...] = (AgentStep(answer="Done."),)
    faults: tuple[Fault, ...] = ()
    #: Requests admitted per minute (token bucket), and at once; else 429.
    requests_per_minute: float | None = None
    max_in_flight: int | None = None
    retry_after_s: float = 1.0
    #: A provider's limits, with its headers; the first that names the model counts.
    capacity: tuple[Capacity, ...] = ()
    #: Accepted keys and models (None: all).
    valid_keys: tuple[str, ...] | None = None
    known_models: tuple[str, ...] | None = None

    @classmethod
    def from_json(cls, data: Json) -> Scenario:
        data = tuples(
            check_keys(cls, data),
            *("valid_keys", "known_models", "obey"),
            *(name for name in data if name.endswith("_pattern")),
        )
        if "rules" in data:
            data["rules"] = tuple(VerdictRule.from_json(r) for r in data["rules"])
        if "model_rules" in data:
            data["model_rules"] = {
                model: tuple(VerdictRule.from_json(r) for r in rules) for model, rules in data["model_rules"].items()
            }
        if "board_rules" in data:
            data["board_rules"] = tuple(BoardRule.from_json(r) for r in data["board_rules"])
        if "searches" in data:
            data["searches"] = tuple(SearchRule.from_json(r) for r in data["searches"])
        if "agent" in data:
            data["agent"] = tuple(AgentStep.from_json(s) for s in data["agent"])
        if "faults" in data:
            data["faults"] = tuple(Fault.from_json(f) for f in data["faults"])
        if "capacity" in data:
            limits = data["capacity"]
            limits = [limits] if is_object(limits) else as_list(limits)
            data["capacity"] = tuple(Capacity.from_json(limit) for limit in limits)
        return cls(**data)

    @classmethod
    def load(cls, path: str | Path) -> Scenario:
        return cls.from_json(json.loads(Path(path).read_text(encoding="utf-8")))

    def extract(self, prompt: str) -> list[str]:
        """The claims an extraction prompt's documents make: their sentences, verbatim, each once.

        If some sentences carry a verdict marker, only those count.
        """
        found = [s for document in self._documents(prompt) for s in sentences(document) if len(s.split()) >= 3]
        found = list(dict.fromkeys(found))
        marked = [s for s in found if any(re.search(r.pattern, s) for r in self.rules)]
        return (marked or found)[: self.max_claims]

    def _documents(self, prompt: str) -> list[str]:
        for pattern in as_tuple(self.document_pattern):
            matches = list(re.finditer(pattern, prompt))
            if matches:
                return [match["text" if "text" in match.re.groupindex else 1] for match in matches]
        return [prompt]

    def judge(self, claim: str, model: str) -> VerdictRule:
        """The rule by which ``model`` judges ``claim``, its templates filled in."""
        rules = (*self.model_rules.get(model, ()), *self.rules)
        otherwise = VerdictRule("", self.default_verdict, self.default_confidence)
        rule = next((r for r in rules if re.search(r.pattern, claim)), otherwise)
        return replace(
            rule,
            reason=self.reason if rule.reason is None else rule.reason,
            critique=self.critique if rule.critique is None else rule.critique,
        )

    def board_rule(self, model: str, claim: str, round_number: int) -> BoardRule:
        """What ``model`` does about ``claim`` in a round with a board."""
        for rule in self.board_rules:
            if rule.holds(model, claim, round_number):
                return rule
        return BoardRule("keep")

    def search_rule(self, claim: str) -> SearchRule | None:
        """What is searched for on behalf of ``claim``; None: what its passages leave open."""
        return next((rule for rule in self.searches if re.search(rule.pattern, claim)), None)

    def obeys(self, model: str) -> bool:
        return self.obey if isinstance(self.obey, bool) else model in self.obey

    def unfenced(self, prompt: str) -> str:
        """The prompt without what stands inside a fence."""
        return re.sub(self.fence_pattern, "\n", prompt)
