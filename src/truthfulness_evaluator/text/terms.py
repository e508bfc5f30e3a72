"""The words by which claims and passages are compared: those of identifiers among them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from truthfulness_evaluator.text.names import folded, words_of
from truthfulness_evaluator.text.patterns import regex


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_RAW = regex(r"\w+(?:-\w+)*")
"""A word, or an identifier with its underscores and dashes; the parts of a dotted name count each."""
_WIDE = regex(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]")
"""Scripts that set no spaces between words, and Korean, whose words take endings: they are compared by pairs."""
_WHOLE = "="
"""Stands before a term that is a whole identifier of several words, without its separators: `=maxworkers`."""
STOP_WORDS = _set("""
    a about above after again all also although always an and any are as at be because been before being below
    between both but by can cannot could did do does doing don done down during each either else etc ever every
    few for from further get gets given had has have having he her here hers him his how however i if in instead
    into is it its itself just let like made make makes many may me might mine more most much must my neither
    nor not now of off often on once one only or other our ours out over own per please same several shall she
    should simply since so some such t than that the their theirs them then there these they thing things this
    those though through thus to too under until up upon us use used uses using very via was way we well were
    what when where whether which while who whom whose why will with within without would yes yet you your yours
""")
"""English words that tell no passage from another. Those of other languages are as rare in code as names are."""
_REMEMBERED = 1 << 17


def terms_of(text: str) -> Iterator[str]:
    """The terms of a text, in order, with repetitions; stop words are left out.

    Example:
        >>> list(terms_of("Retries of `--max-workers`"))
        ['retry', 'max', 'worker', '=maxworkers']
    """
    for raw in raw_words(text):
        yield from of_word(raw)


def raw_words(text: str) -> list[str]:
    """The words and identifiers of a text as they stand there, in order: what `of_word` takes."""
    return _RAW.findall(text)


@lru_cache(maxsize=_REMEMBERED)
def of_word(raw: str) -> tuple[str, ...]:
    """The terms of one word or identifier: its words, and itself where it has several."""
    if not raw.isascii():
        return tuple(_foreign(raw.casefold()))
    words = words_of(raw)
    parts = tuple(stem(word) for word in words if word not in STOP_WORDS)
    return (*parts, _WHOLE + folded(raw)) if len(words) > 1 else parts


def is_whole(term: str) -> bool:
    """Whether a term is a whole identifier of several words."""
    return term.startswith(_WHOLE)


def stem(word: str) -> str:
    """A word of English without the commonest endings; other words keep theirs, or lose one alike everywhere.

    Example:
        >>> [stem(word) for word in ("retries", "caching", "cache", "settings", "status", "parsed")]
        ['retry', 'cach', 'cach', 'set', 'status', 'pars']
    """
    if len(word) <= 3:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= 3 and any(vowel in bare for vowel in "aeiouy"):
            word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "ls" else bare
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _foreign(word: str) -> Iterator[str]:
    """The terms of a word with letters beyond ASCII."""
    for part in re.split(r"[_-]+", word):
        if _WIDE.search(part) and len(part) > 2:
            yield from (part[at : at + 2] for at in range(len(part) - 1))
        elif part:
            yield part
