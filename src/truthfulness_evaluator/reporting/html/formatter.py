"""Reports for a browser: one page that needs nothing else, and that can be shown to others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.html.blocks import Page
from truthfulness_evaluator.reporting.html.cards import Cards
from truthfulness_evaluator.reporting.html.chart import PATTERNS, Row, chart
from truthfulness_evaluator.reporting.html.controls import controls
from truthfulness_evaluator.reporting.html.escape import attribute, shown
from truthfulness_evaluator.reporting.html.holding import Holding
from truthfulness_evaluator.reporting.html.looks import LOOKS
from truthfulness_evaluator.reporting.html.notes import Note, Numbering, counts
from truthfulness_evaluator.reporting.html.placing import Placed, placed
from truthfulness_evaluator.reporting.html.reading import read_again
from truthfulness_evaluator.reporting.html.shell import shell
from truthfulness_evaluator.reporting.html.told import told
from truthfulness_evaluator.reporting.html.words import sentence
from truthfulness_evaluator.reporting.text import notes, summary_line
from truthfulness_evaluator.reporting.totals import total
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.text.lines import Lines


@dataclass(frozen=True)
class HtmlFormatter:
    """One page: the documents as they read with their claims marked, and beside them a card for each claim.

    Example:
        >>> page = HtmlFormatter().format([TruthfulnessReport(source_document="a.md")])
        >>> page.startswith("<!doctype html>"), "Nothing to check in 1 document." in page
        (True, True)
    """

    closing: str | None = None
    """The first sentence, instead of the grade."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; a document whose text is not known is not shown, only its claims."""
    links: str = ""
    """Address that paths are put behind, such as `https://github.com/NAME/PROJECT/blob/COMMIT/`; empty: no links."""
    confidence_threshold: float = CONFIDENCE_THRESHOLD
    """From where a verdict counts in the grade of several documents."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The page. To be written in UTF-8."""
        numbering = Numbering()
        by_report = [numbering.notes(report, self.texts.get(report.source_document)) for report in reports]
        notes = [note for some in by_report for note in some]
        several = len({judge for note in notes for judge in note.judges}) > 1
        holding = Holding(len(notes))
        parts = [
            _Part(number, report, some, self, holding, several)
            for number, (report, some) in enumerate(zip(reports, by_report, strict=True), 1)
        ]
        name = reports[0].source_document if len(reports) == 1 else counted(len(reports), "document")
        body = "".join((self._head(reports, notes), *self._index(parts), *_main(parts), PATTERNS))
        return shell(f"{name}: truthfulness report", body)

    def _head(self, reports: Sequence[TruthfulnessReport], notes: Sequence[Note]) -> str:
        totals = total(reports, confidence_threshold=self.confidence_threshold)
        closing = self.closing
        if closing is None and totals.grade:
            closing = f"Grade {totals.grade}."
        grade = f'<p class="grade" aria-label="Grade {totals.grade}">{totals.grade}</p>\n' if totals.grade else ""
        said = f"<strong>{sentence(closing)}</strong> " if closing else ""
        return (
            f'<header class="top">\n{grade}<div>\n<h1>Truthfulness report</h1>\n'
            f"<p>{said}{shown(summary_line(totals))}</p>\n{told(reports, notes)}</div>\n</header>\n{controls(notes)}"
        )

    def _index(self, parts: Sequence["_Part"]) -> Iterator[str]:
        if len(parts) < 2:
            return
        # What asks for attention comes first; the documents themselves keep their order.
        rows = [part.row() for part in parts if part.notes]
        urgent = sorted((row for row in rows if any(_urgency(row))), key=_urgency, reverse=True)
        rest = [row for row in rows if not any(_urgency(row))]
        without = [part for part in parts if not part.notes]
        yield '<nav class="index" aria-label="Documents">\n'
        if rest and urgent and len(rows) > _SHORT_INDEX:
            yield chart(urgent, "Documents that ask for attention", "Document", grades=True)
            yield f"<details><summary>Nothing refuted in {counted(len(rest), 'document')}</summary>\n"
            table = chart(rest, "Documents in which nothing is refuted", "Document", grades=True)
            yield parts[0].holding.folded(table)
            yield "</details>\n"
        elif rows:
            yield chart([*urgent, *rest], "Verdicts by document", "Document", grades=True)
        if without:
            names = ", ".join(shown(part.report.source_document) for part in without)
            yield f"<details><summary>Nothing to check in {counted(len(without), 'document')}</summary>\n"
            yield f"<p>{names}</p></details>\n"
        yield "</nav>\n"


