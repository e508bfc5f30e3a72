r"""Characters and names of reStructuredText: what may stand around a mark, escapes, widths."""

import re
import unicodedata
from functools import cache

from truthfulness_evaluator.text.patterns import regex

SIMPLE_NAME = r"[^\W_]+(?:[-._+:][^\W_]+)*"
"""Pattern of a reference name without quotes: letters and digits with single `-._+:` between them."""

_ESCAPE = regex(r"\\(.?)", re.DOTALL)
_OPENING = frozenset("'\"([{<-/:")
_CLOSING = r"'\")\]}>\-/:.,;!?\\"
_OPENING_CATEGORIES = frozenset({"Ps", "Pi", "Pf", "Pd", "Po"})
_CLOSING_CATEGORIES = frozenset({"Pe", "Pi", "Pf", "Pd", "Po"})
_BASIC_PLANE = range(0x80, 0x10000)
"""Punctuation beyond it is of scripts that are no longer written."""
_QUOTES = {
    "'": "'",
    '"': '"',
    "(": ")",
    "[": "]",
    "{": "}",
    "<": ">",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab\u00bb",
    "\u2018": "\u2019\u201a",
    "\u2019": "\u2018\u2019",
    "\u201a": "\u2018\u2019\u201b",
    "\u201c": "\u201d\u201e",
    "\u201d": "\u201c\u201d",
    "\u201e": "\u201c\u201d\u201f",
    "\u2039": "\u203a",
    "\u203a": "\u2039\u203a",
    "\u3008": "\u3009",
    "\u300a": "\u300b",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u3010": "\u3011",
    "\uff08": "\uff09",
    "\uff3b": "\uff3d",
    "\uff5b": "\uff5d",
}
"""What closes a quotation, by what opens it, in the customs of several languages."""


@cache
def closing_class() -> str:
    """Characters that may stand after an end-string, for the inside of a regular expression's class."""
    further = (chr(c) for c in _BASIC_PLANE if unicodedata.category(chr(c)) in _CLOSING_CATEGORIES)
    return _CLOSING + "".join(further)


def is_opening(character: str) -> bool:
    """Whether a start-string may stand after this character."""
    if character.isascii():
        return character in _OPENING or character.isspace()
    return character.isspace() or unicodedata.category(character) in _OPENING_CATEGORIES


def is_quoted(before: str, after: str) -> bool:
    """Whether two characters are a pair of quotes or brackets."""
    return after in _QUOTES.get(before, ())


def escaped(text: str) -> str:
    r"""The text with NUL for each backslash that escapes; as long as before.

    Example:
        >>> escaped(r"\*a")
        '\x00*a'
    """
    return _ESCAPE.sub("\0\\1", text) if "\\" in text else text


def unescaped(text: str) -> str:
    r"""The text without escapes; escaped white space is removed.

    Example:
        >>> unescaped("\0*a\0 b")
        '*ab'
    """
    if "\0" not in text:
        return text
    return text.replace("\0 ", "").replace("\0\n", "").replace("\0", "")


def width_of(text: str) -> int:
    """Columns that a text takes: two a wide East Asian character, none a combining one.

    Example:
        >>> width_of("ab"), width_of("\u65e5\u672c"), width_of("e\u0301")
        (2, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(character_width(character) for character in text)


def character_width(character: str) -> int:
    """Columns that a character takes: 0, 1 or 2."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
