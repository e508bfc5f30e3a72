"""Long texts shortened around the part that matters, never within a word."""

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex

_SENTENCE_END = regex(r"[.!?…][\"'”’)\]]*\s+|\n\s*")
_NEAR = 40
"""Characters in which a word begins or ends, in a script that sets blanks between words."""


def excerpt(text: str, kept: Span, most: int) -> Span:
    """The part of a text to be shown: all of it where it is short, else the part to be kept with what is around it.

    It begins with a sentence where one begins in the characters before `kept` that fit, and else with a word. Of a
    longer part, the beginning is kept. In scripts without blanks it may begin with any character.

    Args:
        text: any text.
        kept: what is to be seen.
        most: characters, 1 or more.

    Example:
        >>> text = "The first sentence is here. What matters is this. It ends with more words."
        >>> start, end = excerpt(text, (28, 49), 40)
        >>> text[start:end]
        'What matters is this. It ends with more'
    """
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    if last - first <= most:
        return first, max(first, last)
    begin, stop = max(first, kept[0]), min(last, kept[1])
    earliest = max(first, min(begin - max(0, most - (stop - begin)) // 2, last - most))
    start = _start(text, earliest, begin) if earliest > first else first
    latest = min(start + most, last)
    return start, _end(text, latest) if latest < last else last


def _start(text: str, earliest: int, kept: int) -> int:
    """Where a sentence, else a word begins, at `earliest` or behind it, but not behind what is kept."""
    sentence = _SENTENCE_END.search(text, earliest, kept)
    if sentence is not None:
        return sentence.end()
    at = earliest
    while at < kept and at - earliest < _NEAR:
        if _begins(text, at):
            return at
        at += 1
    return _back(text, at) if at == kept else earliest


def _back(text: str, start: int) -> int:
    """Where the word begins that a place is in."""
    places = range(start, max(0, start - _NEAR) - 1, -1)
    return next((at for at in places if _begins(text, at)), start)


def _begins(text: str, at: int) -> bool:
    return at == 0 or (text[at - 1].isspace() and not text[at].isspace())


def _end(text: str, latest: int) -> int:
    """Where the last word ends that fits."""
    places = range(latest, max(0, latest - _NEAR), -1)
    return next((at for at in places if text[at].isspace()), latest)


__all__ = ["excerpt"]
