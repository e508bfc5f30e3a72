import pytest

from truthfulness_evaluator.consensus.pool import TIED, Consensus
from truthfulness_evaluator.consensus.review import CONFLICT, questioned
from truthfulness_evaluator.models import Verdict, Vote

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("given", "confidence", "reason", "expected"),
    [
        ((S, S), 0.5, "", ""),
        ((S, N), 0.5, "", ""),
        ((S, S, R), 0.69, "", CONFLICT),
        ((S, S, R), 0.7, "", ""),
        ((S, R), 0.1, TIED, TIED),
    ],
    ids=["agreed", "no opposites", "unsure", "sure enough", "has a reason"],
)
def test_opposites_that_leave_it_unsure(
    given: tuple[Verdict, ...], confidence: float, reason: str, expected: str
) -> None:
    votes = [Vote(judge=str(i), verdict=verdict, confidence=0.9) for i, verdict in enumerate(given)]
    found = questioned(Consensus(S, confidence, "", reason), votes, 0.7)
    assert found == Consensus(S, confidence, "", expected)
