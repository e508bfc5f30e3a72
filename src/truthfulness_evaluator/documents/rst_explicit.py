"""Explicit markup of reStructuredText (`.. something`): targets, footnotes, substitutions, comments."""

import re

from truthfulness_evaluator.documents.rst_builder import Body, BodyReader
from truthfulness_evaluator.documents.rst_directives import embedded_directive, read_directive
from truthfulness_evaluator.documents.rst_forms import ANONYMOUS, DIRECTIVE, EXPLICIT
from truthfulness_evaluator.documents.rst_rows import (
    Passage,
    Row,
    span_of,
    take_indented,
    without_blank_top,
)
from truthfulness_evaluator.documents.rst_text import SIMPLE_NAME, escaped, unescaped
from truthfulness_evaluator.models.document import BlockKind, Container, Inline, InlineKind
from truthfulness_evaluator.text.patterns import regex

_FOOTNOTE = regex(rf"\.\. +\[(?P<label>[0-9]+|\#|\#{SIMPLE_NAME}|\*|{SIMPLE_NAME})\](?: +|$)")
"""Footnotes and citations."""
_TARGET = regex(r"\.\. +_(?![ ]|$)")
_SUBSTITUTION = regex(r"\.\. +\|(?![ ]|$)")
_TARGET_NAME = regex(
    r"(?:_|(?!_)(?P<quote>`?)(?![ `])(?P<name>.+?)(?<![\s\0])(?P=quote))(?<!(?<!\0):)(?<![\s\0]) ?:(?:\s+|\Z)",
    re.DOTALL,
)
_SUBSTITUTION_NAME = regex(r"(?! )(?P<name>.+?)(?<![\s\0])\|(?:\s+|\Z)", re.DOTALL)
_INDIRECT = regex(rf"(?:(?P<simple>{SIMPLE_NAME})_|`(?! )(?P<phrase>.+?)(?<![\s\0])`_)\Z", re.DOTALL)


def explicit_markup(reader: BodyReader, body: Body, index: int) -> int:
    """Whatever begins with two dots."""
    line = body.text(index)
    if match := _FOOTNOTE.match(line):
        return _footnote(reader, body, index, match)
    if match := _TARGET.match(line):
        after = _target(reader, body, index, match.end())
        if after is not None:
            return after
    elif match := _SUBSTITUTION.match(line):
        after = _substitution(reader, body, index, match.end())
        if after is not None:
            return after
    elif match := DIRECTIVE.match(line):
        return read_directive(reader, body, index, match)
    return _comment(reader, body, index)


def _footnote(reader: BodyReader, body: Body, index: int, match: re.Match[str]) -> int:
    content, after = take_indented(body.rows, index, first=match.end())
    label = match["label"].lstrip("#")
    span = body.rows[index].start, max(body.rows[index].end, span_of(content)[1])
    if label != "*":
        reader.builder.references.add_label(label)
    container = Container("footnote", label, span=span)
    reader.read(without_blank_top(content), body.scope.inside(container))
    body.lead = None
    return after


def _target(reader: BodyReader, body: Body, index: int, first: int) -> int | None:
    content, after = take_indented(body.rows, index, first=first, until_blank=True)
    passage = Passage(content)
    match = _TARGET_NAME.match(escaped(passage.text))
    if match is None:
        return None
    _add_target(reader, body, index, passage, match.end(), match["name"])
    return after


def anonymous_target(reader: BodyReader, body: Body, index: int) -> int:
    """A target without a name: `__ https://example.org`."""
    match = ANONYMOUS.match(body.text(index))
    content, after = take_indented(body.rows, index, first=match.end() if match else 2, until_blank=True)
    _add_target(reader, body, index, Passage(content or [body.rows[index].cut(2)]), 0, None)
    return after


def _add_target(reader: BodyReader, body: Body, index: int, passage: Passage, begin: int, name: str | None) -> None:
    builder, row = reader.builder, body.rows[index]
    destination = escaped(passage.text)[begin:]
    alias = _INDIRECT.match(" ".join(destination.split())) if destination.endswith("_") else None
    label = "__" if name is None else unescaped(name)
    end = max(passage.span()[1], row.end)
    text_span = passage.span(begin) if destination else (end, end)
    inlines: tuple[Inline, ...] = ()
    references = builder.references
    if alias:
        other = unescaped(alias["simple"] or alias["phrase"])
        if name is None:
            references.add_anonymous(None, other)
        else:
            references.add_alias(label, other)
    elif destination:
        url = _url(destination)
        inlines = (Inline(InlineKind.LINK, (row.start, end), text_span, url, text_span),)
        if name is None:
            references.add_anonymous(url)
        else:
            references.add_url(label, url)
    elif name is None:
        references.add_anonymous(None)
    else:
        references.add_label(label, chained=True)
    builder.add(BlockKind.TARGET, (row.start, end), body.scope, marks=inlines, text_span=text_span, title=label)


def _url(destination: str) -> str:
    parts = re.split(r"\0[ \n]", destination)
    return unescaped(" ".join("".join(part.split()) for part in parts))


def _substitution(reader: BodyReader, body: Body, index: int, first: int) -> int | None:
    content, after = take_indented(body.rows, index, first=first)
    text = Passage(content).text
    match = _SUBSTITUTION_NAME.match(escaped(text))
    if match is None:
        return None
    rows = Passage(content).rows(match.end(), len(text))
    span = (body.rows[index].start, span_of(content)[1])
    container = Container("directive", "substitution", unescaped(match["name"]), span)
    if not embedded_directive(reader, rows, span, body.scope.inside(container)):
        return None
    return after


def _comment(reader: BodyReader, body: Body, index: int) -> int:
    match = EXPLICIT.match(body.text(index))
    first = match.end() if match else 2
    row = body.rows[index]
    if not row.text[first:] and not body.text(index + 1):
        # Two dots on their own end what was before and take no body.
        content, after = list[Row](), index + 1
    else:
        content, after = take_indented(body.rows, index, first=first)
    content = without_blank_top(content)
    end = span_of(content)[1] if content else row.end
    text_span = span_of(content) if content else (end, end)
    reader.builder.add(BlockKind.COMMENT, (row.start, end), body.scope, text_span=text_span)
    return after
