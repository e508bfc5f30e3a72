"""Texts of documents within HTML. They are data: whatever they hold, they are shown and do nothing."""

import re
from functools import lru_cache
from html import escape

from truthfulness_evaluator.reporting.escape import printable
from truthfulness_evaluator.text.patterns import regex

_UNUSUAL = regex(r"[^ -~\n\t]")
_LINE_END = regex(r"\r\n?")
_WEB = regex(r"https?://[^\s\\]+", re.IGNORECASE)


def shown(text: str) -> str:
    r"""A text as content of an element. What could not be seen is spelled out and set apart; line ends and tabs stay.

    Example:
        >>> shown("a<b>\x1b[31m")
        'a&lt;b&gt;<i class="x">\\x1b</i>[31m'
    """
    return _UNUSUAL.sub(_set_apart, escape(_LINE_END.sub("\n", text), quote=False))


def attribute(text: str) -> str:
    r"""A text as the value of an attribute, between double quotes.

    Example:
        >>> attribute('"\u202e')
        '&quot;\\u202e'
    """
    return _UNUSUAL.sub(_spelled, escape(_LINE_END.sub("\n", text)))


def web_address(target: str | None) -> str:
    """The target of a link as an attribute, if it is an address of the web; else nothing: it is no link then.

    Example:
        >>> web_address("https://example.org/?a&b"), web_address("javascript:alert(1)")
        ('https://example.org/?a&amp;b', '')
    """
    return attribute(target) if target is not None and _WEB.fullmatch(target) else ""


@lru_cache(maxsize=1024)
def _one(character: str) -> str:
    return printable(character)


def _spelled(match: re.Match[str]) -> str:
    return _one(match[0])


def _set_apart(match: re.Match[str]) -> str:
    spelled = _one(match[0])
    return spelled if spelled == match[0] else f'<i class="x">{spelled}</i>'
