"""Citations, and the passages that they point at."""

from collections.abc import Sequence

import pytest
from plays import FOUND, GIVEN, OTHER, OWN, N, R, S, ask, case, plays, vote

from truthfulness_evaluator.models import (
    Evidence,
    Outcome,
    Verdict,
)
from truthfulness_evaluator.panel.panel import Panel

NOTHING: list[str] = []


@pytest.mark.parametrize("consensus", ["simple", "weighted", "ice"])
def test_what_is_cited_goes_first(consensus: str) -> None:
    judges = [
        plays("a", vote(R, "of b", index=1, confidence=0.8)),
        plays("b", Outcome(vote(S, "of c", index=2, confidence=0.95), (FOUND,))),
        plays("c", vote(S, "of b too", index=1)),
    ]
    (result,) = ask(Panel(judges, consensus), case("one", GIVEN, OTHER)).results  # type: ignore[arg-type]
    assert result.verdict is S
    assert _sources(result.evidence) == ["c.py", "b.py", "a.py"]
    votes = [*result.votes, *(vote for each in result.history for vote in each.votes)]
    quoted = {c.quote: result.evidence[c.evidence_index].source for vote in votes for c in vote.citations}
    assert quoted == {"of b": "b.py", "of c": "c.py", "of b too": "b.py"}


def test_the_same_passage_found_twice_is_one() -> None:
    judges = [
        plays("a", Outcome(vote(S, "q", index=1), (FOUND,))),
        plays("b", Outcome(vote(R, "q", index=2), (OTHER, FOUND))),
    ]
    (result,) = ask(Panel(judges)).results
    assert [c.evidence_index for vote in result.votes for c in vote.citations] == [0, 0]
    assert result.evidence == [FOUND, OTHER, GIVEN]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(Outcome(vote(R, "q", index=1), (OWN,)), (N, NOTHING), id="cites the document itself"),
        pytest.param(Outcome(vote(R, "q", index=0), (OWN,)), (R, ["a.py"]), id="cites what was given"),
        pytest.param(Outcome(vote(R, "q", index=2), (OWN, FOUND)), (R, ["c.py", "a.py"]), id="the index moves"),
        pytest.param(Outcome(vote(R, "q", index=1), (OWN, FOUND)), (N, NOTHING), id="what else it found was not cited"),
        pytest.param(Outcome(vote(R, "q", index=9), (FOUND,)), (R, ["c.py", "a.py"]), id="an index of nothing"),
    ],
)
def test_citations_of_what_is_not_admitted(outcome: Outcome, expected: tuple[Verdict, list[str]]) -> None:
    (result,) = ask(Panel([plays("a", outcome)])).results
    cited = [result.evidence[c.evidence_index] for vote in result.votes for c in vote.citations]
    assert (result.verdict, _sources(result.evidence if result.verdict is R else cited)) == expected


def _sources(evidence: Sequence[Evidence]) -> list[str]:
    return [each.source for each in evidence]
