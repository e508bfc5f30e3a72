"""A model of natural language inference that goes by words: plays the embedded one, and loads nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.judges.nli import NliJudge
from truthfulness_evaluator.nli.estimate import Estimate, Pair, Thresholds

_WORD = re.compile(r"\w+")
_SMALL = frozenset(
    {"a", "an", "and", "are", "at", "by", "from", "has", "in", "is", "it", "of", "on", "or", "the", "to"}
)
_NEGATIONS = frozenset({"cannot", "never", "no", "not"})


@dataclass
class WordModel:
    """An `EntailmentModel`. Evidence with all words of a claim supports it; where only a number or a `not` differs, it
    refutes it; and all else leaves it open."""

    name: str = "nli"
    version: str = "words"
    thresholds: Thresholds = field(default_factory=lambda: Thresholds(supports=0.8, refutes=0.8))
    asked: list[Pair] = field(default_factory=list[Pair])

    def estimates(self, pairs: Sequence[Pair]) -> list[Estimate]:
        """One estimate a pair."""
        self.asked += pairs
        return [_estimate(*pair) for pair in pairs]

    def relevances(self, pairs: Sequence[Pair]) -> list[float]:
        """The share of the claim's words that the evidence has."""
        return [_share(_words(claim), _words(evidence)) for claim, evidence in pairs]


@dataclass
class Loader:
    """Gives the model to an `NliJudge`, and counts how often it was asked for."""

    model: WordModel = field(default_factory=WordModel)
    loads: int = 0

    def __call__(self) -> WordModel:
        """The model."""
        self.loads += 1
        return self.model


def word_judge(name: str = "nli") -> NliJudge:
    """The judge with a model that goes by words."""
    return NliJudge(name, Loader(WordModel(name)))


def _estimate(claim: str, evidence: str) -> Estimate:
    whole = (0, len(evidence))
    said, read = _words(claim), _words(evidence)
    common = _share({word for word in said if _is_plain(word)}, read)
    if common < 1:
        return Estimate(0.1, 0.1, 0.8, whole, whole)
    numbers = {word for word in said if word.isdigit()}
    denied = bool(said & _NEGATIONS) != bool(read & _NEGATIONS)
    if numbers - read or denied:
        return Estimate(0.05, 0.9, 0.05, whole, whole)
    return Estimate(0.9, 0.05, 0.05, whole, whole)


def _is_plain(word: str) -> bool:
    return not word.isdigit() and word not in _NEGATIONS


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text)) - _SMALL


def _share(some: frozenset[str] | set[str], others: frozenset[str]) -> float:
    return len(some & others) / len(some) if some else 0.0
