from collections.abc import Mapping, Sequence

import pytest

from review_report import claim, passage
from truthfulness_evaluator.models import Claim, Evidence, Fact, Location, TruthfulnessReport, WebPage
from truthfulness_evaluator.review.keys import review_key, review_keys

CLAIM = claim("hour", "Answers are kept for an hour.", 30)
FACT = claim("option", "`--cache` defaults to 8", 0, kind="default_value")
TWO = (passage("ttl = 60"), passage("size = 1", "src/size.py"))


@pytest.mark.parametrize(
    ("other", "evidence"),
    [
        pytest.param(CLAIM, TWO[::-1], id="order"),
        pytest.param(CLAIM, (*TWO, passage("ttl = 60", line=90)), id="a passage twice, at another line"),
        pytest.param(CLAIM, (passage("ttl  =\n 60 "), TWO[1]), id="wrapped in another way"),
        pytest.param(
            CLAIM,
            [each.model_copy(update={"relevance_score": 0.1, "location": None}) for each in TWO],
            id="scores and places",
        ),
        pytest.param(
            CLAIM.model_copy(
                update={
                    "id": "x", "text": "Answers are\nkept for an hour.", "source_document": "b.md", "context": "c",
                    "source_span": None, "location": Location(path="b.md", line=1),
                }
            ),
            TWO,
            id="the claim elsewhere",
        ),
    ],
)  # fmt: skip
def test_the_same(other: Claim, evidence: Sequence[Evidence]) -> None:
    assert review_key(other, evidence) == review_key(CLAIM, TWO)


def test_when_a_page_was_read_does_not_count() -> None:
    pages = [
        WebPage(url="https://example.org/a", retrieved_at=when, text_sha256=digest)
        for when, digest in (("2026-01-01T00:00:00Z", "a"), ("2026-12-01T00:00:00Z", "b"))
    ]
    first, second = ([TWO[0].model_copy(update={"page": page})] for page in pages)
    assert review_key(CLAIM, first) == review_key(CLAIM, second)


@pytest.mark.parametrize(
    ("update", "evidence"),
    [
        pytest.param({"text": "Answers are kept for a day."}, TWO, id="text"),
        pytest.param({"kind": "default_value"}, TWO, id="kind"),
        pytest.param({"fact": Fact(kind="prose", subject="a")}, TWO, id="a fact"),
        pytest.param({}, (passage("ttl = 61"), TWO[1]), id="content"),
        pytest.param({}, (passage("ttl = 60", "src/other.py"), TWO[1]), id="source"),
        pytest.param({}, TWO[:1], id="one passage less"),
        pytest.param({}, (), id="no evidence"),
    ],
)
def test_another(update: Mapping[str, object], evidence: Sequence[Evidence]) -> None:
    assert review_key(CLAIM.model_copy(update=update), evidence) != review_key(CLAIM, TWO)


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(Fact(kind="default_value", subject="--cache", expected="9"), id="value"),
        pytest.param(Fact(kind="default_value", subject="--cash", expected="8"), id="subject"),
        pytest.param(Fact(kind="default_value", subject="--cache"), id="no value"),
        pytest.param(None, id="no fact"),
    ],
)
def test_another_fact(fact: Fact | None) -> None:
    assert review_key(FACT.model_copy(update={"fact": fact}), TWO) != review_key(FACT, TWO)


def test_source_and_words_are_told_apart() -> None:
    assert review_key(CLAIM, [passage("b c", "a")]) != review_key(CLAIM, [passage("c", "a b")])


def test_claims_without_evidence_have_no_key(report: TruthfulnessReport) -> None:
    keys = review_keys(report)
    assert list(keys) == ["option", "hour", "shared", "emptied", "lost"]
    assert keys["hour"] == review_key(report.claims[1], [passage("ttl = 60")])
    assert keys["lost"] == review_key(report.claims[4], [passage("pop(0)")])
