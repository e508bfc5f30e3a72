"""Asks the judges, and gives one result a claim."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from truthfulness_evaluator.consensus.ice import concluded, stop
from truthfulness_evaluator.consensus.pool import Consensus
from truthfulness_evaluator.consensus.reliability import Counts
from truthfulness_evaluator.consensus.review import questioned
from truthfulness_evaluator.consensus.simple import simple
from truthfulness_evaluator.consensus.weighted import checked, pooled, weighted
from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Claim, JudgeFailure, Outcome, Verdict, VerificationResult, Vote
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.escalation import is_open
from truthfulness_evaluator.panel.hearing import Hearing, heard
from truthfulness_evaluator.panel.joining import joined, unverifiable
from truthfulness_evaluator.panel.quorum import has_quorum
from truthfulness_evaluator.panel.rounds import Rounds


@dataclass(frozen=True, slots=True)
class PanelAnswer:
    """What the judges' answers come to, in the order of the cases."""

    asked: tuple[Claim, ...] = ()
    """Claims that some judge handles."""
    results: tuple[VerificationResult, ...] = ()
    unvalidated: tuple[Unvalidated, ...] = ()
    """Claims of which too few judges gave a valid vote, and why."""
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
        ValueError: two judges have one name, a weight is negative, there is no round, or more votes are needed than
            there are judges.
    """

    judges: Sequence[Judge]
    consensus: Literal["simple", "weighted", "ice"] = "weighted"
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    """By judge; 1 where not named. `simple` does not use them; a judge of weight 0 is not asked by the others."""
    ice_max_rounds: int = field(default=3, kw_only=True)
    """Rounds of `ice`, the first blind one included; 1 or more."""
    min_votes: int | None = field(default=None, kw_only=True)
    """Valid votes that a claim needs; None: more than half of the judges that were asked about it. One of an exact
    judge is always enough."""
    reliability: Mapping[str, Counts] = field(default_factory=dict[str, Counts], kw_only=True)
    """What is known of judges' errors, by judge; `simple` does not use it."""
    screening: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Names of judges that are asked first, with the exact ones; the others then are asked only about what these leave
    open. Empty, or none of the judges: all are asked at once."""
    confidence_threshold: float = field(default=CONFIDENCE_THRESHOLD, kw_only=True)
    """From which confidence on a claim counts as settled, 0 to 1."""

    def __post_init__(self) -> None:
        repeated = [name for name, times in Counter(judge.name for judge in self.judges).items() if times > 1]
        if repeated:
            raise ValueError(f"two judges are named {repeated[0]!r}; each needs a name of its own")
        checked(self.weights)
        if self.ice_max_rounds < 1:
            raise ValueError(f"ice_max_rounds is {self.ice_max_rounds}; there is at least one round")
        if self.min_votes is not None and self.min_votes < 1:
            raise ValueError(f"min_votes is {self.min_votes}; a claim needs at least one vote")
        voting = sum(judge.name not in self._exact for judge in self._speaking)
        if self.min_votes is not None and 0 < voting < self.min_votes:
            judges = "1 judge votes" if voting == 1 else f"{voting} judges vote"
            raise ValueError(f"min_votes is {self.min_votes}, and only {judges}")

    async def ask(
        self, cases: Sequence[Case], gate: Gate, *, unfetched: Mapping[str, Sequence[JudgeFailure]] | None = None
    ) -> PanelAnswer:
        """Ask the judges about the cases that they handle, all judges of a round at once.

        A judge that raises, or answers another number of cases, has failed on all of its cases; the other
        judges' answers are kept. A judge that needs evidence is not asked about a claim without any: if
        nobody else votes, that claim is NOT_ENOUGH_INFO for this reason. Where evidence could not be fetched,
        a claim is never NOT_ENOUGH_INFO but unvalidated: what is missing may settle it. Nobody is asked about a
        claim that was found to be unverifiable.

        Args:
            cases: claims with their admitted evidence.
            gate: of the document that the claims come from; evidence that judges bring passes it too.
            unfetched: why evidence could not be fetched, by claim id.
        """
        asked = [case for case in cases if not case.claim.unverifiable]
        rounds = Rounds(gate)
        outcomes = await self._first_round(rounds, asked)
        handled = [(case, given) for case, given in zip(asked, outcomes, strict=True) if given]
        hearings = [heard(case, given) for case, given in handled]
        if self.consensus == "ice":
            again = [judge for judge in self._speaking if judge.name not in self._exact]
            hearings = await rounds.further(again, hearings, self._goes_on)
        return self._answer(cases, {hearing.case.claim.id: hearing for hearing in hearings}, unfetched or {})

    async def _first_round(self, rounds: Rounds, cases: Sequence[Case]) -> list[list[Outcome | None]]:
        """By case, the outcome of each judge that was asked; where some are asked first, of these and then the rest."""
        judges = self._speaking
        if self.screening.isdisjoint(judge.name for judge in judges):
            return await rounds.first(judges, cases)
        ahead = self.screening | self._exact
        outcomes = await rounds.first([judge for judge in judges if judge.name in ahead], cases)
        still_open = [i for i, given in enumerate(outcomes) if self._is_open(given)]
        rest = [judge for judge in judges if judge.name not in ahead]
        for i, given in zip(still_open, await rounds.first(rest, [cases[i] for i in still_open]), strict=True):
            outcomes[i] += given
        return outcomes

    def _is_open(self, outcomes: Sequence[Outcome | None]) -> bool:
        return is_open(
            outcomes,
            self._agree,
            exact=self._exact,
            min_votes=self.min_votes,
            threshold=self.confidence_threshold,
        )

    def _goes_on(self, hearing: Hearing) -> bool:
        enough = has_quorum(hearing.said.first, hearing.asked, self._exact, self._needed(hearing))
        return enough and stop(hearing.said, self.ice_max_rounds) is None

    @property
    def _speaking(self) -> list[Judge]:
        if self.consensus == "simple":
            return list(self.judges)
        return [judge for judge in self.judges if self.weights.get(judge.name, 1.0) > 0]

    @property
    def _exact(self) -> frozenset[str]:
        return frozenset(judge.name for judge in self.judges if getattr(judge, "exact", False))

    def _agree(self, votes: Sequence[Vote]) -> Consensus | None:
        if self.consensus == "simple":
            return simple(votes)
        return weighted(votes, self.weights, reliability=self.reliability, exact=self._exact)

    def _pool(self, votes: Sequence[Vote]) -> dict[Verdict, float] | None:
        return pooled(votes, self.weights, reliability=self.reliability, exact=self._exact)

    def _needed(self, hearing: Hearing) -> int | None:
        """`min_votes`, of a claim that fewer judges handle: all of these."""
        return None if self.min_votes is None else min(self.min_votes, hearing.asked)

    def _concluded(self, hearing: Hearing) -> Consensus | None:
        if self.consensus == "ice":
            consensus = concluded(hearing.said, self._agree, self._pool)
        else:
            consensus = self._agree(hearing.said.votes)
        votes = (*hearing.said.first, *hearing.said.votes)
        return consensus and questioned(consensus, votes, self.confidence_threshold)

    def _answer(
        self,
        cases: Sequence[Case],
        hearings: Mapping[str, Hearing],
        unfetched: Mapping[str, Sequence[JudgeFailure]],
    ) -> PanelAnswer:
        asked: list[Claim] = []
        joint: list[VerificationResult | Unvalidated] = []
        not_checked: list[Claim] = []
        for claim in (case.claim for case in cases):
            hearing = hearings.get(claim.id)
            if hearing is not None:
                consensus, missing = self._concluded(hearing), unfetched.get(claim.id, ())
                joint.append(joined(hearing, consensus, self._exact, self._needed(hearing), missing))
            elif claim.unverifiable:
                joint.append(unverifiable(claim))
            else:
                not_checked.append(claim)
                continue
            asked.append(claim)
        return PanelAnswer(
            asked=tuple(asked),
            results=tuple(each for each in joint if isinstance(each, VerificationResult)),
            unvalidated=tuple(each for each in joint if isinstance(each, Unvalidated)),
            not_checked=tuple(not_checked),
        )
