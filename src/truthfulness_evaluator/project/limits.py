"""Limits that the code has as named constants, settings and options: `MAX_REDIRECTS = 20`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from truthfulness_evaluator.project.lookup import DefaultDeclaration, Lookup
from truthfulness_evaluator.text.names import words_of

Bound = Literal["most", "least"]

_MARKS: Mapping[str, Bound] = {
    "max": "most", "maximum": "most", "limit": "most", "most": "most", "min": "least", "minimum": "least",
}  # fmt: skip
"""Words of names that tell a limit."""
_FILLERS = frozenset({"default", "num", "number", "of", "the", "allowed", "total", "count"})


def limit_key(bound: Bound, words: Iterable[str]) -> tuple[str, ...]:
    """What a limit is of, whatever the order of the words and the number of the nouns.

    Example:
        >>> limit_key("most", ["open", "connections"]) == limit_key("most", ["connection", "open"])
        True
    """
    return (bound, *sorted(_stem(word.lower()) for word in words if word.lower() not in _FILLERS))


def _stem(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word.removesuffix("s")


@dataclass(frozen=True)
class Limits:
    """The limits of a code base."""

    lookup: Lookup

    def __repr__(self) -> str:
        return "Limits()"

    def of(self, bound: Bound, words: Iterable[str]) -> tuple[DefaultDeclaration, ...]:
        """The limits whose names have exactly these words besides the one for the limit."""
        key = limit_key(bound, words)
        return self._by_key.get(key, ()) if len(key) > 1 else ()

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, ...], tuple[DefaultDeclaration, ...]]:
        found: dict[tuple[str, ...], list[DefaultDeclaration]] = {}
        for declared in self.lookup.public():
            words = words_of(declared.name.rpartition(".")[2])
            marks = [word for word in words if word in _MARKS]
            if len(marks) == 1 and len(words) > 1:
                key = limit_key(_MARKS[marks[0]], [word for word in words if word not in _MARKS])
                found.setdefault(key, []).append(declared)
        return {key: tuple(dict.fromkeys(each)) for key, each in found.items()}
