"""What is known while the parser's tokens are turned into blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_html import Tag
from truthfulness_evaluator.documents.markdown_inlines import Marked, read_inlines
from truthfulness_evaluator.documents.markdown_marks import Environment
from truthfulness_evaluator.documents.markdown_places import Places, lines_of
from truthfulness_evaluator.documents.markdown_source import Content, Source
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Inline
from truthfulness_evaluator.models.location import Span

_TRANSPARENT = frozenset({BlockKind.COMMENT, BlockKind.TARGET})
"""Blocks that may stand between a paragraph and what it introduces."""
_INTRODUCED = frozenset({BlockKind.CODE, BlockKind.TABLE_ROW})
"""Blocks that a paragraph right before them introduces; lists are the third."""


@dataclass(slots=True)
class Scope:
    """What holds within one container."""

    containers: tuple[Container, ...] = ()
    lead_in: str = ""
    """Of the list that it is an item of."""
    headings: tuple[tuple[int, str], ...] = ()
    """Level and text of the headings above."""
    paragraph: str = ""
    """Text of the paragraph that stands right before the next block."""


class Builder:
    """Collects blocks; handlers of tokens add them and open and close scopes."""

    def __init__(self, source: Source, parser: MarkdownIt, environment: Environment, tokens: Sequence[Token]) -> None:
        self.source = source
        self.places = Places(source)
        self.tokens = tokens
        self.blocks: list[Block] = []
        self.titles: list[str] = []
        """Headings as plain text."""
        self.ids: set[str] = set()
        """Anchors that are set explicitly."""
        self.comments: list[tuple[str, Span]] = []
        """Text of each comment, and the place of the whole comment."""
        self.tags: dict[int, tuple[Tag, ...]] = {}
        """The tags of each HTML block, by its index in `blocks`."""
        self.scopes = [Scope()]
        self.terms: tuple[str, ...] = ()
        """Terms that stand before the next definition."""
        self.passed = 0
        """Characters of the next paragraph that were read with the container around it."""
        self._parser = parser
        self._environment = environment
        self._marked: dict[int, tuple[Content, Marked]] = {}

    @property
    def scope(self) -> Scope:
        """The innermost scope."""
        return self.scopes[-1]

    def enter(self, container: Container | None = None, lead_in: str = "") -> None:
        """Opens a scope; headings in it do not count outside."""
        outer = self.scope
        containers = outer.containers if container is None else (*outer.containers, container)
        self.scopes.append(Scope(containers, lead_in, outer.headings))

    def leave(self) -> None:
        """Closes the innermost scope."""
        self.scopes.pop()
        self.scope.paragraph = ""

    def add(
        self,
        kind: BlockKind,
        span: Span,
        text_span: Span,
        *,
        inlines: tuple[Inline, ...] = (),
        title: str = "",
        level: int = 0,
        header: tuple[str, ...] = (),
        cells: tuple[Span, ...] = (),
        language: str = "",
    ) -> None:
        """Adds a block where it stands: with the containers, headings and lead-in of the scope."""
        scope = self.scope
        self.blocks.append(
            Block(
                kind,
                span,
                text_span,
                heading_path=tuple([text for _, text in scope.headings]),
                containers=scope.containers,
                inlines=inlines,
                title=title,
                level=level,
                lead_in=(scope.paragraph if kind in _INTRODUCED else "") or scope.lead_in,
                header=header,
                cells=cells,
                language=language,
            )
        )
        if kind not in _TRANSPARENT:
            scope.paragraph = ""

    def content(self, index: int) -> Content:
        """The content of a token, with its way back into the document."""
        token = self.tokens[index]
        return self.source.content(token.content, lines_of(token)[0])

    def read(self, index: int) -> tuple[Content, Marked]:
        """The content of a token and its marks; read once."""
        if index not in self._marked:
            content = self.content(index)
            if self.passed:
                content = content.part(min(self.passed, len(content.text)), len(content.text))
                self.passed = 0
            self._marked[index] = content, self.read_content(content)
        return self._marked[index]

    def read_content(self, content: Content) -> Marked:
        """The marks of a content; its comments and anchors are noted."""
        marked = read_inlines(content, self._parser, self._environment)
        self.ids.update(marked.ids)
        self.note_comments(marked.tags)
        return marked

    def note_comments(self, tags: Sequence[Tag]) -> None:
        """Notes the comments among tags that have their places in the document."""
        self.comments += [(tag.comment, tag.span) for tag in tags if not tag.name]
