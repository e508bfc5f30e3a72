"""A document's prose in sections: as much as a chat model is to read at once."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from truthfulness_evaluator.claims.extraction import Excluded
from truthfulness_evaluator.claims.prose import KIND, NOT_PROSE, statements
from truthfulness_evaluator.claims.views import View
from truthfulness_evaluator.models import Block, BlockKind, Document, Span

MOST_CHARACTERS = 6000
"""Of a section's text, some 1,500 tokens: an answer with a claim a line is about as long, and far from the limit of
common models."""
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.TABLE_ROW, BlockKind.TERM, BlockKind.FIELD})
_MARKUP = re.compile(r"[^\w]*(?:\d{1,4}[.)][^\w]*)?|[^\w]*\[\^?\d+\][^\w]*")
"""What may stand between two neighbours that are shown as they stand: blank lines, bullets, numbers, rules."""
_WORD = re.compile(r"[^\W_]")
_BETWEEN = "\n\n"
_ORDER = re.compile(
    r"(?:(?:then|now|next|first|finally|also|just|simply),? )?"
    r"(?:please|you (?:can|may|should|must|need to|will need)|we recommend|let us|let's"
    r"|(?:add|build|call|change|check|choose|click|clone|configure|consider|copy|create|define|delete|download|edit|enter"
    r"|fork|go|import|install|keep|make|note|open|paste|pass|press|put|read|refer|remember|remove|replace|restart|run|save"
    r"|see|select|set|specify|start|switch|try|type|update|use|visit|wait|write)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that tells the reader what to do. (English: in other languages it counts as a statement.)"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A block that is shown, or its rest."""

    block: Block
    """Of the text that was read: the document's extract, where it has one."""
    span: Span
    """What is shown of it, with the markup around it."""
    joined: bool
    """Whether nothing but markup stands between it and the unit before."""
    states: int
    """Statements that it makes: declarative sentences that are no orders; a table's row is one."""
    opens: bool
    """Whether it begins what is shown under its heading."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Units under one heading."""

    units: tuple[Unit, ...]

    @property
    def heading_path(self) -> tuple[str, ...]:
        """The headings above, outermost first."""
        return self.units[0].block.heading_path

    @property
    def lead_in(self) -> str:
        """What introduces the list or table that this passage goes on with; empty where it stands in it itself."""
        return "" if self.units[0].opens else self.units[0].block.lead_in

    @property
    def header(self) -> str:
        """The header of the table that this passage goes on with."""
        return "" if self.units[0].opens else " | ".join(self.units[0].block.header)

    @property
    def pieces(self) -> tuple[Span, ...]:
        """What is shown, as spans of the text that was read."""
        spans: list[Span] = []
        for unit in self.units:
            if unit.joined and spans:
                spans[-1] = (spans[-1][0], unit.span[1])
            else:
                spans.append(unit.span)
        return tuple(spans)


