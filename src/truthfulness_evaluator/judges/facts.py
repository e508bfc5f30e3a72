"""The exact judge: looks facts up in the code base."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Board, Case, Claim, FailureKind, JudgeFailure, Outcome, Verdict, Vote
from truthfulness_evaluator.project.project import Project

NAME = "facts"
_LOG = logging.getLogger(__name__)

CONFIDENCE: dict[Verdict, float] = {
    Verdict.SUPPORTS: 0.99,
    Verdict.REFUTES: 0.99,
    Verdict.NOT_ENOUGH_INFO: 0.99,
    Verdict.UNVERIFIABLE: 0.99,
}
"""Probability that a verdict of this judge is right. A look-up has no doubt of its own; what is left is
that a rule misreads the document, and it is held to one case in a hundred: see `benchmarks/RESULTS.md`."""


@dataclass(frozen=True)
class FactJudge:
    """Judges the claims that state a fact of a known kind. Asks nobody, and needs no evidence given."""

    project: Project
    kinds: tuple[FactKind, ...]

    @property
    def name(self) -> str:
        """`facts`."""
        return NAME

    @property
    def needs_evidence(self) -> bool:
        """False: it finds its evidence itself."""
        return False

    @property
    def exact(self) -> bool:
        """True: it looks up, and estimates nothing."""
        return True

    def handles(self, claim: Claim) -> bool:
        """Whether the claim states a fact of one of its kinds."""
        return claim.fact is not None and claim.fact.kind in self._by_name

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case. What others said (`board`) changes no look-up."""
        return [self._outcome(case.claim) for case in cases]

    @cached_property
    def _by_name(self) -> dict[str, FactKind]:
        return {kind.name: kind for kind in self.kinds}

    def _outcome(self, claim: Claim) -> Outcome:
        fact = claim.fact
        kind = self._by_name.get(fact.kind) if fact is not None else None
        if fact is None or kind is None:
            return Outcome(self._failure(f"no kind of fact looks up {claim.kind}"))
        try:
            ruling = kind.check(fact, self.project)
        except Exception as error:  # A bug in one kind: recorded as a failure, so that the rest is kept.
            _LOG.debug("check of kind %s crashed on %r", kind.name, claim.text, exc_info=True)
            return Outcome(self._failure(f"{kind.name} could not be checked: {type(error).__name__}: {error}"))
        vote = Vote(
            judge=NAME,
            verdict=ruling.verdict,
            confidence=CONFIDENCE[ruling.verdict],
            explanation=ruling.explanation,
        )
        return Outcome(vote, ruling.evidence, ruling.correction)

    def _failure(self, message: str) -> JudgeFailure:
        return JudgeFailure(judge=NAME, kind=FailureKind.UNAVAILABLE, message=message)
