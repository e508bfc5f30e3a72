"""What the source files of a project declare, joined over all files."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.choices import KnownLists
from truthfulness_evaluator.project.command_line import CommandLine
from truthfulness_evaluator.project.commands import Commands
from truthfulness_evaluator.project.crates import crates_of
from truthfulness_evaluator.project.declarations import PYTHON, FileFacts, SymbolKind
from truthfulness_evaluator.project.definitions import Definition, Resolution
from truthfulness_evaluator.project.file_index import facts_of
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.languages.table import reader_of
from truthfulness_evaluator.project.limits import Limits
from truthfulness_evaluator.project.lookup import DefaultDeclaration, EnvironmentEntry, Lookup, SettingEntry
from truthfulness_evaluator.project.manifests.collection import Manifests
from truthfulness_evaluator.project.manifests.manifest import Manifest, Script
from truthfulness_evaluator.project.manifests.paths import beside
from truthfulness_evaluator.project.modules import Modules
from truthfulness_evaluator.project.packages import Packages
from truthfulness_evaluator.project.programs import Programs
from truthfulness_evaluator.project.qualified import Names, Qualified
from truthfulness_evaluator.project.resolution import Resolver
from truthfulness_evaluator.project.signatures import Signature, signature_of
from truthfulness_evaluator.project.sources import Sources, files_with, read_sources
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.project.words import Words

_FEW_NAMES = 40
"""Names that are sought in all texts: to seek one takes a hundredth of the time that an index does."""


@dataclass(frozen=True)
class Code:
    """The index of a project's source files. All files are read once, when the first part is asked for."""

    tree: Tree
    manifests: Manifests
    kept: KeptIndex | None = None
    """The index of earlier runs; None: nothing is kept."""

    def __repr__(self) -> str:
        return f"Code({self.tree.root})"

    @property
    def files(self) -> Mapping[str, FileFacts]:
        """What each source file declares, by path: code in supported languages, no tests, examples and the like."""
        return self._sources.files

    @property
    def words(self) -> Words:
        """The words of all code and configuration, in any language."""
        return self._sources.words

    def files_with(self, names: Collection[str]) -> Mapping[str, list[str]]:
        """For each of some names, the files of code and configuration that have it as a whole.

        A few are sought in the texts, as long as there is no index yet: that is much sooner done than one is made.
        """
        if "_sources" in vars(self) or len(names) > _FEW_NAMES:
            return {name: self.words.files_with(name) for name in names}
        return files_with(self.tree, names)

    @property
    def notices(self) -> tuple[str, ...]:
        """What could not be parsed, a sentence each."""
        return self._sources.notices

    def facts_of(self, path: str) -> FileFacts | None:
        """What one file declares, also one that vouches for nothing; None where it cannot be read."""
        found = self.files.get(path)
        if found is not None:
            return found
        reader = reader_of(path)
        text = self.tree.text(path) if reader is not None and self.tree.has(path) else None
        return None if reader is None or text is None else facts_of(reader, path, text, self.modules.module_of(path))

    def resolve(self, dotted: str) -> Resolution:
        """What a dotted name comes to: `package.module.Class.member`.

        A name is missing only if the file of its owner has it in no string either, from which a function may
        make it, and a member of a class only if no code sets an attribute of that name from outside, nor attributes
        of computed names on that class.
        """
        if dotted not in self._resolved:
            self._resolved[dotted] = self._resolve(dotted)
        return self._resolved[dotted]

    def _resolve(self, dotted: str) -> Resolution:
        result = self.resolver.resolve(dotted)
        if result.status != "missing":
            return result
        place = self._quoted(result.owner_location, result.missing)
        if place is None and self._is_class(result.owner):
            place = self._set_outside(result.missing) or self._filled_outside(result.owner)
        if place is None:
            return result
        reason = f"{result.missing} may be made at {place}"
        return replace(result, status="unknown", suggestions=(), reason=reason)

    def signature(self, definition: Definition) -> Signature | None:
        """What a call of a function, method or class may be given; None for what is no callable that is understood."""
        return signature_of(self.resolver, definition)

    def named(self, leaf: str) -> tuple[Definition, ...]:
        """All definitions, modules included, whose last part is `leaf`."""
        return self.resolver.definitions.get(leaf, ())

    def environment(self, name: str) -> tuple[EnvironmentEntry, ...]:
        """Where the code reads an environment variable, by its name or as one of a family (`APP_*`)."""
        return self.lookup.environment(name)

    @property
    def environment_names(self) -> frozenset[str]:
        """The environment variables that the code names in full."""
        return self.lookup.environment_names

    def settings(self, key: str) -> tuple[SettingEntry, ...]:
        """Settings of a key; dashes, underscores and case do not matter."""
        return self.lookup.settings(key)

    def defaults_of(self, name: str) -> tuple[DefaultDeclaration, ...]:
        """What the code gives by default to an option, setting, variable, constant, attribute or parameter."""
        return self.lookup.defaults_of(name)

    @cached_property
    def command_line(self) -> CommandLine:
        """The programs with their commands and options."""
        scripts = tuple(self._located(manifest, script) for manifest, script in self.manifests.scripts)
        programs = Programs(self.files, self.modules, scripts)
        return CommandLine(self.files, programs, Commands(self.files, self.names, scripts), self.words)

    def _located(self, manifest: Manifest, script: Script) -> Script:
        """A program with the file that it starts in, where its manifest names a file."""
        if manifest.ecosystem == "cargo":
            return replace(script, target=beside(manifest.path, script.target))
        if manifest.ecosystem != "npm":
            return script
        path = self.packages.source_of(manifest.folder, script.target)
        return script if path is None else replace(script, target=path)

    @cached_property
    def packages(self) -> Packages:
        """What the JavaScript packages export."""
        return Packages(self.files, self.manifests.all, frozenset(self.tree.files))

    @cached_property
    def modules(self) -> Modules:
        """Which dotted names the files are imported by."""
        crates = crates_of(self.manifests.all)
        go = tuple((each.folder, each.name) for each in self.manifests.all if each.ecosystem == "go" and each.name)
        return Modules(self.tree.files, tuple(sorted(self.manifests.project_names)), crates=crates, go=go)

    @cached_property
    def resolver(self) -> Resolver:
        """Looks up dotted names of Python."""
        python = {path: facts for path, facts in self.files.items() if facts.language == PYTHON}
        return Resolver(python, self.modules)

    @cached_property
    def qualified(self) -> Qualified:
        """Looks up qualified names of other languages."""
        return Qualified(self.files, self.tree.files, self.modules.crates)

    @cached_property
    def names(self) -> Names:
        """Looks up what names stand for where they are used."""
        return Names(self.resolver, self.qualified)

    @cached_property
    def lookup(self) -> Lookup:
        """Looks up environment variables, settings and defaults."""
        return Lookup(self.files, self.names)

    @cached_property
    def choices(self) -> KnownLists:
        """The lists of values that the code declares whole."""
        return KnownLists(self.files)

    @cached_property
    def limits(self) -> Limits:
        """The limits that the code has under a name."""
        return Limits(self.lookup)

    @cached_property
    def _sources(self) -> Sources:
        return read_sources(self.tree, self.modules, self.kept)

    @cached_property
    def _resolved(self) -> dict[str, Resolution]:
        """What was looked up before: documents say the same names again and again."""
        return {}

    @cached_property
    def declared_names(self) -> Mapping[str, Location]:
        """Every name that the code declares, without qualifiers, with the first place: symbols, parameters, settings,
        options' variables and environment variables; no local variables, no words of comments.
        """
        found: dict[str, Location] = {}
        for path, facts in self.files.items():
            for name, line in _declared(facts):
                if name not in found:
                    found[name] = Location(path=path, line=line)
        return found

    def _is_class(self, dotted: str) -> bool:
        symbols = (
            definition.symbol for definition in self.named(dotted.rpartition(".")[2]) if definition.dotted == dotted
        )
        return any(symbol is not None and symbol.kind is SymbolKind.CLASS for symbol in symbols)

    def _quoted(self, owner: Location | None, name: str) -> Location | None:
        """Where the file of an owner has a string that is just a name."""
        quoted = re.compile(rf"([\"']){re.escape(name)}\1")
        places = self.words.matches(quoted, needs=name) if owner is not None else ()
        return next((place for place in places if owner is not None and place.path == owner.path), None)

    def _set_outside(self, name: str) -> Location | None:
        """Where the code sets an attribute of a name, on whatever object."""
        word = re.escape(name)
        assignment = re.compile(rf"\.{word}\s*(?::[^=\n]+)?=(?!=)|setattr\([^)]*[\"']{word}[\"']")
        return next(self.words.matches(assignment, needs=name), None)

    def _filled_outside(self, owner: str) -> Location | None:
        """Where code of any module sets attributes of computed names on a class: plug-ins and formats do."""
        name = owner.rpartition(".")[2]
        computed = re.compile(rf"\bsetattr\(\s*(?:\w+\.)*{re.escape(name)}\s*,(?!\s*([\"'])\w+\1\s*,)")
        return next(self.words.matches(computed, needs=f"setattr {name}"), None)


def _declared(facts: FileFacts) -> Iterator[tuple[str, int]]:
    for symbol in facts.symbols:
        yield symbol.name.rpartition(".")[2], symbol.line
        for parameter in symbol.parameters or ():
            yield parameter.name, symbol.line
    for option in facts.options:
        if option.dest:
            yield option.dest, option.line
    for setting in facts.settings:
        yield setting.key.rpartition(".")[2], setting.line
    for variable in facts.environment:
        yield variable.name, variable.line
