"""A document as HTML, from its blocks: as it reads, and nothing of it is executed, loaded or taken for a tag."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from truthfulness_evaluator.models import Block, BlockKind, Container, Document
from truthfulness_evaluator.reporting.html.code import code_pieces
from truthfulness_evaluator.reporting.html.escape import attribute, shown
from truthfulness_evaluator.reporting.html.marking import Place, written
from truthfulness_evaluator.reporting.html.pieces import (
    Dialect,
    Markup,
    Piece,
    Show,
    Text,
    inline_pieces,
    without_quote_marks,
)
from truthfulness_evaluator.reporting.html.tree import Node, tree
from truthfulness_evaluator.text.patterns import regex

_NUMBERED = regex(r"\(?(?P<number>\d{1,9}|#|[A-Za-z]{1,4})[.)]")
_BREAKS = regex(r"(?:\s*<br>\s*)+")
_CODE_DIRECTIVES = frozenset({"code", "code-block", "code-cell", "sourcecode", "parsed-literal", "highlight"})
"""Directives that show code and nothing else: their own line is not shown."""
_TABLE_DIRECTIVES = frozenset({"list-table", "csv-table", "table"})
_PICTURES = frozenset({"image", "figure"})
_WITHOUT_OPTIONS = (
    _CODE_DIRECTIVES
    | _TABLE_DIRECTIVES
    | _PICTURES
    | {"contents", "csv-table", "include", "literalinclude", "math", "only", "raw", "toctree"}
)
"""Directives whose options say how they are shown, which no reader sees."""
_WITHOUT_CONTENT = frozenset({BlockKind.COMMENT, BlockKind.TARGET})
"""Blocks that no reader sees."""
_LISTS = frozenset({"ul", "ol"})
_FIRST_HEADING = 3
"""Headings of the page stand above: its title, and the document's name."""
_LAST_HEADING = 6


