"""The words by which claims and passages of prose are compared: numbers and dates are kept whole."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import STOP_WORDS, stem

_TOKEN = regex(
    r"(?P<date>\d{4}-\d{2}-\d{2})(?![\d-])"
    r"|(?P<number>\d+(?:[.,'\u2019\u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)*)"
)
_WIDE = regex(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+"
    r"|[\u1100-\u11ff\uac00-\ud7af]+"
)
"""Scripts that set no spaces between words, and Korean, whose words take endings: they are compared by pairs."""
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_POSSESSIVE = regex(r"['\u2019]s$")
_REMEMBERED = 1 << 17


def prose_terms(text: str) -> Iterator[str]:
    """The terms of a text, in order, with repetitions; English stop words are left out.

    Example:
        >>> list(prose_terms("Oslo's ferries carried 1,250,000 people (3.5 %) on 2021-03-04."))
        ['oslo', 'ferry', 'carry', '1250000', 'peopl', '3.5', '2021', 'march', '4']
    """
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "word":
            yield from _of_word(match[0])
        elif kind == "number":
            yield _number(match[0])
        else:
            year, month, day = match[0].split("-")
            name = _MONTHS[int(month) - 1] if 1 <= int(month) <= 12 else month
            yield from (year, *_of_word(name), str(int(day)))


def is_number(term: str) -> bool:
    """Whether a term is a number."""
    return term[:1].isdigit()


@lru_cache(maxsize=_REMEMBERED)
def _of_word(word: str) -> tuple[str, ...]:
    lower = _POSSESSIVE.sub("", word).casefold()
    if lower.isascii():
        return () if lower in STOP_WORDS else (_stem(lower.replace("'", "")),)
    if _WIDE.search(lower):
        return tuple(_pairs(lower))
    bare = "".join(each for each in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(each))
    return (_stem(bare) if bare.isascii() else lower,)


def _stem(word: str) -> str:
    """As `stem`, and `carried` is `carry`."""
    return f"{word[:-3]}y" if len(word) > 4 and word.endswith("ied") else stem(word)


def _pairs(word: str) -> Iterator[str]:
    """Pairs of neighbours in what has no spaces; the rest of the word whole."""
    at = 0
    for match in _WIDE.finditer(word):
        if match.start() > at:
            yield word[at : match.start()]
        run = match[0]
        yield from (run[i : i + 2] for i in range(len(run) - 1)) if len(run) > 1 else (run,)
        at = match.end()
    if at < len(word):
        yield word[at:]


@lru_cache(maxsize=_REMEMBERED)
def _number(written: str) -> str:
    """A number without what parts its thousands: `1,250,000`, `1.250.000` and `1250000` are one, `3,5` is `3.5`."""
    grouped = re.fullmatch(r"(\d{1,3}(?:([.,'\u2019\u00a0\u202f])\d{3})(?:\2\d{3})*)([.,]\d+)?", written)
    if grouped is not None and (grouped[2] != "." or written.count(".") > 1 or grouped[3]):
        whole, rest = re.sub(r"\D", "", grouped[1]), grouped[3] or ""
    else:
        whole = re.split(r"\D", written)[0]
        rest = written[len(whole) :]
    digits = re.sub(r"\D", "", rest).rstrip("0")
    return f"{whole.lstrip('0') or '0'}{'.' if digits else ''}{digits}"
