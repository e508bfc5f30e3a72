import json
from collections.abc import Mapping, Sequence

import pytest

from review_report import R, S, claim, passage, vote
from truthfulness_evaluator.models import Claim, Evidence, Fact, Location, Review, WebPage
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.keys import review_key
from truthfulness_evaluator.review.labels import merged, newer, read, written

PAGE = WebPage(url="https://example.org/a", retrieved_at="2026-11-30T00:00:00Z", text_sha256="0" * 64)
CLAIM = claim("option", "`--cache` defaults to 8", 0, kind="default_value").model_copy(update={"context": "Options"})
EVIDENCE = (
    passage("cache = 4"),
    Evidence(source=PAGE.url, source_type="web", content="It is 4.", relevance_score=0.3, page=PAGE),
)
REVIEW = Review(
    verdict=R, reviewer="Ann", reviewed_at="2026-12-01T10:00:00Z", note="It is\n4.", machine_verdict=S,
    machine_confidence=0.5, machine_explanation="anna says so.",
)  # fmt: skip


def _kept(given: Claim, evidence: Sequence[Evidence] = EVIDENCE, review: Review = REVIEW) -> KeptReview:
    key = review_key(given, evidence)
    return KeptReview(key=key, claim=given, evidence=list(evidence), votes=[vote("anna", S, 0.5)], review=review)


KEPT = _kept(CLAIM)
LINE: dict[str, object] = {
    "version": 1,
    "key": KEPT.key,
    "claim": "`--cache` defaults to 8",
    "kind": "default_value",
    "fact": {"kind": "default_value", "subject": "--cache", "expected": "8"},
    "context": "Options",
    "document": "docs/cache.md",
    "evidence": [
        {
            "source": "src/cache.py",
            "source_type": "filesystem",
            "content": "cache = 4",
            "location": Location(path="src/cache.py", line=12).model_dump(),
            "page": None,
        },
        {
            "source": "https://example.org/a",
            "source_type": "web",
            "content": "It is 4.",
            "location": None,
            "page": PAGE.model_dump(mode="json"),
        },
    ],
    "verdict": "REFUTES",
    "reviewer": "Ann",
    "reviewed_at": "2026-12-01T10:00:00Z",
    "note": "It is\n4.",
    "votes": [{"judge": "anna", "verdict": "SUPPORTS", "confidence": 0.5, "explanation": "anna says so."}],
    "machine_verdict": "SUPPORTS",
    "machine_confidence": 0.5,
    "machine_explanation": "anna says so.",
}


def test_a_line_says_all_that_a_label_needs() -> None:
    (line,) = written([KEPT])
    assert "\n" not in line
    assert json.loads(line) == LINE
    assert list(json.loads(line)) == list(LINE)


def test_lines_come_back() -> None:
    odd = "naïve 数 \x00 \u2028 \U0001f600 \udc80 \x1b[31m"
    strange = _kept(claim("x", odd, 0), [passage(odd, odd)], REVIEW.model_copy(update={"note": odd, "reviewer": odd}))
    labels = read(written([KEPT, strange]))
    assert labels.problems == ()
    for again, before in zip(labels.reviews, (KEPT, strange), strict=True):
        assert (again.key, again.review, again.votes) == (before.key, before.review, before.votes)
        assert (again.claim.text, again.claim.kind, again.claim.context) == (
            before.claim.text, before.claim.kind, before.claim.context
        )  # fmt: skip
        assert [(e.source, e.content, e.location, e.page) for e in again.evidence] == [
            (e.source, e.content, e.location, e.page) for e in before.evidence
        ]
    assert list(written(labels.reviews)) == list(written([KEPT, strange]))


def test_the_key_of_a_line_is_not_believed() -> None:
    stolen = _kept(claim("other", "All is well.", 0))
    (kept,) = read([json.dumps({**LINE, "key": stolen.key})]).reviews
    assert kept.key == KEPT.key


