"""How many judges must have voted for their votes to be a result. Pure."""

from collections.abc import Collection, Iterable

from truthfulness_evaluator.models import Vote


def needed(asked: int, min_votes: int | None = None) -> int:
    """Valid votes that a claim needs: `min_votes`, or else more than half of those that were asked.

    Example:
        >>> [needed(asked) for asked in (1, 2, 3, 4)]
        [1, 2, 2, 3]
    """
    return min_votes if min_votes is not None else asked // 2 + 1


def has_quorum(votes: Iterable[Vote], asked: int, exact: Collection[str], min_votes: int | None = None) -> bool:
    """Whether there are votes enough. One of an exact judge is enough alone.

    Args:
        votes: valid votes.
        asked: how many judges were asked about the claim, those that failed included.
        exact: names of the judges that look up and estimate nothing.
        min_votes: see `needed`.
    """
    voters = [vote.judge for vote in votes]
    return any(judge in exact for judge in voters) or len(voters) >= needed(asked, min_votes)
