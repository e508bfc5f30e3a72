"""Which side passages are on, and sources that contradict each other."""

import pytest
from plays import N, R, S, ask, case, passage, plays, vote

from truthfulness_evaluator.models import Citation, Evidence, Outcome, Vote, WebPage
from truthfulness_evaluator.panel.panel import Panel
from truthfulness_evaluator.panel.sides import disagreement, sided

A, B = passage("a.py"), passage("b.py")


def _web(site: str, name: str, *, supports: bool) -> Evidence:
    url = f"https://{site or '203.0.113.7'}/{name}"
    page = WebPage(url=url, site=site, retrieved_at="2026-12-01T10:00:00Z", text_sha256=name)
    return Evidence(source=url, source_type="web", content=name, relevance_score=1, supports_claim=supports, page=page)


def _on(source: str, side: bool | None) -> Evidence:
    return passage(source).model_copy(update={"supports_claim": side})


def _cites(verdict: str, *cited: tuple[int, bool | None]) -> Vote:
    citations = [Citation(evidence_index=index, quote="q", supports=side) for index, side in cited]
    return Vote(judge=f"{verdict}{cited}", verdict=verdict, confidence=0.9, citations=citations)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("votes", "sides"),
    [
        pytest.param([], [None, None], id="nobody votes"),
        pytest.param([_cites(S, (0, None))], [True, None], id="quoted for"),
        pytest.param([_cites(R, (1, None))], [None, False], id="quoted against"),
        pytest.param([_cites(S, (0, None)), _cites(R, (1, None))], [True, False], id="each side its own"),
        pytest.param([_cites(S, (0, None)), _cites(R, (0, None))], [None, None], id="both sides the same"),
        pytest.param([_cites(N, (0, None))], [None, None], id="open, without a side"),
        pytest.param([_cites(N, (0, True), (1, False))], [True, False], id="open between two"),
        pytest.param([_cites(R, (0, True), (1, None))], [True, False], id="a refutation that tells the other side"),
    ],
)
def test_sides(votes: list[Vote], sides: list[bool | None]) -> None:
    assert [each.supports_claim for each in sided([A, B], votes)] == sides


def test_what_was_looked_up_keeps_its_side() -> None:
    known = [_on("a.py", True), _on("b.py", False)]
    assert sided(known, [_cites(R, (0, None)), _cites(S, (1, None))]) == known


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        pytest.param([], "", id="nothing"),
        pytest.param([_on("a.py", True), _on("b.py", True)], "", id="all for"),
        pytest.param([_on("a.py", False), _on("b.py", None)], "", id="one against"),
        pytest.param([_on("a.py", True), _on("a.py", False)], "", id="one file on both sides"),
        pytest.param([_on("a.py", True), _on("b.py", False)], "sources disagree: 1 for, 1 against", id="two files"),
        pytest.param(
            [_on("a.py", True), _on("a.py", False), _on("b.py", False)],
            "sources disagree: 1 for, 2 against",
            id="one of them on both sides",
        ),
        pytest.param(
            [_web("a.example", "x", supports=True), _web("a.example", "y", supports=False)], "", id="pages of one site"
        ),
        pytest.param(
            [
                _web("a.example", "x", supports=True),
                _web("a.example", "y", supports=True),
                _web("b.example", "z", supports=False),
            ],
            "sources disagree: 1 for, 1 against",
            id="two sites",
        ),
        pytest.param(
            [_web("", "x", supports=True), _web("", "y", supports=False)],
            "sources disagree: 1 for, 1 against",
            id="addresses without a site",
        ),
    ],
)
def test_disagreement(evidence: list[Evidence], said: str) -> None:
    assert disagreement(evidence) == said


@pytest.mark.parametrize(
    ("reason", "explanation"),
    [
        pytest.param("", "sources disagree: 1 for, 1 against", id="no reason"),
        pytest.param("b says 2", "b says 2; sources disagree: 1 for, 1 against", id="clause"),
        pytest.param("It is 2.", "It is 2. Sources disagree: 1 for, 1 against.", id="sentence"),
    ],
)
@pytest.mark.parametrize("consensus", ["simple", "weighted", "ice"])
def test_a_conflict_of_sources_is_told_whoever_wins(consensus: str, reason: str, explanation: str) -> None:
    judges = [
        plays("x", vote(S, "q", index=0, confidence=0.3)),
        plays("y", vote(R, "q", index=1, confidence=0.99, reason=reason)),
        plays("z", vote(R, "q", index=1, confidence=0.99, reason=reason)),
    ]
    (result,) = ask(Panel(judges, consensus), case("one", A, B)).results  # type: ignore[arg-type]
    assert (result.verdict, result.explanation) == (R, explanation)
    assert (result.needs_review, result.review_reason) == (True, "sources disagree: 1 for, 1 against")
    assert {each.source: each.supports_claim for each in result.evidence} == {"a.py": True, "b.py": False}


def test_one_judge_that_sees_both_sides() -> None:
    torn = Vote(
        judge="x",
        verdict=N,
        confidence=0.5,
        explanation="conflict",
        citations=[
            Citation(evidence_index=0, quote="q", supports=True),
            Citation(evidence_index=1, quote="q", supports=False),
        ],
    )
    (result,) = ask(Panel([plays("x", torn)]), case("one", A, B)).results
    assert (result.verdict, result.explanation) == (N, "conflict; sources disagree: 1 for, 1 against")
    assert result.needs_review


def test_judges_who_read_one_passage_otherwise_are_no_conflict_of_sources() -> None:
    judges = [plays("x", vote(S, "q", confidence=0.9)), plays("y", vote(R, "q", confidence=0.8))]
    (result,) = ask(Panel(judges), case("one", A, B)).results
    assert "sources disagree" not in result.review_reason + result.explanation
    assert {each.supports_claim for each in result.evidence} == {None}


def test_what_was_looked_up_is_not_in_doubt() -> None:
    exact = plays("facts", Outcome(vote(R, confidence=0.99), (_on("c.py", True), _on("d.py", False))), exact=True)
    (result,) = ask(Panel([exact]), case("one", A)).results
    assert (result.verdict, result.needs_review, result.review_reason) == (R, False, "")
