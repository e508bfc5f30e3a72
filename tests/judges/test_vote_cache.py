import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from judged_cases import LOG_PASSAGE, POOL, POOL_PASSAGE, R, S, case, passage

from truthfulness_evaluator.judges.vote_cache import NAMESPACE, VoteCache
from truthfulness_evaluator.models import Board, Case, Citation, FailureKind, JudgeFailure, Location, Outcome, Vote
from truthfulness_evaluator.store.cache import Cache

CASE = case("The timeout is 30.", POOL_PASSAGE, LOG_PASSAGE, name="a")
SPAN = (POOL.index("timeout"), POOL.index("timeout") + 10)
CITED = Citation(evidence_index=0, quote="timeout=30", span=SPAN)
VOTE = Vote(
    judge="anna",
    verdict=S,
    confidence=0.8,
    explanation="So it is.",
    citations=[CITED],
    critique="None.",
    dropped_quotes=1,
)
BOARD = Board({"a": (POSITION := Vote(judge="A", verdict=R, confidence=0.6, explanation="No."),)})


def _votes(cache: Cache | None, **fields: Any) -> VoteCache:
    return replace(VoteCache(cache, "anna", "s", "v"), **fields)


@pytest.fixture
def cache(tmp_path: Path) -> Any:
    with Cache(tmp_path / "cache.sqlite3") as opened:
        yield opened


def test_a_vote_is_found_as_it_was(cache: Cache) -> None:
    _votes(cache).keep(CASE, None, "Pools", Outcome(VOTE))
    assert _votes(cache).find(CASE, None, "Pools") == Outcome(VOTE)


def test_a_citation_keeps_its_side(cache: Cache) -> None:
    sided = VOTE.model_copy(update={"citations": [CITED.model_copy(update={"supports": False})]})
    _votes(cache).keep(CASE, None, "Pools", Outcome(sided))
    assert _votes(cache).find(CASE, None, "Pools") == Outcome(sided)


MOVED = POOL_PASSAGE.model_copy(update={"location": Location(path="src/app.py", line=90), "relevance_score": 0.1})


@pytest.mark.parametrize(
    ("other", "board", "context"),
    [
        pytest.param(case("The timeout is 30.", MOVED, LOG_PASSAGE, name="a"), None, "Pools", id="moved"),
        pytest.param(case("The timeout is 30.", POOL_PASSAGE, LOG_PASSAGE, name="b"), None, "Pools", id="another id"),
    ],
)
def test_what_does_not_count(cache: Cache, other: Case, board: Board | None, context: str) -> None:
    _votes(cache).keep(CASE, None, "Pools", Outcome(VOTE))
    assert _votes(cache).find(other, board, context) == Outcome(VOTE)


def test_the_order_of_the_evidence_does_not_count(cache: Cache) -> None:
    _votes(cache).keep(CASE, None, "Pools", Outcome(VOTE))
    found = _votes(cache).find(Case(CASE.claim, CASE.evidence[::-1]), None, "Pools")
    moved = VOTE.model_copy(update={"citations": [CITED.model_copy(update={"evidence_index": 1})]})
    assert found == Outcome(moved)


OTHER_BOARD = Board({"a": (POSITION.model_copy(update={"explanation": "Yes."}),)})


@pytest.mark.parametrize(
    ("fields", "other", "board", "context"),
    [
        pytest.param({"judge": "ben"}, CASE, None, "Pools", id="judge"),
        pytest.param({"settings": "t"}, CASE, None, "Pools", id="settings"),
        pytest.param({"version": "w"}, CASE, None, "Pools", id="wording"),
        pytest.param({}, case("The timeout is 31.", *CASE.evidence, name="a"), None, "Pools", id="claim"),
        pytest.param({}, CASE, None, "Limits", id="context"),
        pytest.param({}, case("The timeout is 30.", POOL_PASSAGE, name="a"), None, "Pools", id="fewer passages"),
        pytest.param(
            {},
            case("The timeout is 30.", passage(POOL + " "), LOG_PASSAGE, name="a"),
            None,
            "Pools",
            id="another content",
        ),
        pytest.param(
            {},
            case("The timeout is 30.", passage(POOL, "src/b.py"), LOG_PASSAGE, name="a"),
            None,
            "Pools",
            id="another source",
        ),
        pytest.param({}, CASE, BOARD, "Pools", id="a further round"),
        pytest.param({}, CASE, Board({}), "Pools", id="a further round without positions"),
    ],
)
def test_what_a_vote_depends_on(
    cache: Cache, fields: dict[str, str], other: Case, board: Board | None, context: str
) -> None:
    _votes(cache).keep(CASE, None, "Pools", Outcome(VOTE))
    assert _votes(cache, **fields).find(other, board, context) is None


