"""What is known while a reStructuredText document is read, and the blocks read so far."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from truthfulness_evaluator.documents.rst_inlines import InlineReader
from truthfulness_evaluator.documents.rst_names import References
from truthfulness_evaluator.documents.rst_rows import Passage, Row
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Inline
from truthfulness_evaluator.models.location import Span


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a body stands."""

    containers: tuple[Container, ...] = ()
    lead_in: str = ""
    """Text of the paragraph that introduced the innermost list around."""
    titles: bool = True
    """Whether sections may begin in it."""
    depth: int = 0
    """How deep it is nested."""

    def inside(self, container: Container, lead_in: str | None = None, *, titles: bool = False) -> "Scope":
        """The scope of the container's content."""
        lead = self.lead_in if lead_in is None else lead_in
        return Scope((*self.containers, container), lead, titles, self.depth + 1)

    def indented(self) -> "Scope":
        """The scope of a body that is indented and nothing else."""
        return replace(self, titles=False, depth=self.depth + 1)


@dataclass(slots=True)
class Body:
    """Rows that are read as a sequence of blocks."""

    rows: Sequence[Row]
    scope: Scope
    lead: Passage | None = None
    """The paragraph right before the block at hand."""

    def text(self, index: int) -> str:
        """A row's text; empty after the last one."""
        return self.rows[index].text if index < len(self.rows) else ""

    def filled(self, index: int) -> int:
        """Index of the first row from here on that is not blank."""
        while index < len(self.rows) and not self.rows[index].text:
            index += 1
        return index


class BodyReader(Protocol):
    """Reads nested bodies; what directives and lists ask of the reader of blocks."""

    @property
    def builder(self) -> "Builder":
        """Where blocks go."""
        ...

    def read(self, rows: Sequence[Row], scope: Scope, lead: Passage | None = None) -> None:
        """Read rows as a sequence of blocks; `lead` is the paragraph right before them."""
        ...


class Builder:
    """Collects the blocks of one document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.blocks: list[Block] = []
        self.references = References()
        self.inliner = InlineReader(self.references)
        self.language = ""
        """Language of literal blocks that name none, as set by the `highlight` directive."""
        self._styles: list[str] = []
        self.path: tuple[str, ...] = ()
        """Titles of the sections around, outermost first."""

    def lead_in(self, body: Body) -> str:
        """Text of the paragraph that introduces the block at hand."""
        return self.inliner.plain(body.lead) if body.lead else body.scope.lead_in

    def heading(self, style: str, span: Span, title: Passage) -> None:
        """Begin a section.

        Args:
            style: its adornment; an overlined title has it twice. Levels go by the order of appearance.
            span: the title with its adornments.
            title: the title's text.
        """
        level = self._level(style)
        self.path = self.path[: level - 1]
        self.add(BlockKind.HEADING, span, Scope(), [title], level=level)
        text = self.inliner.plain(title)
        self.references.add_title(text)
        self.path = (*self.path, text)

    @contextmanager
    def own_sections(self) -> Generator[None]:
        """Sections that begin here end here, and their adornments mean nothing to the rest."""
        styles, path = list(self._styles), self.path
        yield
        self._styles, self.path = styles, path

    def _level(self, style: str) -> int:
        if style in self._styles:
            return min(self._styles.index(style), len(self.path)) + 1
        if len(self.path) == len(self._styles):
            self._styles.append(style)
        return len(self.path) + 1

    def add(
        self,
        kind: BlockKind,
        span: Span,
        scope: Scope,
        passages: Sequence[Passage] = (),
        *,
        marks: Sequence[Inline] = (),
        text_span: Span | None = None,
        title: str = "",
        level: int = 0,
        lead_in: str | None = None,
        language: str = "",
    ) -> None:
        """Add a block.

        Args:
            kind: what it is.
            span: all of it.
            scope: where it stands.
            passages: its text, which is searched for inline marks; they stand in the order of the document.
            marks: inline marks that are known already.
            text_span: its content, where it differs from the passages.
            title: see `BlockKind`.
            level: of a heading.
            lead_in: text of the paragraph that introduces it, where it differs from the scope's.
            language: of code.
        """
        inlines = list(marks)
        for passage in passages:
            inlines += self.inliner.read(passage)
        if text_span is None:
            text_span = (passages[0].span()[0], passages[-1].span()[1]) if passages else span
        self.add_block(
            Block(
                kind=kind,
                span=span,
                text_span=text_span,
                heading_path=self.path,
                containers=scope.containers,
                inlines=tuple(inlines),
                title=title,
                level=level,
                lead_in=scope.lead_in if lead_in is None else lead_in,
                language=language,
            )
        )

    def add_block(self, block: Block) -> None:
        """Add a block."""
        if block.kind not in (BlockKind.TARGET, BlockKind.COMMENT):
            self.references.settle()
        self.blocks.append(block)

    def paragraph(self, passage: Passage, scope: Scope, span: Span | None = None) -> None:
        """Add a paragraph."""
        self.add(BlockKind.PARAGRAPH, span or passage.span(), scope, [passage])

    def code(self, span: Span, scope: Scope, language: str, lead_in: str = "") -> None:
        """Add code; `span` is without fences and markers.

        The block begins at the beginning of its first line, so that the indentation of all lines is the same.
        """
        first = scope.containers[-1].span[0] if scope.containers else 0
        start = span[0]
        while start > first and self._text[start - 1] in " \t":
            start -= 1
        if start > 0 and self._text[start - 1] not in "\r\n\ufeff":
            start = span[0]
        self.add(BlockKind.CODE, (start, span[1]), scope, lead_in=lead_in, language=language)
