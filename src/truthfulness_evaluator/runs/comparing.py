"""Compares two runs: claims are the same where their ids are, which stay when lines move."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import Claim, Evidence, Location, TruthfulnessReport, VerificationResult
from truthfulness_evaluator.models.run import Run, RunDocument, RunSummary
from truthfulness_evaluator.models.run_changes import (
    ChangeKind,
    ClaimChange,
    ClaimState,
    ComparedRun,
    DocumentChanges,
    RunChanges,
)
from truthfulness_evaluator.reporting.finding import Finding, findings_by_claim
from truthfulness_evaluator.reporting.totals import total

_NOTABLE = 0.2
"""Change of a confidence that is told: as wide as the widest step between the words for how sure judges are
(`reporting.wording.sure`), so that it is never the jitter of one answer around a bound."""
_DIGITS = 6
"""Of a change, so that 0.7 and 0.5 are 0.2 apart."""
_LAST = 1 << 60
"""Sorts claims without a place behind all others."""


def compared(before: Run, after: Run) -> RunChanges:
    """What changed from one run to another.

    Args:
        before: the earlier run.
        after: the later one.

    Example:
        >>> compared(Run(id="1", started_at=""), Run(id="2", started_at="")).documents
        ()
    """
    old, new = _finished(before), _finished(after)
    names = {document.name for run in (before, after) for document in run.contents}
    done = {*old, *new} - _unfinished(before) - _unfinished(after)
    return RunChanges(
        before=_summary(before, old),
        after=_summary(after, new),
        documents=tuple(_document(name, old.get(name), new.get(name)) for name in sorted(done)),
        unfinished=tuple(sorted(names - done)),
    )


def _finished(run: Run) -> dict[str, RunDocument]:
    return {document.name: document for document in run.contents if document.report is not None}


def _unfinished(run: Run) -> set[str]:
    return {document.name for document in run.contents if document.report is None}


def _summary(run: Run, finished: Mapping[str, RunDocument]) -> ComparedRun:
    threshold = run.settings.get("confidence_threshold", CONFIDENCE_THRESHOLD)
    reports = [document.report for document in finished.values() if document.report is not None]
    known = run.model_dump(include=set(RunSummary.model_fields))
    return ComparedRun(**known, grade=total(reports, confidence_threshold=threshold).grade)


def _document(name: str, old: RunDocument | None, new: RunDocument | None) -> DocumentChanges:
    before, after = _states(old), _states(new)
    pairs = [_Pair(key, before.get(key), after.get(key)) for key in dict.fromkeys((*before, *after))]
    changes = [change for pair in pairs if (change := pair.change()) is not None]
    return DocumentChanges(
        name=name,
        runs="both" if old is not None and new is not None else "before" if old is not None else "after",
        grade_before=_grade(old),
        grade_after=_grade(new),
        changes=tuple(sorted(changes, key=_order)),
        unchanged=sum(pair.is_unchanged for pair in pairs),
    )


def _grade(document: RunDocument | None) -> str | None:
    return document.report.overall_grade if document is not None and document.report is not None else None


def _order(change: ClaimChange) -> tuple[int, int, bool]:
    """By place; of a statement that was reworded, what stood there comes before what stands there now."""
    place = change.state.place
    return place.line or _LAST, place.column or 0, change.after is not None


@dataclass(frozen=True, slots=True)
class _Known:
    """A claim, and what its run made of it."""

    claim: Claim
    state: ClaimState

    @property
    def counts(self) -> bool:
        """Whether it is among the claims that figures count: it was asked about."""
        return self.state.state in ("judged", "failed")


def _states(document: RunDocument | None) -> dict[str, _Known]:
    """All claims of a document by id."""
    if document is None or document.report is None:
        return {}
    return {known.claim.id: known for known in _known(document.report, document.text)}


def _known(report: TruthfulnessReport, text: str) -> Iterator[_Known]:
    results = {result.claim_id: result for result in report.verifications}
    for claim in report.not_checked:
        yield _Known(claim, ClaimState(place=_place(report, claim), state="not_checked"))
    for claim in report.ignored:
        yield _Known(claim, ClaimState(place=_place(report, claim), state="ignored"))
    for key, finding in findings_by_claim(report, document_text=text).items():
        claim = finding.claim
        assert claim is not None
        yield _Known(claim, _state(finding, results.get(key)))


def _place(report: TruthfulnessReport, claim: Claim) -> Location:
    return claim.location or Location(path=report.source_document)


def _state(finding: Finding, result: VerificationResult | None) -> ClaimState:
    return ClaimState(
        place=finding.place,
        state="judged" if finding.verdict is not None else "failed",
        verdict=finding.verdict,
        confidence=finding.confidence,
        explanation=finding.explanation,
        evidence=finding.decisive,
        correction=finding.correction.replacement if finding.correction is not None else None,
        review=result.review if result is not None else None,
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """A claim in both runs, as far as it is there."""

    key: str
    before: _Known | None
    after: _Known | None

    @property
    def is_unchanged(self) -> bool:
        """Whether figures of both runs count it, and nothing changed."""
        both = self.before is not None and self.after is not None and self.before.counts and self.after.counts
        return both and not any(self._kinds())

    def change(self) -> ClaimChange | None:
        """What changed; None: nothing."""
        kinds = tuple(self._kinds())
        known = self.after or self.before
        if not kinds or known is None:
            return None
        return ClaimChange(
            claim_id=self.key,
            text=known.claim.text,
            kind=known.claim.kind,
            changes=kinds,
            before=self.before.state if self.before is not None else None,
            after=self.after.state if self.after is not None else None,
        )

    def _kinds(self) -> Iterator[ChangeKind]:
        """What changed, in the order of `ChangeKind`. A claim that nobody was asked about neither comes nor goes."""
        if self.before is None or self.after is None:
            if self.after is not None and self.after.counts:
                yield ChangeKind.NEW
            if self.before is not None and self.before.counts:
                yield ChangeKind.GONE
            return
        if not (self.before.counts or self.after.counts):
            return
        old, new = self.before.state, self.after.state
        if old.state != new.state or old.verdict is not new.verdict:
            yield ChangeKind.TURNED
        if _decision(old) != _decision(new):
            yield ChangeKind.REVIEWED
        if old.verdict is None or old.verdict is not new.verdict:
            return
        if _passages(old.evidence) != _passages(new.evidence):
            yield ChangeKind.EVIDENCE
        if round(abs((old.confidence or 0.0) - (new.confidence or 0.0)), _DIGITS) >= _NOTABLE:
            yield ChangeKind.CONFIDENCE
        if old.correction != new.correction:
            yield ChangeKind.CORRECTION


def _decision(state: ClaimState) -> tuple[str, ...]:
    """What a person decided, without what the machine said before."""
    review = state.review
    return (review.verdict, review.reviewer, review.reviewed_at, review.note) if review is not None else ()


def _passages(evidence: tuple[Evidence, ...]) -> frozenset[tuple[str, str]]:
    """Sources with their words: neither order nor white space nor lines count."""
    return frozenset((item.source, " ".join(item.content.split())) for item in evidence)