def _main(parts: Sequence["_Part"]) -> Iterator[str]:
    yield "<main>\n"
    for part in parts:
        if part.notes or len(parts) == 1:
            yield part.html(folds=len(parts) > 1)
    yield "</main>\n"


@dataclass(frozen=True)
class _Part:
    """One document with its claims."""

    number: int
    report: TruthfulnessReport
    notes: Sequence[Note]
    formatter: HtmlFormatter
    holding: Holding
    tell_judges: bool
    """Whether the page has several judges."""

    @property
    def _text(self) -> str | None:
        return self.formatter.texts.get(self.report.source_document)

    def row(self) -> Row:
        """Its line in the index."""
        return Row(
            shown(self.report.source_document), f"doc-{self.number}", counts(self.notes), self.report.overall_grade
        )

    def html(self, *, folds: bool) -> str:
        """The document, its claims beside it; folded where all of them are supported, if it may be."""
        name, grade = self.report.source_document, self.report.overall_grade
        title = f'<h2 id="doc-{self.number}">{shown(name)}{f" <span>{grade}</span>" if grade else ""}</h2>'
        inner = "".join(self._inner())
        if not folds:
            return f'<section class="doc">\n{title}\n{inner}</section>\n'
        is_open = " open" if any(note.look.letter != _SUPPORTED for note in self.notes) else ""
        tally = " ".join(
            f'<span class="{look.letter}">{look.sign} {number}<span class="sr"> {look.words.lower()}</span></span>'
            for look in LOOKS.values()
            if (number := counts(self.notes).get(look.letter))
        )
        summary = f'<summary>{title} <span class="tally">{tally}</span></summary>'
        return f'<details class="doc"{is_open}>{summary}\n{inner}</details>\n'

    def _inner(self) -> Iterator[str]:
        text = self._text
        there = (
            placed(read_again(self.report.source_document, text), self.notes, f"doc-{self.number}") if text else None
        )
        name = attribute(self.report.source_document)
        if there is not None and len(there.sections) > 1:
            rows = [Row(section.title, section.anchor, counts(section.notes)) for section in there.sections]
            is_open = " open" if len(rows) <= _SHORT_INDEX else ""
            table = chart(rows, "Verdicts by section", "Section")
            yield f"<details{is_open}><summary>Verdicts by section ({len(rows)})</summary>\n"
            yield table if is_open else self.holding.folded(table)
            yield "</details>\n"
        yield from _folded("Notes", notes([self.report]))
        yield from _folded("Ignored as comments or settings ask", [claim.text for claim in self.report.ignored])
        yield '<div class="both">\n'
        yield f'<article class="text {_dialect(there)}" aria-label="{name}">\n'
        yield Page(there.document, there.places, there.anchors).html() if there is not None else _NO_TEXT
        yield f'</article>\n<section class="claims" aria-label="Claims of {name}">\n'
        yield f'<h3 class="sr">Claims of {shown(self.report.source_document)}</h3>\n'
        signs = there.signs if there is not None else ()
        cards = Cards(Lines(text) if text else None, self.formatter.links, signs, self.tell_judges)
        yield from self.holding.written((note, cards.card(note)) for note in self.notes)
        if not self.notes:
            yield "<p>No claim was found that could be checked.</p>\n"
        yield "</section>\n</div>\n"


def _urgency(row: Row) -> tuple[int, int]:
    """How much a document asks for attention: claims that are refuted, and that could not be judged."""
    return row.counts.get(LOOKS[Verdict.REFUTES].letter, 0), row.counts.get(LOOKS[None].letter, 0)


_SHORT_INDEX = 12
"""Lines of a table that is not folded."""
_NO_TEXT = "<p>The text of this document is not at hand; its claims are listed.</p>\n"
_SUPPORTED = LOOKS[Verdict.SUPPORTS].letter


def _dialect(there: Placed | None) -> str:
    return there.document.media_type.rpartition("/")[2] if there is not None else "none"


def _folded(title: str, sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield f"<details><summary>{title} ({len(sentences)})</summary>\n<ul>\n"
        yield from (f"<li>{sentence(each)}</li>\n" for each in sentences)
        yield "</ul></details>\n"