@dataclass(frozen=True)
class Page:
    """One document on the page."""

    document: Document
    places: Mapping[int, Sequence[Place]]
    """The claims that each block has a part of, by the block's index."""
    anchors: Mapping[int, str]
    """Names of headings, by the block's index."""
    dialect: Dialect = field(init=False)
    index: Mapping[int, int] = field(init=False)
    """Index of a block, by its identity."""
    directives: frozenset[int] = field(init=False)
    """Where directives begin that are written in the document."""

    def __post_init__(self) -> None:
        document = self.document
        object.__setattr__(self, "dialect", Dialect(document.text, document.media_type))
        written_ones = (block.span[0] for block in document.blocks if block.kind is BlockKind.DIRECTIVE)
        object.__setattr__(self, "directives", frozenset(written_ones))
        object.__setattr__(self, "index", {id(block): number for number, block in enumerate(document.blocks)})

    def html(self) -> str:
        """The document, a part for each section."""
        children = tree(self.document.blocks).children
        starts = [n for n, child in enumerate(children) if isinstance(child, Block) and child.kind is BlockKind.HEADING]
        bounds = sorted({0, *starts, len(children)})
        parts = ("".join(self._all(children[a:b])) for a, b in pairwise(bounds))
        return "".join(f'<div class="part">\n{part}</div>\n' for part in parts if part)

    def _all(self, children: Sequence[Node | Block]) -> Iterator[str]:
        """Nodes and blocks that stand beside each other; those that make one list or table are taken together."""
        for (role, _), group in groupby(children, key=self._role):
            members = list(group)
            if role in _LISTS:
                yield self._list(role, members)
            elif role == "dl":
                yield f"<dl>\n{''.join(self._one(each) for each in members)}</dl>\n"
            elif role == "table":
                yield self._table([each for each in members if isinstance(each, Block)])
            else:
                yield from map(self._one, members)

    def _role(self, child: Node | Block) -> tuple[str, str]:
        """Element that a child stands in with its neighbours, and what parts it from them; empty: it stands alone."""
        if isinstance(child, Block):
            roles = {BlockKind.TERM: "dl", BlockKind.TABLE_ROW: "table"}
            return roles.get(child.kind, ""), ""
        assert child.container is not None
        if child.container.kind == "definition":
            return "dl", ""
        if child.container.kind != "list_item":
            return "", ""
        start = child.container.span[0]
        mark = self.document.text[start : start + 1]
        return ("ol", "") if _NUMBERED.match(self.document.text, start) else ("ul", mark)

    def _list(self, element: str, members: Sequence[Node | Block]) -> str:
        start = ""
        first = members[0]
        if element == "ol" and isinstance(first, Node) and first.container is not None:
            match = _NUMBERED.match(self.document.text, first.container.span[0])
            number = match["number"] if match is not None else ""
            start = f' start="{int(number)}"' if number.isdecimal() and number != "1" else ""
        return f"<{element}{start}>\n{''.join(self._one(each) for each in members)}</{element}>\n"

    def _one(self, child: Node | Block) -> str:
        if isinstance(child, Block):
            return self._block(child)
        inner = self._unwritten(child.container) + "".join(self._all(child.children))
        return _contained(child.container, inner) if child.container is not None and inner else inner

    def _unwritten(self, container: Container | None) -> str:
        """The line of a directive that the document does not have: the function that a docstring is of, say."""
        if container is None or container.kind != "directive" or not container.argument:
            return ""
        if container.name in _WITHOUT_OPTIONS or container.span[0] in self.directives:
            return ""
        return f'<p class="directive"><b>{shown(container.name)}</b> {shown(container.argument)}</p>\n'

    def _table(self, rows: Sequence[Block]) -> str:
        has_head = any(row.header for row in rows[1:]) and not rows[0].header
        head, body = (rows[:1], rows[1:]) if has_head else ((), rows)
        parts: list[str] = []
        if head:
            parts.append(f"<thead>\n{self._row(head[0], 'th')}</thead>\n")
        if body:
            parts.append(f"<tbody>\n{''.join(self._row(row, 'td') for row in body)}</tbody>\n")
        opening = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'
        return f"{opening}<table>\n{''.join(parts)}</table></div>\n"

    def _row(self, row: Block, element: str) -> str:
        scope = ' scope="col"' if element == "th" else ""
        pieces: list[Piece] = []
        for number, cell in enumerate(row.cells or (row.text_span,)):
            if number:
                pieces.append(Markup(f"</{element}><{element}{scope}>"))
            parts = row.cell_parts[number] if number < len(row.cell_parts) else (cell,)
            for place, part in enumerate(parts):
                pieces += [Markup("\n" if place else ""), *inline_pieces(part, row.inlines, self.document.text)]
        return f"<tr><{element}{scope}>{self._written(row, pieces)}</{element}></tr>\n"

    def _block(self, block: Block) -> str:
        places = self.places.get(self.index[id(block)], ())
        if block.kind is BlockKind.HEADING:
            return self._heading(block)
        if block.kind is BlockKind.CODE:
            return self._code(block)
        if block.kind is BlockKind.FRONT_MATTER:
            # Closed unless it makes claims: a page begins with its title.
            is_open = " open" if places else ""
            return f"<details{is_open}><summary>Front matter</summary>\n{self._code(block)}</details>\n"
        if block.kind is BlockKind.HTML:
            html = self._written(block, inline_pieces(block.text_span, block.inlines, self.document.text))
            html = _BREAKS.sub("<br>\n", html.strip().removesuffix("<br>"))
            return f'<div class="html">{html}</div>\n' if html.strip() else ""
        if block.kind in _WITHOUT_CONTENT:
            return f"<pre>{self._written(block, [Text(*block.span, Show.LITERAL)])}</pre>\n" if places else ""
        if block.kind is BlockKind.DIRECTIVE:
            return self._directive(block)
        if block.kind is BlockKind.FIELD and not places and _is_option(block):
            return ""
        content = self._content(block)
        if block.kind is BlockKind.TERM:
            return f"<dt>{content}</dt>\n"
        if block.kind is BlockKind.FIELD:
            return f'<p class="field"><b>{shown(block.title)}:</b> {content}</p>\n'
        return f"<p>{content}</p>\n"

    def _heading(self, block: Block) -> str:
        level = min(max(block.level, 1) + _FIRST_HEADING - 1, _LAST_HEADING)
        name = self.anchors.get(self.index[id(block)])
        anchor = f' id="{name}"' if name else ""
        return f'<h{level} class="l{min(max(block.level, 1), 6)}"{anchor}>{self._content(block)}</h{level}>\n'

    def _code(self, block: Block) -> str:
        code = self._written(block, code_pieces(self.document.text, block.text_span))
        language = f' title="{attribute(block.language)}"' if block.language else ""
        return f"<pre{language}><code>{code}</code></pre>\n"

    def _directive(self, block: Block) -> str:
        places = self.places.get(self.index[id(block)], ())
        name = block.title.lower()
        if name in _CODE_DIRECTIVES and not places:
            return ""
        if name in _PICTURES and not places:
            return f'<p><span class="img">Image: {self._description(block)}</span></p>\n'
        content = self._content(block)
        if name in _TABLE_DIRECTIVES and not content:
            return ""
        return f'<p class="directive"><b>{shown(block.title)}</b> {content}</p>\n'

    def _description(self, picture: Block) -> str:
        """What an image shows, in the words of its option `alt`, else of its address."""
        text, blocks = self.document.text, self.document.blocks
        for option in blocks[self.index[id(picture)] + 1 :]:
            if option.kind is not BlockKind.FIELD:
                break
            if option.title == "alt":
                return shown(text[slice(*option.text_span)])
        return shown(text[slice(*picture.text_span)])

    def _content(self, block: Block) -> str:
        pieces = inline_pieces(block.text_span, block.inlines, self.document.text)
        if self.document.media_type == "text/markdown" and any(c.kind in _QUOTED for c in block.containers):
            pieces = without_quote_marks(pieces, self.document.text)
        return self._written(block, pieces)

    def _written(self, block: Block, pieces: Sequence[Piece]) -> str:
        return written(pieces, self.places.get(self.index[id(block)], ()), self.dialect)


def _is_option(field: Block) -> bool:
    """Whether a field is an option of the directive that it stands in."""
    innermost = field.containers[-1:]
    return any(each.kind == "directive" and each.name in _WITHOUT_OPTIONS for each in innermost)


_QUOTED = frozenset({"quote", "admonition"})
_ELEMENTS = {"list_item": "li", "quote": "blockquote", "definition": "dd"}


def _contained(container: Container, inner: str) -> str:
    """What stands in a container, in its element."""
    if container.kind in _ELEMENTS:
        element = _ELEMENTS[container.kind]
        return f"<{element}>\n{inner}</{element}>\n"
    if container.kind == "footnote":
        return f'<div class="footnote"><b>[{shown(container.name)}]</b>\n{inner}</div>\n'
    if container.kind == "admonition":
        return f'<div class="note">\n{inner}</div>\n'
    if container.kind == "directive" and container.name not in _WITHOUT_OPTIONS:
        return f'<div class="body">\n{inner}</div>\n'
    return inner
