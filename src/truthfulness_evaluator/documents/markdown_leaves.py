"""Handlers of the parser's tokens that become one block: paragraphs, headings, code, HTML, targets."""

import re

from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_builder import Builder
from truthfulness_evaluator.documents.markdown_html import Tag, tag_inlines, tags
from truthfulness_evaluator.documents.markdown_marks import ATTRIBUTE_LIST, attribute_ids, decoded_target
from truthfulness_evaluator.documents.markdown_places import lines_of
from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.models.document import BlockKind, Inline, InlineKind
from truthfulness_evaluator.text.patterns import regex

_LANGUAGE = regex(r"\s*\{?\s*\.?(?P<language>[A-Za-z][\w+#./-]*)")
_DESTINATION = regex(r"\]:[\s>]*(?:<(?P<angled>[^<>\r\n]*)>|(?P<bare>\S+))")
_BLANKS = regex(r"\s*")
_MDX_COMMENT = regex(r"\{/\*(?P<comment>.*?)\*/\}", re.DOTALL)


def paragraph(builder: Builder, index: int, token: Token) -> None:
    """A paragraph; one of attributes alone shows nothing and is left out."""
    inline = builder.tokens[index + 1]
    if ATTRIBUTE_LIST.fullmatch(inline.content):
        builder.ids.update(attribute_ids(inline.content))
        return
    content, marked = builder.read(index + 1)
    if not content.text:
        return
    span = content.span(0, len(content.text))
    builder.add(BlockKind.PARAGRAPH, span, span, inlines=marked.inlines)
    builder.scope.paragraph = marked.plain


def heading(builder: Builder, index: int, token: Token) -> None:
    """A heading; attributes at its end are no part of its text."""
    content, marked = builder.read(index + 1)
    span = builder.places.span(token)
    shown = content.text
    for attributes in ATTRIBUTE_LIST.finditer(content.text):
        if attributes.end() == len(content.text):
            shown = content.text[: attributes.start()].rstrip()
    text_span = content.span(0, len(shown)) if shown else (span[1], span[1])
    level = int(token.tag[1:])
    scope = builder.scope
    scope.headings = tuple(above for above in scope.headings if above[0] < level)
    builder.add(BlockKind.HEADING, span, text_span, inlines=marked.inlines, level=level)
    scope.headings = (*scope.headings, (level, marked.plain))
    builder.titles.append(marked.spaced)


def fence(builder: Builder, index: int, token: Token) -> None:
    """Fenced code, or a directive that shows code."""
    language = _LANGUAGE.match(token.info)
    first = int(token.meta.get("first", lines_of(token)[0] + 1))
    _add_code(builder, token, first, language["language"].lower() if language else "")


def code_block(builder: Builder, index: int, token: Token) -> None:
    """Indented code."""
    _add_code(builder, token, lines_of(token)[0], "")


def literal(builder: Builder, index: int, token: Token) -> None:
    """A directive's body that is not Markdown; its language is the directive."""
    _add_code(builder, token, lines_of(token)[0], builder.scope.containers[-1].name)


def html_block(builder: Builder, index: int, token: Token) -> None:
    """A block of HTML or JSX; comments before it are blocks of their own."""
    content = builder.source.content(token.content.rstrip(), lines_of(token)[0])
    text = content.text
    at = _BLANKS.match(text).end()  # pyright: ignore[reportOptionalMemberAccess] (it matches anywhere)
    while at < len(text):
        comment = _comment_at(text, at)
        if comment is None:
            _add_html(builder, content.part(at, len(text)))
            return
        span = content.span(*comment.span)
        inner = text.index(comment.comment, at + 3)
        builder.comments.append((comment.comment, span))
        text_span = content.span(inner, inner + len(comment.comment))
        builder.add(BlockKind.COMMENT, span, text_span)
        at = _BLANKS.match(text, comment.span[1]).end()  # pyright: ignore[reportOptionalMemberAccess]


def link_definition(builder: Builder, index: int, token: Token) -> None:
    """`[label]: destination`."""
    span = builder.places.span(token)
    label = str(token.meta["label"])
    found = _DESTINATION.search(builder.source.text, span[0] + len(label), span[1])
    text_span = (span[1], span[1])
    if found is not None:
        text_span = found.span("angled" if found["angled"] is not None else "bare")
    target = decoded_target(str(token.meta["url"]))
    mark = Inline(InlineKind.LINK, span, text_span, target, text_span)
    builder.add(BlockKind.TARGET, span, text_span, inlines=(mark,), title=" ".join(label.split()))


def named_target(builder: Builder, index: int, token: Token) -> None:
    """MyST's `(label)=`."""
    span = builder.places.span(token)
    builder.ids.add(token.info)
    builder.add(BlockKind.TARGET, span, (span[1], span[1]), title=token.info)


def option(builder: Builder, index: int, token: Token) -> None:
    """An option of a directive."""
    text_span = builder.places.before_end(lines_of(token)[0], token.meta["from_end"])
    builder.add(BlockKind.FIELD, builder.places.span(token), text_span, title=token.info)


def rule(builder: Builder, index: int, token: Token) -> None:
    """A thematic break: what stands before it introduces nothing."""
    builder.scope.paragraph = ""


def _add_code(builder: Builder, token: Token, first: int, language: str) -> None:
    """Adds code whose lines begin at `first` and are as many as the token's content has."""
    source = builder.source
    span = builder.places.span(token)
    written = token.content.removesuffix("\n").split("\n") if token.content else []
    last = min(first + len(written), len(source.lines)) - 1
    text_span = (span[1], span[1])
    if first <= last:
        start = source.offset(first, source.column(first, written[0]))
        end = source.offset(last, len(source.lines[last]))
        is_closed = last < lines_of(token)[1] - 1
        text_span = start, max(start, end if is_closed else min(end, span[1]))
    whole = min(span[0], text_span[0]), max(span[1], text_span[1])
    builder.add(BlockKind.CODE, whole, text_span, language=language)


def _add_html(builder: Builder, content: Content) -> None:
    found = tuple(tag.moved(content) for tag in tags(content.text))
    builder.ids.update(name for tag in found for name in tag.ids)
    builder.note_comments(found)
    builder.tags[len(builder.blocks)] = found
    span = content.span(0, len(content.text))
    builder.add(BlockKind.HTML, span, span, inlines=tuple(tag_inlines(found)))


def _comment_at(text: str, at: int) -> Tag | None:
    """The comment that begins at an offset."""
    if text.startswith("<!--", at):
        first = next(tags(text, at), None)
        return first if first is not None and not first.name and first.span[0] == at else None
    match = _MDX_COMMENT.match(text, at)
    return Tag(match.span(), "", is_alone=True, comment=match["comment"]) if match else None
