"""What changed between two runs as Markdown, for a comment on a pull request."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models.run_changes import ChangeKind, ClaimChange, DocumentChanges, RunChanges
from truthfulness_evaluator.reporting.changes import grades, is_told, label_of, only_in, remarks, summary, told_of
from truthfulness_evaluator.reporting.escape import printable
from truthfulness_evaluator.reporting.fitting import Section, fitted
from truthfulness_evaluator.reporting.markdown import LIMIT
from truthfulness_evaluator.reporting.markup import code_span, inline
from truthfulness_evaluator.reporting.wording import position

_TITLES = {
    ChangeKind.TURNED: "Verdicts turned",
    ChangeKind.NEW: "New claims",
    ChangeKind.GONE: "Claims gone",
    ChangeKind.REVIEWED: "Reviewed",
    ChangeKind.EVIDENCE: "Other evidence",
    ChangeKind.CONFIDENCE: "Other confidence",
    ChangeKind.CORRECTION: "Other corrections",
}
"""A section for each; a claim stands in that of its first change."""


@dataclass(frozen=True)
class ChangesMarkdown:
    """The figures, then the claims by what changed of them; what a text would only count is folded."""

    limit: int = LIMIT
    """Characters of the whole. What does not fit is left out, item by item, and counted."""

    def format(self, changes: RunChanges) -> str:
        """The Markdown text."""
        head = f"## What changed\n\n**{inline(grades(changes))}** {inline(summary(changes))}\n"
        return fitted(head, list(_sections(changes)), self.limit)


def _sections(changes: RunChanges) -> Iterator[Section]:
    rows = [(change, document) for document in changes.documents for change in document.changes]
    quiet = [change for change, document in rows if not is_told(change, document)]
    for kind, title in _TITLES.items():
        items = tuple(
            _item(change) for change, document in rows if change.changes[0] is kind and is_told(change, document)
        )
        yield Section(f"{title} ({len(items)})", items, folded=False)
    alone = [document for document in changes.documents if document.runs != "both" and document.changes]
    documents = tuple(_document(document, changes) for document in alone)
    unfinished = tuple(
        f"- {code_span(printable(name))}: not finished by a run, not compared\n" for name in changes.unfinished
    )
    yield Section(f"Documents ({len(documents) + len(unfinished)})", (*documents, *unfinished), folded=False)
    yield Section(f"Other changes ({len(quiet)})", tuple(map(_item, quiet)), folded=True)


def _item(change: ClaimChange) -> str:
    besides = "; ".join(remarks(change))
    told = f"{inline(told_of(change))}{f' ({inline(besides)})' if besides else ''}"
    return f"- {code_span(position(change.state.place))} **{inline(label_of(change))}** {told}\n"


def _document(document: DocumentChanges, changes: RunChanges) -> str:
    return f"- {code_span(printable(document.name))}: {inline(only_in(document, changes))}\n"
