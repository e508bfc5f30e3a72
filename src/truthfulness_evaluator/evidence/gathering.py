"""Asks the gatherers for evidence, and lets it through the gate."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from truthfulness_evaluator.core.protocols import EvidenceGatherer
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Claim, Evidence, JudgeFailure


@dataclass(frozen=True, slots=True)
class Looked:
    """What a gatherer found that may fail in parts."""

    evidence: Sequence[list[Evidence]]
    """For each claim, in the order of the claims."""
    failures: tuple[JudgeFailure, ...] = ()
    """What failed; the evidence is what was found all the same."""


@runtime_checkable
class Looking(Protocol):
    """A gatherer that may fail in parts."""

    async def look(self, claims: Sequence[Claim]) -> Looked:
        """Passages for each claim, in the order of the claims, and what failed."""
        ...


@dataclass(frozen=True, slots=True)
class Gathered:
    """Claims with the evidence that was found and admitted."""

    cases: tuple[Case, ...]
    """One a claim, in the order of the claims."""
    unfetched: dict[str, str] = field(default_factory=dict[str, str])
    """By claim id: why (some of) its evidence could not be fetched."""
    failures: tuple[JudgeFailure, ...] = ()
    """Models that were to look for more evidence and failed; the claims have what was found without them."""


async def gather(
    gatherers: Sequence[EvidenceGatherer], claims: Sequence[Claim], gate: Gate, *, limit: int | None = None
) -> Gathered:
    """Evidence from all gatherers at once, most relevant first.

    A gatherer that raises, or answers another number of claims, costs its own evidence only: each claim's
    reason stands in `unfetched`.

    Args:
        gatherers: whom to ask.
        claims: what to find evidence for.
        gate: of the document that the claims come from.
        limit: passages a claim, of those that are admitted; None: all.
    """
    answers = await asyncio.gather(*(_passages(gatherer, claims) for gatherer in gatherers))
    problems = [answer for answer in answers if isinstance(answer, str)]
    passages = [answer.evidence for answer in answers if not isinstance(answer, str)]
    failures = tuple(each for answer in answers if not isinstance(answer, str) for each in answer.failures)
    cases = tuple(
        Case(claim, _ranked(gate.admit([each for found in passages for each in found[i]], claim=claim))[:limit])
        for i, claim in enumerate(claims)
    )
    reason = "; ".join(problems)
    return Gathered(cases, {claim.id: reason for claim in claims} if problems else {}, failures)


def _ranked(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(evidence, key=lambda each: -each.relevance_score))


async def _passages(gatherer: EvidenceGatherer, claims: Sequence[Claim]) -> Looked | str:
    """Passages for each claim, or why there are none."""
    name = type(gatherer).__name__
    try:
        found = await gatherer.look(claims) if isinstance(gatherer, Looking) else Looked(await gatherer.gather(claims))
    except Exception as error:  # Evidence that cannot be fetched is told in the report, a claim at a time.
        return f"{name}: {type(error).__name__}: {error}".removesuffix(": ")
    if len(found.evidence) != len(claims):
        return f"{name}: answered {len(found.evidence)} of {len(claims)} claims"
    return found
