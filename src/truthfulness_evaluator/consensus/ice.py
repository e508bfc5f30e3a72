"""Iterative consensus: rounds of votes on one claim, when they end, and what they come to. Pure.

After M. Omar et al., "Iterative Consensus Ensemble" (2025), Y. Du et al., "Improving Factuality and Reasoning in
Language Models through Multiagent Debate" (2023), and J. Chen et al., "ReConcile" (2023). Debates are known to end in
the opinion of those who insist; so here the first votes are blind, a change must bring something new, and where the
end contradicts the beginning it must do so by a margin.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from truthfulness_evaluator.consensus.changes import brings_new, flips
from truthfulness_evaluator.consensus.pool import PLACES, Consensus, explain
from truthfulness_evaluator.models import FailureKind, JudgeFailure, Round, Verdict, Vote

THIN_MARGIN = 0.2
"""By how much the verdict's probability must exceed that of its opposite to overturn the first round. Two judges
against one who are all 0.6 sure are 0.17 apart, and 0.23 where they are 0.7 sure."""
OVERTURNED = "the rounds turned {first} into {last} by a thin margin"
CIRCLES = "the judges' votes went in circles"
_OPPOSITES = {Verdict.SUPPORTS, Verdict.REFUTES}
_OUT_OF_BUDGET = frozenset({FailureKind.LIMIT, FailureKind.INTERRUPTED})

Shares = Mapping[Verdict, float]
State = tuple[tuple[str, Verdict], ...]


class Stop(StrEnum):
    """Why no further round follows."""

    UNANIMOUS = "unanimous"
    STABLE = "stable"
    """The last round had no change that counts."""
    CYCLING = "cycling"
    """The votes are what they were in an earlier round."""
    BUDGET = "budget"
    """The run's limit was reached, or the user interrupted it."""
    ROUNDS = "rounds"
    """There were as many rounds as there may be."""


@dataclass(frozen=True, slots=True)
class Deliberation:
    """The rounds on one claim so far."""

    rounds: tuple[Round, ...]
    standing: Mapping[str, Vote]
    """The votes that stand, by judge: changes that do not count are not among them."""
    states: tuple[State, ...]
    """The verdicts that stood after each round."""

    @property
    def first(self) -> list[Vote]:
        """The blind votes."""
        return self.rounds[0].votes

    @property
    def votes(self) -> list[Vote]:
        """The votes that stand, in the order of the first round."""
        return [self.standing[vote.judge] for vote in self.first]


def begun(votes: Sequence[Vote], failures: Sequence[JudgeFailure] = ()) -> Deliberation:
    """The blind round."""
    standing = {vote.judge: vote for vote in votes}
    return Deliberation((Round(number=1, votes=[*votes], failures=[*failures]),), standing, (_state(standing),))


def continued(so_far: Deliberation, votes: Sequence[Vote], failures: Sequence[JudgeFailure] = ()) -> Deliberation:
    """One round more.

    The vote of a judge stands as it is now, but: a change of verdict that brings nothing new leaves the former vote
    standing; and so does it, where the verdict stays, for a confidence that rises without anything new. A judge that
    failed keeps its vote.

    Args:
        so_far: the rounds before.
        votes: of this round, of judges that voted in the first one.
        failures: of this round.
    """
    earlier = [vote for each in so_far.rounds for vote in each.votes]
    changes = flips(so_far.standing, votes, earlier)
    refused = {flip.judge for flip in changes if not flip.counted}
    standing = dict(so_far.standing)
    for vote in votes:
        was = so_far.standing.get(vote.judge)
        if was is None or vote.judge in refused:
            continue
        if was.confidence < vote.confidence and not brings_new(vote, so_far.standing, earlier):
            vote = vote.model_copy(update={"confidence": was.confidence})
        standing[vote.judge] = vote
    number = len(so_far.rounds) + 1
    latest = Round(number=number, votes=[*votes], failures=[*failures], flips=changes)
    return Deliberation((*so_far.rounds, latest), standing, (*so_far.states, _state(standing)))


def stop(so_far: Deliberation, max_rounds: int) -> Stop | None:
    """Why no further round follows; None: one does. Whether there is a quorum at all is asked before.

    Args:
        so_far: the rounds on a claim.
        max_rounds: rounds, the blind one included; 1 or more.
    """
    if len({vote.verdict for vote in so_far.standing.values()}) <= 1:
        return Stop.UNANIMOUS
    latest = so_far.rounds[-1]
    if any(failure.kind in _OUT_OF_BUDGET for failure in latest.failures):
        return Stop.BUDGET
    if latest.number > 1:
        if not any(flip.counted for flip in latest.flips):
            return Stop.STABLE
        if _cycles(so_far):
            return Stop.CYCLING
    return Stop.ROUNDS if latest.number >= max_rounds else None


def concluded(
    so_far: Deliberation,
    agree: Callable[[Sequence[Vote]], Consensus | None],
    pool: Callable[[Sequence[Vote]], Shares | None],
) -> Consensus | None:
    """What the rounds come to: the pool of the votes that stand, held against the pool of the blind ones.

    Where the last one says REFUTES and the first one SUPPORTS, or the other way round, it must do so by
    `THIN_MARGIN`; else the claim is NOT_ENOUGH_INFO and wants review. A verdict that was not the most probable one at
    first has its confidence multiplied by how probable it was then, relative to that one: judges who have come to
    agree with each other are not the independent voices that they were. None without a vote that counts.

    Args:
        so_far: the rounds on a claim.
        agree: the way to a consensus on the votes of a round.
        pool: the probabilities that these come to.
    """
    last, shares = agree(so_far.votes), pool(so_far.votes)
    if last is None or shares is None or len(so_far.rounds) == 1:
        return last
    first, blind = agree(so_far.first), pool(so_far.first)
    if first is None or blind is None or last.review_reason:
        return last
    overturned = {first.verdict, last.verdict} == _OPPOSITES
    if overturned and shares[last.verdict] - shares[first.verdict] < THIN_MARGIN:
        unsure = Verdict.NOT_ENOUGH_INFO
        why = OVERTURNED.format(first=first.verdict, last=last.verdict)
        return Consensus(unsure, round(shares[unsure], PLACES), explain(so_far.votes, unsure), why)
    likeliest = max(blind[vote.verdict] for vote in so_far.first)
    confidence = round(last.confidence * min(1.0, blind[last.verdict] / likeliest), PLACES)
    return replace(last, confidence=confidence, review_reason=CIRCLES if _cycles(so_far) else "")


def _cycles(so_far: Deliberation) -> bool:
    moved = any(flip.counted for flip in so_far.rounds[-1].flips)
    return moved and so_far.states[-1] in so_far.states[:-1]


def _state(standing: Mapping[str, Vote]) -> State:
    return tuple(sorted((judge, vote.verdict) for judge, vote in standing.items()))
