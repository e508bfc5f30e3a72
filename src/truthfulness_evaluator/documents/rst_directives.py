"""Directives of reStructuredText: their argument, options and body.

Whether the text after `::` is an argument or content, and what the body is, depends on the directive, which
only the program that renders the document knows. `rst_vocabulary` lists the usual ones; any other is taken to
have an argument, options and a body of reStructuredText.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from truthfulness_evaluator.documents import rst_vocabulary as vocabulary
from truthfulness_evaluator.documents.rst_builder import Body, BodyReader, Scope
from truthfulness_evaluator.documents.rst_data_tables import csv_table, list_table
from truthfulness_evaluator.documents.rst_forms import FIELD
from truthfulness_evaluator.documents.rst_lists import glossary
from truthfulness_evaluator.documents.rst_rows import (
    Passage,
    Row,
    span_of,
    take_indented,
    without_blank_top,
)
from truthfulness_evaluator.documents.rst_text import SIMPLE_NAME
from truthfulness_evaluator.models.document import BlockKind, Container
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_EMBEDDED = regex(rf"(?P<name>{SIMPLE_NAME})::(?: +|$)")
_KEEPS_LEAD = frozenset({"class", "highlight", "index", "role", "tabularcolumns"})
"""Directives that show nothing: a paragraph before them still introduces what comes after."""

_LONGEST_COUNT = 6
"""Digits of a number of rows; no table has more."""


@dataclass(frozen=True, slots=True)
class _Option:
    marker: Row
    match: re.Match[str]
    value: Passage | None

    @property
    def name(self) -> str:
        return self.match["name"]


@dataclass(frozen=True, slots=True)
class _Directive:
    """A directive taken apart."""

    name: str
    """As written."""
    begin: Span
    """Its name with the dots and colons."""
    argument: Passage | None
    options: tuple[_Option, ...]
    content: list[Row]
    whole: Span

    @property
    def kind(self) -> str:
        """Its name as names are compared."""
        return self.name.lower()

    @property
    def argument_text(self) -> str:
        return " ".join(self.argument.text.split()) if self.argument else ""

    def option(self, name: str) -> Passage | None:
        """An option's value."""
        return next((option.value for option in self.options if option.name == name), None)

    def option_text(self, name: str) -> str:
        """An option's value as text; empty where it is not given."""
        value = self.option(name)
        return value.text if value else ""


def read_directive(reader: BodyReader, body: Body, index: int, match: re.Match[str]) -> int:
    """A directive with its body."""
    row = body.rows[index]
    content, after = take_indented(body.rows, index, first=match.end())
    begin = row.cut(0, match.end()).span
    whole = (row.start, max(row.end, span_of(content)[1]))
    directive = _taken_apart(match["name"], begin, content, whole)
    _emit(reader, directive, body.scope, body.lead)
    if directive.kind not in _KEEPS_LEAD:
        body.lead = None
    return after


def embedded_directive(reader: BodyReader, rows: Sequence[Row], whole: Span, scope: Scope) -> bool:
    """The directive of a substitution definition; False where there is none."""
    match = _EMBEDDED.match(rows[0].text) if rows else None
    if match is None:
        return False
    content = [rows[0].cut(match.end()), *rows[1:]]
    begin = (whole[0], rows[0].cut(0, match.end()).end)
    _emit(reader, _taken_apart(match["name"], begin, content, whole), scope, None)
    return True


def _taken_apart(name: str, begin: Span, content: list[Row], whole: Span) -> _Directive:
    kind = name.lower()
    first_line = bool(content and content[0].text)
    if content and not first_line:
        content = content[1:]
    end = next((index for index, row in enumerate(content) if not row.text), len(content))
    header, rest = content[:end], content[end:]
    start = 1 if first_line and kind not in vocabulary.WITHOUT_ARGUMENT else 0
    field = next((index for index in range(start, len(header)) if FIELD.match(header[index].text)), len(header))
    options, left_over = _options(header[field:])
    arguments, text = _split_argument(kind, header[:field], first_line=first_line)
    rest = without_blank_top([*text, *left_over, *rest])
    return _Directive(name, begin, Passage(arguments) if arguments else None, options, rest, whole)


def _split_argument(kind: str, rows: list[Row], *, first_line: bool) -> tuple[list[Row], list[Row]]:
    """What is argument of the rows before the options, and what is content."""
    if not rows or not first_line or kind in vocabulary.WITHOUT_ARGUMENT:
        return [], rows
    if kind in vocabulary.CHANGES:
        word = len(rows[0].text.split(maxsplit=1)[0])
        text = [rows[0].cut(word).stripped(), *(row.stripped() for row in rows[1:])]
        return [rows[0].cut(0, word)], [row for row in text if row.text]
    if kind in vocabulary.CODE_WITH_LANGUAGE or kind in vocabulary.CODE:
        return rows[:1], rows[1:]
    return [row.stripped() for row in rows], []


