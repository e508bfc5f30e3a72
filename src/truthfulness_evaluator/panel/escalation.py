"""Which claims are worth asking the whole panel. Pure."""

from collections.abc import Callable, Collection, Sequence

from truthfulness_evaluator.consensus.pool import Consensus
from truthfulness_evaluator.models import Outcome, Vote
from truthfulness_evaluator.panel.quorum import has_quorum


def is_open(
    outcomes: Sequence[Outcome | None],
    agree: Callable[[Sequence[Vote]], Consensus | None],
    *,
    exact: Collection[str],
    min_votes: int | None,
    threshold: float,
) -> bool:
    """Whether the judges that were asked first leave a claim open: they dispute it, doubt it, or could not judge it.

    Args:
        outcomes: theirs; None of one that was not asked for lack of evidence.
        agree: the way to a consensus.
        exact: names of the judges that look up and estimate nothing.
        min_votes: votes that the claim needs; None: more than half of those that were asked.
        threshold: they doubt it where the confidence is below, 0 to 1.
    """
    given = [outcome.answer for outcome in outcomes if outcome is not None]
    votes = [answer for answer in given if isinstance(answer, Vote)]
    if not has_quorum(votes, len(given), exact, min_votes):
        return True
    consensus = agree(votes)
    disputed = len({vote.verdict for vote in votes}) > 1
    return consensus is None or disputed or consensus.confidence < threshold
