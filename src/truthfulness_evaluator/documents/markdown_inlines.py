"""A block's content read for inline marks, with their places in the document."""

import re
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_html import Tag, tag_inlines
from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.models.document import Inline

Environment = MutableMapping[str, Any]
"""What markdown-it's rules share: link definitions, and the marks of the text being read."""

_SPECIAL = re.compile(r"[`*_\[<&\\{~]|://")
"""A text without any of these has no marks."""
_BLANKS = re.compile(r"[ \t]*\n[ \t]*")


@dataclass(frozen=True, slots=True)
class Marked:
    """A text that was read for marks."""

    plain: str
    """What it shows: marks, tags and images left out, line ends as spaces."""
    inlines: tuple[Inline, ...] = ()
    tags: tuple[Tag, ...] = ()
    """Tags and comments, with their places in the document."""
    ids: tuple[str, ...] = ()
    """Anchors that the text sets."""


def read_inlines(content: Content, parser: MarkdownIt, environment: Environment) -> Marked:
    """Reads a block's content.

    Args:
        content: the content with its way back into the document.
        parser: a parser whose rules note their marks.
        environment: the document's link definitions, as the block parser left them.
    """
    if _SPECIAL.search(content.text) is None:
        return Marked(_BLANKS.sub(" ", content.text).strip())
    marks: list[Inline] = []
    found: list[Tag] = []
    ids: list[str] = []
    environment["marks"], environment["tags"], environment["ids"] = marks, found, ids
    tokens = parser.inline.parse(content.text, parser, environment, [])
    marks += tag_inlines(found, content.text)
    marks.sort(key=lambda mark: (mark.span[0], -mark.span[1]))
    return Marked(
        _BLANKS.sub(" ", "".join(_shown(token) for token in tokens)).strip(),
        tuple(in_document(mark, content) for mark in marks),
        tuple(replace(tag, span=content.span(*tag.span)) for tag in found),
        (*ids, *(name for tag in found for name in tag.ids)),
    )


def in_document(mark: Inline, content: Content) -> Inline:
    """A mark whose places are in a content, with its places in the document."""
    target_span = None if mark.target_span is None else content.span(*mark.target_span)
    return replace(
        mark, span=content.span(*mark.span), text_span=content.span(*mark.text_span), target_span=target_span
    )


def _shown(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    return "" if token.type in {"image", "html_inline"} else token.content