def _changed(**more: object) -> str:
    return json.dumps({**LINE, **more})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param("{", "it is not valid JSON", id="no JSON"),
        pytest.param("[" * 100_000, "it is not valid JSON", id="too deep"),
        pytest.param("[1]", "it is no object", id="a list"),
        pytest.param('{"version": 1, "claim": "a"}', "'verdict' is missing", id="no verdict"),
        pytest.param(_changed(verdict="half true"), "'verdict': unknown verdict label 'half true'", id="label"),
        pytest.param(_changed(verdict=3), "'verdict': should be", id="no label"),
        pytest.param(_changed(version=2), "'version': should be less than or equal to 1", id="newer version"),
        pytest.param(_changed(claim=""), "'claim': it says nothing", id="no claim"),
        pytest.param(_changed(reviewed_at="today"), "'reviewed_at': 'today' is no time as ISO 8601 has it", id="time"),
        pytest.param(_changed(machine_confidence=1.5), "'machine_confidence': should be less than", id="confidence"),
        pytest.param(_changed(evidence=[{"content": "a"}]), "'evidence.0.source' is missing", id="evidence"),
        pytest.param(
            _changed(votes=[{"judge": "a", "verdict": "SUPPORTS", "confidence": float("nan")}]),
            "'votes.0.confidence': should be",
            id="not a number",
        ),
    ],
)
def test_a_wrong_line_is_named_and_the_rest_is_read(line: str, problem: str) -> None:
    (good,) = written([KEPT])
    labels = read([good, "", line, _changed(claim="It sails.")])
    assert [each.claim.text for each in labels.reviews] == [CLAIM.text, "It sails."]
    (found,) = labels.problems
    assert found.startswith(f"Line 3: {problem}")
    assert found.endswith(".")


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        pytest.param({"verdict": "likely false"}, R, id="a label"),
        pytest.param({"unknown": [1]}, R, id="a field that is not known"),
        pytest.param({"key": "", "reviewed_at": ""}, R, id="no time"),
        pytest.param({"reviewed_at": "2026-12-01"}, R, id="a date"),
    ],
)
def test_what_a_line_may_say(more: Mapping[str, object], verdict: str) -> None:
    (kept,) = read(["\ufeff" + _changed(**more)]).reviews
    assert (kept.review.verdict, kept.key) == (verdict, KEPT.key)


def test_a_line_needs_little() -> None:
    (kept,) = read(['{"version": 1, "claim": "It sails.", "verdict": "SUPPORTS"}']).reviews
    bare = Claim(id=kept.key[:12], text="It sails.", source_document="")
    assert kept == KeptReview(key=review_key(bare, []), claim=bare, review=Review(verdict=S))


@pytest.mark.parametrize(
    ("first", "second", "later"),
    [
        pytest.param("2026-12-01T10:00:00Z", "2026-12-01T10:00:01Z", 1, id="later"),
        pytest.param("2026-12-01T10:00:00Z", "2026-12-01T11:30:00+02:00", 0, id="later on the clock alone"),
        pytest.param("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z", 0, id="at once: the one that is there"),
        pytest.param("", "2026-12-01T10:00:00Z", 1, id="the first has no time"),
        pytest.param("2026-12-01", "", 0, id="the second has no time"),
        pytest.param("", "", 0, id="none has"),
        pytest.param("2026-12-01T10:00:00", "2026-12-01T10:00:01Z", 1, id="no zone: UTC"),
    ],
)
def test_the_later_review_counts(first: str, second: str, later: int) -> None:
    both = [
        _kept(CLAIM, review=Review(verdict=verdict, reviewed_at=at)) for verdict, at in ((S, first), (R, second))
    ]  # fmt: skip
    assert newer(*both) is both[later]
    assert [each.review for each in read(written(both)).reviews] == [both[later].review]
    assert merged({both[0].key: both[0]}, [both[1]]) == ([both[1]] if later else [])


def test_what_is_new_is_kept() -> None:
    assert merged({}, [KEPT]) == [KEPT]
    other = _kept(CLAIM.model_copy(update={"fact": Fact(kind="default_value", subject="--cache", expected="9")}))
    assert merged({KEPT.key: KEPT}, [KEPT, other]) == [other]
