"""What holds of every way to a consensus, whatever the votes."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.consensus.pool import Consensus
from truthfulness_evaluator.consensus.reliability import Counts
from truthfulness_evaluator.consensus.simple import simple
from truthfulness_evaluator.consensus.weighted import pooled, weighted
from truthfulness_evaluator.models import Verdict, Vote

Agree = Callable[[Sequence[Vote]], Consensus | None]
NAMES = ("anna", "bert", "gpt-4o", "o3", "claude-x", "openai:gpt-4o-mini", "facts")
CONFIDENCES = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 0.9, 1.0])


def _voting(judges: list[str], said: list[tuple[Verdict, float]]) -> list[Vote]:
    return [
        Vote(judge=judge, verdict=verdict, confidence=confidence, explanation=judge)
        for judge, (verdict, confidence) in zip(judges, said, strict=False)
    ]


SAID = st.lists(st.tuples(st.sampled_from(Verdict), CONFIDENCES), min_size=1, max_size=len(NAMES))
VOTES = st.builds(_voting, st.permutations(NAMES), SAID)
WEIGHTS = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 10_000).map(lambda thousandths: thousandths / 1000))
ROWS = st.dictionaries(st.sampled_from(Verdict), st.integers(0, 1000))
RECORDS = st.dictionaries(st.sampled_from(Verdict), ROWS)
RELIABILITY = st.dictionaries(st.sampled_from(NAMES), RECORDS)
EXACT = frozenset({"facts"})


@settings(deadline=None)
@given(VOTES, WEIGHTS, RELIABILITY, st.randoms(use_true_random=False))
def test_the_order_of_judges_never_matters(
    votes: list[Vote], weights: Mapping[str, float], known: Mapping[str, Counts], random: Random
) -> None:
    mixed = list(votes)
    random.shuffle(mixed)
    assert simple(mixed) == simple(votes)
    assert weighted(mixed, weights, reliability=known, exact=EXACT) == weighted(
        votes, weights, reliability=known, exact=EXACT
    )


@settings(deadline=None)
@given(VOTES, WEIGHTS, RELIABILITY, st.sampled_from(NAMES))
def test_weight_zero_is_silence(
    votes: list[Vote], weights: dict[str, float], known: Mapping[str, Counts], judge: str
) -> None:
    without = [vote for vote in votes if vote.judge != judge]
    silenced = weighted(votes, {**weights, judge: 0.0}, reliability=known, exact=EXACT)
    assert silenced == weighted(without, weights, reliability=known, exact=EXACT)


@settings(deadline=None)
@given(VOTES, WEIGHTS, RELIABILITY)
def test_the_pool_is_a_distribution_and_the_verdict_was_given(
    votes: list[Vote], weights: Mapping[str, float], known: Mapping[str, Counts]
) -> None:
    shares = pooled(votes, weights, reliability=known, exact=EXACT)
    found = weighted(votes, weights, reliability=known, exact=EXACT)
    assert (shares is None) == (found is None)
    if shares is not None and found is not None:
        assert sum(shares.values()) == pytest.approx(1)
        assert min(shares.values()) > 0
        assert found.verdict in {vote.verdict for vote in votes} or found.needs_review
        assert 0 <= found.confidence < 1


@pytest.mark.parametrize("agree", [simple, weighted], ids=["simple", "weighted"])
@settings(deadline=None)
@given(confidence=CONFIDENCES, names=st.permutations(NAMES[:2]), turned=st.booleans())
def test_a_tie_is_never_decided_by_order(agree: Agree, confidence: float, names: list[str], turned: bool) -> None:
    said = (Verdict.SUPPORTS, Verdict.REFUTES)
    votes = [
        Vote(judge=name, verdict=verdict, confidence=confidence) for name, verdict in zip(names, said, strict=True)
    ]
    found = agree(votes[::-1] if turned else votes)
    assert found is not None
    assert (found.verdict, found.needs_review) == (Verdict.NOT_ENOUGH_INFO, True)


@settings(deadline=None)
@given(
    st.sampled_from(Verdict),
    st.sampled_from(Verdict),
    CONFIDENCES,
    RECORDS | st.none(),
    st.sampled_from(NAMES[:-1]),
)
def test_the_exact_judge_wins_over_one_model(
    looked_up: Verdict, guessed: Verdict, confidence: float, record: Counts | None, model: str
) -> None:
    votes = [
        Vote(judge="facts", verdict=looked_up, confidence=0.99),
        Vote(judge=model, verdict=guessed, confidence=confidence),
    ]
    found = weighted(votes, reliability={} if record is None else {model: record}, exact=EXACT)
    assert found is not None
    assert found.verdict is looked_up


@settings(deadline=None)
@given(st.sampled_from([0.75, 0.8, 0.9, 0.95, 1.0]), CONFIDENCES)
def test_no_judge_can_veto(sure: float, confidence: float) -> None:
    votes = [
        Vote(judge="anna", verdict=Verdict.SUPPORTS, confidence=sure),
        Vote(judge="bert", verdict=Verdict.SUPPORTS, confidence=sure),
        Vote(judge="claude-x", verdict=Verdict.REFUTES, confidence=confidence),
    ]
    found = weighted(votes)
    assert found is not None
    assert found.verdict is Verdict.SUPPORTS
