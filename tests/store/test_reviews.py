from pathlib import Path

import pytest

from truthfulness_evaluator.models import Claim, Evidence, Review, Verdict, Vote
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.store.reviews import ReviewStore

ODD = "naïve 数 \x00 \u2028 \U0001f600 \udc80"


@pytest.fixture
def store(tmp_path: Path) -> ReviewStore:
    return ReviewStore(tmp_path / "data.sqlite3")


def kept(key: str, verdict: Verdict = Verdict.SUPPORTS) -> KeptReview:
    return KeptReview(
        key=key,
        claim=Claim(id="1", text=ODD, source_document=ODD, context=ODD),
        evidence=[Evidence(source=ODD, source_type="web", content=ODD, relevance_score=0.5)],
        votes=[Vote(judge="anna", verdict=Verdict.REFUTES, confidence=0.75, explanation=ODD)],
        review=Review(verdict=verdict, reviewer=ODD, reviewed_at="2026-12-01T10:00:00Z", note=ODD),
    )


def test_reviews_come_back(store: ReviewStore) -> None:
    assert store.is_empty
    store.keep("b", kept("b"))
    store.keep("a", kept("a"))
    store.close()
    with ReviewStore(store.path) as again:
        assert not again.is_empty
        assert again.all() == [kept("b"), kept("a")]
        assert again.find(["a", "c", "a"]) == {"a": kept("a")}
        assert again.find([]) == {}


def test_a_later_review_takes_the_place(store: ReviewStore) -> None:
    for key, verdict in (("a", Verdict.SUPPORTS), ("b", Verdict.SUPPORTS), ("a", Verdict.REFUTES)):
        store.keep(key, kept(key, verdict))
    assert [(each.key, each.review.verdict) for each in store.all()] == [("b", "SUPPORTS"), ("a", "REFUTES")]


def test_a_review_is_forgotten(store: ReviewStore) -> None:
    store.keep("a", kept("a"))
    store.forget("b")
    store.forget("a")
    assert store.is_empty


def test_many_keys_are_found_at_once(store: ReviewStore) -> None:
    store.keep("5", kept("5"))
    assert list(store.find(map(str, range(100_000)))) == ["5"]
