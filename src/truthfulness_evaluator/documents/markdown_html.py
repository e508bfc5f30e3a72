"""HTML within Markdown: tags, attributes and comments with their offsets. A scan, not a parser of HTML."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.models.document import Inline, InlineKind
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_TAG = regex(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w.:-]*)"
    r"(?P<attributes>(?:\s++|\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^\s\"'<>])*+)>"
)
"""Quoted values are bounded, so that quotes without end do not cost a scan of the whole text each; and nothing that
was read is read in another way, as blanks in an open tag can be divided in more ways than there is time for."""
_ATTRIBUTE = regex(
    r"(?P<name>[A-Za-z_:@][\w:.@-]*)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'=<>`{]+))"
)
_SHOWN: dict[str, InlineKind] = {
    "a": InlineKind.LINK,
    "code": InlineKind.CODE,
    "tt": InlineKind.CODE,
    "b": InlineKind.STRONG,
    "strong": InlineKind.STRONG,
    "i": InlineKind.EMPHASIS,
    "em": InlineKind.EMPHASIS,
}
"""Pairs of tags that mark what stands between them as Markdown's own marks would."""
_DESTINATION = {"a": "href", "img": "src"}
_DEPTH = 32
"""How many open tags are gone through for the one that a closing tag belongs to."""
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
"""Tags that nothing stands inside of."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag or one comment."""

    span: Span
    name: str
    """Lower case for HTML's own tags; empty: a comment."""
    is_closing: bool = False
    is_alone: bool = False
    """Whether nothing can stand inside of it: `<br>`, `<x/>`, a closing tag, a comment."""
    attributes: tuple[tuple[str, str, Span], ...] = ()
    """Name, value with entities decoded, and where the value stands."""
    comment: str = ""

    def attribute(self, name: str) -> tuple[str, Span] | None:
        """The value of an attribute, and where it stands."""
        return next(((value, span) for key, value, span in self.attributes if key == name), None)

    def moved(self, content: Content) -> "Tag":
        """The same tag of a content, with its places in the document."""
        return replace(
            self,
            span=content.span(*self.span),
            attributes=tuple((key, value, content.span(*span)) for key, value, span in self.attributes),
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """The anchors that it sets: `id`, and `name` of `<a>`."""
        wanted = {"id", "name"} if self.name == "a" else {"id"}
        return tuple(value for key, value, _ in self.attributes if key in wanted and value)


def tags(text: str, start: int = 0, end: int | None = None) -> Iterator[Tag]:
    """The tags and comments in a part of a text, in order of place.

    Example:
        >>> [tag.name for tag in tags("<p>a <br/> b</p>")]
        ['p', 'br', 'p']
    """
    end = len(text) if end is None else end
    at = text.find("<", start, end)
    last_comment_end = text.rfind("-->", start, end)
    while at >= 0:
        past = at + 1
        if text.startswith("<!--", at) and at + 4 <= last_comment_end:
            past = text.index("-->", at + 4, end) + 3
            yield Tag((at, past), "", is_alone=True, comment=text[at + 4 : past - 3])
        elif tag := tag_at(text, at, end):
            past = tag.span[1]
            yield tag
        at = text.find("<", past, end)


def tag_at(text: str, at: int, end: int | None = None) -> Tag | None:
    """The tag that begins at an offset; None where there is none.

    Example:
        >>> tag_at("a <br/>", 2).name
        'br'
    """
    match = _TAG.match(text, at, len(text) if end is None else end)
    return None if match is None else _tag(match)


def tag_inlines(found: Iterable[Tag]) -> list[Inline]:
    """Marks for tags: each tag, `<img>` as an image, and pairs such as `<a>`, `<code>` as the marks they are.

    Example:
        >>> found = tags('<a href="x.md">x</a>')
        >>> [(inline.kind.value, inline.target) for inline in tag_inlines(found)]
        [('link', 'x.md'), ('html', None), ('html', None)]
    """
    inlines: list[Inline] = []
    opened: list[Tag] = []
    for tag in found:
        shown = InlineKind.HTML
        target = tag.attribute(_DESTINATION.get(tag.name, "")) if not tag.is_closing else None
        text_span = tag.span
        if tag.name == "img":
            shown = InlineKind.IMAGE
            alt = tag.attribute("alt")
            text_span = alt[1] if alt is not None else (tag.span[1], tag.span[1])
        elif tag.name in _SHOWN and not tag.is_closing and not tag.is_alone:
            opened.append(tag)
        elif tag.is_closing and tag.name in _SHOWN:
            inlines += _pair(opened, tag)
        is_image = shown is InlineKind.IMAGE
        inlines.append(
            Inline(
                shown,
                tag.span,
                text_span,
                target=target[0] if target and is_image else None,
                target_span=target[1] if target and is_image else None,
                name=tag.name or None,
            )
        )
    return sorted(inlines, key=lambda inline: (inline.span[0], -inline.span[1]))


def _pair(opened: list[Tag], closing: Tag) -> list[Inline]:
    """The mark that a closing tag ends, if its opening tag is known; unclosed tags in between are given up."""
    for index in range(len(opened) - 1, max(-1, len(opened) - 1 - _DEPTH), -1):
        tag = opened[index]
        if tag.name != closing.name:
            continue
        del opened[index:]
        target = tag.attribute(_DESTINATION.get(tag.name, ""))
        if tag.name == "a" and target is None:
            return []
        return [
            Inline(
                _SHOWN[tag.name],
                (tag.span[0], closing.span[1]),
                (tag.span[1], closing.span[0]),
                target=target[0] if target else None,
                target_span=target[1] if target else None,
                name=tag.name,
            )
        ]
    return []


def _tag(match: re.Match[str]) -> Tag:
    name = match["name"] if match["name"][0].isupper() and not match["name"].isupper() else match["name"].lower()
    is_closing = bool(match["close"])
    attributes = tuple(
        (part["name"].lower(), html.unescape(part[value]), part.span(value))
        for part in _ATTRIBUTE.finditer(match.string, match.start("attributes"), match.end("attributes"))
        for value in ("double", "single", "bare")
        if part[value] is not None
    )
    is_alone = is_closing or name in VOID or match["attributes"].rstrip().endswith("/")
    return Tag(match.span(), name, is_closing, is_alone, attributes)
