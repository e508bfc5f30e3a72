"""What changed between two runs, for people: one line a claim that editors can jump to, then the totals."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.models.run_changes import ChangeKind, ClaimChange, ClaimState, DocumentChanges, RunChanges
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.finding import FAILED, Finding
from truthfulness_evaluator.reporting.run_words import run_name, short_path
from truthfulness_evaluator.reporting.text import capital, sentence, verdict_color
from truthfulness_evaluator.reporting.wording import counted, enumerated, position

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_UNJUDGED = {"failed": FAILED, "not_checked": "NOT CHECKED", "ignored": "IGNORED", "judged": ""}


@dataclass(frozen=True)
class ChangesText:
    """Lines `path:line:column: SUPPORTED -> REFUTED message`, then what changed in figures, and both grades.

    Listed is what a check lists, too: what is or was refuted; besides, verdicts that turned, and what people decided.
    """

    color: bool = False
    verbose: bool = False
    """Lists all that changed."""

    def format(self, changes: RunChanges) -> str:
        """The whole output."""
        lines = [line for document in changes.documents for line in self._document(document, changes)]
        lines += [f"{printable(name)}: not compared, as a run did not finish it" for name in changes.unfinished]
        counted_only = sum(not is_told(change, each) for each in changes.documents for change in each.changes)
        more = " --verbose lists all of it." if counted_only and not self.verbose else ""
        return "".join(f"{line}\n" for line in (*lines, f"{summary(changes)}{more}", grades(changes)))

    def _document(self, document: DocumentChanges, changes: RunChanges) -> Iterator[str]:
        if document.runs != "both" and document.changes:
            yield f"{printable(document.name)}: {self._painted(only_in(document, changes), _BOLD)}"
        for change in document.changes:
            if self.verbose or is_told(change, document):
                yield self._claim(change)

    def _claim(self, change: ClaimChange) -> str:
        state = change.state
        label = self._painted(label_of(change), _BOLD + verdict_color(state.verdict))
        besides = "; ".join(remarks(change))
        told = f"{told_of(change)}{self._painted(f' [{besides}]', _DIM) if besides else ''}"
        return f"{position(state.place)}: {label} {told}"

    def _painted(self, text: str, codes: str) -> str:
        return f"{codes}{text}{_RESET}" if self.color else text


def is_told(change: ClaimChange, document: DocumentChanges) -> bool:
    """Whether a change is worth a line: the verdict turned, a person decided, or the claim is one that is refuted.

    Of a document that the later run does not have, no claim is.
    """
    if document.runs == "before":
        return False
    if not {ChangeKind.TURNED, ChangeKind.REVIEWED}.isdisjoint(change.changes):
        return True
    return change.state.verdict is Verdict.REFUTES


def label_of(change: ClaimChange) -> str:
    """`NEW REFUTED`, `GONE REFUTED`, `SUPPORTED -> REFUTED`, or the verdict alone, where it is still the same."""
    before, after = (state_label(state) if state is not None else "" for state in (change.before, change.after))
    if ChangeKind.NEW in change.changes:
        return f"NEW {after}"
    if ChangeKind.GONE in change.changes:
        return f"GONE {before}"
    return f"{before} -> {after}" if before != after else after


def state_label(state: ClaimState) -> str:
    """What a finding is called that is in this state: `REFUTED`; `NOT CHECKED` where nobody was asked."""
    if state.verdict is None:
        return _UNJUDGED[state.state]
    return Finding(state.place, state.verdict, "").label


def told_of(change: ClaimChange) -> str:
    """The claim and what is true instead, with the place that says so, on one line."""
    state = change.state
    decided = state.evidence[0].location if state.evidence else None
    by_model = change.kind == "prose" and state.state in ("judged", "failed")
    return sentence(
        Finding(state.place, state.verdict, change.text, state.explanation, evidence=decided, by_model=by_model)
    )


def remarks(change: ClaimChange) -> Iterator[str]:
    """What changed besides the verdict, each as a clause."""
    before, after = change.before, change.after
    if before is None or after is None:
        return
    if ChangeKind.REVIEWED in change.changes:
        if after.review is None:
            yield "the review was taken back"
        else:
            by = one_line(after.review.reviewer)
            yield f"reviewed{f' by {by}' if by else ''}"
    if ChangeKind.EVIDENCE in change.changes:
        yield _other_evidence(before)
    if ChangeKind.CONFIDENCE in change.changes:
        yield f"confidence {before.confidence:.2f} -> {after.confidence:.2f}"
    if ChangeKind.CORRECTION in change.changes:
        yield f"correction {_correction(before)} -> {_correction(after)}"


def _other_evidence(before: ClaimState) -> str:
    """That something else decides now, and where that stood which decided before."""
    place = before.evidence[0].location if before.evidence else None
    return f"other evidence, before {printable(str(place))}" if place is not None and str(place) else "other evidence"


def _correction(state: ClaimState) -> str:
    if state.correction is None:
        return "none"
    return one_line(state.correction) or "removal"


def only_in(document: DocumentChanges, changes: RunChanges) -> str:
    """What is in a document, and that only one run has it."""
    run = changes.before if document.runs == "before" else changes.after
    verdicts = Counter(change.state.verdict for change in document.changes)
    claims = counted(len(document.changes), "claim")
    refuted = f", {verdicts[Verdict.REFUTES]} refuted" if verdicts[Verdict.REFUTES] else ""
    return f"{claims}{refuted}, only in run {one_line(run.id)}"


_COUNTED = {
    ChangeKind.NEW: ("claim new", "claims new"),
    ChangeKind.GONE: ("claim gone", "claims gone"),
    ChangeKind.TURNED: ("verdict turned", "verdicts turned"),
    ChangeKind.REVIEWED: ("reviewed", "reviewed"),
    ChangeKind.EVIDENCE: ("with other evidence", "with other evidence"),
    ChangeKind.CONFIDENCE: ("with another confidence", "with another confidence"),
    ChangeKind.CORRECTION: ("with another correction", "with another correction"),
}
"""What is counted, for one and for several. Of several changes of a claim the first is."""


def summary(changes: RunChanges) -> str:
    """What changed, in figures, with how many claims of each sort are refuted; each claim is counted once."""
    claims = [(change.changes[0], change) for document in changes.documents for change in document.changes]
    number = Counter(kind for kind, _ in claims)
    refuted = Counter(kind for kind, change in claims if change.state.verdict is Verdict.REFUTES)
    parts = [
        f"{number[kind]} {one if number[kind] == 1 else several}"
        + (f" ({refuted[kind]} refuted)" if refuted[kind] else "")
        for kind, (one, several) in _COUNTED.items()
        if number[kind]
    ]
    unchanged = sum(document.unchanged for document in changes.documents)
    said = (
        f"{enumerated(parts)}; {unchanged} unchanged" if parts else f"nothing changed in {counted(unchanged, 'claim')}"
    )
    runs = f"from {run_name(changes.before)} to {run_name(changes.after)}"
    return f"{capital(said)}, {runs}.{_other_root(changes)}"


def _other_root(changes: RunChanges) -> str:
    if changes.same_root:
        return ""
    before, after = (short_path(run.request.root) or "no folder" for run in (changes.before, changes.after))
    return f" They are of different code bases, {before} and {after}."


def grades(changes: RunChanges) -> str:
    """The grades of both runs as a sentence."""
    before, after = (run.grade for run in (changes.before, changes.after))
    grade = f"Grade {after}" if after else "No grade"
    if before == after:
        return f"{grade}, as before."
    return f"{grade}, before {before or 'none'}."
