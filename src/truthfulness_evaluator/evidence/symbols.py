"""Where the names that a claim writes are defined."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.code import Code
from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.text.names import folded

_MOST_PLACES = 3
"""Definitions of one name from which on it does not tell which one is meant."""


@dataclass(frozen=True)
class Symbols:
    """The definitions of a code base, by name: symbols, options, settings and environment variables."""

    code: Code

    def __repr__(self) -> str:
        return f"Symbols({self.code!r})"

    def find(self, name: Sequence[str]) -> tuple[Location, ...]:
        """The places of a name's definition, as `places`; none where there are too many to tell which one is meant."""
        found = self.places(name)
        return found if len(found) <= _MOST_PLACES else ()

    def places(self, name: Sequence[str]) -> tuple[Location, ...]:
        """The places where a name is defined.

        Args:
            name: its parts, as in `("Session", "request")`. The places must fit the last part, and should fit
                the one before it.
        """
        leaf = name[-1]
        places = self._by_name.get(leaf) or self._by_fold.get(folded(leaf), ())
        if len(name) > 1:
            owner = name[-2]
            owned = [place for place in places if place[0] == owner]
            places = owned or ([] if leaf not in self._by_name else places)
        else:
            places = [place for place in places if not place[0]] or places
        found = tuple(dict.fromkeys(place[1:] for place in places))
        return tuple(Location(path=path, line=line) for path, line in found)

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[tuple[str, str, int]]]:
        """Owner, path and line of each definition."""
        found: dict[str, list[tuple[str, str, int]]] = {}
        for path, facts in self.code.files.items():
            for name, line in _declared(facts):
                owner, _, leaf = name.replace("::", ".").rpartition(".")
                found.setdefault(leaf, []).append((owner.rpartition(".")[2], path, line))
        return found

    @cached_property
    def _by_fold(self) -> Mapping[str, Sequence[tuple[str, str, int]]]:
        """The same, by names without case and separators: how options and settings are written differs."""
        found: dict[str, list[tuple[str, str, int]]] = {}
        for name, places in self._by_name.items():
            found.setdefault(folded(name), []).extend(places)
        found.pop("", None)
        return found


def _declared(facts: FileFacts) -> Iterator[tuple[str, int]]:
    for symbol in facts.symbols:
        yield symbol.name, symbol.line
    for option in facts.options:
        for name in option.names:
            yield name.lstrip("-"), option.line
    for setting in facts.settings:
        yield setting.key, setting.line
    for variable in facts.environment:
        if not variable.prefix:
            yield variable.name, variable.line
