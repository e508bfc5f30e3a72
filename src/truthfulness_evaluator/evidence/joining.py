"""Passages that stand side by side become one, and those that say the same stand once."""

from collections.abc import Callable, Iterable, Sequence

from truthfulness_evaluator.evidence.lexical import Hit
from truthfulness_evaluator.evidence.passages import MOST_CHARACTERS, MOST_LINES, Passage
from truthfulness_evaluator.text.terms import terms_of

_ALIKE = 0.85
"""Share of the terms of two passages, of those of either, from which on they say the same: one file was made from the
other, or both begin with the same licence."""


def distinct(hits: Iterable[Hit], most: int) -> list[Hit]:
    """The first hits, each that says the same as an earlier one left out."""
    kept: list[tuple[Hit, frozenset[str]]] = []
    for hit in hits:
        if len(kept) == most:
            break
        terms = frozenset(terms_of(hit.passage.text))
        if not any(_is_alike(terms, other) for _, other in kept):
            kept.append((hit, terms))
    return [hit for hit, _ in kept]


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    smaller, larger = sorted((len(one), len(other)))
    return smaller >= _ALIKE * larger and len(one & other) >= _ALIKE * len(one | other)


def joined(hits: Sequence[Hit], read: Callable[[str, int, int], str]) -> list[Hit]:
    """Hits in their order, overlapping ones joined, and neighbours where the whole is still a short passage.

    A joined one has the place in the order and the relevance of its best part.

    Args:
        hits: best first.
        read: gives the lines of a file from one to another, both included, verbatim.
    """
    rest = list(hits)
    whole: list[Hit] = []
    while rest:
        hit = rest.pop(0)
        while (other := next((each for each in rest if _belongs(hit.passage, each.passage)), None)) is not None:
            rest.remove(other)
            hit = Hit(_together(hit.passage, other.passage, read), hit.share)
        whole.append(hit)
    return whole


def _belongs(one: Passage, other: Passage) -> bool:
    if one.path != other.path:
        return False
    first, second = sorted((one, other), key=lambda passage: passage.line)
    if second.line <= first.end_line:
        return True
    lines = second.end_line - first.line + 1
    touching = second.line <= first.end_line + 2  # a blank line between
    return touching and lines <= MOST_LINES and len(first.text) + len(second.text) < MOST_CHARACTERS


def _together(one: Passage, other: Passage, read: Callable[[str, int, int], str]) -> Passage:
    first = min(one, other, key=lambda passage: passage.line)
    end_line = max(one.end_line, other.end_line)
    return Passage(
        first.path,
        first.line,
        end_line,
        read(first.path, first.line, end_line),
        first.within,
        (*one.defines, *other.defines),
    )
