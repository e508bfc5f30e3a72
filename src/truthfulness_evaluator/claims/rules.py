"""Claims by rule: the exactly checkable facts that a document states."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.facts.finding import found_in
from truthfulness_evaluator.facts.kind import FactKind, Found
from truthfulness_evaluator.models import Claim, Document, Fact, Span
from truthfulness_evaluator.project.project import Project

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one kind of fact reads at a place of a document."""

    kind: FactKind
    found: Found
    concerns: bool = True
    """Whether it is about this project."""
    claimed_by: str | None = None
    """The more specific kind that has claimed the same name at the same place."""

    @property
    def is_claim(self) -> bool:
        """Whether it becomes a claim, unless a comment excludes it."""
        return self.concerns and self.claimed_by is None


@dataclass(frozen=True)
class FactClaims:
    """Finds the facts of some kinds. A `ClaimExtractor`."""

    kinds: tuple[FactKind, ...]
    project: Project | None = None
    """Facts that are about something else than this project are left out; None: none is."""
    wanted: Callable[[Fact], bool] | None = None
    """Facts that are looked at at all; None: all."""

    async def extract(self, document: Document) -> list[Claim]:
        """The facts that are not excluded by the document's comments, in the order of their place."""
        return list(self.find(document).claims)

    def find(self, document: Document) -> Extraction:
        """All facts. A kind that crashes is named in `problems`; the others are complete."""
        problems: list[str] = []
        readings = [reading for reading in self.readings(document, problems) if reading.is_claim]
        statements = (Statement(r.kind.name, r.found.text, r.found.span, r.found.fact) for r in readings)
        return extraction(document, statements, problems)

    def readings(self, document: Document, problems: list[str] | None = None) -> list[Reading]:
        """All that the kinds read, kind by kind, also what becomes no claim.

        Args:
            document: what is read.
            problems: takes one sentence for each kind that crashes.
        """
        readings: list[Reading] = []
        taken: dict[tuple[Span, str], str] = {}
        for kind in self.kinds:
            try:
                found = list(self._read(kind, document))
            except Exception as error:  # A bug in one kind, told in the report; it must not cost the others.
                _LOG.debug("find of kind %s crashed in %s", kind.name, document.name, exc_info=True)
                cause = f"{type(error).__name__}: {error}"
                if problems is not None:
                    problems.append(f"Facts of kind {kind.name} could not be looked for ({cause}).")
                continue
            # A name that an earlier, more specific kind has claimed is not claimed again.
            readings += (replace(each, claimed_by=taken.get(_place(each))) for each in found)
            for each in found:
                if each.concerns:
                    taken.setdefault(_place(each), kind.name)
        return readings

    def _read(self, kind: FactKind, document: Document) -> Iterator[Reading]:
        for each in found_in(document, kind.find):
            if self.wanted is not None and not self.wanted(each.fact):
                continue
            yield Reading(kind, each, self.project is None or kind.concerns(each.fact, self.project))


def _place(reading: Reading) -> tuple[Span, str]:
    return reading.found.span, reading.found.fact.subject
