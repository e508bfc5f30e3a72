"""Texts of documents and file names made harmless for a terminal. They are data, whatever they hold."""

import unicodedata

from truthfulness_evaluator.text.patterns import regex

_WHITE = regex(r"[ \t\n\r\f\v\x85\u2028\u2029]+")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"
"""Format characters that are letters' and emoji's own business: they join or part neighbours, no more."""
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that steer a terminal, reorder a line or cannot be encoded: controls, format characters
(the bidirectional ones among them), surrogates, line and paragraph separators."""


def printable(text: str) -> str:
    r"""A text with every character spelled out that would not be shown as itself.

    Example:
        >>> printable("a\x1b[31mb\n")
        'a\\x1b[31mb\\n'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def one_line(text: str) -> str:
    r"""A text on one line: runs of white space become one space, the rest is made printable.

    Example:
        >>> one_line(" two\n   lines\x07 ")
        'two lines\\x07'
    """
    return printable(_WHITE.sub(" ", text).strip())


def _shown(character: str) -> str:
    if character in _JOINERS or unicodedata.category(character) not in _HIDDEN:
        return character
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
