"""Words of a text that can decide whether it says the same as another one, with their places. For English."""

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.pair_words import NEGATION, QUANTIFIERS
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.sentences import sentences
from truthfulness_evaluator.text.terms import STOP_WORDS

WORD = regex(r"\w+(?:['’]\w+)*")
ROW = r"\n(?=[^\S\n]*(?:[-*+|]\s|\d{1,3}[.)]\s|[^\s:;][^:;\n]{0,60}:\s))"
"""Before the next item of a list, or the next row, whose cells stand with the heads of their columns."""
_ROW = regex(ROW)
_CLAUSE = regex(r";\s+|\s[—–]\s|(?<=[a-z]{4}[.!?])\s+(?=[A-Z])")
"""What parts a sentence; an abbreviation has not four small letters before its full stop."""
_NAME = regex(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b[A-Z][\w’'-]*\w\b|\b[A-Z]{2,}\b|\b[A-Z]\w*[A-Z]\w*\b")
"""A word with a capital that no sentence begins with, or with several capitals."""
_FIRST = regex(r"(?:^|[.!?:\n]\s*)([A-Z]\w+) $")
_OWNER = regex(r"['’]s$")
_NO_NEGATION = regex(r"not\s+only\b|no\.?\s*\d", re.IGNORECASE)
_CELLS = regex(r"[^\s:;][^:;\n]{0,60}:\s[^;\n]+(?:;|$)")
"""A row of a table, or an entry of a list of values."""
_BOUND = regex(r"\b(?:at|not)\s+$", re.IGNORECASE)
_COUNTED = regex(r"\s+\d")
_SIGN = regex(r"[(){}\[\]=<>_]")
_LEAST_SIGNS, _CODE = 3, 0.03
"""Signs of code in a statement, and their share of its characters, from which on it is code."""
_TITLE = 0.5
"""Share of words with a capital from which on a text is a title, and capitals mark no names."""


@lru_cache(maxsize=256)
def statements_of(text: str) -> tuple[Span, ...]:
    """The sentences of a passage in their parts that can be true or false alone.

    Items of lists and rows of tables stand alone, and so does what a semicolon or a dash parts.

    Example:
        >>> text = "It has 8 rooms; it was never sold. Anna owns it."
        >>> [text[start:end] for start, end in statements_of(text)]
        ['It has 8 rooms; ', 'it was never sold.', 'Anna owns it.']
    """
    # Many claims are judged by the same passages.
    spans: list[Span] = []
    for start, end in sentences(text):
        for row in _parted(_ROW, text, (start, end)):
            spans += [row] if is_row(text[slice(*row)]) else _parted(_CLAUSE, text, row)
    return tuple(spans)


def _parted(pattern: re.Pattern[str], text: str, span: Span) -> list[Span]:
    cuts = [span[0], *(match.end() for match in pattern.finditer(text, *span)), span[1]]
    return [(start, end) for start, end in itertools.pairwise(cuts) if text[start:end].strip()]


def negations_of(text: str) -> Iterator[Span]:
    """Words that negate, with the verb of `isn't`; not those of `not only` and `no. 5`.

    Example:
        >>> text = "It isn't kept, not only here."
        >>> [text[start:end] for start, end in negations_of(text)]
        ["isn't"]
    """
    for match in NEGATION.finditer(text):
        if _NO_NEGATION.match(text, match.start()):
            continue
        start = match.start()
        while start and text[start - 1].isalpha() and text[start].isalpha():  # the verb of `n't`
            start -= 1
        yield start, match.end()


def words_of(text: str) -> dict[str, list[Span]]:
    """The places of each word, which is in lower case."""
    found: dict[str, list[Span]] = {}
    for match in WORD.finditer(text):
        found.setdefault(match[0].lower(), []).append(match.span())
    return found


def quantifiers_of(text: str) -> dict[str, list[Span]]:
    """The places of words like `all`, `only` and `most` by their kind in `QUANTIFIERS`.

    Those of `at most`, `not only` and `some 40` are none, and words like `never` are negations.
    """
    found: dict[str, list[Span]] = {}
    for name, pattern in QUANTIFIERS.items():
        spans = [
            match.span()
            for match in pattern.finditer(text)
            if name != "none" and not _BOUND.search(text[: match.start()]) and not _COUNTED.match(text, match.end())
        ]
        if spans:
            found[name] = spans
    return found


def names_of(text: str) -> list[Span]:
    """Words that are names by their capitals; none in a title, where most words have one.

    Example:
        >>> text = "The ferry to Port Arna is run by ACME."
        >>> [text[start:end] for start, end in names_of(text)]
        ['Port', 'Arna', 'ACME']
    """
    words = WORD.findall(text)
    if words and sum(word[0].isupper() for word in words) > _TITLE * len(words):
        return []
    return [match.span() for match in _NAME.finditer(text) if match[0].lower() not in STOP_WORDS]


def bare(text: str, span: Span) -> str:
    """A name without the `'s` of an owner."""
    return _OWNER.sub("", text[slice(*span)])


def with_first_word(text: str, span: Span, other: str) -> Span:
    """A name with the word before it, where a sentence begins with that and it belongs to the name: `New York`."""
    match = _FIRST.search(text[: span[0]])
    if match is None or match[1].lower() in STOP_WORDS or match[1].casefold() in other:
        return span
    return match.start(1), span[1]


def joined(text: str, spans: Iterable[Span]) -> list[Span]:
    """Spans with one blank between them as one: a name of several words."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and text[merged[-1][1] : start] in (" ", "\n"):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def is_code(text: str) -> bool:
    """Whether a text is code by its brackets and signs: `not` and `None` mean something else there.

    Example:
        >>> is_code("def close(self) -> None:"), is_code("It was closed (in 2011) by Anna.")
        (True, False)
    """
    signs = len(_SIGN.findall(text))
    return signs >= _LEAST_SIGNS and signs > _CODE * len(text)


def is_row(text: str) -> bool:
    """Whether a text is a row of a table whose cells stand with their heads: `Port: Arna; Ships: 12`."""
    return _CELLS.match(text) is not None


__all__ = [
    "ROW",
    "WORD",
    "bare",
    "is_code",
    "is_row",
    "joined",
    "names_of",
    "negations_of",
    "quantifiers_of",
    "statements_of",
    "with_first_word",
    "words_of",
]
