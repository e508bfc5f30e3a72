"""The verdict that most judges gave."""

from collections import Counter
from collections.abc import Sequence

from truthfulness_evaluator.consensus.pool import PLACES, Consensus, decide, distribution, explain, refuse_doubles
from truthfulness_evaluator.models import Vote


def simple(votes: Sequence[Vote]) -> Consensus | None:
    """Most valid votes win; each counts once. None without a vote.

    The confidence is the linear opinion pool's probability of the verdict, with equal weights: the mean
    of what each judge's vote gives it (M. Stone, "The opinion pool", Annals of Mathematical Statistics
    32, 1961). Failures are no votes and are not passed in.

    Raises:
        ValueError: two votes carry the same judge's name.

    Example:
        >>> from truthfulness_evaluator.models import Verdict
        >>> simple([Vote(judge="a", verdict=Verdict.SUPPORTS, confidence=0.9)]).confidence
        0.9
    """
    refuse_doubles(votes)
    if not votes:
        return None
    verdict, why_review = decide(Counter(vote.verdict for vote in votes))
    given = sorted(distribution(vote)[verdict] for vote in votes)
    return Consensus(verdict, round(sum(given) / len(given), PLACES), explain(votes, verdict), why_review)
