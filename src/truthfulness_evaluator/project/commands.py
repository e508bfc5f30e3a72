"""The commands of command lines, joined over files: what is declared here and given to a group there."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from posixpath import splitext

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import Command, FileFacts, Option, SymbolKind
from truthfulness_evaluator.project.go_packages import GO
from truthfulness_evaluator.project.manifests.manifest import Script
from truthfulness_evaluator.project.qualified import Names
from truthfulness_evaluator.text.names import folded, words_of

Path = tuple[str, ...]
"""Subcommands, outermost first; empty for the program itself."""
_Key = tuple[str, str]
"""A file, and the qualified name in it of the function or variable that a command stands for."""
_CALLABLE = frozenset({SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD})
_COMMAND_WORDS = frozenset({"command", "cmd", "subcommand", "group"})


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A subcommand with its place."""

    path: Path
    command: Command
    location: Location


@dataclass(frozen=True)
class Commands:
    """Which paths of subcommands lead to what the files declare."""

    files: Mapping[str, FileFacts]
    resolver: Names
    scripts: tuple[Script, ...] = ()

    def __repr__(self) -> str:
        return f"Commands({len(self.entries)} subcommands)"

    @cached_property
    def entries(self) -> tuple[CommandEntry, ...]:
        """All subcommands, by every path that leads to them (aliases left out), in the order of the files."""
        found: dict[tuple[Path, str], CommandEntry] = {}
        for path, command in self._declared():
            for names in self._entry_paths(path, command):
                if names:
                    place = Location(path=path, line=command.line)
                    found.setdefault((names, path), CommandEntry(names, command, place))
        return tuple(found.values())

    def paths_of(self, path: str, option: Option) -> frozenset[Path] | None:
        """The commands that an option of a file belongs to; None where that is not known."""
        if option.owner is not None:
            known = self._paths((path, option.owner), frozenset())
            if known is not None:
                return known
        return None if option.command is None else frozenset({option.command})

    @cached_property
    def names_of_code(self) -> frozenset[str]:
        """What names of modules, classes and functions end with: commands are made from them in many ways."""
        found: set[str] = set()
        for facts in self.files.values():
            names = [symbol.name for symbol in facts.symbols if symbol.kind in _CALLABLE]
            for name in (facts.module or splitext(facts.path)[0], *names):
                words = list(words_of(re.split(r"[./]", name)[-1]))
                if len(words) > 1 and words[-1] in _COMMAND_WORDS:
                    found.add("".join(words[:-1]))
                found.update("".join(words[start:]) for start in range(len(words)))
        return frozenset(found)

    def _entry_paths(self, path: str, command: Command) -> frozenset[Path]:
        """The paths of a command; none for one that only says where another file's command belongs."""
        if command.owner is not None:
            target = self._elsewhere(path, command.owner)
            if target is not None and target in self._by_owner:
                return frozenset()
            mounted = self._mounts.get((path, command.owner), ())
            if mounted:
                return self._paths((path, command.owner), frozenset()) or frozenset()
        return self._paths_of_command(path, command, frozenset()) or frozenset()

    @cached_property
    def open_files(self) -> frozenset[str]:
        """Files with a parser or command whose options are not all spelled out there."""
        return frozenset(path for path, command in self._declared() if not command.closed)

    def _declared(self) -> Iterator[tuple[str, Command]]:
        for path, facts in self.files.items():
            for command in facts.commands:
                yield path, command

    @cached_property
    def _by_owner(self) -> Mapping[_Key, tuple[Command, ...]]:
        found: dict[_Key, list[Command]] = {}
        for path, command in self._declared():
            if command.owner is not None and (command.name or command.program):
                found.setdefault((path, command.owner), []).append(command)
        return {key: tuple(commands) for key, commands in found.items()}

    @cached_property
    def _mounts(self) -> Mapping[_Key, tuple[tuple[str, Command], ...]]:
        """For what a file declares: the commands of other files that say it is theirs."""
        found: dict[_Key, list[tuple[str, Command]]] = {}
        for path, command in self._declared():
            if command.owner is None or not command.name:
                continue
            target = self._elsewhere(path, command.owner)
            if target is not None:
                found.setdefault(target, []).append((path, self._named_by(command, self._by_owner.get(target, ()))))
        return {key: tuple(commands) for key, commands in found.items()}

    @cached_property
    def _roots(self) -> frozenset[tuple[str, str | None]]:
        """What runs as a program without its file saying so: what a script starts, and groups in no other group."""
        groups = {self._key(path, command.group) for path, command in self._declared() if command.group is not None}
        started = {self._started(script.target) for script in self.scripts}
        return frozenset(
            (path, command.owner)
            for path, command in self._declared()
            if command.group is None and command.parents is None and command.owner is not None
            if (key := (path, command.owner)) not in self._mounts and (key in groups or key in started)
        )

    def _started(self, target: str) -> _Key | None:
        """The function that an entry point `package.module:function` names."""
        module, _, function = target.partition(":")
        definition = self.resolver.resolve(f"{module.strip()}.{function.partition('[')[0].strip()}").definition
        return None if definition is None or definition.symbol is None else (definition.path, definition.symbol.name)

    def _named_by(self, mount: Command, declared: tuple[Command, ...]) -> Command:
        """A mount with the name it was declared with, where its own is but that of the variable it is known by."""
        own = folded((mount.owner or "").rpartition(".")[2])
        if not declared or not declared[0].name or folded(mount.name) not in (own, *map(folded, mount.aliases)):
            return mount
        return replace(mount, name=declared[0].name, aliases=declared[0].aliases)

    def _elsewhere(self, path: str, name: str) -> _Key | None:
        """What a name that a file imports stands for in the file that defines it."""
        first = name.partition(".")[0]
        facts = self.files[path]
        # In Go the files of a package see each other's names without an import.
        if facts.language != GO and all(item.name != first for item in facts.imports):
            return None
        definition = self.resolver.resolve_in(path, name).definition
        if definition is None or definition.symbol is None or definition.path == path:
            return None
        return definition.path, definition.symbol.name

    def _paths(self, key: _Key, seen: frozenset[_Key]) -> frozenset[Path] | None:
        """The paths that lead to what a file declares under a name; None where they are not known."""
        if key in seen:
            return None
        seen |= {key}
        mounts = self._mounts.get(key, ())
        if mounts:
            answers = [self._paths_of_command(path, command, seen) for path, command in mounts]
        else:
            answers = [self._paths_of_command(key[0], command, seen) for command in self._by_owner.get(key, ())]
        known = [answer for answer in answers if answer is not None]
        return frozenset[Path]().union(*known) if known else None

    def _paths_of_command(self, path: str, command: Command, seen: frozenset[_Key]) -> frozenset[Path] | None:
        if command.group is not None and command.name:
            group = self._key(path, command.group)
            above = self._paths(group, seen) if group is not None else None
            if above is not None:
                return frozenset((*names, command.name) for names in above)
        if command.program or (path, command.owner) in self._roots:
            return frozenset({()})
        if command.parents is None or not command.name:
            return None
        return frozenset({(*command.parents, command.name)})

    def _key(self, path: str, name: str) -> _Key | None:
        return (path, name) if (path, name) in self._by_owner else self._elsewhere(path, name)
