"""Which findings fail the gate, which are known, and which only advise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from truthfulness_evaluator.models import Standing, TruthfulnessReport, Verdict, VerificationResult


class FailOn(StrEnum):
    """Which verdicts fail the gate."""

    REFUTED = "refuted"
    UNSUPPORTED = "unsupported"
    """Refuted, or not settled by the evidence."""
    NEVER = "never"

    @property
    def verdicts(self) -> frozenset[Verdict]:
        """The verdicts that fail the gate."""
        match self:
            case FailOn.REFUTED:
                return frozenset({Verdict.REFUTES})
            case FailOn.UNSUPPORTED:
                return frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
            case FailOn.NEVER:
                return frozenset[Verdict]()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Which findings of a document fail the gate. A finding is a refuted claim, or another that could fail it."""

    fail_on: FailOn = FailOn.REFUTED
    """Verdicts that an exact look-up gives."""
    fail_on_model: FailOn = FailOn.NEVER
    """Verdicts that only judges give which may err, such as models."""
    kinds: frozenset[str] = frozenset()
    """Kinds of claim; empty: all."""
    min_confidence: float = 0.0
    """A result whose confidence is below it does not fail the gate; 0 to 1."""

    def is_finding(self, result: VerificationResult) -> bool:
        """Whether a result is refuted, or has a verdict that fails the gate."""
        return result.verdict is Verdict.REFUTES or result.verdict in self._verdicts(result)

    def fails(self, kind: str, result: VerificationResult) -> bool:
        """Whether the result of a claim of this kind fails the gate, unless it is known."""
        return (
            result.verdict in self._verdicts(result)
            and (not self.kinds or kind in self.kinds)
            and result.confidence >= self.min_confidence
        )

    def _verdicts(self, result: VerificationResult) -> frozenset[Verdict]:
        return (self.fail_on_model if result.by_model else self.fail_on).verdicts


def weighed(
    reports: Sequence[TruthfulnessReport],
    policy_of: Callable[[str], Policy] = lambda _: Policy(),
    known: Mapping[str, Verdict] | None = None,
) -> list[TruthfulnessReport]:
    """The reports, with what each finding means for the gate.

    Args:
        reports: of one run.
        policy_of: the policy for a document, by its name.
        known: verdicts of known findings, by claim id. Who knows that a claim is refuted is not surprised where it
            is no longer settled; the other way round it is a new finding.

    Example:
        >>> weighed([TruthfulnessReport(source_document="a.md")])[0].source_document
        'a.md'
    """
    return [_weighed(report, policy_of(report.source_document), known or {}) for report in reports]


def reweighed(
    reports: Sequence[TruthfulnessReport],
    policy_of: Callable[[str], Policy] = lambda _: Policy(),
    known: Mapping[str, Verdict] | None = None,
) -> list[TruthfulnessReport]:
    """Reports that were weighed before, with what those findings mean on which a person has decided since.

    The arguments are those of `weighed`.
    """
    return [_weighed(each, policy_of(each.source_document), known or {}, _decided_since) for each in reports]


def _decided_since(result: VerificationResult) -> bool:
    return result.review is not None and result.gate is None


def _weighed(
    report: TruthfulnessReport,
    policy: Policy,
    known: Mapping[str, Verdict],
    is_weighed: Callable[[VerificationResult], bool] = lambda _: True,
) -> TruthfulnessReport:
    kinds = {claim.id: claim.kind for claim in report.claims}
    results = [
        result.model_copy(update={"gate": _standing(kinds.get(result.claim_id, "prose"), result, policy, known)})
        if is_weighed(result)
        else result
        for result in report.verifications
    ]
    number = sum(result.gate is Standing.KNOWN for result in results)
    statistics = report.statistics.model_copy(update={"known": number})
    return report.model_copy(update={"verifications": results, "statistics": statistics})


def _standing(kind: str, result: VerificationResult, policy: Policy, known: Mapping[str, Verdict]) -> Standing | None:
    if not policy.is_finding(result):
        return None
    if known.get(result.claim_id) in (Verdict.REFUTES, result.verdict):
        return Standing.KNOWN
    return Standing.FAILS if policy.fails(kind, result) else Standing.ADVISES
