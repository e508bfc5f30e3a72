"""Judges who play from a script, round by round, and a panel that asks them."""

import asyncio
from collections.abc import Mapping, Sequence

from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.judges.scripted import Line
from truthfulness_evaluator.models import (
    Case,
    Citation,
    Claim,
    Document,
    Evidence,
    FailureKind,
    JudgeFailure,
    Verdict,
    Vote,
)
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.testing import ScriptedJudge

S, R, N, U = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE
GATE = Gate(Document(name="README.md", media_type="text/markdown", text="# A"))
LIMIT = JudgeFailure(judge="", kind=FailureKind.LIMIT, attempts=0)
LATE = JudgeFailure(judge="", kind=FailureKind.TIMEOUT)


def passage(source: str, content: str = "words") -> Evidence:
    return Evidence(source=source, source_type="filesystem", content=content, relevance_score=1)


NOTHING: list[Evidence] = []
GIVEN, OTHER, FOUND, OWN = passage("a.py"), passage("b.py"), passage("c.py"), passage("README.md")


def case(key: str, *evidence: Evidence, unverifiable: str = "") -> Case:
    return Case(Claim(id=key, text=f"of {key}", source_document="README.md", unverifiable=unverifiable), evidence)


def vote(
    verdict: Verdict,
    quote: str = "",
    *,
    judge: str = "",
    index: int = 0,
    confidence: float = 0.9,
    reason: str = "",
    critique: str = "",
) -> Vote:
    citations = [Citation(evidence_index=index, quote=quote)] if quote else []
    return Vote(
        judge=judge,
        verdict=verdict,
        confidence=confidence,
        explanation=reason,
        critique=critique,
        citations=citations,
    )


def plays(name: str, *lines: Line, **more: object) -> ScriptedJudge:
    """A judge that says this of any claim, round by round."""
    rounds = {number: Always(line) for number, line in enumerate(lines) if number}
    return ScriptedJudge(name, default=lines[0], rounds={n + 1: script for n, script in rounds.items()}, **more)  # type: ignore[arg-type]


class Always(dict[str, Line]):
    def __init__(self, line: Line) -> None:
        self.line = line

    def get(self, key: str, default: object = None, /) -> Line:  # type: ignore[override]
        return self.line


def ask(panel: Panel, *cases: Case, unfetched: Mapping[str, Sequence[JudgeFailure]] | None = None) -> PanelAnswer:
    return asyncio.run(panel.ask(cases or [case("one", GIVEN)], GATE, unfetched=unfetched))
