"""The words of a page, written down block by block while its tags go by."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.documents.extracts import ExtractText
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Inline, InlineKind
from truthfulness_evaluator.models.location import Span

MAX_NESTING = 100
"""Containers in one another that are told apart, as in Markdown."""
_MARKS = 32
"""Marks in one another that are told apart."""
_INTRODUCED = frozenset({BlockKind.CODE, BlockKind.TABLE_ROW})


@dataclass(slots=True)
class Box:
    """A container that is still open."""

    kind: str
    start: int
    name: str = ""
    argument: str = ""
    end: int = 0
    made: Container | None = None

    def container(self) -> Container:
        """The container, once all is read; the same each time."""
        if self.made is None:
            self.made = Container(self.kind, self.name, self.argument, (self.start, max(self.start, self.end)))
        return self.made


@dataclass(slots=True)
class Scope:
    """What holds within one container."""

    boxes: tuple[Box, ...] = ()
    lead_in: str = ""
    headings: tuple[tuple[int, str], ...] = ()
    paragraph: str = ""
    """Text of the paragraph right before the next block."""
    terms: tuple[str, ...] = ()
    """Of a definition list: the terms before the next definition."""


@dataclass(slots=True)
class Mark:
    """A mark of a run that is still open."""

    kind: InlineKind
    start: int
    text_start: int
    name: str
    target: tuple[str, Span] | None = None


@dataclass(slots=True)
class Run:
    """Text that becomes one block."""

    start: int
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    end: int = 0
    """Behind the last character that is no blank."""
    inlines: list[Inline] = field(default_factory=list[Inline])
    plain: list[str] = field(default_factory=list[str])
    open_marks: list[Mark] = field(default_factory=list[Mark])


@dataclass(slots=True)
class Draft:
    """A block whose containers are not closed."""

    block: Block
    boxes: tuple[Box, ...]


class Flow:
    """Takes the words of a page and divides them into blocks."""

    def __init__(self, source: str) -> None:
        self.taken = ExtractText(source)
        self.scopes = [Scope()]
        self.run: Run | None = None
        self.kind, self.level = BlockKind.PARAGRAPH, 0
        """What the next run is."""
        self.is_too_deep = False
        self.titles: list[str] = []
        self._drafts: list[Draft] = []

    @property
    def scope(self) -> Scope:
        """The innermost scope."""
        return self.scopes[-1]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, once all is read."""
        return tuple(_with_containers(draft) for draft in self._drafts)

    # Scopes -------------------------------------------------------------------------------------------------

    def enter(self, box: Box | None = None, lead_in: str = "") -> None:
        """Opens a scope; headings in it do not count outside."""
        boxes = self.scope.boxes
        if box is not None and len(boxes) < MAX_NESTING:
            boxes = (*boxes, box)
        self.is_too_deep |= len(boxes) == MAX_NESTING
        self.scopes.append(Scope(boxes, lead_in, self.scope.headings))

    def leave(self) -> None:
        """Closes the innermost scope."""
        closed = self.scopes.pop()
        outer = self.scope
        for box in closed.boxes[len(outer.boxes) :]:
            box.end = self._drafts[-1].block.span[1] if self._drafts else box.start
        outer.paragraph = ""

    # Text ---------------------------------------------------------------------------------------------------

    def text(self, span: Span, shown: str | None) -> None:
        """Adds characters that are no blanks."""
        run = self.begun()
        if shown is None:
            self.taken.copy(*span)
        else:
            self.taken.put(shown, span)
        run.plain.append(self.taken.source[slice(*span)] if shown is None else shown)
        run.end = self.taken.size

    def blank(self, span: Span) -> None:
        """Adds blanks: one space or line end, and none at the beginning or behind another."""
        run = self.run
        if run is None or self.taken.last in " \n" or self.taken.size == run.start:
            return
        written = self.taken.source[slice(*span)]
        if written in (" ", "\n"):
            self.taken.copy(*span)
        else:
            self.taken.put("\n" if "\n" in written or "\r" in written else " ", span)
        run.plain.append(" ")

    def begun(self) -> Run:
        """The run that text is added to."""
        if self.run is None:
            self.run = Run(self.taken.size, self.kind, self.level, end=self.taken.size)
        return self.run

    def image(self, span: Span, alt: tuple[str, Span] | None, target: tuple[str, Span] | None) -> None:
        """Adds an image: `![alt](target)`, as Markdown writes it."""
        run, taken = self.begun(), self.taken
        start = taken.size
        taken.put("![", (span[0], span[0] + 1))
        text_start = taken.size
        if alt is not None:
            self._put(*alt)
        text_span = (text_start, taken.size)
        taken.put("](", (span[0] + 1, span[0] + 2))
        target_span = self._put(*target) if target is not None else None
        taken.put(")", (span[1] - 1, span[1]))
        mark = Inline(
            InlineKind.IMAGE,
            (start, taken.size),
            text_span,
            target=target[0] if target is not None else None,
            target_span=target_span,
            name="img",
        )
        run.inlines.append(mark)
        run.plain.append(alt[0] if alt is not None else "")
        run.end = taken.size

    # Marks --------------------------------------------------------------------------------------------------

    def open_mark(self, kind: InlineKind, name: str, span: Span, target: tuple[str, Span] | None = None) -> None:
        """Begins a mark at a tag."""
        run = self.begun()
        if len(run.open_marks) == _MARKS:
            return
        if kind is InlineKind.LINK and any(mark.kind is InlineKind.CODE for mark in run.open_marks):
            return  # what stands within code is all shown as code
        start = self.taken.size
        self.taken.put({InlineKind.CODE: "`", InlineKind.LINK: "["}.get(kind, ""), span)
        run.open_marks.append(Mark(kind, start, self.taken.size, name, target))

    def close_mark(self, name: str, span: Span) -> None:
        """Ends the innermost mark of a tag's name, and those that stand in it."""
        marks = self.run.open_marks if self.run is not None else []
        if any(mark.name == name for mark in marks):
            while marks and self._close(marks.pop(), span) != name:
                pass

    def _close(self, mark: Mark, span: Span) -> str:
        run, taken = self.begun(), self.taken
        text_span = (mark.text_start, taken.size)
        if text_span[0] == text_span[1]:
            taken.cut(mark.start)
            return mark.name
        target_span = None
        if mark.kind is InlineKind.CODE:
            taken.put("`", span)
        elif mark.kind is InlineKind.LINK and mark.target is not None:
            taken.put("](", span)
            target_span = self._put(*mark.target)
            taken.put(")", span)
        target = mark.target[0] if mark.target is not None else None
        made = Inline(mark.kind, (mark.start, taken.size), text_span, target, target_span, mark.name)
        run.inlines.append(made)
        run.end = taken.size
        return mark.name

    def _put(self, text: str, span: Span) -> Span:
        """Adds a value of a tag."""
        start = self.taken.size
        if self.taken.source[slice(*span)] == text:
            self.taken.copy(*span)
        else:
            self.taken.put(" ".join(text.split()), span)
        return start, self.taken.size

    # Blocks -------------------------------------------------------------------------------------------------

    def flush(self, at: int) -> None:
        """Ends the run: what stands behind an offset of the file belongs to another block."""
        run = self.run
        if run is None:
            return
        while run.open_marks:
            self._close(run.open_marks.pop(), (at, at))
        self.run = None
        plain = " ".join("".join(run.plain).split())
        span = (run.start, run.end)
        if plain or run.inlines:
            self._note(run, plain)
            self.add(Block(run.kind, span, span, inlines=in_order(run.inlines), level=run.level), plain)
        self.separate(at)

    def separate(self, at: int) -> None:
        """Puts a blank line between blocks."""
        if self.taken.size:
            self.taken.put("\n\n", (at, at))

    def add(self, block: Block, plain: str = "") -> None:
        """Adds a block where it stands: with the containers, headings and lead-in of the scope."""
        scope = self.scope
        whole = Block(
            block.kind,
            block.span,
            block.text_span,
            heading_path=tuple([text for _, text in scope.headings]),
            inlines=block.inlines,
            level=block.level,
            lead_in=(scope.paragraph if block.kind in _INTRODUCED else "") or scope.lead_in,
            header=block.header,
            cells=block.cells,
            language=block.language,
        )
        self._drafts.append(Draft(whole, scope.boxes))
        scope.paragraph = plain if block.kind is BlockKind.PARAGRAPH else ""
        if block.kind is BlockKind.HEADING:
            scope.headings = (*(each for each in scope.headings if each[0] < block.level), (block.level, plain))

    def _note(self, run: Run, plain: str) -> None:
        """What the first text of an item, a term and a heading mean for others."""
        scope = self.scope
        if run.kind is BlockKind.TERM:
            scope.terms = (*scope.terms, plain)
        elif run.kind is BlockKind.HEADING:
            scope.headings = tuple(each for each in scope.headings if each[0] < run.level)
            self.titles.append(plain)
        box = scope.boxes[-1] if scope.boxes else None
        if box is not None and box.kind == "list_item" and not box.argument:
            box.argument = plain


def in_order(inlines: Sequence[Inline]) -> tuple[Inline, ...]:
    """Marks by their place, outer ones first."""
    return tuple(sorted(inlines, key=lambda inline: (inline.span[0], -inline.span[1])))


def _with_containers(draft: Draft) -> Block:
    return replace(draft.block, containers=tuple(box.container() for box in draft.boxes))
