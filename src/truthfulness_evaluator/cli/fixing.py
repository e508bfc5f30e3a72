"""Corrects one document: makes the corrections of its refuted claims and looks whether they hold."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.models import Correction, Document, Span, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.fixes import Moves, Skipped, corrected, corrections_of, replaced
from truthfulness_evaluator.reporting.text import instruction
from truthfulness_evaluator.reporting.wording import position

Evaluate = Callable[[Document], TruthfulnessReport]

_ROUNDS = 5
"""A corrected name may bring up a statement that nothing was known of before; five deep ends no more."""
_NO_HELP = "with it the document would say something else that is refuted"


@dataclass(frozen=True, slots=True)
class Fix:
    """A document and its report, with the corrections made."""

    document: Document
    report: TruthfulnessReport
    fixed: tuple[Finding, ...] = ()
    """The claims whose correction is made, at the place where they stood."""
    skipped: tuple[str, ...] = ()
    """Why a correction is not made, one sentence each."""


def fix(document: Document, report: TruthfulnessReport, evaluate: Evaluate) -> Fix:
    """Makes every correction that holds; writes no file.

    A correction holds where the corrected text is refuted neither at that place nor where it was not refuted
    before, and no link of the document loses its anchor.

    Args:
        document: as it was read.
        report: what became of it.
        evaluate: evaluates the corrected text.
    """
    done = Fix(document, report)
    for _ in range(_ROUNDS):
        done, changed = _round(done, evaluate)
        if not changed:
            break
    return done


@dataclass(frozen=True, slots=True)
class _Trial:
    made: tuple[Correction, ...]
    document: Document
    report: TruthfulnessReport


def _round(done: Fix, evaluate: Evaluate) -> tuple[Fix, bool]:
    """One more round on what is done, and whether it changed the text."""
    document, report = done.document, done.report
    can = corrected(document.text, corrections_of(report.verifications), encoding=document.encoding)
    trial, failed = _held(document, report, can.made, evaluate)
    rows = [row for row in findings(report, document_text=document.text) if row.correction is not None]
    skipped = tuple(_why_skipped((*can.skipped, *failed), rows))
    if trial is None:
        return replace(done, skipped=skipped), False
    fixed = [replace(row, fixed=True) for row in rows if row.correction in trial.made]
    return Fix(trial.document, trial.report, (*done.fixed, *fixed), skipped), True


def _held(
    document: Document, report: TruthfulnessReport, corrections: Sequence[Correction], evaluate: Evaluate
) -> tuple[_Trial | None, list[Skipped]]:
    """The text with all corrections that hold: together, else one after the other; None where none does."""
    if not corrections:
        return None, []
    whole = _tried(document, tuple(corrections), evaluate)
    if _holds(document, report, whole):
        return whole, []
    kept: _Trial | None = None
    failed: list[Skipped] = []
    for each in corrections:
        trial = _tried(document, (*(kept.made if kept else ()), each), evaluate)
        if _holds(document, report, trial):
            kept = trial
        else:
            failed.append(Skipped(each, _NO_HELP))
    return kept, failed


def _tried(document: Document, made: tuple[Correction, ...], evaluate: Evaluate) -> _Trial:
    text = replaced(document.text, made)
    after = replace(read_text(text, document.name, document.media_type), encoding=document.encoding)
    return _Trial(made, after, evaluate(after))


def _holds(before: Document, report: TruthfulnessReport, trial: _Trial) -> bool:
    moves = Moves(trial.made)
    stood: dict[tuple[str, int], bool] = {}  # whether a claim of this kind at this place was refuted, and is left so
    for kind, span, result in _placed(report):
        is_left = result.verdict is Verdict.REFUTES and result.correction not in trial.made
        stood[kind, span[0]] = stood.get((kind, span[0]), False) or is_left
    for kind, span, result in _placed(trial.report):
        place = (kind, moves.before(span[0]))
        is_new = place in stood or moves.touches(span)
        if result.verdict is Verdict.REFUTES and is_new and not stood.get(place):
            return False
    return not _loses_anchors(before, trial.document)


def _placed(report: TruthfulnessReport) -> Iterator[tuple[str, Span, VerificationResult]]:
    """The results of claims that have a place, with kind and place."""
    claims = {claim.id: claim for claim in report.claims}
    for result in report.verifications:
        claim = claims.get(result.claim_id)
        if claim is not None and claim.source_span is not None:
            yield claim.kind, claim.source_span, result


def _loses_anchors(before: Document, after: Document) -> bool:
    """Whether a link within the document leads to an anchor that is no longer there: headings make anchors."""
    lost = before.anchors - after.anchors
    targets = (mark.target for block in after.blocks for mark in block.inlines if mark.target)
    return bool(lost) and any(target.startswith("#") and target[1:] in lost for target in targets)


def _why_skipped(skipped: Sequence[Skipped], rows: Sequence[Finding]) -> Iterator[str]:
    for each in skipped:
        for row in rows:
            if row.correction == each.correction:
                yield f"{position(row.place)}: the correction ({instruction(row)}) is not made: {each.reason}."
