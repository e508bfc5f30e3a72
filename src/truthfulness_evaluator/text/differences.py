"""The words on which it hangs whether a claim follows from a passage, with their places in both texts."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from typing import Literal, TypeAlias

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.deciding_words import (
    WORD,
    bare,
    is_code,
    is_row,
    joined,
    names_of,
    negations_of,
    quantifiers_of,
    statements_of,
    with_first_word,
    words_of,
)
from truthfulness_evaluator.text.numbers import Amount, Relation, amounts_of, relation
from truthfulness_evaluator.text.pair_words import OPPOSITES
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import is_whole, terms_of
from truthfulness_evaluator.text.versions import parse_version


class Kind(StrEnum):
    """What kind of word it is."""

    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    """Of two words that mean the opposite of each other, one stands here, the other one there."""
    QUANTIFIER = "quantifier"
    """How much of a thing is meant: `all`, `only`, `most`."""
    NAME = "name"


How: TypeAlias = Literal["agrees", "differs", "missing"]
"""Of a word: the other text says the same; it says otherwise, or does not limit or negate it; a number or a name that
it has not, and none in its place."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that decides."""

    span: Span
    kind: Kind
    how: How


@dataclass(frozen=True, slots=True)
class Differences:
    """The marks of both texts, each in the order of their places; none overlaps another."""

    claim: tuple[Mark, ...] = ()
    passage: tuple[Mark, ...] = ()
    nearest: Span = (0, 0)
    """The statement of the passage that has the most of the claim."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of the words that do not agree, each once, in the order of `Kind`."""
        found = {mark.kind for mark in (*self.claim, *self.passage) if mark.how != "agrees"}
        return tuple(kind for kind in Kind if kind in found)


def differences(claim: str, passage: str, *, decided: Span | None = None) -> Differences:
    """The words of a claim and of a passage that show whether the one follows from the other.

    Numbers are compared with those of the part that decided, and agree where any of the passage does. A negation, an
    opposite and a quantifier count in the sentence, or clause, of that part that has the most of the claim; a name is
    missing where the whole passage has it not. The words for these are English; in code, numbers alone count.

    Args:
        claim: a sentence.
        passage: any text.
        decided: the part of the passage that decided, as far as that is known; it is taken for whole sentences.

    Example:
        >>> found = differences("It never keeps 8 files.", "It keeps 4 files. It was made in 2019.")
        >>> [(mark.span, mark.kind.value, mark.how) for mark in found.claim]
        [((3, 8), 'negation', 'differs'), ((15, 16), 'number', 'differs')]
        >>> [(mark.span, mark.kind.value, mark.how) for mark in found.passage]
        [((9, 10), 'number', 'differs')]
    """
    parts = _decided(passage, decided)
    nearest = _nearest(claim, passage, parts)
    focus = (parts[0][0], parts[-1][1]) if parts else (0, len(passage))
    return _Comparing(claim, passage, focus, nearest).found()


_TIMES = regex(r"\b(?:twice|thrice|once(?=\s+(?:an?|per|each|every|daily|weekly|monthly|yearly)\b))\b", re.IGNORECASE)
"""`once` is mostly no number, but before what it counts in."""
_TIMES_VALUES = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
_SHORT_VERSION = regex(r"\d+\.\d+")
_REMEMBERED = 256
"""Texts whose words are kept: many claims are judged by the same passages."""
_LIMITS = frozenset({"only", "most", "some"})
"""Quantifiers of the passage that the claim drops: it says more then than the passage does."""


