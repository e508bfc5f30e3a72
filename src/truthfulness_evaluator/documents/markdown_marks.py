"""The rules of the Markdown parser that make inline marks, each noting where its mark stands.

markdown-it's inline tokens have no position, but its rules know theirs: each rule that makes a mark is
wrapped, and notes where it began and ended. What a mark is stays the parser's decision. Added are the
roles of MyST, lists of attributes, bare URLs and, in MDX, comments.
"""

import re
import sys
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link
from markdown_it.rules_inline.emphasis import tokenize as emphasis

from truthfulness_evaluator.documents.markdown_html import Tag, tags
from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.models.document import Inline, InlineKind
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

if TYPE_CHECKING:
    from markdown_it.token import Token

Environment = MutableMapping[str, Any]
"""What markdown-it's rules share: link definitions, and what was noted of the content being read."""
InlineRule = Callable[[StateInline, bool], bool]

_SCHEME = regex(r"(?<![\w.+-])(?:https?|ftp|file)$", re.IGNORECASE)
_BARE_URL = regex(r"://[^\s<>`\"]+")
_ROLE = regex(r"\{(?P<name>[A-Za-z][\w+-]*(?:[:.][\w+-]+)*)\}(?P<ticks>`+)")
_ROLE_TARGET = regex(r"(?P<title>.*\S)\s*<(?P<target>[^<>]+)>\s*", re.DOTALL)
_ATTRIBUTE = r"(?:[#.][\w:.-]+|[\w-]+=(?:\"[^\"\n]*\"|[^\s\"}]+))"
ATTRIBUTE_LIST = regex(rf"\{{:?[ \t]*{_ATTRIBUTE}(?:[ \t]+(?:{_ATTRIBUTE}|[\w-]+))*[ \t]*\}}")
"""`{#id .class key="value"}` of kramdown, Python-Markdown, pandoc and MyST."""
_ATTRIBUTE_ID = regex(r"(?<=[\s{:])#([\w:.-]+)")
_SCHEME_OR_HOST = regex(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_ENCODED_DELIMITER = regex(r"%(?:23|3f|25|00)", re.IGNORECASE)


@dataclass(slots=True)
class Noted:
    """What the rules noted while a content was read. All places are places in the document."""

    content: Content | None
    """The content that is read; None: what is read has no place of its own, and nothing is noted."""
    marks: list[Inline] = field(default_factory=list[Inline])
    tags: list[Tag] = field(default_factory=list[Tag])
    ids: list[str] = field(default_factory=list[str])
    """Anchors that attributes set."""
    last_bracket: int = field(init=False)
    """Where the last closing bracket stands: nothing after it is a link, and need not be tried."""

    def __post_init__(self) -> None:
        self.last_bracket = sys.maxsize if self.content is None else self.content.text.rfind("]")

    def mark(
        self,
        kind: InlineKind,
        span: Span,
        text_span: Span,
        target: str | None = None,
        target_span: Span | None = None,
        name: str | None = None,
    ) -> None:
        """Notes a mark at places of the content."""
        if self.content is None:
            return
        place = self.content.span
        placed = None if target_span is None else place(*target_span)
        self.marks.append(Inline(kind, place(*span), place(*text_span), target, placed, name))

    def tag(self, tag: Tag) -> None:
        """Notes a tag or comment at a place of the content."""
        if self.content is not None:
            self.tags.append(tag.moved(self.content))


def locate_inlines(parser: MarkdownIt, *, mdx: bool) -> None:
    """Makes a parser's inline rules note their marks in the environment."""
    ruler = parser.inline.ruler
    for name, rule in _LOCATED.items():
        ruler.at(name, rule)
    ruler.before("link", "role", _role)
    ruler.before("link", "attribute_list", _attribute_list)
    ruler.before("link", "bare_url", _bare_url)
    if mdx:
        ruler.before("link", "mdx_comment", _mdx_comment)
    parser.inline.ruler2.after("emphasis", "emphasis_places", _emphasis_places)


def decoded_target(target: str) -> str:
    """A destination as a reader means it: percent-encoding is undone in relative ones.

    URLs stay as written, and so does a path whose decoding would change where it splits.

    Example:
        >>> decoded_target("My%20File.md#a"), decoded_target("https://example.org/a%20b")
        ('My File.md#a', 'https://example.org/a%20b')
    """
    if "%" not in target or _SCHEME_OR_HOST.match(target) or _ENCODED_DELIMITER.search(target):
        return target
    return unquote(target)


def _code(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if not silent and len(state.tokens) > before:
        ticks = len(state.tokens[-1].markup)
        text_span = _code_text(state.src, start + ticks, state.pos - ticks)
        _noted(state).mark(InlineKind.CODE, (start, state.pos), text_span)
    return True


def _code_text(text: str, start: int, end: int) -> Span:
    """A code span's text: one blank on either side is no part of it, as CommonMark has it."""
    inner = text[start:end]
    if len(inner) > 1 and inner[0] in " \n" and inner[-1] in " \n" and inner.strip(" \n"):
        return start + 1, end - 1
    return start, end


def _link(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if state.src[start] != "[" or start > _noted(state).last_bracket or not link(state, silent):
        return False
    if not silent:
        opening = next(token for token in state.tokens[before:] if token.type == "link_open")
        label_end = state.md.helpers.parseLinkLabel(state, start, True)
        target = str(opening.attrGet("href") or "")
        _note_target(state, InlineKind.LINK, start, (start + 1, label_end), target)
    return True


def _image(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if state.src[start] != "!" or start > _noted(state).last_bracket:
        return False
    # The description is parsed as a text of its own: its marks have places in it, not in this text.
    kept, state.env["noted"] = state.env["noted"], Noted(None)
    matched = image(state, silent)
    state.env["noted"] = kept
    if matched and not silent:
        label_end = state.md.helpers.parseLinkLabel(state, start + 1, False)
        target = str(state.tokens[-1].attrGet("src") or "")
        _note_target(state, InlineKind.IMAGE, start, (start + 2, label_end), target)
    return matched


def _note_target(state: StateInline, kind: InlineKind, start: int, label: Span, target: str) -> None:
    """Notes a link or an image that ends at the state's place."""
    target_span = None
    after = label[1] + 1
    if state.pos > after and state.src[after] == "(":
        first = after + 1
        while state.src[first] in " \t\n":
            first += 1
        is_angled = state.src[first] == "<"
        if target and not is_angled and state.src.startswith(target, first):
            target_span = first, first + len(target)
        elif (found := state.md.helpers.parseLinkDestination(state.src, first, state.pos - 1)).ok:
            target_span = (first + 1, found.pos - 1) if is_angled else (first, found.pos)
    _noted(state).mark(kind, (start, state.pos), label, decoded_target(target), target_span)


def _autolink(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not autolink(state, silent):
        return False
    if not silent:
        opening = next(token for token in state.tokens[before:] if token.type == "link_open")
        inner = (start + 1, state.pos - 1)
        target = str(opening.attrGet("href") or "")
        _noted(state).mark(InlineKind.LINK, (start, state.pos), inner, target, inner)
    return True


def _html(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not html_inline(state, silent):
        return False
    if not silent:
        for tag in tags(state.src, start, state.pos):
            _noted(state).tag(tag)
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not emphasis(state, silent):
        return False
    for back, token in enumerate(reversed(state.tokens[start - state.pos :]), 1):
        token.meta["at"] = state.pos - back
    return True


def _emphasis_places(state: StateInline) -> None:
    """Notes emphasis after the parser has paired its delimiters."""
    opened: list[Token] = []
    for token in state.tokens:
        if token.type in {"em_open", "strong_open"}:
            opened.append(token)
        elif token.type in {"em_close", "strong_close"} and opened:
            first, last = opened.pop().meta["at"], token.meta["at"]
            is_strong = token.type == "strong_close"
            outer = 1 if is_strong else 0
            kind = InlineKind.STRONG if is_strong else InlineKind.EMPHASIS
            _noted(state).mark(kind, (first - outer, last + 1 + outer), (first + 1, last))


def _role(state: StateInline, silent: bool) -> bool:
    """A role of MyST: `{name}` right before a code span."""
    start = state.pos
    match = _ROLE.match(state.src, start, state.posMax) if state.src[start] == "{" else None
    if match is None:
        return False
    ticks = match["ticks"]
    end = state.src.find(ticks, match.end(), state.posMax)
    if end < 0 or state.src.startswith("`", end + len(ticks)):
        return False
    state.pos = end + len(ticks)
    if not silent:
        text_span = (match.end(), end)
        written = state.src[match.end() : end]
        target, target_span, shown = written.strip(), text_span, written
        if titled := _ROLE_TARGET.fullmatch(written):
            target, shown = titled["target"], titled["title"]
            target_span = (match.end() + titled.start("target"), match.end() + titled.end("target"))
            text_span = (match.end(), match.end() + titled.end("title"))
        state.push("role", "", 0).content = shown
        _noted(state).mark(InlineKind.ROLE, (start, state.pos), text_span, target, target_span, match["name"])
    return True


def _attribute_list(state: StateInline, silent: bool) -> bool:
    """A list of attributes after a mark or at the end of the text: it shows nothing and may set an anchor."""
    start = state.pos
    match = ATTRIBUTE_LIST.match(state.src, start, state.posMax) if state.src[start] == "{" else None
    if match is None:
        return False
    follows_mark = start > 0 and state.src[start - 1] in ")]`>*_"
    if not follows_mark and state.src[match.end() : state.posMax].strip():
        return False
    state.pos = match.end()
    if not silent:
        _noted(state).ids += attribute_ids(match[0])
    return True


def attribute_ids(attributes: str) -> list[str]:
    """The anchors that a list of attributes sets.

    Example:
        >>> attribute_ids("{#usage .wide}")
        ['usage']
    """
    return _ATTRIBUTE_ID.findall(attributes)


def _bare_url(state: StateInline, silent: bool) -> bool:
    """A URL without any mark, as GitHub links it."""
    if silent or state.src[state.pos] != ":" or state.linkLevel > 0:
        return False
    scheme = _SCHEME.search(state.pending)
    match = _BARE_URL.match(state.src, state.pos, state.posMax)
    if scheme is None or match is None:
        return False
    rest = _trimmed_url(match[0])
    if len(rest) <= len("://"):
        return False
    start, end = state.pos - len(scheme[0]), state.pos + len(rest)
    state.pending = state.pending[: -len(scheme[0])]
    state.push("bare_url", "", 0).content = state.src[start:end]
    state.pos = end
    _noted(state).mark(InlineKind.LINK, (start, end), (start, end), state.src[start:end], (start, end))
    return True


def _trimmed_url(url: str) -> str:
    """A URL without the punctuation of the sentence around it; a bracket that was opened in it stays."""
    unopened = url.count(")") - url.count("(")
    end = len(url)
    while end:
        if url[end - 1] == ")" and unopened > 0:
            unopened -= 1
        elif url[end - 1] not in ".,;:!?'\"*_~]}|":
            break
        end -= 1
    return url[:end]


def _mdx_comment(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("{/*", start):
        return False
    end = state.src.find("*/}", start + 3, state.posMax)
    if end < 0:
        return False
    state.pos = end + 3
    if not silent:
        state.push("html_inline", "", 0).content = state.src[start : state.pos]
        comment = state.src[start + 3 : end]
        _noted(state).tag(Tag((start, state.pos), "", is_alone=True, comment=comment))
    return True


def _noted(state: StateInline) -> Noted:
    noted: Noted = state.env["noted"]
    return noted


_LOCATED: dict[str, InlineRule] = {
    "backticks": _code,
    "link": _link,
    "image": _image,
    "autolink": _autolink,
    "html_inline": _html,
    "emphasis": _emphasis,
}
