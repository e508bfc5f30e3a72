"""The verdict that the judges' probabilities come to, each judge by its weight."""

import math
from collections.abc import Mapping, Sequence

from truthfulness_evaluator.consensus.pool import PLACES, Consensus, decide, distribution, explain, refuse_doubles
from truthfulness_evaluator.models import Verdict, Vote

_CERTAIN = 0.999
"""No vote counts as surer than this, so that one judge cannot veto all others (a probability of 0 would)."""


def weighted(votes: Sequence[Vote], weights: Mapping[str, float] | None = None) -> Consensus | None:
    """The logarithmic opinion pool over the four verdicts. None without a vote that counts.

    Each vote is a distribution (see `pool.distribution`); the pool is their weighted geometric mean,
    p(v) ~ prod p_i(v)^(w_i / sum w), so that judges who agree are as sure as they are on average and not
    surer (C. Genest and J. Zidek, "Combining probability distributions", Statistical Science 1, 1986,
    section 3). Only verdicts that some judge gave can win; the confidence is the pool's probability.

    Args:
        votes: valid votes; failures are none.
        weights: by judge, relative to each other; 1 for a judge that is not named, 0 silences it.

    Raises:
        ValueError: a weight is negative or not finite, or two votes carry the same judge's name.

    Example:
        >>> yes = Vote(judge="a", verdict=Verdict.SUPPORTS, confidence=0.9)
        >>> no = Vote(judge="b", verdict=Verdict.REFUTES, confidence=0.6)
        >>> weighted([yes, no]).verdict
        <Verdict.SUPPORTS: 'SUPPORTS'>
    """
    refuse_doubles(votes)
    by_judge = checked(weights or {})
    counted = sorted((vote for vote in votes if by_judge.get(vote.judge, 1.0) > 0), key=lambda v: v.judge)
    if not counted:
        return None
    if len(counted) == 1:  # the pool of one vote is that vote
        only = counted[0]
        return Consensus(only.verdict, round(_clipped(only.confidence), PLACES), explain(counted, only.verdict))
    shares = _pool(counted, [by_judge.get(vote.judge, 1.0) for vote in counted])
    given = {vote.verdict for vote in counted}
    verdict, needs_review = decide({each: shares[each] for each in given})
    return Consensus(verdict, round(shares[verdict], PLACES), explain(counted, verdict), needs_review)


def checked(weights: Mapping[str, float]) -> Mapping[str, float]:
    """The weights.

    Raises:
        ValueError: one is negative or not finite.
    """
    for judge, weight in weights.items():
        if not math.isfinite(weight) or weight < 0:
            raise ValueError(f"the weight of judge {judge!r} is {weight}; a weight is 0 or more")
    return weights


def _clipped(confidence: float) -> float:
    return min(max(confidence, 1 - _CERTAIN), _CERTAIN)


def _pool(votes: Sequence[Vote], weights: Sequence[float]) -> dict[Verdict, float]:
    total = math.fsum(weights)
    logs = dict.fromkeys(Verdict, 0.0)
    for vote, weight in zip(votes, weights, strict=True):
        for verdict, share in distribution(vote, _clipped(vote.confidence)).items():
            logs[verdict] += weight / total * math.log(share)
    top = max(logs.values())
    raised = {verdict: math.exp(value - top) for verdict, value in logs.items()}
    whole = math.fsum(raised.values())
    return {verdict: value / whole for verdict, value in raised.items()}