class _Comparing:
    """Gathers marks. What stands first takes the place: a number is no name as well."""

    def __init__(self, claim: str, passage: str, focus: Span, nearest: Span) -> None:
        self.claim = claim
        self.passage = passage
        self.focus = focus
        self.nearest = nearest
        self.here: list[Mark] = []
        self.there: list[Mark] = []

    def found(self) -> Differences:
        self._amounts()
        if not is_code(self._sentence):
            self._negations()
            self._opposites()
            self._quantifiers()
            self._names()
        here, there = (tuple(sorted(each, key=_place)) for each in (self.here, self.there))
        return Differences(here, there, self.nearest)

    @property
    def _sentence(self) -> str:
        return self.passage[slice(*self.nearest)]

    def _amounts(self) -> None:
        claimed, known = _amounts_of(self.claim), _amounts_of(self.passage)
        if is_row(self._sentence):
            # A row is about one thing, and the numbers of other rows about others.
            known = tuple(amount for amount in known if self.nearest[0] <= amount.start < self.nearest[1])
        near = [amount for amount in known if self.focus[0] <= amount.start < self.focus[1]]
        left: list[Amount] = []
        taken: list[Amount] = []
        for amount in claimed:
            same = _related("same", amount, near) or _related("same", amount, known)
            if not same:
                left.append(amount)
                continue
            best = self._best(amount, same)
            taken.append(best)
            self._both(amount, best, "agrees")
        for amount in left:
            others = _related("conflict", amount, near)
            others = [each for each in others if each not in taken] or others
            if others:
                self._both(amount, self._best(amount, others), "differs")
            else:
                _add(self.here, _span_of(amount), _kind_of(amount), "missing")

    def _both(self, amount: Amount, other: Amount, how: How) -> None:
        _add(self.here, _span_of(amount), _kind_of(amount), how)
        _add(self.there, _span_of(other), _kind_of(other), how)

    def _best(self, amount: Amount, others: Sequence[Amount]) -> Amount:
        """The number that most likely counts the same: in the nearest sentence, and between the same words."""
        here = _span_of(amount)
        around = _words_around(self.claim, here)

        def likeness(other: Amount) -> tuple[bool, int, int]:
            there = _span_of(other)
            inside = self.nearest[0] <= other.start < self.nearest[1]
            run = _common_run(_words_before(self.claim, here), _words_before(self.passage, there))
            run += _common_run(_words_behind(self.claim, here), _words_behind(self.passage, there))
            return inside, run, len(around & _words_around(self.passage, there))

        return max(others, key=likeness)

    def _negations(self) -> None:
        said, known = list(negations_of(self.claim)), list(negations_of(self._sentence))
        if bool(said) == bool(known):
            return
        for span in said:
            _add(self.here, span, Kind.NEGATION, "differs")
        for span in known:
            _add(self.there, self._moved(span), Kind.NEGATION, "differs")

    def _opposites(self) -> None:
        said, known = words_of(self.claim), words_of(self._sentence)
        for word, spans in said.items():
            others = (OPPOSITES.get(word, frozenset()) & known.keys()) - said.keys() if word not in known else ()
            for span in spans if others else ():
                _add(self.here, span, Kind.OPPOSITE, "differs")
            for other in others:
                for span in known[other]:
                    _add(self.there, self._moved(span), Kind.OPPOSITE, "differs")

    def _quantifiers(self) -> None:
        said, known = quantifiers_of(self.claim), quantifiers_of(self._sentence)
        added = [name for name in said if name not in known]
        dropped = [name for name in known if name not in said and name != "first" and (added or name in _LIMITS)]
        for name in added:
            for span in said[name]:
                _add(self.here, span, Kind.QUANTIFIER, "differs")
        for name in dropped:
            for span in known[name]:
                _add(self.there, self._moved(span), Kind.QUANTIFIER, "differs")

    def _names(self) -> None:
        whole = self.passage.casefold()
        missing = [span for span in names_of(self.claim) if bare(self.claim, span).casefold() not in whole]
        missing = [span for span in missing if not _overlaps(span, self.here)]
        if not missing:
            return
        said = self.claim.casefold()
        known = [self._moved(span) for span in names_of(self._sentence)]
        others = [span for span in known if bare(self.passage, span).casefold() not in said]
        others = [span for span in others if not _overlaps(span, self.there)]
        how: How = "differs" if others else "missing"
        for span in joined(self.claim, missing):
            _add(self.here, with_first_word(self.claim, span, whole), Kind.NAME, how)
        for span in joined(self.passage, others):
            _add(self.there, span, Kind.NAME, how)

    def _moved(self, span: Span) -> Span:
        """A place of the nearest sentence as one of the passage."""
        return span[0] + self.nearest[0], span[1] + self.nearest[0]


