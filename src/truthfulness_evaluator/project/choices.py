"""Lists of values that the code declares whole, by the names people call them and by the values themselves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.text.names import folded


@dataclass(frozen=True, slots=True)
class KnownValues:
    """A list of values with its place."""

    name: str
    """As declared: an option, a setting's key, an enum, a variable, a field, qualified where it is a member."""
    values: tuple[str, ...]
    location: Location
    closed: bool = False
    """An option or setting refuses all other values."""

    def holds(self, value: str) -> bool:
        """Whether a value is among them; case, dashes and underscores do not matter."""
        return any(alike(value, other) for other in self.values)


def alike(left: str, right: str) -> bool:
    """Whether two values are one for people: case, dashes and underscores aside."""
    return plain(left) == plain(right)


def plain(value: str) -> str:
    """A value without case, quotes, dashes and underscores.

    Example:
        >>> plain("Per_File"), plain("'.py'")
        ('perfile', '.py')
    """
    return value.strip("\"'").replace("_", "").replace("-", "").lower()


@dataclass(frozen=True)
class KnownLists:
    """All lists of values of a code base."""

    files: Mapping[str, FileFacts]

    def __repr__(self) -> str:
        return f"KnownLists({len(self.files)} files)"

    def called(self, name: str) -> tuple[KnownValues, ...]:
        """The lists of what a name stands for; dashes, underscores, case and qualifiers do not matter."""
        return self._by_name.get(folded(name), ())

    def with_most_of(self, values: Sequence[str], fewest: int) -> tuple[KnownValues, ...]:
        """The lists that hold at least `fewest` of some values."""
        counts: dict[int, int] = {}
        for value in {plain(value) for value in values}:
            for index in self._by_value.get(value, ()):
                counts[index] = counts.get(index, 0) + 1
        return tuple(self._all[index] for index, count in sorted(counts.items()) if count >= fewest)

    @cached_property
    def _all(self) -> tuple[KnownValues, ...]:
        return tuple(each for path, facts in self.files.items() for each in _of_file(path, facts))

    @cached_property
    def _by_value(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for index, known in enumerate(self._all):
            for value in {plain(value) for value in known.values}:
                found.setdefault(value, []).append(index)
        return found

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[KnownValues, ...]]:
        found: dict[str, list[KnownValues]] = {}
        for known in self._all:
            for name in {folded(known.name), folded(known.name.rpartition(".")[2])}:
                found.setdefault(name, []).append(known)
        return {name: tuple(lists) for name, lists in found.items()}


def _of_file(path: str, facts: FileFacts) -> Iterator[KnownValues]:
    for choices in facts.choices:
        yield KnownValues(choices.name, choices.values, Location(path=path, line=choices.line))
    for option in facts.options:
        if option.choices:
            names = {*option.names, *((option.dest,) if option.dest else ())}
            for name in sorted({name.lstrip("-") for name in names if len(name.lstrip("-")) > 1}):
                yield KnownValues(name, option.choices, Location(path=path, line=option.line), closed=True)
    for setting in facts.settings:
        if setting.choices:
            yield KnownValues(setting.key, setting.choices, Location(path=path, line=setting.line), closed=True)
    yield from _tables(path, facts)


def _tables(path: str, facts: FileFacts) -> Iterator[KnownValues]:
    """The keys below each key of settings that stand inside others."""
    below: dict[str, dict[str, int]] = {}
    for setting in facts.settings:
        owner, _, key = setting.key.rpartition(".")
        if owner:
            below.setdefault(owner, {}).setdefault(key, setting.line)
    for owner, keys in below.items():
        yield KnownValues(owner, tuple(keys), Location(path=path, line=min(keys.values())))
