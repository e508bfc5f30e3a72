import math

import pytest

from truthfulness_evaluator.consensus.pool import TIED, Consensus
from truthfulness_evaluator.consensus.simple import simple
from truthfulness_evaluator.consensus.weighted import weighted
from truthfulness_evaluator.models import Verdict, Vote

S, R, N, U = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE
Row = tuple[Verdict, float]


def _votes(*rows: Row) -> list[Vote]:
    return [
        Vote(judge=judge, verdict=verdict, confidence=confidence, explanation=f"{judge}'s reason")
        for judge, (verdict, confidence) in zip("abcdef", rows, strict=False)
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([], None, id="no vote: all failed"),
        pytest.param([(S, 0.9)], Consensus(S, 0.9, "a's reason"), id="one vote"),
        pytest.param([(R, 0.2)], Consensus(R, 0.2, "a's reason"), id="one unsure vote still stands"),
        pytest.param([(S, 0.8), (S, 0.9)], Consensus(S, 0.85, "b's reason"), id="unanimous: the surest explains"),
        pytest.param([(S, 0.9), (R, 0.7), (S, 0.8)], Consensus(S, 0.6, "a's reason"), id="two against one"),
        pytest.param([(R, 0.4), (R, 0.4), (S, 1.0)], Consensus(R, 0.2666666667, "a's reason"), id="heads, not degrees"),
        pytest.param(
            [(R, 0.9), (S, 0.9)],
            Consensus(N, 0.0333333333, "the judges disagree: a says REFUTES, b says SUPPORTS", TIED),
            id="tie of opposites",
        ),
        pytest.param(
            [(S, 0.99), (R, 0.4), (N, 0.4)],
            Consensus(N, 0.2011111111, "c's reason", TIED),
            id="tie of three, opposites among them",
        ),
        pytest.param([(S, 0.9), (N, 0.9)], Consensus(N, 0.4666666667, "b's reason"), id="tie with not enough"),
        pytest.param([(U, 0.9), (R, 0.9)], Consensus(U, 0.4666666667, "a's reason"), id="tie with unverifiable"),
        pytest.param([(U, 0.9), (N, 0.9)], Consensus(N, 0.4666666667, "b's reason"), id="tie of the two abstentions"),
    ],
)
def test_simple_is_the_majority(rows: list[Row], expected: Consensus | None) -> None:
    assert simple(_votes(*rows)) == expected


@pytest.mark.parametrize(
    ("rows", "weights", "expected"),
    [
        pytest.param([], {}, None, id="no vote: all failed"),
        pytest.param([(S, 0.9)], {}, Consensus(S, 0.9, "a's reason"), id="one vote keeps its confidence"),
        pytest.param([(S, 0.9)], {"a": 5.0}, Consensus(S, 0.9, "a's reason"), id="one vote of any weight"),
        pytest.param([(R, 0.1)], {}, Consensus(R, 0.1, "a's reason"), id="one unsure vote still stands"),
        pytest.param([(R, 1.0)], {}, Consensus(R, 0.95, "a's reason"), id="nobody's word is certain"),
        pytest.param(
            [(S, 0.9), (S, 0.9)], {}, Consensus(S, 0.9, "a's reason"), id="agreement is no surer than its parts"
        ),
        pytest.param([(S, 0.9), (R, 0.6)], {}, Consensus(S, 0.5576783054, "a's reason"), id="the surer side wins"),
        pytest.param(
            [(S, 0.8), (R, 0.8)],
            {},
            Consensus(N, 0.1120046189, "the judges disagree: a says SUPPORTS, b says REFUTES", TIED),
            id="tie of opposites",
        ),
        pytest.param([(S, 0.8), (R, 0.8)], {"b": 0.0}, Consensus(S, 0.8, "a's reason"), id="zero silences"),
        pytest.param([(S, 0.8), (R, 0.8)], {"a": 0.0, "b": 0.0}, None, id="all silenced"),
        pytest.param([(S, 0.8), (R, 0.8)], {"b": 2.0}, Consensus(R, 0.5499456073, "b's reason"), id="weight decides"),
        pytest.param([(S, 0.8), (N, 0.8)], {}, Consensus(N, 0.3879953811, "b's reason"), id="tie with not enough"),
        pytest.param([(S, 0.8)], {"other": 3.0}, Consensus(S, 0.8, "a's reason"), id="weights of others do not matter"),
    ],
)
def test_weighted_is_the_logarithmic_pool(
    rows: list[Row], weights: dict[str, float], expected: Consensus | None
) -> None:
    found = weighted(_votes(*rows), weights)
    assert found == expected


def test_only_the_ratio_of_weights_matters() -> None:
    votes = _votes((S, 0.9), (R, 0.7), (N, 0.5))
    once, thrice = {"a": 1.0, "b": 2.0, "c": 0.5}, {"a": 3.0, "b": 6.0, "c": 1.5}
    assert weighted(votes, once) == weighted(votes, thrice)


def test_a_vote_as_a_distribution_gives_the_textbook_pool() -> None:
    found = weighted(_votes((S, 0.9), (R, 0.6)))
    other_a, other_b = 0.1 / 3, 0.4 / 3
    masses = [0.9 * other_b, other_a * 0.6, other_a * other_b, other_a * other_b]
    roots = [math.sqrt(mass) for mass in masses]
    assert found is not None
    assert found.confidence == pytest.approx(roots[0] / sum(roots))


@pytest.mark.parametrize("weight", [-1.0, -0.001, math.nan, math.inf], ids=["negative", "barely", "nan", "infinite"])
def test_a_weight_is_a_finite_number_from_zero(weight: float) -> None:
    with pytest.raises(ValueError, match="the weight of judge 'b' is"):
        weighted(_votes((S, 0.9)), {"b": weight})


@pytest.mark.parametrize("agree", [simple, weighted], ids=["simple", "weighted"])
def test_two_votes_of_one_judge_are_refused(agree: object) -> None:
    twice = [Vote(judge="a", verdict=S, confidence=0.9), Vote(judge="a", verdict=S, confidence=0.8)]
    with pytest.raises(ValueError, match="two votes of judge 'a'"):
        (simple if agree is simple else weighted)(twice)


@pytest.mark.parametrize("agree", [simple, weighted], ids=["simple", "weighted"])
def test_the_order_of_votes_does_not_matter(agree: object) -> None:
    votes = _votes((S, 0.9), (R, 0.9), (N, 0.3), (S, 0.4), (R, 0.4))
    found = {(simple if agree is simple else weighted)(votes[i:] + votes[:i]) for i in range(len(votes))}
    assert len(found) == 1
