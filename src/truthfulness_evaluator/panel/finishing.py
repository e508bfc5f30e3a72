"""What is left of a report that is not complete: which claims are asked again, with what is known already. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.core.kinds import PROSE
from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.core.regrading import in_order, regraded
from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Injection,
    Outcome,
    Span,
    TruthfulnessReport,
    Unvalidated,
    Vote,
)


@dataclass(frozen=True)
class Earlier:
    """What an earlier evaluation of a document came to; the empty one knows nothing."""

    report: TruthfulnessReport | None = None
    judges: frozenset[str] = frozenset()
    """Names of those that vote. A failure of anybody else is one of finding evidence, which is then sought again."""

    @cached_property
    def cases(self) -> dict[str, Case]:
        """By claim id, the cases on which some judges have voted: the votes cite the evidence that they were shown."""
        claims = {claim.id: claim for claim in self._open}
        return {
            name: Case(claims[name], tuple(reason.evidence))
            for name, reason in self._reasons.items()
            if name in claims and reason.votes and all(each.judge in self.judges for each in reason.failures)
        }

    def heard(self, judge: Judge) -> Judge:
        """The judge, of whom nothing is asked that it has answered before."""
        votes = {name: vote for name in self.cases for vote in self._reasons[name].votes if vote.judge == judge.name}
        return Remembering(judge, votes) if votes else judge

    @property
    def is_read(self) -> bool:
        """Whether all claims of the document are known: nothing failed while they were looked for."""
        return self.report is not None and not self.report.partial

    def left(self, found: tuple[Extraction, Extraction]) -> tuple[Extraction, Extraction]:
        """Facts and prose that are still to be judged.

        Args:
            found: what is found in the document now; nothing, where all of its claims are known.
        """
        facts, prose = found
        known = {claim.id for claim in (*self._claims, *self._open)}
        places = {place for claim in (*self._claims, *self._open) if (place := _place(claim)) is not None}
        return (
            _with(facts, [c for c in self._open if c.kind != PROSE], known, places),
            _with(prose, [c for c in self._open if c.kind == PROSE], known, places),
        )

    def joined(self, rest: TruthfulnessReport, *, confidence_threshold: float) -> TruthfulnessReport:
        """The report of the whole document.

        Args:
            rest: what became of the part that was left.
            confidence_threshold: from where a verdict counts as verified, 0 to 1.
        """
        if self.report is None:
            return rest
        former, done = self.report, {result.claim_id for result in self.report.verifications}
        claims = in_order([*(claim for claim in former.claims if claim.id in done), *rest.claims])
        results = {result.claim_id: result for result in (*former.verifications, *rest.verifications)}
        joint = rest.model_copy(
            update={
                "claims": claims,
                "verifications": [results[claim.id] for claim in claims if claim.id in results],
                "usage": summed([*former.usage, *rest.usage]),
                "injections": _injections([*former.injections, *rest.injections]),
                "notices": list(dict.fromkeys([*former.notices, *rest.notices])),
            }
        )
        if self.is_read:
            joint = joint.model_copy(
                update={
                    "not_checked": in_order([*former.not_checked, *rest.not_checked]),
                    "ignored": former.ignored,
                    "unused_ignores": former.unused_ignores,
                    "dropped_claims": former.dropped_claims,
                }
            )
        return regraded(joint, confidence_threshold=confidence_threshold)

    @cached_property
    def _reasons(self) -> dict[str, Unvalidated]:
        reasons = self.report.unvalidated_reasons if self.report is not None else ()
        return {reason.claim_id: reason for reason in reasons}

    @property
    def _open(self) -> Sequence[Claim]:
        return self.report.unvalidated_claims if self.report is not None else ()

    @property
    def _claims(self) -> Sequence[Claim]:
        return self.report.claims if self.report is not None else ()


@dataclass(frozen=True)
class Remembering:
    """A judge that votes as it did before, and is asked only about what it has not voted on."""

    asked: Judge
    votes: dict[str, Vote] = field(default_factory=dict[str, Vote])
    """By claim id; their citations point into the evidence of the case."""

    @property
    def name(self) -> str:
        """That of the judge."""
        return self.asked.name

    @property
    def needs_evidence(self) -> bool:
        """As the judge."""
        return self.asked.needs_evidence

    @property
    def exact(self) -> bool:
        """As the judge."""
        return bool(getattr(self.asked, "exact", False))

    def handles(self, claim: Claim) -> bool:
        """As the judge."""
        return self.asked.handles(claim)

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case: the vote of before, or what the judge says now. In a further round it is asked all."""
        if board is not None:
            return await self.asked.judge(cases, board=board)
        new = [case for case in cases if case.claim.id not in self.votes]
        said = await self.asked.judge(new) if new else []
        if len(said) != len(new):
            return said
        outcomes = {case.claim.id: outcome for case, outcome in zip(new, said, strict=True)}
        outcomes |= {name: Outcome(vote) for name, vote in self.votes.items()}
        return [outcomes[case.claim.id] for case in cases]


def _with(
    found: Extraction, left: Sequence[Claim], known: Collection[str], places: Collection[Span | None]
) -> Extraction:
    """An extraction with the claims that are left and such as were not known, and without those that were."""
    new = (claim for claim in found.claims if claim.id not in known and _place(claim) not in places)
    return replace(found, claims=(*left, *new))


def _place(claim: Claim) -> Span | None:
    """Where a claim of prose stands, which a chat model may put into other words; None of an exact fact."""
    return claim.source_span if claim.kind == PROSE else None


def _injections(each: Sequence[Injection]) -> list[Injection]:
    """Each quote once, with all claims that it concerns."""
    joint: dict[str, Injection] = {}
    for one in each:
        former = joint.get(one.quote, one)
        names = list(dict.fromkeys((*former.claim_ids, *one.claim_ids)))
        joint[one.quote] = former.model_copy(update={"claim_ids": names})
    return list(joint.values())
