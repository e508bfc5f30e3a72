"""A section's quotes: where they stand in the document, and the sentences around them."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.claims.extraction import merged
from truthfulness_evaluator.claims.sections import Section, Unit
from truthfulness_evaluator.claims.views import View, sentences_of
from truthfulness_evaluator.models import BlockKind, InlineKind, Span
from truthfulness_evaluator.text.quotes import FoldedText

_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_NOTE = re.compile(r"\[\^[\w-]+\]|(?<= )\[(?:\d+|#[\w-]*|\*)\]_(?!\w)")
"""The mark of a footnote, in Markdown and in reStructuredText."""
_MARKS = frozenset({InlineKind.CODE, InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK, InlineKind.ROLE})
_WORD = re.compile(r"[^\W_]{2,}")
_MOST_LONGER = 2
"""Times that a quote may be as long as the section: it may be in wider white space."""


@dataclass(frozen=True)
class SectionQuotes:
    """Finds quotes in a section: to the letter, else without the markup, else without the marks of code, too."""

    section: Section

    def places(self, quote: str) -> list[Span]:
        """All places of a quote as spans of the text that was read; what is not shown is in none of them."""
        if len(quote) > _MOST_LONGER * len(self._shown.text) + 100:
            return []
        as_written = quote.replace("&lt;", "<")  # as fences show what looks like one: see `llm.fences`
        ways = (
            (self._shown, quote),
            (self._bare, quote),
            (self._bare, quote.replace("`", "")),
            (self._shown, as_written),
        )
        for folded, wanted in ways:
            found = [(start + self._start, end + self._start) for start, end in folded.places(wanted)]
            if inside := [self._with_marks(span) for span in found if self._is_shown(span)]:
                return inside
        return []

    def may_hold(self, quote: str) -> bool:
        """False where the section lacks a word of a quote: quicker than to look for it."""
        return _words(quote) <= self._words

    def shown(self, span: Span) -> str:
        """What a reader sees of a span, on one line."""
        return " ".join(self._view(unit).shown(_common(unit.span, span)) for unit in self._units_at(span))

    def sentences(self, span: Span) -> str:
        """The sentences that a span is a part of, as a reader sees them; of a table, each cell after its header."""
        return " ".join(part for unit in self._units_at(span) for part in self._sentences(unit, span))

    def heading_path(self, span: Span) -> tuple[str, ...]:
        """The headings above a span."""
        return next((unit.block.heading_path for unit in self._units_at(span)), ())

    def begins(self, offset: int) -> int:
        """Where the sentence begins that an offset is in."""
        for unit in self._units_at((offset, offset + 1)):
            starts = [start for start, _ in self._spans(unit) if start <= offset]
            return max(starts, default=unit.span[0])
        return offset

    def ends(self, offset: int) -> int:
        """Where the sentence ends that an offset is in."""
        for unit in self._units_at((offset, offset + 1)):
            return next((end for start, end in self._spans(unit) if start <= offset < end), unit.span[1])
        return offset

    def _sentences(self, unit: Unit, span: Span) -> Iterator[str]:
        view = self._view(unit)
        if unit.block.kind is BlockKind.TABLE_ROW and unit.block.header:
            cells = zip(unit.block.header, unit.block.cells, strict=False)
            yield "; ".join(
                f"{name}: {shown}" if name else shown for name, cell in cells if (shown := view.shown(cell))
            )
            return
        for start, end in self._spans(unit):
            if start < span[1] and end > span[0]:
                yield view.shown((start, end))

    def _spans(self, unit: Unit) -> list[Span]:
        if unit.block.kind is BlockKind.TABLE_ROW:
            return [unit.block.span]
        return list(sentences_of(self.section.read, unit.block))

    def _view(self, unit: Unit) -> View:
        """The block as readers see it, without the marks of footnotes."""
        text = self.section.read.text
        view = View.of(self.section.read, unit.block)
        notes = [match.span() for match in _NOTE.finditer(text, *unit.block.text_span)]
        return View(text, merged([*view.hidden, *notes])) if notes else view

    def _units_at(self, span: Span) -> list[Unit]:
        return [unit for unit in self.section.units if unit.span[0] < span[1] and span[0] < unit.span[1]]

    def _with_marks(self, span: Span) -> Span:
        """A span with the delimiters of the marks whose text it begins or ends with."""
        start, end = span
        for mark in (mark for unit in self._units_at(span) for mark in unit.block.inlines if mark.kind in _MARKS):
            if start <= mark.text_span[0] < mark.text_span[1] <= end:
                start, end = min(start, mark.span[0]), max(end, mark.span[1])
        return start, end

    def _is_shown(self, span: Span) -> bool:
        return any(start <= span[0] and span[1] <= end for start, end in self._pieces)

    @cached_property
    def _words(self) -> frozenset[str]:
        return _words(self._shown.text)

    @cached_property
    def _pieces(self) -> list[Span]:
        return [piece for passage in self.section.passages for piece in passage.pieces]

    @cached_property
    def _start(self) -> int:
        return self.section.span[0]

    @cached_property
    def _shown(self) -> FoldedText:
        return self._folded([span for unit in self.section.units for span in self._view(unit).hidden])

    @cached_property
    def _bare(self) -> FoldedText:
        text, marks = self.section.read.text, [mark for unit in self.section.units for mark in unit.block.inlines]
        code = [mark for mark in marks if mark.kind is InlineKind.CODE]
        hidden = [(at + self._start, to + self._start) for at, to in self._shown.hidden]
        hidden += ((mark.span[0], mark.text_span[0]) for mark in code)
        hidden += ((mark.text_span[1], mark.span[1]) for mark in code)
        hidden += (match.span() for match in _ESCAPE.finditer(text, *self.section.span))
        return self._folded(hidden)

    def _folded(self, hidden: list[Span]) -> FoldedText:
        start, end = self.section.span
        inside = ((max(first, start) - start, min(last, end) - start) for first, last in hidden)
        return FoldedText(self.section.read.text[start:end], [span for span in inside if span[0] < span[1]])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(unicodedata.normalize("NFKC", text)))


def _common(one: Span, other: Span) -> Span:
    return max(one[0], other[0]), min(one[1], other[1])
