"""What all ways to a consensus share: the outcome, a vote as a distribution, ties."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Verdict, Vote

_ALIKE = 1e-9
"""Two shares that differ by less are a tie: far above rounding, far below a judge's precision."""
TIED = "SUPPORTS and REFUTES weigh the same"
"""Why a tie of opposites wants review."""
PLACES = 10
"""Decimal places of a confidence: one vote's own probability comes out as it went in."""
_CAUTION = (Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE, Verdict.SUPPORTS, Verdict.REFUTES)
"""Which of tied verdicts stands: the one that claims least."""


@dataclass(frozen=True, slots=True)
class Consensus:
    """What votes come to."""

    verdict: Verdict
    confidence: float
    """Probability, 0 to 1, that the verdict is right, by the judges' own probabilities."""
    explanation: str
    review_reason: str = ""
    """Why people should look at it, as a clause; empty where they need not."""

    @property
    def needs_review(self) -> bool:
        """Whether people should look at it."""
        return bool(self.review_reason)


def distribution(vote: Vote, confidence: float | None = None) -> dict[Verdict, float]:
    """A vote as probabilities of the four verdicts.

    The verdict has the vote's confidence (or the one given), and the rest is shared evenly by the other
    three: the distribution of largest entropy that agrees with the vote.
    """
    certainty = vote.confidence if confidence is None else confidence
    other = (1.0 - certainty) / (len(Verdict) - 1)
    return {verdict: certainty if verdict is vote.verdict else other for verdict in Verdict}


def decide(shares: Mapping[Verdict, float]) -> tuple[Verdict, str]:
    """The verdict with the largest share, and why people should look at it; empty where they need not.

    Ties are not decided by the order of a list: SUPPORTS against REFUTES is NOT_ENOUGH_INFO and wants
    review; any other tie goes to the verdict that claims least.

    Example:
        >>> decide({Verdict.SUPPORTS: 1, Verdict.REFUTES: 1})
        (<Verdict.NOT_ENOUGH_INFO: 'NOT_ENOUGH_INFO'>, 'SUPPORTS and REFUTES weigh the same')
    """
    largest = max(shares.values())
    tied = {verdict for verdict, share in shares.items() if largest - share <= _ALIKE}
    if {Verdict.SUPPORTS, Verdict.REFUTES} <= tied:
        return Verdict.NOT_ENOUGH_INFO, TIED
    return next(verdict for verdict in _CAUTION if verdict in tied), ""


def strongest(votes: Iterable[Vote], verdict: Verdict) -> Vote | None:
    """Of the votes for a verdict the most confident one, by name among equals; None without one."""
    given = [vote for vote in votes if vote.verdict is verdict]
    return min(given, key=lambda vote: (-vote.confidence, vote.judge), default=None)


def explain(votes: Sequence[Vote], verdict: Verdict) -> str:
    """The strongest winning vote's reason; where nobody voted so, who said what."""
    winner = strongest(votes, verdict)
    if winner is not None:
        return winner.explanation
    said = ", ".join(f"{vote.judge} says {vote.verdict}" for vote in sorted(votes, key=lambda v: v.judge))
    return f"the judges disagree: {said}"


def refuse_doubles(votes: Iterable[Vote]) -> None:
    """Raise ValueError where two votes carry one judge's name."""
    seen: set[str] = set()
    for vote in votes:
        if vote.judge in seen:
            raise ValueError(f"two votes of judge {vote.judge!r}; judges need names of their own")
        seen.add(vote.judge)
