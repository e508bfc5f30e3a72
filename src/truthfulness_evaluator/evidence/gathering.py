"""Asks the gatherers for evidence, and lets it through the gate."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.protocols import EvidenceGatherer
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import Case, Claim, Evidence, FailureKind, JudgeFailure


@dataclass(frozen=True, slots=True)
class Looked:
    """What a gatherer found that may fail in parts."""

    evidence: Sequence[list[Evidence]]
    """For each claim, in the order of the claims."""
    failures: tuple[JudgeFailure, ...] = ()
    """What failed; the evidence is what was found all the same."""
    unfetched: Mapping[str, JudgeFailure] = field(default_factory=dict[str, JudgeFailure])
    """By claim id: why (some of) its evidence could not be fetched."""
    notices: tuple[str, ...] = ()
    """What else the reader should know, a sentence each."""


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
    unfetched: dict[str, tuple[JudgeFailure, ...]] = field(default_factory=dict[str, tuple[JudgeFailure, ...]])
    """By claim id: why (some of) its evidence could not be fetched."""
    failures: tuple[JudgeFailure, ...] = ()
    """Models that were to look for more evidence and failed; the claims have what was found without them."""
    notices: tuple[str, ...] = ()
    """What gatherers want said."""


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
    found = await asyncio.gather(*(_looked(gatherer, claims) for gatherer in gatherers))
    cases = tuple(
        Case(claim, _ranked(gate.admit([each for looked in found for each in looked.evidence[i]], claim=claim))[:limit])
        for i, claim in enumerate(claims)
    )
    unfetched = {
        claim.id: tuple(looked.unfetched[claim.id] for looked in found if claim.id in looked.unfetched)
        for claim in claims
    }
    return Gathered(
        cases,
        {claim: failures for claim, failures in unfetched.items() if failures},
        tuple(each for looked in found for each in looked.failures),
        tuple(dict.fromkeys(notice for looked in found for notice in looked.notices)),
    )


def _ranked(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(evidence, key=lambda each: -each.relevance_score))


async def _looked(gatherer: EvidenceGatherer, claims: Sequence[Claim]) -> Looked:
    """Passages for each claim; of a gatherer that gives none for all, why."""
    name = type(gatherer).__name__
    try:
        found = await gatherer.look(claims) if isinstance(gatherer, Looking) else Looked(await gatherer.gather(claims))
    except UsageError:  # A mistake of the run, such as a model that is not there.
        raise
    except Exception as error:  # Evidence that cannot be fetched is told in the report, a claim at a time.
        kind = FailureKind.TIMEOUT if isinstance(error, TimeoutError) else FailureKind.UNAVAILABLE
        return _nothing(claims, name, kind, f"{type(error).__name__}: {error}".removesuffix(": "))
    if len(found.evidence) != len(claims):
        return _nothing(claims, name, FailureKind.BAD_ANSWER, f"answered {len(found.evidence)} of {len(claims)} claims")
    return found


def _nothing(claims: Sequence[Claim], name: str, kind: FailureKind, reason: str) -> Looked:
    failure = JudgeFailure(judge=name, kind=kind, message=f"no evidence could be fetched: {reason}")
    return Looked([[] for _ in claims], unfetched={claim.id: failure for claim in claims})
