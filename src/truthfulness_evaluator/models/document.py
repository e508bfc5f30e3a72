"""A document as text, blocks and inline marks, every one with exact offsets.

Frozen dataclasses, not pydantic models: a large document has 100,000 of them, they come from our
own readers only, and they stand in no report.
"""

from dataclasses import dataclass
from enum import StrEnum

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.places import Places


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    """A paragraph, also one inside a list item, quote, directive or admonition (see `containers`)."""
    TABLE_ROW = "table_row"
    CODE = "code"
    """Fenced, indented or literal code. `text_span` is the code without fences."""
    TERM = "term"
    """Term of a definition list."""
    FIELD = "field"
    """`:name: value` of reStructuredText: `title` is the name, `text_span` the value."""
    DIRECTIVE = "directive"
    """A directive's own line(s), without its body: `title` is its name, `text_span` its argument."""
    TARGET = "target"
    """A link definition: Markdown's `[label]: url`, RST's `.. _label:`. `title` is the label."""
    HTML = "html"
    COMMENT = "comment"
    FRONT_MATTER = "front_matter"


class InlineKind(StrEnum):
    """What a mark inside a block is."""

    CODE = "code"
    LINK = "link"
    IMAGE = "image"
    ROLE = "role"
    """RST or MyST role; `name` is the role, `target` what it points at."""
    STRONG = "strong"
    EMPHASIS = "emphasis"
    HTML = "html"
    """One tag, or one comment."""


@dataclass(frozen=True, slots=True)
class Inline:
    """A mark inside a block."""

    kind: InlineKind
    span: Span
    """The whole mark with its delimiters."""
    text_span: Span
    """What it shows, without delimiters: the code, the link's text, the role's title."""
    target: str | None = None
    """Destination of a link or image, or target of a role, decoded."""
    target_span: Span | None = None
    """Where the destination stands, if it stands in this mark."""
    name: str | None = None
    """The role's name, or the tag's."""


@dataclass(frozen=True, slots=True)
class Container:
    """Something that a block stands inside of."""

    kind: str
    """`quote`, `list_item`, `directive`, `admonition`, `definition`, `html`, `footnote`, `table`."""
    name: str = ""
    """The directive's or admonition's name, or the HTML tag."""
    argument: str = ""
    """The directive's argument, the definition's term, or the text of the item's first paragraph."""
    span: Span = (0, 0)
    """The whole container."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document that is read as one."""

    kind: BlockKind
    span: Span
    """From the first to the last character, markup included, without the closing line end."""
    text_span: Span
    """The content without the outer markup (heading marks, fences, list bullets)."""
    heading_path: tuple[str, ...] = ()
    """Headings above, outermost first, as plain text. A heading's own text is not in its path."""
    containers: tuple[Container, ...] = ()
    """What it stands inside of, outermost first."""
    inlines: tuple[Inline, ...] = ()
    """In the order of their place; nested marks follow the mark they stand in."""
    title: str = ""
    """See `BlockKind`."""
    level: int = 0
    """Of a heading, 1 for the highest."""
    lead_in: str = ""
    """Text of the paragraph right before a list, table or code block that it introduces."""
    header: tuple[str, ...] = ()
    """Of a table row: the header cells as plain text; empty for the header row itself."""
    cells: tuple[Span, ...] = ()
    """Of a table row: each cell's content."""
    cell_parts: tuple[tuple[Span, ...], ...] = ()
    """Of a table row with cells of several lines that stand beside each other, as in reStructuredText:
    each cell's pieces, line by line. Empty: each cell is one piece."""
    language: str = ""
    """Of code: the language named with it."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """A part of a document that a comment excludes from checking."""

    span: Span
    """The excluded characters."""
    kinds: tuple[str, ...] = ()
    """Kinds of claim that are excluded; empty: all."""
    reason: str = ""
    comment: Span | None = None
    """The comment that excludes it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read. `text[start:end]` is what any span of it points at.

    Example:
        >>> document = Document(name="a.md", media_type="text/markdown", text="# Title")
        >>> document.text[0:7]
        '# Title'
    """

    name: str
    """Path relative to the project root with forward slashes, else as given, or `-`."""
    media_type: str
    """`text/markdown`, `text/x-rst`, `text/plain`, or that of a format with an `extract`."""
    text: str
    """The decoded file; byte order mark and line ends kept."""
    blocks: tuple[Block, ...] = ()
    """In the order of their place."""
    suppressions: tuple[Suppression, ...] = ()
    anchors: frozenset[str] = frozenset()
    """What `#fragment` links may point at: slugs of headings, explicit ids, RST labels."""
    encoding: str = "utf-8"
    notices: tuple[str, ...] = ()
    extract: "Document | None" = None
    """What is read in place of `text` where the file is written in a way that nobody reads (HTML, a notebook, a man
    page): its words without the markup. It has the same blocks in the same order; the spans of this document point
    into the file all the same."""
    parts: tuple[tuple[Span, int], ...] = ()
    """The cells of a notebook: where the source of each stands, and its number, counted from 1."""
    places: Places | None = None
    """The way from the extract's text into `text`."""
    pages: tuple[tuple[Span, int], ...] = ()
    """Of a format with pages: where the text of each stands, and its number, counted from 1."""
