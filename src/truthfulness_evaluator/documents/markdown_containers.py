"""Handlers of the parser's tokens that open and close containers: lists, quotes, directives, tables."""

import re

from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_builder import Builder
from truthfulness_evaluator.documents.markdown_directives import DirectiveLine
from truthfulness_evaluator.documents.markdown_places import lines_of
from truthfulness_evaluator.documents.markdown_tables import row_cells
from truthfulness_evaluator.models.document import BlockKind, Container
from truthfulness_evaluator.text.patterns import regex

_BULLET = regex(r"[-+*]|\d{1,9}[.)]")
_QUOTE = regex(r">")
_COLON = regex(r":")
_FOOTNOTE = regex(r"\[\^[^\]\s]+\]:")
_ALERT = regex(r"\[!(?P<name>[\w-]+)\][+-]?[ \t]*(?P<title>[^\n]*)(?:\n|$)")
"""`[!NOTE]` of GitHub, with the folding and the title of Obsidian."""
_BOLD_NOTE = regex(
    r"(?P<bold>[*_]{2})?(?P<name>note|tip|hint|info|important|warning|caution|danger|attention)"
    r"(?::?(?P=bold):?|:)(?=\s|$)",
    re.IGNORECASE,
)
"""A quote that is meant as an admonition: `> **Note** text`, `> Warning: text`."""


def list_open(builder: Builder, index: int, token: Token) -> None:
    """A list: the paragraph right before it introduces its items."""
    builder.enter(lead_in=builder.scope.paragraph)


def item_open(builder: Builder, index: int, token: Token) -> None:
    """An item of a list; its first paragraph is known to all that stands in it."""
    start = builder.places.pass_mark(lines_of(token)[0], _BULLET)
    argument = ""
    following = builder.tokens[index + 1 : index + 3]
    if len(following) == 2 and following[0].type == "paragraph_open":
        argument = builder.read(index + 2)[1].plain
    container = Container("list_item", argument=argument, span=builder.places.span(token, start))
    builder.enter(container, builder.scope.lead_in)


def quote_open(builder: Builder, index: int, token: Token) -> None:
    """A quote, or an admonition that is written as one."""
    line = lines_of(token)[0]
    span = builder.places.span(token, builder.places.pass_mark(line, _QUOTE))
    builder.places.quotes += 1
    kind, name, title = "quote", "", ""
    following = builder.tokens[index + 1 : index + 3]
    if len(following) == 2 and following[0].type == "paragraph_open":
        content = builder.content(index + 2)
        if alert := _ALERT.match(content.text):
            kind, name, title = "admonition", alert["name"].lower(), alert["title"].strip()
            first = content.span(0, len(alert[0].rstrip()))
            at = alert.start("title")
            text_span = content.span(at, at + len(title)) if title else (first[1], first[1])
            builder.add(BlockKind.DIRECTIVE, (span[0], first[1]), text_span, title=name)
            builder.passed = alert.end()
        elif note := _BOLD_NOTE.match(content.text):
            kind, name = "admonition", note["name"].lower()
    builder.enter(Container(kind, name, title, span), builder.scope.lead_in)


def quote_close(builder: Builder, index: int, token: Token) -> None:
    """The end of a quote."""
    builder.places.quotes -= 1
    builder.leave()


def directive_open(builder: Builder, index: int, token: Token) -> None:
    """A directive: a block for its first line, and a container for its body."""
    written: DirectiveLine = token.meta["directive"]
    line = lines_of(token)[0]
    span = builder.places.span(token)
    end = builder.source.line_end(line)
    text_span = builder.places.before_end(line, written.from_end) if written.argument else (end, end)
    builder.add(BlockKind.DIRECTIVE, (span[0], end), text_span, title=written.name)
    builder.enter(Container(written.kind, written.name.lower(), written.argument, span), builder.scope.lead_in)


def term(builder: Builder, index: int, token: Token) -> None:
    """A term of a definition list."""
    content, marked = builder.read(index)
    span = content.span(0, len(content.text))
    is_further = bool(builder.blocks) and builder.blocks[-1].kind is BlockKind.TERM
    builder.terms = (*builder.terms, marked.plain) if is_further else (marked.plain,)
    builder.add(BlockKind.TERM, span, span, inlines=marked.inlines)


def definition_open(builder: Builder, index: int, token: Token) -> None:
    """A definition of the terms before it."""
    span = builder.places.span(token, builder.places.pass_mark(lines_of(token)[0], _COLON))
    container = Container("definition", argument=", ".join(builder.terms), span=span)
    builder.enter(container, builder.scope.lead_in)


def footnote_open(builder: Builder, index: int, token: Token) -> None:
    """A footnote."""
    span = builder.places.span(token, builder.places.pass_mark(lines_of(token)[0], _FOOTNOTE))
    builder.enter(Container("footnote", token.info, span=span))


def table(builder: Builder, index: int, token: Token) -> None:
    """A table: a block for each row but the line below the header."""
    paragraph = builder.scope.paragraph
    builder.enter(Container("table", span=builder.places.span(token)), paragraph or builder.scope.lead_in)
    header: tuple[str, ...] = ()
    for row in builder.tokens[index + 1 :]:
        if row.type == "table_close":
            break
        if row.type == "tr_open":
            texts = _add_row(builder, lines_of(row)[0], header)
            header = header or texts
    builder.leave()


def close(builder: Builder, index: int, token: Token) -> None:
    """The end of any other container."""
    builder.leave()


def _add_row(builder: Builder, line: int, header: tuple[str, ...]) -> tuple[str, ...]:
    """Adds a row, and gives its cells as plain text. Cells beyond the header are no part of the table."""
    start = builder.places.start(line)
    end = builder.source.line_end(line)
    cells = row_cells(builder.source.text[start:end], start)
    cells = cells[: len(header)] if header else cells
    marked = [builder.read_content(cell) for cell in cells]
    spans = [cell.span(0, len(cell.text)) for cell in cells]
    spans += [(end, end)] * (len(header) - len(cells))
    inlines = tuple(mark for cell in marked for mark in cell.inlines)
    span = (start, end)
    builder.add(BlockKind.TABLE_ROW, span, span, inlines=inlines, header=header, cells=tuple(spans))
    return tuple(cell.plain for cell in marked)
