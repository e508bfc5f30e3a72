"""Claims by rule: the exactly checkable facts that a document states."""

import logging
from dataclasses import dataclass

from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Claim, Document, Span
from truthfulness_evaluator.project.project import Project

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class FactClaims:
    """Finds the facts of some kinds. A `ClaimExtractor`."""

    kinds: tuple[FactKind, ...]
    project: Project | None = None
    """Facts that are about something else than this project are left out; None: none is."""

    async def extract(self, document: Document) -> list[Claim]:
        """The facts that are not excluded by the document's comments, in the order of their place."""
        return list(self.find(document).claims)

    def find(self, document: Document) -> Extraction:
        """All facts. A kind that crashes is named in `problems`; the others are complete."""
        statements: list[Statement] = []
        taken: set[tuple[Span, str]] = set()
        problems: list[str] = []
        for kind in self.kinds:
            try:
                found = self._statements(kind, document)
            except Exception as error:  # A bug in one kind, told in the report; it must not cost the others.
                _LOG.debug("find of kind %s crashed in %s", kind.name, document.name, exc_info=True)
                cause = f"{type(error).__name__}: {error}"
                problems.append(f"Facts of kind {kind.name} could not be looked for ({cause}).")
                continue
            # A name that an earlier, more specific kind has claimed is not claimed again.
            places = {(each.span, each.fact.subject) for each in found if each.fact is not None}
            statements.extend(e for e in found if e.fact is None or (e.span, e.fact.subject) not in taken)
            taken |= places
        return extraction(document, statements, problems)

    def _statements(self, kind: FactKind, document: Document) -> list[Statement]:
        found: list[Statement] = []
        for each in kind.find(document):
            start, end = each.span
            if not 0 <= start <= end <= len(document.text):
                raise ValueError(f"span {start}..{end} is outside of the document")
            if self.project is None or kind.concerns(each.fact, self.project):
                found.append(Statement(kind.name, each.text, each.span, each.fact))
        return found
