"""Attributes of items and fields: `#[arg(long, env = "APP_DIR")]`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from truthfulness_evaluator.project.languages.rust.scan import split, string_of
from truthfulness_evaluator.text.patterns import regex

_HEAD = regex(r"#!?\[\s*(?P<path>[\w:]+)\s*(?P<rest>.*)\]\s*$", re.DOTALL)
_PATH = regex(r"#!?\[\s*(?:\w+::)*(\w+)")
_DERIVED = regex(r"(\w+)\s*[,)]")
_INNER = regex(r"(?P<path>[\w:]+)\s*(?P<rest>.*)", re.DOTALL)
_ARGUMENT = regex(r"!?(?P<name>(?:r#)?\w+)\s*(?:=(?!=)\s*(?P<value>.*)|\((?P<call>.*)\)\s*)?", re.DOTALL)
_TEST = regex(r"#\[\s*(?:\w+::)*(?:test|bench|rstest)\b|#\[\s*cfg\s*\(\s*(?:test\b|(?:all|any)\s*\([^\]]*\btest\b)")


@dataclass(frozen=True, slots=True)
class Argument:
    """What an attribute says under a name."""

    name: str
    value: str | None
    """Source text behind `=` or in the parentheses; None where the name stands alone."""
    conditional: bool
    """It holds under a condition only (`cfg_attr`)."""


@dataclass(frozen=True)
class Attributes:
    """The attributes of one item, field or variant. They are read when they are first asked for."""

    sources: tuple[str, ...] = field(default=())
    """As written, `#[...]`."""

    def __bool__(self) -> bool:
        return bool(self.sources)

    @property
    def of_tests(self) -> bool:
        """Whether what they stand at is there in tests only."""
        return any(map(_TEST.match, self.sources))

    @property
    def under_condition(self) -> bool:
        """Whether what they stand at is compiled under a condition only."""
        return any(source.startswith("#[cfg(") for source in self.sources)

    @cached_property
    def derives(self) -> frozenset[str]:
        """What is derived, without paths."""
        found: set[str] = set()
        for source in self.sources:
            if source.startswith("#[derive("):
                found.update(_DERIVED.findall(source))
            elif "derive" in source:
                inner = (rest for path, rest, _ in self._parsed if path == "derive")
                found.update(part.rpartition("::")[2].strip() for rest in inner for part in split(_inside(rest) or ""))
        return frozenset(found)

    @cached_property
    def paths(self) -> frozenset[str]:
        """The attributes by their names, without the crates they come from."""
        if any("cfg_attr" in source for source in self.sources):
            return frozenset(path for path, _, _ in self._parsed)
        heads = (_PATH.match(source) for source in self.sources)
        return frozenset(head[1] for head in heads if head is not None)

    def arguments(self, *paths: str) -> tuple[Argument, ...]:
        """All that attributes of some names say, in order."""
        if not self.sources:
            return ()
        return tuple(argument for path, argument in self._arguments if path in paths)

    def get(self, name: str, *paths: str) -> Argument | None:
        """What attributes of some names say under a name, the last of several."""
        found = None
        if self.sources:
            for path, argument in self._arguments:
                if argument.name == name and path in paths:
                    found = argument
        return found

    def text(self, name: str, *paths: str) -> str | None:
        """The string that attributes of some names say under a name."""
        found = self.get(name, *paths)
        return string_of(found.value) if found is not None and found.value is not None else None

    def texts(self, name: str, *paths: str) -> tuple[str, ...]:
        """All strings that attributes of some names say under a name."""
        values = (a.value for a in self.arguments(*paths) if a.name == name and a.value is not None)
        return tuple(text for value in values if (text := string_of(value)) is not None)

    @cached_property
    def _arguments(self) -> tuple[tuple[str, Argument], ...]:
        return tuple(
            (path, argument) for path, rest, conditional in self._parsed for argument in _arguments(rest, conditional)
        )

    @cached_property
    def _parsed(self) -> tuple[tuple[str, str, bool], ...]:
        """Name, what follows it, and whether it holds under a condition only."""
        found: list[tuple[str, str, bool]] = []
        for source in self.sources:
            head = _HEAD.match(source)
            if head is not None:
                found.extend(_unwrapped(head["path"], head["rest"], conditional=False))
        return tuple(found)


_NONE = Attributes()


def attributes_of(sources: Sequence[str]) -> Attributes:
    """The attributes with some sources. Most items have none, and share one object."""
    return Attributes(tuple(sources)) if sources else _NONE


def _unwrapped(path: str, rest: str, *, conditional: bool) -> Iterator[tuple[str, str, bool]]:
    if path != "cfg_attr":
        yield path.rpartition("::")[2], rest, conditional
        return
    for part in split(_inside(rest) or "")[1:]:
        inner = _INNER.fullmatch(part)
        if inner is not None:
            yield from _unwrapped(inner["path"], inner["rest"], conditional=True)


def _arguments(rest: str, conditional: bool) -> Iterator[Argument]:
    inside = _inside(rest)
    for part in split(inside) if inside is not None else _assigned(rest):
        match = _ARGUMENT.fullmatch(part)
        if match is None:
            yield Argument("", part, conditional)
            continue
        value = match["value"] if match["value"] is not None else match["call"]
        yield Argument(match["name"], None if value is None else value.strip(), conditional)


def _assigned(rest: str) -> Sequence[str]:
    """`#[path = "value"]` says its value under the empty name."""
    return (rest[1:].strip(),) if rest.startswith("=") else ()


def _inside(rest: str) -> str | None:
    rest = rest.strip()
    return rest[1:-1] if rest[:1] in "([{" and rest[-1:] in ")]}" and rest else None
