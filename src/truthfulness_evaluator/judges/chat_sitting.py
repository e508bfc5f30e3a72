"""Asks a chat model about batches of claims until each claim has a vote or a failure."""

from dataclasses import dataclass

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.waiting import all_of
from truthfulness_evaluator.judges.batches import Batch
from truthfulness_evaluator.judges.chat_answer import Flaw, Judgment, Problem, outcome_of, read_answer
from truthfulness_evaluator.judges.chat_prompt import context_of, judge_prompt, judge_shape
from truthfulness_evaluator.judges.vote_cache import VoteCache
from truthfulness_evaluator.llm.asking import Asker
from truthfulness_evaluator.models import Board, Case, FailureKind, JudgeFailure, Outcome

_SPLITS = frozenset({FailureKind.BAD_ANSWER, FailureKind.REFUSED, FailureKind.CONTEXT_TOO_LONG})
"""Failures that one claim of a batch may cause, or their number: the others may be answered without it."""


@dataclass(frozen=True, slots=True)
class _Answer:
    findings: list[Judgment | Problem]
    """In the order of the batch."""
    calls: int


@dataclass(frozen=True)
class Sitting:
    """One judge, in one round."""

    asker: Asker
    votes: VoteCache
    board: Board | None

    def kept(self, case: Case) -> Outcome | None:
        """The vote on a case that an earlier run paid for."""
        return self.votes.find(case, self.board, context_of(case.claim))

    async def outcomes(self, batch: Batch) -> list[Outcome]:
        """A vote or a failure for each case of a batch, in their order. Votes are kept at once."""
        answer = await self._ask(batch)
        if isinstance(answer, ModelCallError):
            return await self._divided(batch, answer, 0)
        return await self._settled(batch, answer, 0)

    async def _ask(self, batch: Batch, remark: str = "") -> _Answer | ModelCallError:
        """What a model says of a batch; an answer that is about none of several claims is none."""
        try:
            reply = await self.asker.ask(judge_prompt(batch, self.board, remark=remark), judge_shape(self.board))
        except ModelCallError as error:
            return error
        findings = read_answer(reply.value, batch)
        if len(findings) > 1 and all(each == Problem(Flaw.MISSING) for each in findings):
            message = "The answer has nothing about any of the claims."
            return ModelCallError(FailureKind.BAD_ANSWER, message, attempts=reply.attempts)
        return _Answer(findings, reply.attempts)

    async def _divided(self, batch: Batch, error: ModelCallError, calls: int) -> list[Outcome]:
        """A batch without an answer: in halves, if that may help. Where both halves fail too, it does not help."""
        calls += error.attempts
        if len(batch.cases) == 1 or error.final or error.kind not in _SPLITS:
            return [self._failure(error.kind, error.message, calls)] * len(batch.cases)
        halves = batch.halves()
        answers = await all_of(*(self._ask(half) for half in halves))
        too_long = error.kind is FailureKind.CONTEXT_TOO_LONG
        helps = too_long or not all(isinstance(answer, ModelCallError) for answer in answers)
        parts = await all_of(*(self._half(*pair, calls, helps=helps) for pair in zip(halves, answers, strict=True)))
        return [outcome for part in parts for outcome in part]

    async def _half(self, half: Batch, answer: _Answer | ModelCallError, calls: int, *, helps: bool) -> list[Outcome]:
        if isinstance(answer, _Answer):
            return await self._settled(half, answer, calls)
        if helps:
            return await self._divided(half, answer, calls)
        return [self._failure(answer.kind, answer.message, calls + answer.attempts)] * len(half.cases)

    async def _settled(self, batch: Batch, answer: _Answer, calls: int) -> list[Outcome]:
        pairs = list(zip(batch.cases, answer.findings, strict=True))
        for case, finding in pairs:  # First, so that they are kept whatever becomes of the rest.
            if isinstance(finding, Judgment):
                self._keep(case, finding)
        return await all_of(*(self._outcome(case, finding, calls + answer.calls) for case, finding in pairs))

    async def _outcome(self, case: Case, finding: Judgment | Problem, calls: int) -> Outcome:
        """The vote; where the answer does not count, what comes of asking once more, alone."""
        if isinstance(finding, Judgment):
            return outcome_of(finding, case, self.asker.name)
        again = await self._ask(Batch((case,)), remark=finding.flaw)
        calls += again.attempts if isinstance(again, ModelCallError) else again.calls
        if isinstance(again, ModelCallError):
            return self._failure(again.kind, again.message, calls, finding)
        second = again.findings[0]
        if isinstance(second, Judgment):
            self._keep(case, second)
            return outcome_of(second, case, self.asker.name)
        message = f"The answer does not count: {second.flaw}."
        return self._failure(FailureKind.BAD_ANSWER, message, calls, second if second.claimed else finding)

    def _keep(self, case: Case, judgment: Judgment) -> None:
        outcome = outcome_of(judgment, case, self.asker.name)
        self.votes.keep(case, self.board, context_of(case.claim), outcome)

    def _failure(self, kind: FailureKind, message: str, calls: int, problem: Problem | None = None) -> Outcome:
        claimed = problem.claimed if problem else None
        return Outcome(JudgeFailure(judge=self.asker.name, kind=kind, message=message, attempts=calls, claimed=claimed))
