"""HTML cut into tags, comments and text, every one with its exact place.

A scan of its own: lxml and selectolax keep no places, html5lib keeps none of attributes, and the standard library's
parser tells lines of tags alone. The tree that a browser would build is not needed to read the words.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.documents.markdown_html import Tag, tag_at
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content has no tags."""
_PIECE = regex(
    r"(?P<blank>[ \t\r\n\f\xa0]{2,}|[\t\r\f\xa0])|(?P<entity>&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,31});?)|&"
)


@dataclass(frozen=True, slots=True)
class Text:
    """Characters between tags."""

    span: Span
    is_literal: bool = False
    """Whether entities are no such: in CDATA."""


def tokens(text: str, start: int = 0) -> Iterator[Tag | Text]:
    """Tags, comments (tags without a name) and texts, in the order of their place; declarations are left out.

    What is not closed reaches to the end, as in browsers.

    Example:
        >>> [type(token).__name__ for token in tokens("<p>a < b<!-- c")]
        ['Tag', 'Text', 'Tag']
    """
    done = start
    at = text.find("<", start)
    while at >= 0:
        token, past = _markup(text, at)
        if past == at:
            at = text.find("<", at + 1)
            continue
        if done < at:
            yield Text((done, at))
        if token is not None:
            yield token
        if isinstance(token, Tag) and token.name in _RAW and not token.is_alone:
            past = _end_of_raw(text, token.name, past)
        done = past
        at = text.find("<", past)
    if done < len(text):
        yield Text((done, len(text)))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: a run of blanks, an entity, or characters that are what they are."""

    span: Span
    shown: str | None = None
    """What it is shown as; None: the characters themselves."""
    is_blank: bool = False


def pieces(text: str, span: Span) -> Iterator[Piece]:
    """The parts of a text between tags.

    Example:
        >>> [(piece.span, piece.shown) for piece in pieces("a &lt;b", (0, 7))]
        [((0, 1), None), ((1, 2), None), ((2, 6), '<'), ((6, 7), None)]
    """
    done, end = span
    for match in _PIECE.finditer(text, *span):
        if match["blank"] is None and match["entity"] is None:
            continue
        shown = None if match["entity"] is None else html.unescape(match[0])
        if shown == match[0]:
            continue
        yield from _plain(text, done, match.start())
        done = match.end()
        is_blank = shown is None or not shown.strip()
        yield Piece(match.span(), shown, is_blank)
    yield from _plain(text, done, end)


def _plain(text: str, start: int, end: int) -> Iterator[Piece]:
    """Characters that are what they are; single blanks at either side are pieces of their own."""
    first, last = start, end
    if first < last and text[first] in " \n":
        first += 1
        yield Piece((start, first), is_blank=True)
    if first < last and text[last - 1] in " \n":
        last -= 1
    if first < last:
        yield Piece((first, last))
    if last < end:
        yield Piece((last, end), is_blank=True)


def _markup(text: str, at: int) -> tuple[Tag | Text | None, int]:
    """The markup that begins at an offset, and where it ends; at the same offset: there is none."""
    if text.startswith("<!--", at):
        end = text.find("-->", at + 4)
        inner, past = (end, end + 3) if end >= 0 else (len(text), len(text))
        return Tag((at, past), "", is_alone=True, comment=text[at + 4 : inner]), past
    if text.startswith("<![CDATA[", at):
        end = text.find("]]>", at)
        inner, past = (end, end + 3) if end >= 0 else (len(text), len(text))
        return Text((at + 9, inner), is_literal=True), past
    if text.startswith(("<!", "<?"), at):
        end = text.find(">", at)
        return None, end + 1 if end >= 0 else len(text)
    tag = tag_at(text, at)
    return (None, at) if tag is None else (tag, tag.span[1])


def _end_of_raw(text: str, name: str, start: int) -> int:
    match = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE).search(text, start)
    return match.start() if match is not None else len(text)
