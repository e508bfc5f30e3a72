"""Claims by rule: the exactly checkable facts that a document states."""

from collections.abc import Iterable
from dataclasses import dataclass

from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Claim, Document


@dataclass(frozen=True)
class FactClaims:
    """Finds the facts of some kinds. A `ClaimExtractor`."""

    kinds: tuple[FactKind, ...]

    async def extract(self, document: Document) -> list[Claim]:
        """The facts that are not excluded by the document's comments, in the order of their place."""
        return list(self.find(document).claims)

    def find(self, document: Document) -> Extraction:
        """All facts. A kind that crashes is named in `problems`; the others are complete."""
        statements: list[Statement] = []
        problems: list[str] = []
        for kind in self.kinds:
            try:
                statements.extend(_statements(kind, document))
            except Exception as error:  # A bug in one kind, told in the report; it must not cost the others.
                cause = f"{type(error).__name__}: {error}"
                problems.append(f"Facts of kind {kind.name} could not be looked for ({cause}).")
        return extraction(document, statements, problems)


def _statements(kind: FactKind, document: Document) -> Iterable[Statement]:
    found = [Statement(kind.name, each.text, each.span, each.fact) for each in kind.find(document)]
    for statement in found:
        start, end = statement.span
        if not 0 <= start <= end <= len(document.text):
            raise ValueError(f"span {start}..{end} is outside of the document")
    return found