def _decided(passage: str, decided: Span | None) -> Sequence[Span]:
    """The sentences that the part touches; all of them where it is not known."""
    spans = statements_of(passage)
    if decided is None:
        return spans
    return [span for span in spans if span[0] < decided[1] and decided[0] < span[1]] or spans


def _nearest(claim: str, passage: str, parts: Sequence[Span]) -> Span:
    """The sentence that has the most of the claim."""
    said = _terms(claim)
    return max(parts, key=lambda span: len(said & _terms(passage[slice(*span)])), default=(0, len(passage)))


@lru_cache(maxsize=_REMEMBERED)
def _terms(text: str) -> frozenset[str]:
    return frozenset(term for term in terms_of(text) if not is_whole(term))


@lru_cache(maxsize=_REMEMBERED)
def _amounts_of(text: str) -> tuple[Amount, ...]:
    times = [
        Amount("number", _TIMES_VALUES[match[0].lower()], _TIMES_VALUES[match[0].lower()], match[0], match.start())
        for match in _TIMES.finditer(text)
    ]
    return tuple(sorted([*amounts_of(text), *times], key=lambda amount: amount.start))


def _related(how: Relation, amount: Amount, known: Iterable[Amount]) -> list[Amount]:
    """Those of the numbers that stand so to one of the claim."""
    return [each for each in known if relation(*_as_versions(amount, each)) == how]


def _as_versions(amount: Amount, other: Amount) -> tuple[Amount, tuple[Amount]]:
    """Two numbers to compare; one like `3.11` is a version where the other one is."""
    if {amount.kind, other.kind} == {"number", "version"}:
        return _as_version(amount), (_as_version(other),)
    return amount, (other,)


def _as_version(amount: Amount) -> Amount:
    version = parse_version(amount.text) if _SHORT_VERSION.fullmatch(amount.text) else None
    return amount if version is None else replace(amount, kind="version", release=version.release)


def _span_of(amount: Amount) -> Span:
    return amount.start, amount.start + len(amount.text.rstrip())


def _kind_of(amount: Amount) -> Kind:
    return {"date": Kind.DATE, "version": Kind.VERSION}.get(amount.kind, Kind.NUMBER)


def _words_around(text: str, span: Span) -> frozenset[str]:
    return _terms(text[max(0, span[0] - _AROUND) : span[0]]) | _terms(text[span[1] : span[1] + _AROUND])


def _words_before(text: str, span: Span) -> list[str]:
    """The words before a place, the nearest first."""
    return [word.lower() for word in reversed(WORD.findall(text[max(0, span[0] - _AROUND) : span[0]]))]


def _words_behind(text: str, span: Span) -> list[str]:
    return [word.lower() for word in WORD.findall(text[span[1] : span[1] + _AROUND])]


def _common_run(left: Sequence[str], right: Sequence[str]) -> int:
    """With how many words both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


_AROUND = 40
"""Characters on either side of a number in which stands what it counts."""


def _place(mark: Mark) -> Span:
    return mark.span


def _overlaps(span: Span, marks: Iterable[Mark]) -> bool:
    return any(span[0] < mark.span[1] and mark.span[0] < span[1] for mark in marks)


def _add(marks: list[Mark], span: Span, kind: Kind, how: How) -> None:
    if not _overlaps(span, marks):
        marks.append(Mark(span, kind, how))


__all__ = ["Differences", "How", "Kind", "Mark", "differences"]
