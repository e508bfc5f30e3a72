"""Asks the judges, and gives one result a claim."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from truthfulness_evaluator.consensus.simple import simple
from truthfulness_evaluator.consensus.weighted import checked, weighted
from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Claim, Outcome, VerificationResult
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.asking import ask_judge
from truthfulness_evaluator.panel.joining import Agree, joined


@dataclass(frozen=True, slots=True)
class PanelAnswer:
    """What the judges' answers come to, in the order of the cases."""

    asked: tuple[Claim, ...] = ()
    """Claims that some judge handles."""
    results: tuple[VerificationResult, ...] = ()
    unvalidated: tuple[Unvalidated, ...] = ()
    """Claims of which no judge gave a valid vote, and why."""
    not_checked: tuple[Claim, ...] = ()
    """Claims that no judge handles."""

    def only(self, wanted: Callable[[Claim, VerificationResult | None], bool]) -> "PanelAnswer":
        """The part of the answer that is about some claims.

        Args:
            wanted: is asked about each claim and its result; None where it has none.
        """
        results = {result.claim_id: result for result in self.results}
        asked = tuple(claim for claim in self.asked if wanted(claim, results.get(claim.id)))
        kept = {claim.id for claim in asked}
        return PanelAnswer(
            asked,
            tuple(result for result in self.results if result.claim_id in kept),
            tuple(each for each in self.unvalidated if each.claim_id in kept),
            tuple(claim for claim in self.not_checked if wanted(claim, None)),
        )


@dataclass(frozen=True)
class Panel:
    """Some judges and the way in which they agree.

    Raises:
        ValueError: two judges have one name, or a weight is negative.
    """

    judges: Sequence[Judge]
    consensus: Literal["simple", "weighted"] = "weighted"
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    """By judge; 1 where not named. Only `weighted` uses them; a judge of weight 0 is not asked then."""

    def __post_init__(self) -> None:
        repeated = [name for name, times in Counter(judge.name for judge in self.judges).items() if times > 1]
        if repeated:
            raise ValueError(f"two judges are named {repeated[0]!r}; each needs a name of its own")
        checked(self.weights)

    async def ask(
        self, cases: Sequence[Case], gate: Gate, *, unfetched: Mapping[str, str] | None = None
    ) -> PanelAnswer:
        """Ask every judge about the cases that it handles, all judges at once.

        A judge that raises, or answers another number of cases, has failed on all of its cases; the other
        judges' answers are kept. A judge that needs evidence is not asked about a claim without any: if
        nobody else votes, that claim is NOT_ENOUGH_INFO for this reason, or unvalidated where the
        evidence could not be fetched.

        Args:
            cases: claims with their admitted evidence.
            gate: of the document that the claims come from; evidence that judges bring passes it too.
            unfetched: why no evidence could be fetched, by claim id.
        """
        shares = [(judge, [i for i, case in enumerate(cases) if judge.handles(case.claim)]) for judge in self._speaking]
        answers = await asyncio.gather(
            *(ask_judge(judge, [cases[i] for i in share], gate, unfetched or {}) for judge, share in shares)
        )
        by_case: list[list[Outcome | None]] = [[] for _ in cases]
        for (_, share), outcomes in zip(shares, answers, strict=True):
            for i, outcome in zip(share, outcomes, strict=True):
                by_case[i].append(outcome)
        return self._answer(cases, by_case)

    @property
    def _speaking(self) -> list[Judge]:
        if self.consensus == "simple":
            return list(self.judges)
        return [judge for judge in self.judges if self.weights.get(judge.name, 1.0) > 0]

    @property
    def _exact(self) -> frozenset[str]:
        return frozenset(judge.name for judge in self.judges if getattr(judge, "exact", False))

    @property
    def _agree(self) -> Agree:
        if self.consensus == "simple":
            return simple
        return lambda votes: weighted(votes, self.weights, exact=self._exact)

    def _answer(self, cases: Sequence[Case], by_case: Sequence[Sequence[Outcome | None]]) -> PanelAnswer:
        pairs = list(zip(cases, by_case, strict=True))
        joint = [joined(case, outcomes, self._agree, self._exact) for case, outcomes in pairs if outcomes]
        return PanelAnswer(
            asked=tuple(case.claim for case, outcomes in pairs if outcomes),
            results=tuple(each for each in joint if isinstance(each, VerificationResult)),
            unvalidated=tuple(each for each in joint if isinstance(each, Unvalidated)),
            not_checked=tuple(case.claim for case, outcomes in pairs if not outcomes),
        )
