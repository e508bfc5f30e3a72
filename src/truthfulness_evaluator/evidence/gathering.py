"""Asks the gatherers for evidence, and lets it through the gate."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.protocols import EvidenceGatherer
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Claim, Evidence


@dataclass(frozen=True, slots=True)
class Gathered:
    """Claims with the evidence that was found and admitted."""

    cases: tuple[Case, ...]
    """One a claim, in the order of the claims."""
    unfetched: dict[str, str] = field(default_factory=dict[str, str])
    """By claim id: why (some of) its evidence could not be fetched."""


async def gather(gatherers: Sequence[EvidenceGatherer], claims: Sequence[Claim], gate: Gate) -> Gathered:
    """Evidence from all gatherers at once, most relevant first.

    A gatherer that raises, or answers another number of claims, costs its own evidence only: each claim's
    reason stands in `unfetched`.
    """
    answers = await asyncio.gather(*(_passages(gatherer, claims) for gatherer in gatherers))
    problems = [answer for answer in answers if isinstance(answer, str)]
    passages = [answer for answer in answers if not isinstance(answer, str)]
    cases = tuple(
        Case(claim, _ranked(gate.admit([each for found in passages for each in found[i]], claim=claim)))
        for i, claim in enumerate(claims)
    )
    reason = "; ".join(problems)
    return Gathered(cases, {claim.id: reason for claim in claims} if problems else {})


def _ranked(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(evidence, key=lambda each: -each.relevance_score))


async def _passages(gatherer: EvidenceGatherer, claims: Sequence[Claim]) -> list[list[Evidence]] | str:
    """Passages for each claim, or why there are none."""
    name = type(gatherer).__name__
    try:
        found = await gatherer.gather(claims)
    except Exception as error:  # Evidence that cannot be fetched is told in the report, a claim at a time.
        return f"{name}: {type(error).__name__}: {error}".removesuffix(": ")
    if len(found) != len(claims):
        return f"{name}: answered {len(found)} of {len(claims)} claims"
    return found
