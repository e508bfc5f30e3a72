"""The verdict that the judges' probabilities come to, each judge by its weight and its record."""

import math
from collections.abc import Collection, Mapping, Sequence

from truthfulness_evaluator.consensus.families import shared
from truthfulness_evaluator.consensus.pool import PLACES, Consensus, decide, explain, refuse_doubles
from truthfulness_evaluator.consensus.reliability import CERTAIN, Counts, vote_shares
from truthfulness_evaluator.models import Verdict, Vote


def weighted(
    votes: Sequence[Vote],
    weights: Mapping[str, float] | None = None,
    *,
    reliability: Mapping[str, Counts] | None = None,
    exact: Collection[str] = (),
) -> Consensus | None:
    """The logarithmic opinion pool over the four verdicts. None without a vote that counts.

    Only verdicts that some judge gave can win; the confidence is the pool's probability, see `pooled`.

    Raises:
        ValueError: a weight is negative or not finite, or two votes carry the same judge's name.

    Example:
        >>> yes = Vote(judge="a", verdict=Verdict.SUPPORTS, confidence=0.9)
        >>> no = Vote(judge="b", verdict=Verdict.REFUTES, confidence=0.6)
        >>> weighted([yes, no]).verdict
        <Verdict.SUPPORTS: 'SUPPORTS'>
    """
    shares = pooled(votes, weights, reliability=reliability, exact=exact)
    counted = [vote for vote in votes if (weights or {}).get(vote.judge, 1.0) > 0]
    if shares is None:
        return None
    given = {vote.verdict for vote in counted}
    verdict, why_review = decide({each: shares[each] for each in given})
    return Consensus(verdict, round(min(shares[verdict], CERTAIN), PLACES), explain(counted, verdict), why_review)


def pooled(
    votes: Sequence[Vote],
    weights: Mapping[str, float] | None = None,
    *,
    reliability: Mapping[str, Counts] | None = None,
    exact: Collection[str] = (),
) -> dict[Verdict, float] | None:
    """The probabilities of the four verdicts that votes come to together. None without a vote that counts.

    Each vote is a distribution, by the judge's own word or its record (see `vote_shares`). The pool of those that
    estimate is their weighted geometric mean, p(v) ~ prod p_i(v)^(w_i / sum w): judges who agree are as sure as they
    are on average and not surer, for they are never independent (C. Genest and J. Zidek, "Combining probability
    distributions", Statistical Science 1, 1986, section 3). Judges of one family share one judge's weight. A judge that
    looks up errs independently of them, so that its distribution is multiplied with their pool.

    Args:
        votes: valid votes; failures are none.
        weights: by judge, relative to each other; 1 for a judge that is not named, 0 silences it. Of an exact judge
            the weight is the power of its own distribution.
        reliability: what is known of judges' errors, by judge.
        exact: names of the judges that look up and estimate nothing; their confidence is their measured precision.

    Raises:
        ValueError: a weight is negative or not finite, or two votes carry the same judge's name.
    """
    refuse_doubles(votes)
    by_judge = checked(weights or {})
    counted = {vote.judge: vote for vote in votes if by_judge.get(vote.judge, 1.0) > 0}
    if not counted:
        return None
    powers = _powers({judge: by_judge.get(judge, 1.0) for judge in sorted(counted)}, exact)
    known = reliability or {}
    logs = dict.fromkeys(Verdict, 0.0)
    for judge, power in powers.items():
        shares = vote_shares(counted[judge], known.get(judge), exact=judge in exact)
        for verdict, share in shares.items():
            logs[verdict] += power * math.log(share)
    top = max(logs.values())
    raised = {verdict: math.exp(value - top) for verdict, value in logs.items()}
    whole = math.fsum(raised.values())
    return {verdict: value / whole for verdict, value in raised.items()}


def checked(weights: Mapping[str, float]) -> Mapping[str, float]:
    """The weights.

    Raises:
        ValueError: one is negative or not finite.
    """
    for judge, weight in weights.items():
        if not math.isfinite(weight) or weight < 0:
            raise ValueError(f"the weight of judge {judge!r} is {weight}; a weight is 0 or more")
    return weights


def _powers(weights: Mapping[str, float], exact: Collection[str]) -> dict[str, float]:
    """The power of each judge's distribution in the pool. Exact judges share one judge's, too."""
    estimating = shared({judge: weight for judge, weight in weights.items() if judge not in exact})
    total = math.fsum(estimating.values())
    looking_up = {judge: weight for judge, weight in weights.items() if judge in exact}
    return {judge: weight / total for judge, weight in estimating.items()} | {
        judge: weight / len(looking_up) for judge, weight in looking_up.items()
    }
