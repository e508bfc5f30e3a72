"""A judge that says what its script says: the public fake for tests of whatever asks judges."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from truthfulness_evaluator.models import Board, Case, Claim, JudgeFailure, Outcome, Verdict, Vote

Line: TypeAlias = Verdict | JudgeFailure | Vote | Outcome
"""What a script says of one claim. A verdict is a vote with the judge's `confidence`."""


@dataclass(frozen=True)
class ScriptedJudge:
    """Answers from a script, in batches, which it can finish out of step, and fail.

    It behaves as judges over a network do: cases go out in batches, batches come back in any order, one
    of them may be lost while the others hold. Its answers are in the order of the cases all the same.

    Example:
        >>> import asyncio
        >>> from truthfulness_evaluator.models import Case, Claim, Verdict
        >>> judge = ScriptedJudge("anna", {"Water is wet.": Verdict.SUPPORTS})
        >>> case = Case(Claim(id="c1", text="Water is wet.", source_document="a.md"))
        >>> asyncio.run(judge.judge([case]))[0].answer.verdict
        <Verdict.SUPPORTS: 'SUPPORTS'>
    """

    name: str
    script: Mapping[str, Line] = field(default_factory=dict[str, Line])
    """By claim id or claim text; the id goes first. Votes and failures are signed with the judge's name."""
    default: Line = Verdict.NOT_ENOUGH_INFO
    """What it says of claims that are not in the script."""
    confidence: float = 0.9
    """Of votes that the script gives as bare verdicts."""
    batch_size: int = 8
    """Cases of a batch; 1 or more."""
    turns: Sequence[int] = ()
    """By batch: how many turns of the event loop it takes, 0 where not given. `(2, 0)` answers the second
    batch before the first. Turns and not seconds, so that tests do not wait."""
    failures: Mapping[int, JudgeFailure] = field(default_factory=dict[int, JudgeFailure])
    """By number of the batch, from 0: the whole batch fails so."""
    raises: Exception | None = None
    """What it raises instead of any answer."""
    needs_evidence: bool = False
    kinds: frozenset[str] | None = None
    """Kinds of claim that it handles; None: all."""
    exact: bool = False
    """Whether it stands for a judge that looks up and estimates nothing."""
    rounds: Mapping[int, Mapping[str, Line]] = field(default_factory=dict[int, Mapping[str, Line]])
    """By number of a further round, 2 or more: what it says then, by claim id or text as in `script`. Of a claim that
    is not there it says what it said in the round before."""

    def handles(self, claim: Claim) -> bool:
        """Whether the claim's kind is among `kinds`."""
        return self.kinds is None or claim.kind in self.kinds

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case, in the order of the cases. Of `board` only the number of the round is read.

        Raises:
            Exception: `raises`, where it is set.
        """
        if self.raises is not None:
            raise self.raises
        size = self.batch_size
        batches = [cases[start : start + size] for start in range(0, len(cases), size)]
        outcomes: dict[int, list[Outcome]] = {}
        async with asyncio.TaskGroup() as tasks:
            for number, batch in enumerate(batches):
                tasks.create_task(self._answer(number, batch, outcomes, 1 if board is None else board.round))
        return [outcome for number in range(len(batches)) for outcome in outcomes[number]]

    async def _answer(
        self, number: int, batch: Sequence[Case], outcomes: dict[int, list[Outcome]], round_number: int
    ) -> None:
        for _ in range(self.turns[number] if number < len(self.turns) else 0):
            await asyncio.sleep(0)
        failure = self.failures.get(number)
        outcomes[number] = [self._signed(failure or self._line(case.claim, round_number)) for case in batch]

    def _line(self, claim: Claim, round_number: int) -> Line:
        for number in range(round_number, 1, -1):
            script = self.rounds.get(number, {})
            line = script.get(claim.id, script.get(claim.text))
            if line is not None:
                return line
        return self.script.get(claim.id, self.script.get(claim.text, self.default))

    def _signed(self, line: Line) -> Outcome:
        if isinstance(line, Verdict):
            return Outcome(Vote(judge=self.name, verdict=line, confidence=self.confidence))
        if isinstance(line, Outcome):
            answer = line.answer.model_copy(update={"judge": self.name})
            return Outcome(answer, line.evidence, line.correction)
        return Outcome(line.model_copy(update={"judge": self.name}))
