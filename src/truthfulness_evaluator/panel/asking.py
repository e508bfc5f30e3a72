"""Asks one judge, and makes its answers fit to be counted. A judge that fails leaves failures."""

from collections.abc import Sequence
from functools import partial

from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Evidence,
    FailureKind,
    JudgeFailure,
    Outcome,
    Verdict,
    Vote,
)
from truthfulness_evaluator.panel.hearing import recited

NO_EVIDENCE_CONFIDENCE = 1.0
"""NOT_ENOUGH_INFO says that the evidence at hand does not settle a claim: without any this is certain."""


async def ask_judge(
    judge: Judge, cases: Sequence[Case], gate: Gate, board: Board | None = None
) -> list[Outcome | None]:
    """One outcome a case, in their order; None where the judge needs evidence and there is none.

    Args:
        judge: whom to ask. Whatever it raises is a failure on all of its cases; only a cancelled task
            goes through.
        cases: cases that it handles.
        gate: of the document that the claims come from.
        board: what was said in the last round, if there was one.
    """
    askable = [case for case in cases if case.evidence or not judge.needs_evidence]
    outcomes = iter(await _answers(judge, askable, board) if askable else ())
    return [
        without_circles(next(outcomes), case, gate) if case.evidence or not judge.needs_evidence else None
        for case in cases
    ]


def without_circles(outcome: Outcome, case: Case, gate: Gate) -> Outcome:
    """An outcome without the evidence that `Gate` turns away, and without the citations of it.

    A vote that rested on nothing else is NOT_ENOUGH_INFO: any REFUTES, and a SUPPORTS of prose. (That an
    exact fact holds was looked up and not read, so it stands.)
    """
    admitted = gate.admit(outcome.evidence, claim=case.claim)
    if len(admitted) == len(outcome.evidence):
        return outcome
    vote = outcome.answer
    if isinstance(vote, Vote):
        cites = bool(vote.citations)
        vote = recited(vote, partial(_place, case, outcome.evidence, admitted))
        rests_on_it = not vote.citations if cites else not admitted
        if rests_on_it and _rests_on_evidence(vote, case.claim, gate):
            vote = Vote(
                judge=vote.judge,
                verdict=Verdict.NOT_ENOUGH_INFO,
                confidence=NO_EVIDENCE_CONFIDENCE,
                explanation=f"the only evidence for {vote.verdict} was the document itself, or a copy of it",
            )
            return Outcome(vote)
    return Outcome(vote, admitted, outcome.correction)


def _place(case: Case, found: Sequence[Evidence], admitted: Sequence[Evidence], index: int) -> int | None:
    """Where a passage that a judge cites stands once some of those that it found are gone."""
    given = len(case.evidence)
    if index < given:
        return index
    cited = found[index - given] if index - given < len(found) else None
    return given + admitted.index(cited) if cited in admitted else None


def _rests_on_evidence(vote: Vote, claim: Claim, gate: Gate) -> bool:
    if vote.verdict is Verdict.REFUTES:
        return True
    # A look-up in code finds the words of docstrings, too.
    return vote.verdict is Verdict.SUPPORTS and (claim.fact is None or gate.is_beside_code)


async def _answers(judge: Judge, cases: Sequence[Case], board: Board | None) -> list[Outcome]:
    try:
        outcomes = await judge.judge(cases, board=board)
    except Exception as error:  # Whatever a judge raises becomes data: the others' votes must be kept.
        kind = FailureKind.TIMEOUT if isinstance(error, TimeoutError) else FailureKind.UNAVAILABLE
        message = f"{type(error).__name__}: {error}".removesuffix(": ")
        return [_failure(judge, kind, message)] * len(cases)
    if len(outcomes) != len(cases):
        message = f"answered {len(outcomes)} of {len(cases)} cases"
        return [_failure(judge, FailureKind.BAD_ANSWER, message)] * len(cases)
    return [_signed(judge, outcome) for outcome in outcomes]


def _signed(judge: Judge, outcome: Outcome) -> Outcome:
    """The outcome, if it bears the judge's own name: one judge must not vote in another's."""
    if outcome.answer.judge == judge.name:
        return outcome
    return _failure(judge, FailureKind.BAD_ANSWER, f"answered in the name of {outcome.answer.judge!r}")


def _failure(judge: Judge, kind: FailureKind, message: str) -> Outcome:
    return Outcome(JudgeFailure(judge=judge.name, kind=kind, message=message))