@pytest.mark.parametrize(
    ("board", "found"),
    [
        pytest.param(BOARD, True, id="the same"),
        pytest.param(Board({"a": (POSITION.model_copy(update={"confidence": 0.9}),)}), True, id="what is not shown"),
        pytest.param(replace(BOARD, round=3), True, id="the number of the round"),
        pytest.param(Board({**BOARD.positions, "b": (VOTE,)}), True, id="other claims"),
        pytest.param(OTHER_BOARD, False, id="another reason"),
        pytest.param(replace(BOARD, own={"a": VOTE}), False, id="its own vote"),
        pytest.param(Board({"a": (*BOARD.positions["a"], VOTE)}), False, id="one more"),
        pytest.param(None, False, id="the first round"),
    ],
)
def test_boards(cache: Cache, board: Board | None, found: bool) -> None:
    _votes(cache).keep(CASE, BOARD, "Pools", Outcome(VOTE))
    assert (_votes(cache).find(CASE, board, "Pools") is not None) is found


def test_a_passage_that_was_brought_must_be_at_hand(cache: Cache) -> None:
    """It is taken from this run: its line may be another. Where it is gone, the vote is out of date."""
    judged = case("The timeout is 30.", LOG_PASSAGE)
    vote = VOTE.model_copy(update={"citations": [CITED.model_copy(update={"evidence_index": 1})]})
    _votes(cache).keep(judged, None, "", Outcome(vote, (POOL_PASSAGE,)))
    assert _votes(cache, passages=(LOG_PASSAGE, MOVED)).find(judged, None, "") == Outcome(vote, (MOVED,))
    assert _votes(cache, passages=(LOG_PASSAGE,)).find(judged, None, "") is None


def test_failures_are_never_kept(cache: Cache) -> None:
    failure = JudgeFailure(judge="anna", kind=FailureKind.BAD_ANSWER, claimed=S)
    _votes(cache).keep(CASE, None, "", Outcome(failure))
    assert cache.texts(NAMESPACE) == {}


@pytest.mark.parametrize("kept", ["SUPPORTS", [], {}, {"verdict": "MOSTLY_TRUE"}, 7])
def test_what_is_not_ours_is_no_vote(cache: Cache, kept: Any) -> None:
    votes = _votes(cache)
    cache.put(NAMESPACE, votes.key(CASE, None, ""), kept)
    assert votes.find(CASE, None, "") is None


class _Locked(Cache):
    """A cache that another process does not let go of."""

    def get(self, namespace: str, key: str) -> Any:
        raise sqlite3.OperationalError("database is locked")

    def put(self, namespace: str, key: str, value: Any) -> None:
        raise sqlite3.OperationalError("database is locked")


def test_a_cache_that_fails_costs_nothing_but_calls(tmp_path: Path) -> None:
    with _Locked(tmp_path / "cache.sqlite3") as locked:
        votes = _votes(locked)
        votes.keep(CASE, None, "", Outcome(VOTE))
        assert votes.find(CASE, None, "") is None


def test_without_a_cache() -> None:
    votes = _votes(None)
    votes.keep(CASE, None, "", Outcome(VOTE))
    assert votes.find(CASE, None, "") is None


def test_the_evidence_itself_is_not_kept(cache: Cache) -> None:
    _votes(cache).keep(CASE, None, "", Outcome(VOTE))
    assert all("open_pool" not in text for text in cache.texts(NAMESPACE).values())
