"""Ranks passages by the words they share with a claim: BM25 over the words of identifiers and prose."""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest

from truthfulness_evaluator.evidence.passages import Passage
from truthfulness_evaluator.text.terms import terms_of

_K1 = 0.8
"""How soon repetitions of a term stop to count (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework:
BM25 and Beyond", 2009): in passages of some lines sooner than in the pages that the usual 1.2 is for."""
_B = 0.75
"""How much a passage's length counts."""
_AROUND = 0.5
"""What a term counts that stands only in the path or in the names around a passage, where one in its text is 1."""
_DEFINED = 2.0
"""What a term counts besides that stands in a name which the passage defines: names say what the code is for
(`benchmarks/retrieval_code`: three to five claims more of a hundred are found)."""
_COMMON = 0.05
"""Share of passages from which on a term ranks passages that rarer terms have found, and finds none itself."""
_OTHERS = 50
"""Passages on other things that a code base is taken to have besides: a small one has rare words, too."""
_FEW = 20
"""Passages that a term may always have, however few there are."""
_ENOUGH_FOUND = 50
"""Passages found by rarer terms from which on common ones need to find none."""

_LOOK_UP = 6
"""Times as many passages have a term as were found, from which on it is quicker to look each of these up."""

Weigh = Callable[[Passage], float]
Terms = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage and how well it fits a query."""

    passage: Passage
    share: float
    """0 to 1, of what a passage gets at most that says nothing but the terms of the query, over and over; 0.55 is
    one of average length that says each once. Rare terms count more than common ones, and those that no passage has
    count as rare ones: nothing fits a query about other things."""


@dataclass(frozen=True)
class Index:
    """Passages, ready to be searched.

    Example:
        >>> index = Index([Passage("a.py", 1, 1, "max_workers = 8"), Passage("b.py", 1, 1, "def parse(line):")])
        >>> [hit.passage.path for hit in index.search({"worker": 1.0})]
        ['a.py']
    """

    passages: Sequence[Passage]
    weigh: Weigh = field(default=lambda passage: 1.0, repr=False)
    """What a passage's share is multiplied by, 0 to 1: some files vouch better than others."""
    terms: Terms = field(default=terms_of, repr=False)
    """The terms of a text: those of queries are made alike."""
    _postings: "dict[str, tuple[array[int], array[float]]]" = field(init=False, repr=False, compare=False)
    _first: dict[str, int] = field(init=False, repr=False, compare=False)
    _weights: "array[float]" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lengths: list[float] = []
        postings: dict[str, tuple[array[int], array[float]]] = {}
        for number, passage in enumerate(self.passages):
            counts = _counts(passage, self.terms)
            lengths.append(sum(counts.values()))
            for term, count in counts.items():
                numbers, gains = postings.get(term) or postings.setdefault(term, (array("I"), array("f")))
                numbers.append(number)
                gains.append(count)
        average = (sum(lengths) / len(lengths) if lengths else 1.0) or 1.0
        norms = [_K1 * (1 - _B + _B * length / average) for length in lengths]
        for numbers, gains in postings.values():
            for at, (number, count) in enumerate(zip(numbers, gains, strict=True)):
                gains[at] = count * (_K1 + 1) / (count + norms[number])
        first: dict[str, int] = {}
        for number, passage in enumerate(self.passages):
            first.setdefault(passage.path, number)
        object.__setattr__(self, "_postings", postings)
        object.__setattr__(self, "_first", first)
        object.__setattr__(self, "_weights", array("f", (self.weigh(passage) for passage in self.passages)))

    def rarity(self, term: str) -> float:
        """How much a term tells: its inverse document frequency. A term of no passage tells as much as one of one."""
        number = len(self._postings[term][0]) if term in self._postings else 1
        return math.log(1 + (len(self.passages) + _OTHERS - number + 0.5) / (number + 0.5))

    def is_common(self, term: str) -> bool:
        """Whether a term stands in so many passages that it tells none from others."""
        return term in self._postings and len(self._postings[term][0]) > max(_FEW, _COMMON * len(self.passages))

    def search(self, query: Mapping[str, float], most: int = 20) -> list[Hit]:
        """The passages that fit a query best, best first.

        Args:
            query: weights of terms, above 0.
            most: how many are wanted.
        """
        worth = {term: weight * self.rarity(term) for term, weight in query.items()}
        scores = self._scores(worth)
        full = (_K1 + 1) * sum(worth.values()) or 1.0
        weighted = ((score * self._weights[number] / full, -number) for number, score in scores.items())
        return [Hit(self.passages[-number], share) for share, number in nlargest(most, weighted)]

    def _scores(self, worth: Mapping[str, float]) -> dict[int, float]:
        common = _COMMON * len(self.passages)
        known = [term for term in worth if term in self._postings]
        known.sort(key=lambda term: len(self._postings[term][0]))
        scores: dict[int, float] = {}
        for term in known:
            numbers, gains = self._postings[term]
            value = worth[term]
            if len(numbers) > common and len(scores) >= _ENOUGH_FOUND:
                if len(scores) * _LOOK_UP < len(numbers):
                    for number in scores:
                        at = bisect_left(numbers, number)
                        if at < len(numbers) and numbers[at] == number:
                            scores[number] += value * gains[at]
                    continue
                for number, gain in zip(numbers, gains, strict=True):
                    if number in scores:
                        scores[number] += value * gain
            else:
                for number, gain in zip(numbers, gains, strict=True):
                    scores[number] = scores.get(number, 0.0) + value * gain
        return scores

    def fits(self, passages: Sequence[Passage], query: Mapping[str, float]) -> list[Hit]:
        """How well other passages fit a query, by what this index knows of the terms, best first."""
        worth = {term: weight * self.rarity(term) for term, weight in query.items()}
        full = (_K1 + 1) * sum(worth.values()) or 1.0
        hits: list[Hit] = []
        for passage in passages:
            counts = _counts(passage, self.terms)
            have = ((value, counts[term]) for term, value in worth.items() if term in counts)
            score = sum(value * count * (_K1 + 1) / (count + _K1) for value, count in have)
            hits.append(Hit(passage, score * self.weigh(passage) / full))
        return sorted(hits, key=lambda hit: -hit.share)

    def at(self, path: str, line: int) -> Passage | None:
        """The passage that holds a line of a file."""
        number = self._first.get(path)
        if number is None:
            return None
        end = number
        while end < len(self.passages) and self.passages[end].path == path:
            end += 1
        found = bisect_right(self.passages, line, number, end, key=lambda passage: passage.line) - 1
        passage = self.passages[found] if found >= number else None
        return passage if passage is not None and passage.line <= line <= passage.end_line else None

    def around(self, path: str, line: int, end_line: int) -> list[Passage]:
        """The passages of a file that have one of these lines."""
        number = self._first.get(path, len(self.passages))
        found: list[Passage] = []
        while number < len(self.passages) and self.passages[number].path == path:
            passage = self.passages[number]
            if passage.line <= end_line and line <= passage.end_line:
                found.append(passage)
            number += 1
        return found


def _counts(passage: Passage, terms: Terms) -> dict[str, float]:
    counts: dict[str, float] = dict(Counter(terms(passage.text)))
    for name in passage.defines:
        for term in terms(name):
            counts[term] = counts.get(term, 0.0) + _DEFINED
    for name in (passage.path, *passage.within):
        for term in terms(name):
            counts.setdefault(term, _AROUND)
    return counts