def _options(rows: list[Row]) -> tuple[tuple[_Option, ...], list[Row]]:
    """The options at the beginning of some rows, and the rows after them."""
    options: list[_Option] = []
    index = 0
    while index < len(rows) and (match := FIELD.match(rows[index].text)):
        content, after = take_indented(rows, index, first=match.end())
        filled = [row.stripped() for row in content if row.text]
        options.append(_Option(rows[index], match, Passage(filled) if filled else None))
        index = after
    return tuple(options), rows[index:]


def _emit(reader: BodyReader, directive: _Directive, scope: Scope, lead: Passage | None) -> None:
    builder = reader.builder
    end = directive.begin[1]
    argument = directive.argument
    builder.add(
        BlockKind.DIRECTIVE,
        (directive.begin[0], argument.span()[1] if argument else end),
        scope,
        [argument] if argument and directive.kind in vocabulary.PROSE_ARGUMENT else [],
        text_span=argument.span() if argument else (end, end),
        title=directive.name,
    )
    inside = scope.inside(_container(directive), titles=directive.kind in vocabulary.WITH_SECTIONS)
    for option in directive.options:
        _emit_option(reader, option, inside)
    _settings(reader, directive)
    lead_in = builder.inliner.plain(lead) if lead else scope.lead_in
    _emit_content(reader, directive, inside, lead_in, lead)


def _container(directive: _Directive) -> Container:
    kind = "directive"
    if directive.kind in vocabulary.ADMONITIONS:
        kind = "admonition"
    elif directive.kind in vocabulary.QUOTATIONS:
        kind = "quote"
    return Container(kind, directive.kind, directive.argument_text, directive.whole)


def _emit_option(reader: BodyReader, option: _Option, scope: Scope) -> None:
    begin, value = option.marker, option.value
    end = begin.place(len(option.match[0].rstrip()) - 1) + 1
    reader.builder.add(
        BlockKind.FIELD,
        (begin.start, value.span()[1] if value else end),
        scope,
        [value] if value else [],
        text_span=None if value else (end, end),
        title=option.name,
    )
    if option.name == "name" and value:
        reader.builder.references.add_label(value.text)


def _settings(reader: BodyReader, directive: _Directive) -> None:
    """Directives that change how the rest is read."""
    if directive.kind in ("highlight", "highlightlang"):
        language = _first_word(directive)
        reader.builder.language = "" if language in ("none", "default") else language
    elif directive.kind == "default-role":
        reader.builder.inliner.default_role = directive.argument_text


def _first_word(directive: _Directive) -> str:
    return directive.argument_text.partition(" ")[0]


def _emit_content(reader: BodyReader, directive: _Directive, scope: Scope, lead_in: str, lead: Passage | None) -> None:
    kind, rows = directive.kind, directive.content
    if kind == "csv-table":
        _emit_csv(reader, directive, scope, lead_in)
    elif not rows:
        return
    elif kind in vocabulary.CODE_WITH_LANGUAGE or kind in vocabulary.CODE:
        _emit_code(reader, directive, scope, lead_in)
    elif kind in vocabulary.ENTRIES:
        for row in rows:
            if row.text:
                reader.builder.paragraph(Passage([row.stripped()]), scope)
    elif kind == "list-table":
        list_table(reader.builder, rows, scope, _head_rows(directive), lead_in)
    elif kind == "glossary":
        glossary(reader, rows, scope)
    else:
        with reader.builder.own_sections():
            reader.read(rows, scope, lead if kind == "table" else None)


def _emit_code(reader: BodyReader, directive: _Directive, scope: Scope, lead_in: str) -> None:
    span, kind = span_of(directive.content), directive.kind
    language = vocabulary.CODE.get(kind, "")
    if kind in vocabulary.CODE_WITH_LANGUAGE:
        language = _first_word(directive)
        if not language and kind != "raw":
            language = reader.builder.language
    if kind == "raw" and language == "html":
        reader.builder.add(BlockKind.HTML, span, scope)
    else:
        reader.builder.code(span, scope, language, lead_in)


def _head_rows(directive: _Directive) -> int:
    text = directive.option_text("header-rows")
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_COUNT else 0


def _emit_csv(reader: BodyReader, directive: _Directive, scope: Scope, lead_in: str) -> None:
    csv_table(
        reader.builder,
        directive.content,
        scope,
        _head_rows(directive),
        lead_in,
        header=directive.option("header"),
        delimiter=directive.option_text("delim"),
        quote=directive.option_text("quote"),
    )
