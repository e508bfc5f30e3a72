import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.gathering import Gathered, Looked, gather
from truthfulness_evaluator.models import Case, Claim, Document, Evidence, FailureKind, JudgeFailure

CLAIMS = [Claim(id=key, text=f"claim {key}", source_document="README.md") for key in ("one", "two")]


def _evidence(source: str, relevance: float = 0.5) -> Evidence:
    return Evidence(source=source, source_type="filesystem", content=source, relevance_score=relevance)


@dataclass(frozen=True)
class Shelf:
    """Gives what it was made with, or raises it."""

    answer: list[list[Evidence]] | Exception

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@dataclass(frozen=True)
class Seeker(Shelf):
    """Gives evidence, and says what it did not get."""

    async def look(self, claims: Sequence[Claim]) -> Looked:
        assert not isinstance(self.answer, Exception)
        lost = JudgeFailure(judge="web search", kind=FailureKind.BLOCKED, message="no answer")
        return Looked(self.answer, unfetched={claims[1].id: lost}, notices=("A page is missing.",))


def test_what_is_a_mistake_of_the_run_goes_through(readme: Document) -> None:
    with pytest.raises(UsageError, match="no such model"):
        asyncio.run(gather([Shelf(UsageError("There is no such model."))], CLAIMS, Gate(readme)))


def _lost(kind: FailureKind, reason: str) -> dict[str, tuple[JudgeFailure, ...]]:
    failure = JudgeFailure(judge="Shelf", kind=kind, message=f"no evidence could be fetched: {reason}")
    return dict.fromkeys(("one", "two"), (failure,))


LOW, HIGH, OWN = _evidence("a.py", 0.2), _evidence("b.py", 0.9), _evidence("README.md", 1.0)
BARE = (Case(CLAIMS[0]), Case(CLAIMS[1]))


@pytest.mark.parametrize(
    ("gatherers", "expected"),
    [
        pytest.param([], Gathered(BARE), id="no gatherer"),
        pytest.param(
            [Shelf([[LOW, OWN], []]), Shelf([[HIGH], [HIGH]])],
            Gathered((Case(CLAIMS[0], (HIGH, LOW)), Case(CLAIMS[1], (HIGH,)))),
            id="two gatherers: admitted, most relevant first",
        ),
        pytest.param(
            [Shelf(OSError("no network")), Shelf([[LOW], []])],
            Gathered(
                (Case(CLAIMS[0], (LOW,)), Case(CLAIMS[1])),
                _lost(FailureKind.UNAVAILABLE, "OSError: no network"),
            ),
            id="one gatherer raises",
        ),
        pytest.param(
            [Shelf(TimeoutError()), Seeker([[LOW], []]), Seeker([[], []])],
            Gathered(
                (Case(CLAIMS[0], (LOW,)), Case(CLAIMS[1])),
                {
                    "one": _lost(FailureKind.TIMEOUT, "TimeoutError")["one"],
                    "two": (
                        *_lost(FailureKind.TIMEOUT, "TimeoutError")["two"],
                        *[JudgeFailure(judge="web search", kind=FailureKind.BLOCKED, message="no answer")] * 2,
                    ),
                },
                notices=("A page is missing.",),
            ),
            id="some fail in parts",
        ),
        pytest.param(
            [Shelf([[LOW]])],
            Gathered(BARE, _lost(FailureKind.BAD_ANSWER, "answered 1 of 2 claims")),
            id="wrong number of answers",
        ),
    ],
)
def test_gather(readme: Document, gatherers: list[Shelf], expected: Gathered) -> None:
    assert asyncio.run(gather(gatherers, CLAIMS, Gate(readme))) == expected
