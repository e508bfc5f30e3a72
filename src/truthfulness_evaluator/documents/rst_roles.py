"""What a role shows and what it points at."""

import re
from typing import NamedTuple

from truthfulness_evaluator.documents.rst_text import unescaped
from truthfulness_evaluator.models.document import InlineKind
from truthfulness_evaluator.text.patterns import regex

_KINDS = {
    "code": InlineKind.CODE,
    "literal": InlineKind.CODE,
    "emphasis": InlineKind.EMPHASIS,
    "strong": InlineKind.STRONG,
}
_WITHOUT_TITLE = frozenset(
    [
        "abbr",
        "abbreviation",
        "code",
        "command",
        "dfn",
        "file",
        "guilabel",
        "kbd",
        "literal",
        "mailheader",
        "makevar",
        "manpage",
        "math",
        "menuselection",
        "mimetype",
        "newsgroup",
        "program",
        "raw",
        "regexp",
        "samp",
        "sub",
        "subscript",
        "sup",
        "superscript",
        "emphasis",
        "strong",
    ]
)
"""Roles whose text is their whole content: `:file:`<name>.py`` has no target."""
_TITLE = regex(r"(?P<title>.+?)\s*(?<!\0)<(?P<target>[^<]*?)>\Z", re.DOTALL)


class RoleMark(NamedTuple):
    """A role's parts; positions count from the beginning of its text."""

    kind: InlineKind
    shown: tuple[int, int]
    target: str | None
    target_place: tuple[int, int] | None


def role_mark(name: str, text: str) -> RoleMark:
    """Take a role's text apart: `title <target>`, `~shortened.name`, `!no_link`.

    Args:
        name: the role, with its domain if one is named; empty for the default role.
        text: what stands between the backquotes, escapes as NUL.

    Example:
        >>> role_mark("py:class", "~app.Server")
        RoleMark(kind=<InlineKind.ROLE: 'role'>, shown=(5, 11), target='app.Server', target_place=(1, 11))
    """
    base = name.rpartition(":")[2]
    kind = _KINDS.get(name, InlineKind.ROLE)
    if kind is not InlineKind.ROLE:
        return RoleMark(kind, (0, len(text)), None, None)
    if base in _WITHOUT_TITLE:
        return RoleMark(kind, (0, len(text)), _decoded(text), (0, len(text)))
    match = _TITLE.match(text) if text.endswith(">") else None
    if match and not _is_option_with_value(base, match):
        start, end = match.span("target")
        start += text.startswith(("~", "!"), start)
        return RoleMark(kind, match.span("title"), _decoded(text[start:end]), (start, end))
    start = 1 if text.startswith(("~", "!")) and len(text) > 1 else 0
    shown = max(start, text.rfind(".") + 1) if text.startswith("~") and not text.endswith(".") else start
    return RoleMark(kind, (shown, len(text)), _decoded(text[start:]), (start, len(text)))


def _is_option_with_value(base: str, match: re.Match[str]) -> bool:
    """Whether `--name <value>` in an option role is one option, not a title with a target."""
    return base == "option" and match["title"].startswith("-") and "-" not in match["target"]


def _decoded(text: str) -> str:
    return " ".join(unescaped(text).split())
