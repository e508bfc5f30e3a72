"""Sums over several documents. Pure."""

from collections.abc import Iterable

from truthfulness_evaluator.models.report import TruthfulnessStatistics


def total(statistics: Iterable[TruthfulnessStatistics]) -> TruthfulnessStatistics:
    """The figures of several documents as if they were one.

    Example:
        >>> one, other = TruthfulnessStatistics(total_claims=1, supported=1), TruthfulnessStatistics(total_claims=1)
        >>> total([one, other]).verification_rate
        0.5
    """
    parts = list(statistics)
    supported, refuted = sum(part.supported for part in parts), sum(part.refuted for part in parts)
    claims = sum(part.total_claims for part in parts)
    return TruthfulnessStatistics(
        total_claims=claims,
        supported=supported,
        refuted=refuted,
        not_enough_info=sum(part.not_enough_info for part in parts),
        unverifiable=sum(part.unverifiable for part in parts),
        known=sum(part.known for part in parts),
        verification_rate=(supported + refuted) / claims if claims else 0.0,
        accuracy_score=supported / (supported + refuted) if supported + refuted else 0.0,
    )
