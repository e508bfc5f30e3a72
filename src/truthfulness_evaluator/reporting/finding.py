"""What a report says about each claim, as rows that a formatter only has to lay out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    JudgeFailure,
    Location,
    Review,
    Round,
    Span,
    Standing,
    TruthfulnessReport,
    Unvalidated,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.reporting.citing import Quoted, both_sides, decisive_quote, quoted
from truthfulness_evaluator.reporting.wording import failure_words

FAILED = "FAILED"
"""Label of a claim that was asked and could not be judged."""
KNOWN = "KNOWN"
"""Label of a refuted claim that stands in the baseline."""
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
    quote: str = ""
    """What the winning judge cites from there."""
    cited: Quoted | None = None
    """The same with its passage."""
    correction: Correction | None = None
    original: str | None = None
    """What stands where the correction goes, as far as it is known."""
    fixed: bool = False
    """Whether the correction is made."""
    claim: Claim | None = None
    confidence: float | None = None
    """Of the verdict, 0 to 1."""
    proof: tuple[Evidence, ...] = ()
    """All evidence, what says the same as the verdict first."""
    passages: tuple[Evidence, ...] = ()
    """All evidence in the order that citations count in."""
    votes: tuple[Vote, ...] = ()
    failures: tuple[JudgeFailure, ...] = ()
    rounds: tuple[Round, ...] = ()
    """All rounds, where there was more than one."""
    by_model: bool = False
    """Whether judges were asked that may err, such as models; they are for prose alone."""
    needs_review: bool = False
    review_reason: str = ""
    review: Review | None = None
    """What a person decided; `verdict` and `confidence` are then theirs."""
    gate: Standing | None = None
    """What it means for the gate."""

    @property
    def label(self) -> str:
        """`REFUTED`, `SUPPORTED`, `NOT_ENOUGH_INFO`, `UNVERIFIABLE`, `FAILED`, `KNOWN` or `FIXED`."""
        if self.fixed:
            return FIXED
        if self.gate is Standing.KNOWN:
            return KNOWN
        return FAILED if self.verdict is None else _LABELS[self.verdict]

    def is_shown(self, verdicts: Collection[Verdict | None]) -> bool:
        """Whether it is among what a report lists: what fails the gate, and these verdicts; not what is known."""
        return self.gate is not Standing.KNOWN and (self.gate is Standing.FAILS or self.verdict in verdicts)

    @property
    def document(self) -> str:
        """Name of the document that states it."""
        return self.place.path or ""

    @property
    def judged(self) -> float | None:
        """How sure judges are of the verdict, 0 to 1; None: no judge came to it."""
        if self.review is None:
            return self.confidence
        return self.review.machine_confidence if self.review.machine_verdict is self.verdict else None

    @property
    def kind(self) -> str:
        """`prose`, or the kind of its fact."""
        return self.claim.kind if self.claim is not None else "prose"

    @property
    def fix(self) -> Correction | None:
        """The correction, if it may be made without a person's look."""
        return self.correction if self.verdict is Verdict.REFUTES and not self.needs_review else None

    @property
    def conflict(self) -> tuple[Quoted, Quoted] | None:
        """Quotes of judges for the claim and against it, where passages contradict each other; else None."""
        return both_sides(self.votes, self.passages) if self.by_model else None

    @property
    def decisive(self) -> tuple[Evidence, ...]:
        """What the winning judges quote; else the evidence that says the same as the verdict, or that has a place."""
        if self.by_model:
            winners = (vote for vote in self.votes if vote.verdict is self.verdict)
            quotes = [each for vote in winners for each in quoted(vote, self.passages)]
            if quotes:
                return tuple(dict.fromkeys(each.evidence for each in quotes))
        agreeing = tuple(item for item in self.proof if agrees(item, self.verdict))
        return agreeing or tuple(item for item in self.proof if item.location is not None)


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


def shown_findings(
    reports: Sequence[TruthfulnessReport], shown: Collection[Verdict | None], texts: Mapping[str, str]
) -> Iterator[Finding]:
    """The findings of several reports that are to be listed, document by document.

    Args:
        reports: of one run.
        shown: verdicts; None stands for what could not be judged. What fails the gate is listed whatever its verdict,
            and what is known is not.
        texts: of documents, by name, as far as they are known.
    """
    for report in reports:
        for finding in findings(report, document_text=texts.get(report.source_document)):
            if finding.is_shown(shown):
                yield finding


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
        cited = decisive_quote(result) if claim.kind == "prose" else None
        yield (
            claim.id,
            Finding(
                place=_place(report, claim),
                verdict=result.verdict,
                text=claim.text,
                explanation=result.explanation,
                evidence=cited.place if cited is not None else _deciding(result),
                quote=cited.quote if cited is not None else "",
                cited=cited,
                correction=result.correction,
                original=_original(claim, result.correction, document_text),
                claim=claim,
                confidence=result.confidence,
                proof=tuple(sorted(result.evidence, key=lambda item: not agrees(item, result.verdict))),
                passages=tuple(result.evidence),
                votes=tuple(result.votes),
                failures=tuple(result.failures),
                rounds=tuple(result.history),
                by_model=claim.kind == "prose" and bool(result.by_model or result.votes or result.failures),
                needs_review=result.needs_review,
                review_reason=result.review_reason,
                review=result.review,
                gate=result.gate,
            ),
        )


def _failed(report: TruthfulnessReport) -> Iterator[tuple[str, Finding]]:
    reasons = {reason.claim_id: reason for reason in report.unvalidated_reasons}
    for claim in report.unvalidated_claims:
        reason = reasons.get(claim.id) or Unvalidated(claim_id=claim.id)
        yield (
            claim.id,
            Finding(
                place=_place(report, claim),
                verdict=None,
                text=claim.text,
                explanation="; ".join(map(failure_words, reason.failures)) or "no judge answered",
                claim=claim,
                passages=tuple(reason.evidence),
                votes=tuple(reason.votes),
                failures=tuple(reason.failures),
                by_model=claim.kind == "prose" and bool(reason.votes or reason.failures),
                needs_review=reason.needs_review,
                review_reason=reason.review_reason,
            ),
        )


def _place(report: TruthfulnessReport, claim: Claim) -> Location:
    where = claim.location or Location()
    return Location(path=where.path or report.source_document, line=where.line, column=where.column, cell=where.cell)


def _deciding(result: VerificationResult) -> Location | None:
    """The place of the evidence that says what the verdict says; else of the first that has a place."""
    placed = [item for item in result.evidence if item.location is not None]
    agreeing = [item for item in placed if agrees(item, result.verdict)]
    chosen = next(iter([*agreeing, *placed]), None)
    return chosen.location if chosen is not None else None


def agrees(evidence: Evidence, verdict: Verdict | None) -> bool:
    """Whether evidence says the same as a verdict."""
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
