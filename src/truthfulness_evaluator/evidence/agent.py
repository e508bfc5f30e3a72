"""A chat model that looks further into the code base for claims with little evidence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.waiting import all_of
from truthfulness_evaluator.evidence.agent_cache import AgentCache
from truthfulness_evaluator.evidence.agent_tools import TOOLS, Place, Result, Toolbox
from truthfulness_evaluator.evidence.codebase import LEAST_SHARE, OF_WORDS, CodeBaseEvidence, is_thin
from truthfulness_evaluator.evidence.gathering import Looked
from truthfulness_evaluator.evidence.lexical import Hit
from truthfulness_evaluator.evidence.passages import Passage
from truthfulness_evaluator.evidence.queries import heading_of, query_of
from truthfulness_evaluator.llm.asking import Prompt, ToolAsker, ToolStep, ToolTurn
from truthfulness_evaluator.llm.fences import Fence
from truthfulness_evaluator.llm.prompt_files import prompt_file, version
from truthfulness_evaluator.models import Claim, Evidence, JudgeFailure
from truthfulness_evaluator.store.cache import Cache

MOST_CLAIMS = 8
"""Claims of a conversation."""
OPENED = 0.4
"""Relevance, at least, of lines that the model opened for a claim, in whatever words they speak of it."""
_PROMPT = "agent"
_MOST_SHOWN = 24_000
"""Characters of results in a conversation, about 6,000 tokens; later calls get nothing."""
_FULL = "Nothing more can be shown."


@dataclass(frozen=True)
class AgentEvidence:
    """Evidence of the code base, and where that is thin, of what a chat model finds there. An `EvidenceGatherer`.

    Up to 8 claims are looked after in one conversation; conversations are held at the same time. What the model opens
    is cut into the same passages as ever, ranked by the words of each claim, and goes by the same rules. A conversation
    that fails costs nothing but what it would have brought: see `look`.
    """

    asker: ToolAsker
    codebase: CodeBaseEvidence
    steps: int
    """Turns of the model in a conversation."""
    cache: Cache | None = None
    """Keeps what was found for each claim, until the code base changes."""

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """Passages for each claim, best first."""
        return list((await self.look(claims)).evidence)

    async def look(self, claims: Sequence[Claim]) -> Looked:
        """Passages for each claim, best first, and the conversations that failed."""
        evidence = await self.codebase.gather(claims)
        thin = [at for at, claim in enumerate(claims) if self._is_wanted(claim, evidence[at])]
        failures: list[JudgeFailure] = []
        left: list[int] = []
        for at in thin:
            known = self._kept.find(claims[at], evidence[at])
            if known is None:
                left.append(at)
            else:
                evidence[at] = self._with(evidence[at], known)
        groups = [left[at : at + MOST_CLAIMS] for at in range(0, len(left), MOST_CLAIMS)]
        found = await all_of(*(self._conversation([claims[at] for at in group]) for group in groups))
        for group, talk in zip(groups, found, strict=True):
            failures += [talk.failure] if talk.failure is not None else []
            for number, at in enumerate(group):
                further = self._further(claims[at], talk.reads, f"c{number + 1}")
                if talk.failure is None:
                    self._kept.keep(claims[at], evidence[at], further)
                evidence[at] = self._with(evidence[at], further)
        return Looked(evidence, tuple(failures))

    def _is_wanted(self, claim: Claim, evidence: Sequence[Evidence]) -> bool:
        return self.steps > 0 and claim.fact is None and not claim.unverifiable and is_thin(claim, evidence)

    async def _conversation(self, claims: Sequence[Claim]) -> "_Talk":
        """What a model looks at for some claims."""
        fence = Fence.of("\n".join(claim.text for claim in claims), *(heading_of(claim) for claim in claims))
        prompt = agent_prompt(claims, self.steps, fence)
        talk = _Talk()
        steps: list[ToolStep] = []
        try:
            while len(steps) < self.steps:
                turn = await self.asker.turn(prompt, steps, TOOLS)
                if not turn.calls:
                    break
                steps.append(ToolStep(turn, talk.used(turn, self._tools, fence)))
        except ModelCallError as error:
            talk.failure = JudgeFailure(
                judge=self.asker.name, kind=error.kind, message=error.message, attempts=error.attempts
            )
        return talk

    def _further(self, claim: Claim, reads: Sequence["_Read"], name: str) -> list[Evidence]:
        """What of the lines that were looked at is evidence for a claim."""
        query = query_of(claim)
        opened = self._passages(place for read in reads if read.claim == name for place in read.result.opened)
        others = self._passages(place for read in reads for place in (*read.result.opened, *read.result.glimpsed))
        named = self.codebase.index.fits(opened, query.terms)[: self.codebase.max_items]
        hits = {hit.passage: OPENED + (1 - OPENED) * hit.share * OF_WORDS for hit in named}
        for hit in self.codebase.index.fits(others, query.terms):
            if hit.share >= LEAST_SHARE:
                hits.setdefault(hit.passage, hit.share * OF_WORDS)
        ordered = sorted((Hit(passage, share) for passage, share in hits.items()), key=lambda hit: -hit.share)
        return self.codebase.ranked(claim, ordered)

    def _passages(self, places: Iterable[Place]) -> list[Passage]:
        found = (passage for place in places for passage in self.codebase.index.around(*place))
        return list(dict.fromkeys(found))

    def _with(self, evidence: Sequence[Evidence], further: Sequence[Evidence]) -> list[Evidence]:
        """Old and new evidence together, best first; what is new takes the place of old that it overlaps."""
        kept = [each for each in evidence if not any(_overlap(each, other) for other in further)]
        return sorted([*further, *kept], key=lambda each: -each.relevance_score)[: self.codebase.max_items]

    @cached_property
    def _tools(self) -> Toolbox:
        return Toolbox(self.codebase)

    @cached_property
    def _kept(self) -> AgentCache:
        name, settings = self.asker.name, self.asker.settings
        return AgentCache(self.cache, (name, settings, version(_PROMPT), str(self.steps)), self.codebase)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a call of a tool gave."""

    result: Result
    claim: str
    """Id of the claim that it was for, as the model said it."""