@dataclass(frozen=True, slots=True)
class Section:
    """What is asked about at once: passages that follow one another."""

    read: Document = field(repr=False)
    """The document, or its extract."""
    passages: tuple[Passage, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of all passages."""
        return tuple(unit for passage in self.passages for unit in passage.units)

    @property
    def span(self) -> Span:
        """From the first to the last character, with what stands between and is not shown."""
        units = self.units
        return units[0].span[0], units[-1].span[1]

    @property
    def states(self) -> int:
        """Statements that it makes at least: see `Unit`."""
        return sum(unit.states for unit in self.units)

    @property
    def title(self) -> str:
        """Where it begins, for messages."""
        return " > ".join(self.passages[0].heading_path)

    def text(self, passage: Passage) -> str:
        """A passage's text: the document's own, an empty line where something is left out."""
        return _BETWEEN.join(self.read.text[start:end] for start, end in passage.pieces)

    def halves(self) -> "tuple[Section, ...]":
        """Two sections of about the same size; none where it is a single block."""
        units = self.units
        if len(units) < 2:
            return ()
        middle = sum(_length(unit) for unit in units) / 2
        cut = done = 0
        while cut < len(units) - 1 and (cut == 0 or done < middle):
            done += _length(units[cut])
            cut += 1
        return self._of(units[:cut]), self._of(units[cut:])

    def after(self, offset: int) -> "Section | None":
        """What stands from an offset of the text that was read on; None where nothing does."""
        rest = [_cut(unit, offset, self.read) for unit in self.units if unit.span[1] > offset]
        kept = tuple(unit for unit in rest if _WORD.search(self.read.text, *unit.span))
        return self._of(kept) if kept else None

    def _of(self, units: Sequence[Unit]) -> "Section":
        return replace(self, passages=tuple(Passage(tuple(group)) for group in _by_heading(units)))


def sections(document: Document) -> tuple[Section, ...]:
    """The prose of a document: paragraphs, items, definitions, rows of tables; no code, no headings by themselves.

    What comments of the document exclude is left out. A section holds what stands under one heading or under several
    that follow one another, at most `MOST_CHARACTERS`; it ends within no block, so that a block longer than that is a
    section. Sections that state nothing are left out.
    """
    read = document.extract or document
    units = _by_heading(_units(document, read))
    passages = [part for group in units for part in _parts([replace(group[0], opens=True), *group[1:]])]
    found = (Section(read, group) for group in _packed(passages))
    return tuple(section for section in found if section.states)


def _units(document: Document, read: Document) -> list[Unit]:
    excluded = Excluded(document)
    units: list[Unit] = []
    last: int | None = None
    for index, (block, in_file) in enumerate(zip(read.blocks, document.blocks, strict=True)):
        if not _is_shown(read, block) or excluded.holds(KIND, in_file.span):
            continue
        joined = last == index - 1 and _MARKUP.fullmatch(read.text, units[-1].span[1], block.span[0]) is not None
        start = units[-1].span[1] if joined else 0
        span = (block.span[0] if joined else _with_markup(read.text, start, block.span[0]), block.span[1])
        units.append(Unit(block, span, joined, _states(read, block), opens=False))
        last = index
    return units


def _is_shown(read: Document, block: Block) -> bool:
    if block.kind not in _PROSE or any(container.name in NOT_PROSE for container in block.containers):
        return False
    return (
        _WORD.search(View.of(read, block, links=block.kind is not BlockKind.PARAGRAPH).shown(block.text_span))
        is not None
    )


def _states(read: Document, block: Block) -> int:
    if block.kind is BlockKind.TABLE_ROW:
        return int(bool(block.header))
    if block.kind is BlockKind.TERM:
        return 0
    return sum(1 for text, _ in statements(read, block) if not _ORDER.match(text.lstrip("*_`\"'([")))


def _with_markup(text: str, least: int, start: int) -> int:
    """The beginning of the line that a block begins on, where only markup stands before it."""
    line = max(text.rfind("\n", 0, start) + 1, text.rfind("\r", 0, start) + 1, least)
    return line if _MARKUP.fullmatch(text, line, start) else start


def _by_heading(units: Iterable[Unit]) -> list[list[Unit]]:
    """Units in groups with the same headings above."""
    return [list(group) for _, group in groupby(units, key=lambda unit: unit.block.heading_path)]


def _parts(units: Sequence[Unit]) -> Iterator[Passage]:
    """Passages that are not too long."""
    part: list[Unit] = []
    for unit in units:
        if part and sum(map(_length, part)) + _length(unit) > MOST_CHARACTERS:
            yield Passage(tuple(part))
            part = []
        part.append(unit)
    if part:
        yield Passage(tuple(part))


def _packed(passages: Iterable[Passage]) -> Iterator[tuple[Passage, ...]]:
    pack: list[Passage] = []
    size = 0
    for passage in passages:
        length = sum(map(_length, passage.units))
        if pack and size + length > MOST_CHARACTERS:
            yield tuple(pack)
            pack, size = [], 0
        pack.append(passage)
        size += length
    if pack:
        yield tuple(pack)


def _length(unit: Unit) -> int:
    return unit.span[1] - unit.span[0] + len(_BETWEEN)


def _cut(unit: Unit, offset: int, read: Document) -> Unit:
    """What is left of a unit behind an offset and the white space there."""
    if offset <= unit.span[0]:
        return unit
    offset = next((at for at in range(offset, unit.span[1]) if not read.text[at].isspace()), offset)
    spans = (span for _, span in statements(read, unit.block))
    states = unit.states if unit.block.kind is BlockKind.TABLE_ROW else sum(1 for span in spans if span[0] >= offset)
    return replace(unit, span=(offset, unit.span[1]), states=min(unit.states, states), opens=False)
