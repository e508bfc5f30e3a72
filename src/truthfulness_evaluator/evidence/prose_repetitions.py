"""Passages of prose that say the same stand once as evidence."""

import re
from collections.abc import Iterable
from functools import cache

from truthfulness_evaluator.evidence.lexical import Hit
from truthfulness_evaluator.evidence.prose_terms import is_number, prose_terms
from truthfulness_evaluator.text.limiting_words import LIMITING
from truthfulness_evaluator.text.patterns import regex

_ALIKE = 0.9
"""Share of the terms of two passages, of those of either, from which on they say the same, if nothing that decides
differs."""
_NAME = regex(r"(?<![.!?:]\s)(?<!^)\b[A-Z]\w+")


def distinct(hits: Iterable[Hit], most: int) -> list[Hit]:
    """The first hits, each that says the same as an earlier one left out.

    Passages that differ in a number, a name, or a word such as `not` or `only` do not say the same.
    """
    kept: list[tuple[Hit, frozenset[str]]] = []
    for hit in hits:
        if len(kept) == most:
            break
        terms = frozenset(prose_terms(hit.passage.text))
        alike = (other for other, known in kept if _is_alike(terms, known))
        if not any(_deciding(hit.passage.text) == _deciding(other.passage.text) for other in alike):
            kept.append((hit, terms))
    return [hit for hit, _ in kept]


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    smaller, larger = sorted((len(one), len(other)))
    return smaller >= _ALIKE * larger and len(one & other) >= _ALIKE * len(one | other)


def _deciding(text: str) -> tuple[frozenset[str], ...]:
    """What makes passages with nearly the same words say different things."""
    numbers = frozenset(filter(is_number, prose_terms(text)))
    limits = frozenset(kind for kind, found in _limits() if found.search(text))
    return numbers, limits, frozenset(_NAME.findall(text))


@cache
def _limits() -> list[tuple[str, re.Pattern[str]]]:
    return [(kind, re.compile(found, re.IGNORECASE)) for kind, (found, _) in LIMITING.items()]
