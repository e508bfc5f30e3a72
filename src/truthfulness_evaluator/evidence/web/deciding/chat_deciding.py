"""A chat model decides, after each search, whether a claim has evidence enough or what to search for next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.waiting import all_of
from truthfulness_evaluator.evidence.web.deciding.deciding import Deciding, RuleQueries
from truthfulness_evaluator.evidence.web.deciding.deciding_prompt import (
    SHAPE,
    Decision,
    Question,
    batched,
    deciding_prompt,
    prompt_version,
    read_decisions,
)
from truthfulness_evaluator.evidence.web.deciding.decision_cache import DecisionCache
from truthfulness_evaluator.evidence.web.deciding.desk import Desk
from truthfulness_evaluator.llm.asking import Asker
from truthfulness_evaluator.models import Claim, Evidence, FailureKind
from truthfulness_evaluator.store.cache import Cache

_SPLITS = frozenset({FailureKind.BAD_ANSWER, FailureKind.REFUSED, FailureKind.CONTEXT_TOO_LONG})
"""Failures that one claim of a request may cause, or their number: the others may be decided without it."""
_UNDECIDED = "The model did not decide about the claim, or wrote a query that has nothing of it."
_REMARK = "Your last answer had no decision for these claims, or a query that has nothing of its claim."

_Decided: TypeAlias = Decision | ModelCallError


def _uncounted(_hits: int) -> None:
    pass


@dataclass(frozen=True)
class ChatDeciding:
    """Asks a chat model after each search; a `Deciding`.

    The loop of search and decision is that of FIRE (Z. Xie et al., "FIRE: Fact-checking with Iterative Retrieval and
    Verification", Findings of NAACL 2025), without its verdicts. Two things differ. The first query is made by rule: a
    claim can be understood on its own, so a model would write little else, and the rule costs no call. And claims of
    one document that wait at the same time are asked about together: whoever comes while the model answers goes into
    the next request, so that nobody waits for a clock.

    A claim that the answer says nothing usable about is asked about once more; a request that fails for what one of
    its claims may cause is repeated in halves.
    """

    asker: Asker
    cache: Cache | None = field(default=None, repr=False)
    """Keeps what was decided, so that a second run asks nothing."""
    on_cached: Callable[[int], None] = field(default=_uncounted, repr=False)
    """Is told how many decisions came out of the cache."""
    first: Deciding = field(default_factory=RuleQueries)
    """Writes the first query of a claim."""
    _desks: dict[str, Desk[Question, _Decided]] = field(
        default_factory=dict[str, Desk[Question, _Decided]], repr=False, compare=False
    )
    """By document: what a document's questions cost is counted for it."""

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""
        return self.asker.name

    async def next_query(self, claim: Claim, evidence: Sequence[Evidence], asked: Sequence[str]) -> str | None:
        """The next query; None where the evidence suffices, or nothing else is to be asked.

        Raises:
            ModelCallError: the model decided nothing for the claim.
        """
        if not asked:
            return await self.first.next_query(claim, evidence, asked)
        question = Question(claim, tuple(evidence), tuple(asked))
        known = self._kept.find(question)
        if known is not None:
            self.on_cached(1)
            return known.query
        desk = self._desks.setdefault(claim.source_document, Desk(self._answer, batched))
        decided = await desk.ask(question)
        if isinstance(decided, ModelCallError):
            raise decided
        return decided.query

    async def _answer(self, questions: Sequence[Question]) -> list[_Decided]:
        """What is decided for some claims, or why nothing is; decisions are kept at once."""
        decided = await self._asked(questions)
        open_ = [at for at, each in enumerate(decided) if each is None]
        if open_:
            again = await self._asked([questions[at] for at in open_], _REMARK)
            for at, each in zip(open_, again, strict=True):
                decided[at] = each or ModelCallError(FailureKind.BAD_ANSWER, _UNDECIDED, attempts=2)
        return [each for each in decided if each is not None]

    async def _asked(self, questions: Sequence[Question], remark: str = "") -> list[_Decided | None]:
        """What one request decides, or two of halves; None for a claim that the answer says nothing usable about."""
        answer = await self._once(questions, remark)
        if not isinstance(answer, ModelCallError):
            return answer
        if len(questions) == 1 or answer.final or answer.kind not in _SPLITS:
            return [answer] * len(questions)
        middle = len(questions) // 2
        halves = (questions[:middle], questions[middle:])
        answers = await all_of(*(self._once(half, remark) for half in halves))
        return [
            each
            for half, said in zip(halves, answers, strict=True)
            for each in ([said] * len(half) if isinstance(said, ModelCallError) else said)
        ]

    async def _once(self, questions: Sequence[Question], remark: str) -> list[_Decided | None] | ModelCallError:
        try:
            reply = await self.asker.ask(deciding_prompt(questions, remark=remark), SHAPE)
        except ModelCallError as error:
            return error
        decisions = read_decisions(reply.value, questions)
        for question, decision in zip(questions, decisions, strict=True):
            if decision is not None:
                self._kept.keep(question, decision)
        return [*decisions]

    @cached_property
    def _kept(self) -> DecisionCache:
        return DecisionCache(self.cache, (self.asker.name, self.asker.settings, prompt_version()))
