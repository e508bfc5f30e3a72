"""What people should look at. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from truthfulness_evaluator.consensus.pool import Consensus
from truthfulness_evaluator.models import Verdict, Vote

CONFLICT = "there were votes for SUPPORTS and for REFUTES, and no side is sure enough"


def questioned(consensus: Consensus, votes: Iterable[Vote], threshold: float) -> Consensus:
    """The consensus, with a reason for review where opposite votes leave it below the threshold.

    Args:
        consensus: what the votes came to; a reason that it has already stays.
        votes: valid votes, blind ones and those that stand.
        threshold: the confidence from which a verdict counts as verified, 0 to 1.
    """
    opposed = {Verdict.SUPPORTS, Verdict.REFUTES} <= {vote.verdict for vote in votes}
    if not opposed or consensus.review_reason or consensus.confidence >= threshold:
        return consensus
    return replace(consensus, review_reason=CONFLICT)
