"""Asks judges in rounds. All judges of a round are asked at once, each about all of its cases."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Outcome
from truthfulness_evaluator.panel.asking import ask_judge
from truthfulness_evaluator.panel.boards import board_for
from truthfulness_evaluator.panel.hearing import Hearing, reheard


@dataclass(frozen=True)
class Rounds:
    """Asks about the claims of one document."""

    gate: Gate
    """Of the document; evidence that judges bring passes it."""

    async def first(self, judges: Sequence[Judge], cases: Sequence[Case]) -> list[list[Outcome | None]]:
        """The blind round: by case, the outcome of each judge that handles it, in the order of the judges.

        None stands for a judge that was not asked for lack of evidence.
        """
        shares = [(judge, [i for i, case in enumerate(cases) if judge.handles(case.claim)]) for judge in judges]
        answers = await asyncio.gather(
            *(ask_judge(judge, [cases[i] for i in share], self.gate) for judge, share in shares)
        )
        by_case: list[list[Outcome | None]] = [[] for _ in cases]
        for (_, share), outcomes in zip(shares, answers, strict=True):
            for i, outcome in zip(share, outcomes, strict=True):
                by_case[i].append(outcome)
        return by_case

    async def further(
        self, judges: Sequence[Judge], hearings: Sequence[Hearing], goes_on: Callable[[Hearing], bool]
    ) -> list[Hearing]:
        """As many further rounds as are wanted, each about all claims that are still open, and the hearings then.

        In a round a judge is asked about the claims on which it voted before, and sees the other votes that stand.

        Args:
            judges: whom to ask again.
            hearings: of the first round.
            goes_on: whether a further round on a claim is wanted.
        """
        current = list(hearings)
        while still_open := [i for i, hearing in enumerate(current) if goes_on(hearing)]:
            said = await asyncio.gather(*(self._again(judge, [current[i] for i in still_open]) for judge in judges))
            for position, i in enumerate(still_open):
                answered = [outcomes[position] for outcomes in said]
                current[i] = reheard(current[i], [outcome for outcome in answered if outcome is not None])
        return current

    async def _again(self, judge: Judge, hearings: Sequence[Hearing]) -> list[Outcome | None]:
        """One outcome a hearing; None where the judge has no vote that stands."""
        mine = [hearing for hearing in hearings if judge.name in hearing.said.standing]
        board = board_for(judge.name, mine, len(hearings[0].said.rounds) + 1)
        cases = [hearing.next_case for hearing in mine]
        outcomes = iter(await ask_judge(judge, cases, self.gate, board))
        return [next(outcomes) if judge.name in hearing.said.standing else None for hearing in hearings]
