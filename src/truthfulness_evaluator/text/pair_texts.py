"""Claims and evidence texts, with what is asked of them more than once: by several features, and by several pairs."""

import itertools
import re
from collections import Counter
from functools import cached_property, lru_cache

from truthfulness_evaluator.text.numbers import Amount, amounts_of
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import is_whole, of_word, raw_words
from truthfulness_evaluator.text.windows import windows

WINDOW_WORDS = 60
"""Words of a window: two or three sentences, as much as mostly decides a claim."""
_OVERLAP = 25
_WORD = regex(r"\w+(?:[-'’.]\w+)*")
_NAME = regex(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*|\b[A-Z]{2,}\b|\b[A-Z]\w*[A-Z]\w*\b")
_REMEMBERED = 1 << 16


class Text:
    """A claim, or a window of evidence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[re.Pattern[str], bool] = {}

    @cached_property
    def terms(self) -> list[str]:
        """Its content words, in its order."""
        return list(itertools.chain.from_iterable(map(_plain_terms, raw_words(self.text))))

    @cached_property
    def known(self) -> frozenset[str]:
        """Its content words, each once."""
        return frozenset(self.terms)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each content word stands there."""
        return Counter(self.terms)

    @cached_property
    def first(self) -> dict[str, int]:
        """The place among the content words where each stands first."""
        places: dict[str, int] = {}
        for at, term in enumerate(self.terms):
            places.setdefault(term, at)
        return places

    @cached_property
    def neighbours(self) -> frozenset[tuple[str, str]]:
        """Content words that follow each other."""
        return frozenset(itertools.pairwise(self.terms))

    @cached_property
    def words(self) -> list[str]:
        """All its words, in lower case and in its order."""
        return [word.lower() for word in _WORD.findall(self.text)]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All its words, each once."""
        return frozenset(self.words)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places among all words where each stands."""
        places: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            places.setdefault(word, []).append(at)
        return places

    @cached_property
    def names(self) -> frozenset[str]:
        """Words with a capital that do not begin a sentence, and acronyms; in lower case."""
        return frozenset(name.lower() for name in _NAME.findall(self.text))

    @cached_property
    def lower(self) -> str:
        """It in lower case."""
        return self.text.lower()

    @cached_property
    def amounts(self) -> list[Amount]:
        """The numbers that it states."""
        return amounts_of(self.text)

    @cached_property
    def sentences(self) -> list["Text"]:
        """Its sentences, or a few short ones together."""
        return [Text(self.text[a:b]) for a, b in windows(self.text, most=WINDOW_WORDS // 3, overlap=0)]

    def has(self, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern is found in it."""
        if pattern not in self._found:
            self._found[pattern] = pattern.search(self.text) is not None
        return self._found[pattern]


class Evidence:
    """An evidence text, as windows."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def parts(self) -> list[Text]:
        """Its windows; one that is empty where it has no word."""
        spans = windows(self.text, most=WINDOW_WORDS, overlap=_OVERLAP)
        return [Text(self.text[a:b]) for a, b in spans] or [Text("")]

    @cached_property
    def whole(self) -> Text:
        """All of it; the window itself where there is one alone."""
        return self.parts[0] if len(self.parts) == 1 else Text(self.text)

    @cached_property
    def mean_terms(self) -> float:
        """Content words of a window, on average."""
        return sum(len(part.terms) for part in self.parts) / len(self.parts)


@lru_cache(maxsize=_REMEMBERED)
def _plain_terms(word: str) -> tuple[str, ...]:
    return tuple(term for term in of_word(word) if not is_whole(term))


__all__ = ["WINDOW_WORDS", "Evidence", "Text"]
