"""How a model votes: by rule, by what other judges hold, or by a planted order."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fakellm.exchange import ModelRequest
from fakellm.names import UNDECIDED, opposite
from fakellm.prompts import Item, Position, Reading
from fakellm.scenario import BoardRule, Scenario, VerdictRule


@dataclass(frozen=True)
class Citation:
    evidence_id: str
    quote: str
    against: bool = False  # it speaks against the claim


@dataclass(frozen=True)
class Vote:
    """One model's vote on one claim."""

    verdict: str
    confidence: float
    reason: str
    citations: tuple[Citation, ...]
    changed: bool  # it differs from the model's last vote


class Memory:
    """The votes that each model cast on each claim, round by round."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._votes: dict[tuple[str, str], list[str]] = {}

    def votes(self, model: str, claim: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._votes.get((model, claim), ()))

    def record(self, model: str, claim: str, verdicts: Sequence[str]) -> None:
        with self._lock:
            self._votes[model, claim] = list(verdicts)


@dataclass(frozen=True)
class _Choice:
    """A verdict, and how it is backed."""

    verdict: str
    skip: int = 0  # citations passed over, because an earlier round used them
    silent: bool = False  # neither reason nor citation


class Judge:
    """One model, judging the claims of one prompt."""

    def __init__(self, scenario: Scenario, request: ModelRequest, reading: Reading, memory: Memory) -> None:
        self._scenario = scenario
        self._model = request.model
        self._reading = reading
        self._memory = memory
        #: The claims of the prompt; a prompt that names none is one itself.
        self.claims = reading.claims or (Item("1", request.user),)

    def positions(self, claim: Item) -> tuple[Position, ...]:
        """Other judges' positions on the claim."""
        return tuple(p for p in self._reading.positions if p.claim_id in ("", claim.id))

    def earlier(self, claim: Item) -> tuple[str, ...]:
        """The model's votes on the claim before this round."""
        if not self._reading.positions:
            return ()  # a prompt without a board opens a first round
        votes = self._memory.votes(self._model, claim.text)
        return votes or (self._scenario.judge(claim.text, self._model).verdict,)

    def round(self) -> int:
        """1 without a board; 2 where the first board is seen; and so on."""
        return max(len(self.earlier(claim)) for claim in self.claims) + 1

    def remember(self) -> None:
        """Keep this round's votes for the next."""
        for claim in self.claims:
            verdicts = (*self.earlier(claim), self.vote(claim).verdict)
            self._memory.record(self._model, claim.text, verdicts)

    def vote(self, claim: Item) -> Vote:
        rule = self._scenario.judge(claim.text, self._model)
        earlier = self.earlier(claim)
        choice = self._choose(claim, rule, earlier)
        cited = self._cited(claim, choice)
        reason = "" if choice.silent else self._expand(rule.reason or "", claim, choice, cited)
        confidence = rule.confidence
        if self._reading.order:
            confidence, reason = 0.99, f"Answered {choice.verdict} as instructed."
        return Vote(
            choice.verdict,
            confidence,
            reason,
            cited,
            changed=bool(earlier) and choice.verdict != earlier[-1],
        )

    # -- the verdict -------------------------------------------------------

    def _choose(self, claim: Item, rule: VerdictRule, earlier: tuple[str, ...]) -> _Choice:
        if self._reading.order:
            return _Choice(self._reading.order)
        if not earlier:
            return _Choice(rule.verdict)
        board_rule = self._scenario.board_rule(self._model, claim.text, len(earlier) + 1)
        return _change(board_rule, earlier, [p.verdict for p in self.positions(claim)])

    # -- what to search for ------------------------------------------------

    def next_query(self, claim: Item) -> str:
        """What to search for next; empty where the passages suffice."""
        if self._reading.ordered_query:
            return self._reading.ordered_query
        asked = self._reading.asked.get(claim.id, ())
        rule = self._scenario.search_rule(claim.text)
        queries = rule.queries if rule else self._open(claim)
        keyword = max(words(claim.text), key=lambda word: (len(word), word), default="")
        expanded = (q.replace("{keyword}", keyword).replace("{claim}", claim.text) for q in queries)
        return next((query for query in expanded if query not in asked), "")

    def _open(self, claim: Item) -> tuple[str, ...]:
        """Without a rule: the claim's longest words, unless a passage has half of its words."""
        wanted = words(claim.text)
        if any(2 * shared(passage.text, claim.text) >= len(wanted) for passage in self._reading.passages):
            return ()
        return (" ".join(sorted(wanted, key=lambda word: (-len(word), word))[:4]),)

    # -- what backs it -----------------------------------------------------

    def citations(self, claim: Item) -> list[Citation]:
        """All that can be cited on the claim, best first: one quote a passage, then more."""
        ranked = sorted(self._reading.passages, key=lambda p: -shared(p.text, claim.text))
        spans = [[Citation(p.id, quote) for quote in quotes(p.text, claim.text)] for p in ranked]
        return [span[0] for span in spans if span] + [c for span in spans for c in span[1:]]

    def _cited(self, claim: Item, choice: _Choice) -> tuple[Citation, ...]:
        if not choice.silent and self._scenario.judge(claim.text, self._model).torn and not self._reading.order:
            return tuple(replace(each, against=bool(at)) for at, each in enumerate(self.citations(claim)[:2]))
        if choice.silent or choice.verdict in UNDECIDED:
            return ()
        ranked = self.citations(claim)
        skip = choice.skip % len(ranked) if ranked else 0
        against = choice.verdict == "REFUTES"
        return tuple(replace(each, against=against) for each in ranked[skip : skip + self._scenario.citations])

    def critique(self, claim: Item, position: Position | None = None) -> str:
        """What is wrong with a position, or with all that contradict the model's vote."""
        earlier = self.earlier(claim)
        rule = self._scenario.judge(claim.text, self._model)
        choice = self._choose(claim, rule, earlier)
        if choice.silent:
            return ""
        shown = (position,) if position else self.positions(claim)
        wrong = [p for p in shown if p.verdict != choice.verdict]
        template = rule.critique or ""
        texts = [self._expand(template, claim, choice, self._cited(claim, choice), p) for p in wrong]
        return " ".join(texts) or "No flaw found."

    def _expand(
        self,
        template: str,
        claim: Item,
        choice: _Choice,
        cited: tuple[Citation, ...],
        position: Position | None = None,
    ) -> str:
        words = {
            "model": self._model,
            "verdict": choice.verdict,
            "claim": claim.text[:80],
            "claim_id": claim.id,
            "evidence": ", ".join(c.evidence_id for c in cited) or "no evidence",
            "quote": cited[0].quote if cited else "",
        }
        if position:
            words["position"] = position.name
            words["position_verdict"] = position.verdict
            words["flaw"] = flaw(position, self._reading.passages)
        return re.sub(r"\{(\w+)\}", lambda m: words.get(m[1], m[0]), template)


