"""Environment variables, settings and default values of a project, by the names people call them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import (
    PYTHON,
    EnvironmentVariable,
    FileFacts,
    Setting,
    Symbol,
    SymbolKind,
    Value,
)
from truthfulness_evaluator.project.qualified import Names
from truthfulness_evaluator.text.names import folded

What = Literal["option", "setting", "environment", "constant", "attribute", "parameter"]

_MOST_NAMES = 5
"""Names that stand for another name, one after the other, before the look-up of a value gives up."""


@dataclass(frozen=True, slots=True)
class EnvironmentEntry:
    """An environment variable that the code reads, with its place."""

    variable: EnvironmentVariable
    location: Location


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """A setting that the code declares, with its place."""

    setting: Setting
    location: Location


@dataclass(frozen=True, slots=True)
class DefaultDeclaration:
    """A value that the code gives to a name."""

    name: str
    """As declared: `--max-workers`, `Class.attribute`, `function.parameter`, `CONSTANT`."""
    value: Value
    """Where the code has a name for it that can be looked up: what that name stands for."""
    location: Location
    """Where the value itself stands."""
    what: What
    declared: Location
    """Where the name is declared."""


@dataclass(frozen=True)
class Lookup:
    """Looks up environment variables, settings and defaults."""

    files: Mapping[str, FileFacts]
    resolver: Names

    def __repr__(self) -> str:
        return f"Lookup({len(self.files)} files)"

    @cached_property
    def environment_names(self) -> frozenset[str]:
        """The environment variables that the code names in full."""
        return frozenset(name for name, _ in self._environment if name)

    def environment(self, name: str) -> tuple[EnvironmentEntry, ...]:
        """Where the code reads a variable; else where it reads a family of names that this one is of."""
        exact = tuple(entry for other, entry in self._environment if other == name)
        return exact or tuple(
            entry
            for _, entry in self._environment
            if entry.variable.prefix and name.startswith(entry.variable.name) and name != entry.variable.name
        )

    def settings(self, key: str) -> tuple[SettingEntry, ...]:
        """Settings of a key; dashes, underscores and case do not matter."""
        found = self._settings.get(folded(key), ())
        exact = tuple(entry for entry in found if entry.setting.key == key)
        return exact or found

    def defaults_of(self, name: str) -> tuple[DefaultDeclaration, ...]:
        """What the code gives to a name by default.

        Args:
            name: an option (`--max-workers`, `-w`), a setting's key, the variable behind an option (dashes,
                underscores and case do not matter for these), an environment variable, a constant, an
                attribute or a parameter, also qualified (`Class.attribute`, `module.function.parameter`).

        Returns:
            Those of exactly this name first.
        """
        if name.startswith("-"):
            found = self._options.get(name, ())
        else:
            exact = self._exact.get(name.rpartition(".")[2], ())
            found = (*(each for each in exact if self._is_called(each, name)), *self._folded.get(folded(name), ()))
        return tuple(self._evaluated(default) for default in found)

    def defaults_in_words(self, phrase: str) -> tuple[DefaultDeclaration, ...]:
        """What the code gives to what people call by words: `connection timeout` is `DEFAULT_CONNECTION_TIMEOUT`.

        Args:
            phrase: words with spaces between them. Words before the name may be left out, as long as two are left;
                one is enough where the code's name has but `default` besides, and the phrase says `default` too.

        Returns:
            The options, settings and constants that have the most of the words for their name.
        """
        words = phrase.lower().split()
        said = words[:1] == ["default"]
        words = words[1:] if said else words
        for start in range(len(words)):
            rest = words[start:]
            keys = [folded("default " + " ".join(rest))] if said or len(rest) > 1 else []
            keys += [folded(" ".join(rest))] if len(rest) > 1 and not said else []
            found = [each for key in keys for each in self._public.get(key, ())]
            if found:
                return tuple(self._evaluated(default) for default in found)
        return ()

    def settings_below(self, key: str) -> tuple[DefaultDeclaration, ...]:
        """What the code gives to settings that have a key below some section: `server.port` for `port`."""
        return tuple(self._evaluated(default) for default in self._below.get(folded(key), ()))

    @cached_property
    def _below(self) -> Mapping[str, tuple[DefaultDeclaration, ...]]:
        found: dict[str, list[DefaultDeclaration]] = {}
        for entries in self._settings.values():
            for entry in entries:
                owner, _, key = entry.setting.key.rpartition(".")
                if owner and entry.setting.default is not None:
                    default = _declared(entry.setting.key, entry.setting.default, entry.location, "setting")
                    found.setdefault(folded(key), []).append(default)
        return {key: tuple(defaults) for key, defaults in found.items()}

    def public(self) -> Iterator[DefaultDeclaration]:
        """All options, settings and constants with a value, those in capitals of several words only."""
        for defaults in self._public.values():
            for default in defaults:
                yield self._evaluated(default)

    def called(self, word: str) -> tuple[DefaultDeclaration, ...]:
        """What the code gives to constants, attributes and parameters whose names end with a word."""
        ending = word.lower()
        names = (name for name in self._exact if name.lower().endswith(ending))
        return tuple(self._evaluated(each) for name in names for each in self._exact[name])

    @cached_property
    def _public(self) -> Mapping[str, tuple[DefaultDeclaration, ...]]:
        """Options, settings and constants of several words, by their folded names."""
        found = {name: list(defaults) for name, defaults in self._folded.items()}
        for name, defaults in self._exact.items():
            constants = [each for each in defaults if each.what == "constant"]
            if constants and name.isupper() and "_" in name.strip("_"):
                found.setdefault(folded(name), []).extend(constants)
        return {name: tuple(defaults) for name, defaults in found.items()}

    @cached_property
    def _environment(self) -> tuple[tuple[str, EnvironmentEntry], ...]:
        """Variables by their full names; families of names stand under the empty one."""
        return tuple(
            (
                "" if variable.prefix else variable.name,
                EnvironmentEntry(variable, Location(path=path, line=variable.line)),
            )
            for path, facts in self.files.items()
            for variable in _variables(facts)
        )

    @cached_property
    def _settings(self) -> Mapping[str, tuple[SettingEntry, ...]]:
        found: dict[str, list[SettingEntry]] = {}
        for path, facts in self.files.items():
            for setting in facts.settings:
                entry = SettingEntry(setting, Location(path=path, line=setting.line))
                found.setdefault(folded(setting.key), []).append(entry)
        return {key: tuple(entries) for key, entries in found.items()}

    @cached_property
    def _options(self) -> Mapping[str, tuple[DefaultDeclaration, ...]]:
        """Defaults of options by each name they are typed by."""
        found: dict[str, list[DefaultDeclaration]] = {}
        for default, names in self._option_defaults():
            for name in names:
                found.setdefault(name, []).append(default)
        return {name: tuple(defaults) for name, defaults in found.items()}

    @cached_property
    def _folded(self) -> Mapping[str, tuple[DefaultDeclaration, ...]]:
        """Defaults of options by the names of their variables, and of settings, folded."""
        found: dict[str, list[DefaultDeclaration]] = {}
        for default, names in self._option_defaults():
            for key in {folded(name) for name in names if not _is_short(name)}:
                found.setdefault(key, []).append(default)
        for entries in self._settings.values():
            for entry in entries:
                if entry.setting.default is not None:
                    default = _declared(entry.setting.key, entry.setting.default, entry.location, "setting")
                    found.setdefault(folded(entry.setting.key), []).append(default)
        return {name: tuple(defaults) for name, defaults in found.items()}

    def _option_defaults(self) -> Iterator[tuple[DefaultDeclaration, tuple[str, ...]]]:
        for path, facts in self.files.items():
            for option in facts.options:
                if option.default is not None:
                    name = next((name for name in option.names if not _is_short(name)), option.names[0])
                    place = Location(path=path, line=option.line)
                    names = (*option.names, option.dest) if option.dest else option.names
                    yield _declared(name, option.default, place, "option"), names

    @cached_property
    def _exact(self) -> Mapping[str, tuple[DefaultDeclaration, ...]]:
        """Defaults of constants, attributes, parameters and environment variables by the last part of their name."""
        found: dict[str, list[DefaultDeclaration]] = {}
        for path, facts in self.files.items():
            for default in _defaults_of_file(path, facts):
                found.setdefault(default.name.rpartition(".")[2], []).append(default)
        return {name: tuple(defaults) for name, defaults in found.items()}

    def _is_called(self, default: DefaultDeclaration, name: str) -> bool:
        """Whether a name, which may be qualified, is that of a declaration."""
        if "." not in name:
            return True
        # `Class.parameter` is a parameter of the class's constructor.
        own = default.name.replace(".__init__.", ".").replace(".__new__.", ".")
        module = self.files[default.declared.path or ""].module
        return any(f".{module}.{form}".endswith(f".{name}") for form in (default.name, own))

    def _evaluated(self, default: DefaultDeclaration) -> DefaultDeclaration:
        """The same with a value that is but a name replaced by what the name stands for."""
        value, place, around = default.value, default.location, default.name.rpartition(".")[0]
        for _ in range(_MOST_NAMES):
            if value.literal is not None or value.name is None or place.path is None:
                break
            symbol, where = self._variable(place.path, value.name, around)
            if symbol is None and self.files[place.path].language != PYTHON:
                symbol, where = self._only_constant(value.name, self.files[place.path].language)
            if symbol is None or symbol.value is None or where is None:
                break
            value, place, around = symbol.value, where, symbol.name.rpartition(".")[0]
        if place is default.location or (value.literal is None and value.name is not None):
            return default
        return DefaultDeclaration(default.name, value, place, default.what, default.declared)

    def _only_constant(self, name: str, language: str) -> tuple[Symbol | None, Location | None]:
        """The one constant of a language that has a name; None where there are two."""
        found = self._constants.get((language, re.split(r"\W+", name)[-1]), ())
        return found[0] if len(found) == 1 else (None, None)

    @cached_property
    def _constants(self) -> Mapping[tuple[str, str], Sequence[tuple[Symbol, Location]]]:
        """Constants of languages other than Python, by language and name."""
        found: dict[tuple[str, str], list[tuple[Symbol, Location]]] = {}
        for path, facts in self.files.items():
            for symbol in facts.symbols if facts.language != PYTHON else ():
                if symbol.kind is SymbolKind.CONSTANT:
                    place = Location(path=path, line=symbol.line)
                    found.setdefault((facts.language, symbol.name), []).append((symbol, place))
        return found

    def _variable(self, path: str, name: str, around: str) -> tuple[Symbol | None, Location | None]:
        """The variable that a name stands for in a file; names of the classes around come first."""
        while True:
            definition = self.resolver.resolve_in(path, f"{around}.{name}" if around else name).definition
            if definition is not None and definition.symbol is not None:
                symbol = definition.symbol
                known = (symbol.kind in _VARIABLES or symbol.value is not None) and not symbol.dynamic
                return (definition.symbol, definition.location) if known else (None, None)
            if not around:
                return None, None
            around = around.rpartition(".")[0]


_VARIABLES = (SymbolKind.CONSTANT, SymbolKind.ATTRIBUTE)


def _declared(name: str, value: Value, place: Location, what: What) -> DefaultDeclaration:
    return DefaultDeclaration(name, value, place, what, place)


def _variables(facts: FileFacts) -> Iterator[EnvironmentVariable]:
    yield from facts.environment
    for option in facts.options:
        for name in option.env:
            yield EnvironmentVariable(name, option.line, option.default)


def _defaults_of_file(path: str, facts: FileFacts) -> Iterator[DefaultDeclaration]:
    for variable in _variables(facts):
        if variable.default is not None and not variable.prefix:
            yield _declared(variable.name, variable.default, Location(path=path, line=variable.line), "environment")
    for symbol in facts.symbols:
        place = Location(path=path, line=symbol.line)
        if symbol.value is not None and symbol.kind in _VARIABLES:
            what: What = "constant" if symbol.kind is SymbolKind.CONSTANT else "attribute"
            yield _declared(symbol.name, symbol.value, place, what)
        for parameter in symbol.parameters or ():
            if parameter.default is not None:
                yield _declared(f"{symbol.name}.{parameter.name}", parameter.default, place, "parameter")


def _is_short(name: str) -> bool:
    return name.startswith("-") and not name.startswith("--")
