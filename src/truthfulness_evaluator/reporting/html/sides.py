"""The words on which a verdict hangs, marked in a claim and in its passage, and how sure the judges are, as a bar."""

import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.reporting.comparing import pieces
from truthfulness_evaluator.reporting.html.escape import shown
from truthfulness_evaluator.reporting.html.looks import Look
from truthfulness_evaluator.reporting.wording import sure
from truthfulness_evaluator.text.differences import Mark
from truthfulness_evaluator.text.patterns import regex

_CODE = regex(r"(?<!`)(?P<fence>`+)(?!`)(?P<code>.+?)(?<!`)(?P=fence)(?!`)", re.DOTALL)
_TITLES = {"agrees": "agrees", "differs": "differs", "missing": "not in the passage"}


def with_words(text: str, words: Sequence[Mark], start: int, end: int) -> str:
    """A part of a text as HTML, with the words in it marked that decide; each tells its kind.

    Example:
        >>> from truthfulness_evaluator.text.differences import differences
        >>> with_words("<8 files", differences("<8 files", "4 files").claim, 0, 8)
        '&lt;<mark class="w number" title="number: differs">8</mark> files'
    """
    if not words:
        return shown(text[start:end])
    return "".join(_word(shown(piece), mark) for piece, mark in pieces(text, words, start, end))


def claim_html(text: str, words: Sequence[Mark]) -> str:
    """A claim as HTML with the words in it marked that decide, and what stands between backticks as code."""
    return "".join(_claim(text, words))


def sure_html(confidence: float, look: Look) -> str:
    """How sure judges are of a verdict: a bar, words, and the figure.

    Args:
        confidence: probability, 0 to 1.
        look: of the verdict.
    """
    width = round(confidence * _BAR)
    return (
        f'<svg class="m" width="{_BAR}" height="8" aria-hidden="true"><rect class="b" width="{_BAR}" height="8"/>'
        f'<rect class="{look.letter}" width="{width}" height="8"/></svg> {sure(confidence)}, {confidence:.0%}'
    )


_BAR = 80
"""Pixels."""


def _claim(text: str, words: Sequence[Mark]) -> Iterator[str]:
    done = 0
    for match in _CODE.finditer(text):
        yield with_words(text, words, done, match.start())
        yield f"<code>{with_words(text, words, *match.span('code'))}</code>"
        done = match.end()
    yield with_words(text, words, done, len(text))


def _word(html: str, mark: Mark | None) -> str:
    if mark is None:
        return html
    agrees = " a" if mark.how == "agrees" else ""
    return f'<mark class="w {mark.kind.value}{agrees}" title="{mark.kind.value}: {_TITLES[mark.how]}">{html}</mark>'
