"""Typed views on what a TOML or JSON parser gives, and the lines of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

Key = str | int
"""A key of a table, or a place in an array."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of keys and array elements of a file; a path of keys leads to each."""

    at: Mapping[tuple[Key, ...], int]

    def of(self, *path: Key) -> int:
        """The line of a key; of what is around it where the key has none; 1 at last."""
        while path:
            if path in self.at:
                return self.at[path]
            path = path[:-1]
        return 1


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a parsed file with the way to it. What is missing or of another kind is empty."""

    value: object
    lines: Lines
    path: tuple[Key, ...] = ()

    @property
    def line(self) -> int:
        """The line that it stands on."""
        return self.lines.of(*self.path)

    def __truediv__(self, key: Key) -> "Node":
        """The value of a key: `node / "project" / "name"`."""
        return Node(_table(self.value).get(key), self.lines, (*self.path, key))

    def __bool__(self) -> bool:
        """Whether there is something."""
        return self.value is not None

    @property
    def text(self) -> str | None:
        """A string; None where it is none."""
        return self.value if isinstance(self.value, str) else None

    @property
    def texts(self) -> tuple[str, ...]:
        """The strings of an array."""
        return tuple(node.value for node in self.elements() if isinstance(node.value, str))

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """The keys and values of a table."""
        for key in _table(self.value):
            yield str(key), self / key

    def elements(self) -> Iterator["Node"]:
        """The elements of an array."""
        for index, value in enumerate(_array(self.value)):
            yield Node(value, self.lines, (*self.path, index))


def _table(value: object) -> Mapping[Key, object]:
    return cast("Mapping[Key, object]", value) if isinstance(value, dict) else {}


def _array(value: object) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, list) else ()