@dataclass(slots=True)
class _Talk:
    """One conversation so far."""

    reads: list[_Read] = field(default_factory=list[_Read])
    failure: JudgeFailure | None = None
    shown: int = 0
    """Characters of results."""

    def used(self, turn: ToolTurn, tools: Toolbox, fence: Fence) -> tuple[str, ...]:
        """The results of a turn's calls, as the model gets them."""
        given: list[str] = []
        for call in turn.calls:
            if self.shown >= _MOST_SHOWN:
                given.append(_FULL)
                continue
            result = tools.use(call)
            self.shown += len(result.text)
            claim = call.arguments.get("claim")
            self.reads.append(_Read(result, claim.strip().lower() if isinstance(claim, str) else ""))
            given.append(fence.wrap("evidence", result.text))
        return tuple(given)


def agent_prompt(claims: Sequence[Claim], steps: int, fence: Fence) -> Prompt:
    """What the model is asked for some claims, which are called `c1`, `c2`, ..."""
    shown = [fence.wrap("claim", claim.text, id=f"c{n}", under=_under(claim)) for n, claim in enumerate(claims, 1)]
    turns = "1 turn" if steps == 1 else f"{steps} turns"
    question = "\n".join((*shown, "", f"You have {turns}."))
    return Prompt(prompt_file(_PROMPT), "", question, version(_PROMPT))


def _under(claim: Claim) -> str | None:
    return heading_of(claim) or None


def _overlap(one: Evidence, other: Evidence) -> bool:
    here, there = one.location, other.location
    if here is None or there is None or here.path != there.path or here.line is None or there.line is None:
        return False
    return here.line <= (there.end_line or there.line) and there.line <= (here.end_line or here.line)


__all__ = ["MOST_CLAIMS", "AgentEvidence", "agent_prompt"]
