"""Lines of roff, the language of man pages: requests with their arguments, text with its escapes and fonts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

_REQUEST = regex(r"[.'][ \t]*(?P<name>[A-Za-z][A-Za-z0-9]*)")
_ARGUMENT = regex(r"[ \t]*(?:\"(?P<quoted>(?:[^\"]|\"\")*)\"?|(?P<bare>(?:\\.|[^ \t\\])+))")
_ESCAPE = regex(
    r"\\(?:f(?:(?P<font>[A-Z0-9])|\((?P<font2>..)|\[(?P<font3>[^\]]*)\])"
    r"|\((?P<two>..)|\[(?P<long>[^\]]*)\]|[*nFgkmMVY](?:\(..|\[[^\]]*\]|.)|s[+-]?\d{1,2}|[hvwlLDXobNCZ]'[^']*'"
    r"|(?P<comment>\"|#)|(?P<one>.)|$)"
)
_ONE = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "'": "'", "`": "`", ".": ".", "t": "\t"}
_NAMED = {
    "aq": "'", "dq": '"', "lq": "\u201c", "rq": "\u201d", "oq": "\u2018", "cq": "\u2019", "em": "\u2014",
    "en": "\u2013", "hy": "-", "mi": "-", "bu": "\u2022",
    "ga": "`", "ha": "^", "ti": "~", "rs": "\\", "sl": "/", "at": "@", "sh": "#",
    "Do": "$", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "<", "ra": ">", "ba": "|", "co": "\u00a9",
    "->": "->", "<-": "<-", "mu": "x", "*(": "", "tm": "", "rg": "", "de": "\u00b0", "pl": "+", "eq": "=",
}  # fmt: skip
_BOLD, _ITALIC = frozenset({"B", "3", "CB", "CW", "C", "CR", "BI"}), frozenset({"I", "2"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of a line: copied from the file, or what an escape there is shown as; or a change of font."""

    span: Span
    shown: str | None = None
    font: str | None = None
    """`B`, `I` or `R` where it changes the font, and is no text."""


@dataclass(frozen=True, slots=True)
class RoffLine:
    """A line of a page."""

    span: Span
    """Without its line end."""
    request: str = ""
    """The name of the request or macro; empty: text."""
    arguments: tuple[Span, ...] = ()


def lines_of(text: str) -> Iterator[RoffLine]:
    """The lines of a page. Comments, and the definitions of macros, are left out."""
    lines = Lines(text)
    until = ""
    for number in range(1, len(lines.starts) + 1):
        start, end = lines.span_of(number)
        written = text[start:end]
        if until:
            until = "" if written.rstrip() == until or written.startswith(f".{until[1:]} ") else until
            continue
        if written.startswith(('.\\"', "'\\\"", ".\\#", "'''", '\ufeff.\\"')) or written.strip() in (".", "'"):
            continue
        request = _REQUEST.match(written)
        if request is None:
            yield RoffLine((start, end))
            continue
        name = request["name"]
        if name in ("de", "de1", "am", "ig"):
            until = ".."
            continue
        yield RoffLine((start, end), name, tuple(_arguments(text, (start + request.end(), end))))


def pieces(text: str, span: Span) -> Iterator[Piece]:
    r"""The characters of a line or an argument.

    Example:
        >>> text = r"a \-\fBb"
        >>> [(text[slice(*piece.span)], piece.shown, piece.font) for piece in pieces(text, (0, len(text)))]
        [('a ', None, None), ('\\-', '-', None), ('\\fB', None, 'B'), ('b', None, None)]
    """
    done, end = span
    for match in _ESCAPE.finditer(text, *span):
        if done < match.start():
            yield Piece((done, match.start()))
        done = match.end()
        if match["comment"] is not None:
            return
        font = match["font"] or match["font2"] or match["font3"]
        if font is not None or match["font3"] is not None:
            yield Piece(match.span(), font="B" if font in _BOLD else "I" if font in _ITALIC else "R")
        elif shown := _shown(match):
            yield Piece(match.span(), shown)
    if done < end:
        yield Piece((done, end))


def _shown(match: re.Match[str]) -> str:
    named = match["two"] or match["long"]
    if named is not None:
        if re.fullmatch(r"u[0-9A-F]{4,6}", named):
            return chr(min(int(named[1:], 16), 0x10FFFF))
        return _NAMED.get(named, "")
    return _ONE.get(match["one"] or "", "")


def _arguments(text: str, span: Span) -> Iterator[Span]:
    at, end = span
    while (match := _ARGUMENT.match(text, at, end)) is not None and match.end() > at:
        at = match.end()
        if match["bare"] is not None:
            if match["bare"].startswith('\\"'):
                return
            yield match.span("bare")
        else:
            yield match.span("quoted")
