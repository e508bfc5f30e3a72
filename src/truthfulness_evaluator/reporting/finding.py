"""What a report says about each claim, as rows that a formatter only has to lay out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    Location,
    Span,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
)

FAILED = "FAILED"
"""Label of a claim that was asked and could not be judged."""
FIXED = "FIXED"
"""Label of a refuted claim whose correction is written into the document."""

_LABELS = {
    Verdict.SUPPORTS: "SUPPORTED",
    Verdict.REFUTES: "REFUTED",
    Verdict.NOT_ENOUGH_INFO: "NOT_ENOUGH_INFO",
    Verdict.UNVERIFIABLE: "UNVERIFIABLE",
}
_NO_PLACE = 1 << 60
"""Sorts claims without a place behind all others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one claim. Its texts are as read: a formatter escapes them."""

    place: Location
    """Where the document states it."""
    verdict: Verdict | None
    """None: it could not be judged."""
    text: str
    """The claim."""
    explanation: str = ""
    """What is true instead, why it cannot be told, or which judges failed and why."""
    evidence: Location | None = None
    """The place that decided it."""
    correction: Correction | None = None
    original: str | None = None
    """What stands where the correction goes, as far as it is known."""
    fixed: bool = False
    """Whether the correction is made."""

    @property
    def label(self) -> str:
        """`REFUTED`, `SUPPORTED`, `NOT_ENOUGH_INFO`, `UNVERIFIABLE`, `FAILED` or `FIXED`."""
        if self.fixed:
            return FIXED
        return FAILED if self.verdict is None else _LABELS[self.verdict]


def findings(report: TruthfulnessReport, *, document_text: str | None = None) -> list[Finding]:
    """The findings of a report in the order of their place in the document.

    Args:
        report: what became of the document.
        document_text: the text that spans point into; with it a correction shows what it replaces.
    """
    return in_order(row for _, row in (*_judged(report, document_text), *_failed(report)))


def findings_by_claim(report: TruthfulnessReport, *, document_text: str | None = None) -> dict[str, Finding]:
    """The findings of a report by id of the claim."""
    return dict([*_judged(report, document_text), *_failed(report)])


def in_order(rows: Iterable[Finding]) -> list[Finding]:
    """Findings of one document by their place; those without one behind all others."""
    return sorted(rows, key=lambda row: (row.place.line or _NO_PLACE, row.place.column or 0))


def _judged(report: TruthfulnessReport, document_text: str | None) -> Iterator[tuple[str, Finding]]:
    claims = {claim.id: claim for claim in report.claims}
    for result in report.verifications:
        claim = claims.get(result.claim_id)
        if claim is None:
            # A report that was put together by hand may leave claims out; the verdict still shows.
            claim = Claim(id=result.claim_id, text=result.claim_id, source_document=report.source_document)
        yield (
            claim.id,
            Finding(
                place=_place(report, claim),
                verdict=result.verdict,
                text=claim.text,
                explanation=result.explanation,
                evidence=_deciding(result),
                correction=result.correction,
                original=_original(claim, result.correction, document_text),
            ),
        )


def _failed(report: TruthfulnessReport) -> Iterator[tuple[str, Finding]]:
    reasons = {reason.claim_id: reason.failures for reason in report.unvalidated_reasons}
    for claim in report.unvalidated_claims:
        causes = [
            f"{failure.judge}: {failure.kind.value}" + (f" ({failure.message})" if failure.message else "")
            for failure in reasons.get(claim.id, [])
        ]
        yield (
            claim.id,
            Finding(
                place=_place(report, claim),
                verdict=None,
                text=claim.text,
                explanation="; ".join(causes) or "no judge answered",
            ),
        )


def _place(report: TruthfulnessReport, claim: Claim) -> Location:
    where = claim.location or Location()
    return Location(path=where.path or report.source_document, line=where.line, column=where.column)


def _deciding(result: VerificationResult) -> Location | None:
    """The place of the evidence that says what the verdict says; else of the first that has a place."""
    placed = [item for item in result.evidence if item.location is not None]
    agreeing = [item for item in placed if _agrees(item, result.verdict)]
    chosen = next(iter([*agreeing, *placed]), None)
    return chosen.location if chosen is not None else None


def _agrees(evidence: Evidence, verdict: Verdict) -> bool:
    if verdict == Verdict.SUPPORTS:
        return evidence.supports_claim is True
    return verdict == Verdict.REFUTES and evidence.supports_claim is False


def _original(claim: Claim, correction: Correction | None, document_text: str | None) -> str | None:
    if correction is None:
        return None
    start, end = correction.span
    if document_text is not None and end <= len(document_text):
        return document_text[start:end]
    return _stated_at(claim, correction.span)


def _stated_at(claim: Claim, span: Span) -> str | None:
    """What the claim's fact says stands at a span. Without the document there is no other way to know."""
    fact = claim.fact
    if fact is None:
        return None
    if span == fact.expected_span:
        return fact.expected
    return fact.subject if span == fact.subject_span else None
