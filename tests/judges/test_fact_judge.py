import asyncio
from pathlib import Path

import pytest

from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.judges.facts import FactJudge
from truthfulness_evaluator.models import (
    Case,
    Claim,
    Correction,
    Document,
    Evidence,
    Fact,
    FailureKind,
    JudgeFailure,
    Outcome,
    Verdict,
    Vote,
)
from truthfulness_evaluator.project.project import Project

EVIDENCE = Evidence(source="a.py", source_type="filesystem", content="x = 4", relevance_score=1)
FIX = Correction(span=(3, 4), replacement="4")


def _find(document: Document) -> list[Found]:
    raise AssertionError("a judge reads no document")


def _check(fact: Fact, project: Project) -> Ruling:
    if fact.subject == "crash":
        raise IndexError("out of range")
    if fact.expected == "8":
        return Ruling(Verdict.REFUTES, f"{fact.subject} is 4", (EVIDENCE,), FIX)
    return Ruling(Verdict(fact.expected or "SUPPORTS"), "as looked up")


@pytest.fixture
def judge(tmp_path: Path) -> FactJudge:
    return FactJudge(Project(tmp_path), (FactKind("default", "", "", "", "", _find, _check),))


def _case(subject: str, expected: str | None = None, kind: str = "default") -> Case:
    fact = Fact(kind=kind, subject=subject, expected=expected)
    return Case(Claim(id=subject, text=subject, source_document="a.md", kind=kind, fact=fact))


PROSE = Case(Claim(id="p", text="It is good.", source_document="a.md"))


def _vote(verdict: Verdict, explanation: str) -> Vote:
    return Vote(judge="facts", verdict=verdict, confidence=0.99, explanation=explanation)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(_case("x"), Outcome(_vote(Verdict.SUPPORTS, "as looked up")), id="supports"),
        pytest.param(_case("x", "8"), Outcome(_vote(Verdict.REFUTES, "x is 4"), (EVIDENCE,), FIX), id="refutes"),
        pytest.param(
            _case("x", "NOT_ENOUGH_INFO"), Outcome(_vote(Verdict.NOT_ENOUGH_INFO, "as looked up")), id="not enough"
        ),
        pytest.param(
            _case("crash"),
            Outcome(
                JudgeFailure(
                    judge="facts",
                    kind=FailureKind.UNAVAILABLE,
                    message="default could not be checked: IndexError: out of range",
                )
            ),
            id="a crash in a kind",
        ),
        pytest.param(
            PROSE,
            Outcome(
                JudgeFailure(judge="facts", kind=FailureKind.UNAVAILABLE, message="no kind of fact looks up prose")
            ),
            id="not its matter",
        ),
    ],
)
def test_outcomes(judge: FactJudge, case: Case, expected: Outcome) -> None:
    assert asyncio.run(judge.judge([_case("x"), case]))[1] == expected


@pytest.mark.parametrize(
    ("case", "handled"),
    [(_case("x"), True), (_case("x", kind="link"), False), (PROSE, False)],
    ids=["its kind", "another kind", "prose"],
)
def test_handles(judge: FactJudge, case: Case, handled: bool) -> None:
    assert judge.handles(case.claim) is handled


def test_what_it_is_called_and_needs(judge: FactJudge) -> None:
    assert (judge.name, judge.needs_evidence) == ("facts", False)
