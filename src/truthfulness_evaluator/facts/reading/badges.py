"""Badges with fixed text: `img.shields.io/badge/python-3.9+-blue`, and the versions that they show."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from truthfulness_evaluator.models import Document, Span
from truthfulness_evaluator.text.patterns import regex

MARK = "/badge/"
"""What an address of such a badge holds."""
_BADGE = regex(
    r"(?:img\.shields\.io/badge/(?P<label>(?:[^-/?)\s\"'>\]]|--)+)-(?P<message>(?:[^-/?)\s\"'>\]]|--)+)-[\w.%#]+"
    r"|badgen\.net/badge/(?P<label2>[^/?)\s\"'>\]]+)/(?P<message2>[^/?)\s\"'>\]]+))"
)
_LINKED = regex(r"(?:\.svg)?[^\s()]*\)\]\((?:https?://)?")
_ESCAPED = regex(r"%[0-9A-Fa-f]{2}|--|__|_")
_MEANT = {"--": "-", "__": "_", "_": " "}
_VERSION = regex(r"(?<![\w.])v?(?P<version>\d+(?:\.\d+){0,3})(?![\w.])")
_FLOOR = regex(r"\s*(?:>=?|≥)\s*=?\s*V\s*\+?\s*|\s*V\s*(?:\+|\s(?:or|and) (?:later|newer|above|up|higher))\s*")
_SEVERAL = regex(r"\s*V(?:\s*(?:[|,/&-]|\sto\s|\sand\s)\s*V)+\s*")
_ONE = regex(r"\s*V\s*")


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge that shows nothing but versions."""

    label: str
    """What it is of, in lower case."""
    versions: tuple[tuple[str, Span], ...]
    """As written, with their places."""
    is_floor: bool
    """Whether later versions are meant, too."""


def badges(document: Document) -> Iterator[Badge]:
    """All badges of a document that show versions; one whose link leads to itself is one."""
    if MARK not in document.text:
        return
    last: re.Match[str] | None = None
    for match in _BADGE.finditer(document.text):
        is_link, last = last is not None and _LINKED.fullmatch(document.text[last.end() : match.start()]), match
        if is_link:
            continue
        group = "" if match["label"] else "2"
        text, start = _padded(match[f"message{group}"]), match.start(f"message{group}")
        found = list(_VERSION.finditer(text))
        form = _VERSION.sub("V", text)
        is_floor = _FLOOR.fullmatch(form) is not None
        if not is_floor and not _ONE.fullmatch(form) and not _SEVERAL.fullmatch(form):
            continue
        label = " ".join(_padded(match[f"label{group}"]).split()).lower()
        spans = ((each["version"], _moved(each.span("version"), start)) for each in found)
        yield Badge(label, tuple(spans), is_floor)


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def _padded(text: str) -> str:
    """The text that a badge shows, with spaces after what was escaped, so that all characters stay in their places."""
    return _ESCAPED.sub(lambda match: _MEANT.get(match[0], unquote(match[0], "latin-1")).ljust(len(match[0])), text)
