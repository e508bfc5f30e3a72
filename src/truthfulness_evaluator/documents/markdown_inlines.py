"""A block's content read for inline marks, with their places in the document."""

from dataclasses import dataclass
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_html import Tag, tag_inlines
from truthfulness_evaluator.documents.markdown_marks import Environment, Noted
from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.models.document import Inline
from truthfulness_evaluator.text.patterns import regex

_SPECIAL = regex(r"[`*_\[<&\\{~]|://")
"""A text without any of these has no marks."""
_BRACKET = regex(r"[\[\]]")
_BRACKETS = 500
"""Brackets that may be open at once; a text with more is no prose, and is read without marks."""
_BLANKS = regex(r"[ \t]*\n[ \t]*")


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
    blanks: tuple[str, str] = ("", "")
    """The blanks before and behind what it shows: they stand beside images, which are left out."""

    @property
    def spaced(self) -> str:
        """What it shows, with the blanks around it: hosts of repositories make hyphens of them in anchors."""
        return self.blanks[0] + self.plain + self.blanks[1]


def read_inlines(content: Content, parser: MarkdownIt, environment: Environment) -> Marked:
    """Reads a block's content.

    Args:
        content: the content with its way back into the document.
        parser: a parser whose rules note their marks.
        environment: the document's link definitions, as the block parser left them.
    """
    if _SPECIAL.search(content.text) is None or _is_entangled(content.text):
        return Marked(_BLANKS.sub(" ", content.text).strip())
    noted = Noted(content)
    environment["noted"] = noted
    tokens = parser.inline.parse(content.text, parser, environment, [])
    noted.marks += tag_inlines(noted.tags)
    noted.marks.sort(key=lambda mark: (mark.span[0], -mark.span[1]))
    shown = _BLANKS.sub(" ", "".join(_shown(token) for token in tokens))
    plain = shown.strip()
    has_images = plain and any(token.type in {"image", "html_inline"} for token in tokens)
    return Marked(
        plain,
        tuple(noted.marks),
        tuple(noted.tags),
        (*noted.ids, *(name for tag in noted.tags for name in tag.ids)),
        (shown[: len(shown) - len(shown.lstrip())], shown[len(shown.rstrip()) :]) if has_images else ("", ""),
    )


def _is_entangled(text: str) -> bool:
    """Whether brackets are nested so deep that looking for links would take the square of the text's length."""
    if text.count("[") <= _BRACKETS:
        return False
    depths = accumulate(1 if match[0] == "[" else -1 for match in _BRACKET.finditer(text))
    return any(depth > _BRACKETS for depth in depths)


def _shown(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    return "" if token.type in {"image", "html_inline"} else token.content
