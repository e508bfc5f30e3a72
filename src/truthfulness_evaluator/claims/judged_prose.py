"""Claims of prose that a judge is to compare with sources: sentences that can be understood, and checked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from truthfulness_evaluator.claims.checkable import is_remark, reason_against, states_something
from truthfulness_evaluator.claims.completing import completed
from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.claims.prose import KIND, is_prose
from truthfulness_evaluator.claims.self_contained import sense_of
from truthfulness_evaluator.claims.table_rows import table_statements
from truthfulness_evaluator.claims.views import View, sentences_of
from truthfulness_evaluator.models import Block, Claim, Document
from truthfulness_evaluator.text.commands import without_note
from truthfulness_evaluator.text.subjects import Subject, has_names, subject_of

AMBIGUOUS = "ambiguous"
_MARKS_BEFORE = re.compile(r"^(?:\[\^?[\w.:-]{1,12}\]\s*)+(?=[^\W\d_])")
"""Marks of footnotes that belong to the sentence before: `[3] It rose.`"""
_LISTS_OF_SOURCES = frozenset(
    (
        *(
            "references",
            "bibliography",
            "external links",
            "further reading",
            "works cited",
            "see also",
            "literature cited",
        ),
        *("reference", "table of contents", "contents", "cited works"),
    )
)
"""Headings of sections that state nothing."""


@dataclass(frozen=True)
class JudgedProse:
    """Finds what a document states as prose, each statement such that a judge can compare it with sources.

    As `ProseClaims`, but an item of a list is completed by the sentence before the list, a row of a table by its
    header, and a pronoun is replaced by what it stands for where the sentence before tells. Where it does not, the
    claim is `unverifiable`, as are opinions and predictions. Orders to the reader, announcements, thanks, labels
    and what states nothing else are no claims. A `ClaimExtractor`.

    Args:
        year: of now, for what is a prediction; None: by the clock.
    """

    year: int | None = None

    async def extract(self, document: Document) -> list[Claim]:
        """The claims that the document's comments do not exclude, in the order of their place."""
        return list(self.find(document).claims)

    def find(self, document: Document) -> Extraction:
        """All claims; one that is made twice is one claim with `also_at`."""
        read = document.extract or document
        year = self.year or datetime.now(UTC).year
        merged: dict[tuple[str, str], Statement] = {}
        for statement in _Reading(read, year).statements():
            if document.places is not None:
                statement = replace(statement, span=document.places.span(statement.span))
            first = merged.setdefault((statement.text, statement.unverifiable), statement)
            if first.span != statement.span:
                merged[statement.text, statement.unverifiable] = replace(
                    first, also_at=(*first.also_at, statement.span)
                )
        return extraction(document, merged.values())


@dataclass
class _Reading:
    """A document that is read from its beginning to its end."""

    read: Document
    year: int
    subject: Subject | None = None
    """Of the sentence before."""
    person: Subject | None = None
    """Who was told of last, where nobody else has been named since."""
    section: tuple[str, ...] = ()

    def statements(self) -> Iterator[Statement]:
        for block in self.read.blocks:
            if is_prose(block) and not _lists_sources(block):
                yield from self._of(block)
        for text, row, span in table_statements(self.read):
            if not _lists_sources(row):
                yield Statement(KIND, text, span, claim_type="inferred")

    def _of(self, block: Block) -> Iterator[Statement]:
        if block.heading_path != self.section:
            self.section, self.subject, self.person = block.heading_path, None, None
        view = View.of(self.read, block)
        is_item = any(container.kind == "list_item" for container in block.containers)
        if is_item:
            self.subject = subject_of(block.lead_in) if block.lead_in else None
        for position, span in enumerate(sentences_of(self.read, block)):
            shown = view.shown(span)
            text = completed(shown, block) if position == 0 and block.containers else shown
            plain = without_note(_MARKS_BEFORE.sub("", text))
            sense = sense_of(plain, self.subject, self.person)
            self.subject = sense.subject
            if sense.subject is not None and sense.subject.person:
                self.person = None if sense.subject.rival else sense.subject
            elif has_names(sense.text):
                self.person = None
            if not states_something(plain, ended=shown):
                continue
            against = reason_against(sense.text, self.year)
            if not against and sense.unclear:
                against = f"{AMBIGUOUS}: it cannot be told what “{sense.unclear}” stands for"
            if not against and is_remark(sense.text):
                continue
            yield Statement(
                KIND,
                sense.text,
                span,
                claim_type="inferred" if sense.inferred or text != shown else "explicit",
                unverifiable=against,
            )


def _lists_sources(block: Block) -> bool:
    return any(heading.strip().casefold() in _LISTS_OF_SOURCES for heading in block.heading_path)