def _change(rule: BoardRule, earlier: tuple[str, ...], board: list[str]) -> _Choice:
    """A judge's vote in a round with a board."""
    first, last = earlier[0], earlier[-1]
    majority = _majority(board, last)
    other = rule.verdict or (majority if majority != first else opposite(first))
    once = other if last == first else last
    if rule.action == "majority":
        return _Choice(majority)
    if rule.action == "new_evidence":
        return _Choice(once, skip=1)
    if rule.action == "no_reason":
        return _Choice(once, silent=True)
    if rule.action == "oscillate":
        return _Choice(other if last == first else first, skip=len(earlier))
    return _Choice(last)


def _majority(board: list[str], own: str) -> str:
    """The verdict of most positions; a tie leaves one's own."""
    ranked = Counter(board).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return own
    return ranked[0][0]


# -- texts -----------------------------------------------------------------


def words(text: str) -> set[str]:
    """The words by which a claim and a passage are compared."""
    return set(re.findall(r"\d+|[^\W\d_]{4,}", re.sub(r"\[\w+\]", "", text).casefold()))


def shared(text: str, claim: str) -> int:
    return len(words(text) & words(claim))


def quotes(passage: str, claim: str) -> list[str]:
    """Sentences of the passage, as they stand: those that share most words with the claim first."""
    lines = [line for line in passage.splitlines() if re.search(r"\w", line)]
    sentences = [s.strip() for line in lines for s in re.split(r"(?<=[.!?])\s+|(?<=。)", line)]
    sentences = [s for s in sentences if re.search(r"\w", s)]
    return sorted(sentences, key=lambda s: -shared(s, claim))


def flaw(position: Position, passages: tuple[Item, ...]) -> str:
    """What is wrong with a position: its quotes, or what follows from them."""
    quoted = re.findall(r"[\"“«]([^\"“”«»]{8,})[\"”»]", position.text)
    for quote in quoted:
        if not any(quote in p.text for p in passages):
            return f'quotes "{quote[:60]}", which stands nowhere in the evidence'
    named = [p.id for p in passages if re.search(rf"\b{re.escape(p.id)}\b", position.text)]
    if not quoted and not named:
        return "cites no evidence"
    return f"cites {', '.join(named) or 'a quote'}, which does not decide the claim"
