"""Names of Go looked up in the packages of a project: `package.Name`, `package.Type.Member`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.project.declarations import FileFacts, Import, Symbol, SymbolKind
from truthfulness_evaluator.project.definitions import Definition, Resolution
from truthfulness_evaluator.text.names import edit_distance, is_near, words_of

GO = "go"
"""The `language` of Go files."""

_MOST_EMBEDDED = 20
"""Types embedded in one another that are followed."""
_FAR = 9
_LINKS = (2, 3)
"""Links of a name that can be looked up: with its package, and perhaps the type that it is a member of."""
_MAIN = "main"


@dataclass(frozen=True)
class GoPackage:
    """The files of one folder, which make up a package."""

    path: str
    """Its import path; its folder where no `go.mod` is known."""
    name: str
    """How code calls it: the name in its package clauses."""
    files: tuple[FileFacts, ...]
    closed: bool
    """Whether every name of it is known."""

    @cached_property
    def symbols(self) -> Mapping[str, tuple[Definition, ...]]:
        """What it declares, by name: `Type.Member`."""
        found: dict[str, list[Definition]] = {}
        for facts in self.files:
            for symbol in facts.symbols:
                if symbol.kind is not SymbolKind.MODULE:
                    dotted = f"{self.name}.{symbol.name}"
                    found.setdefault(symbol.name, []).append(Definition(facts.path, symbol.line, dotted, symbol))
        return {name: tuple(definitions) for name, definitions in found.items()}

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """The names declared in each type, and under `""` at the top level."""
        found: dict[str, list[str]] = {}
        for name in self.symbols:
            owner, _, leaf = name.rpartition(".")
            found.setdefault(owner, []).append(leaf)
        return {owner: tuple(leaves) for owner, leaves in found.items()}

    def imported(self, name: str) -> Iterator[Import]:
        """What its files import under a name."""
        return (item for facts in self.files for item in facts.imports if item.name == name)


@dataclass(frozen=True)
class GoPackages:
    """The packages of a project."""

    files: Mapping[str, FileFacts]
    """The Go files that vouch for names."""
    listed: frozenset[str]
    """The paths of all Go files, tests left out: where one was not read, its package is not known whole."""

    def __repr__(self) -> str:
        return f"GoPackages({len(self.by_path)} packages)"

    @cached_property
    def by_path(self) -> Mapping[str, GoPackage]:
        """The packages by their import paths."""
        grouped: dict[str, list[FileFacts]] = {}
        for facts in self.files.values():
            if facts.module is not None:
                grouped.setdefault(facts.module, []).append(facts)
        return {path: self._package(path, files) for path, files in grouped.items()}

    def _package(self, path: str, files: list[FileFacts]) -> GoPackage:
        names = [symbol.name for facts in files for symbol in facts.symbols[:1]]
        name = next((each for each in names if each != _MAIN), names[0] if names else "")
        folders = {facts.path.rpartition("/")[0] for facts in files}
        unread = any(other.rpartition("/")[0] in folders and other not in self.files for other in self._unread)
        closed = not unread and all(facts.error is None and not facts.dynamic for facts in files)
        return GoPackage(path, name, tuple(files), closed)

    @cached_property
    def _unread(self) -> frozenset[str]:
        return self.listed - frozenset(self.files)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[GoPackage, ...]]:
        """The packages that can be imported, by the names that code calls them by."""
        found: dict[str, list[GoPackage]] = {}
        for package in self.by_path.values():
            if package.name not in {"", _MAIN}:
                found.setdefault(package.name, []).append(package)
        return {name: tuple(packages) for name, packages in found.items()}

    def resolve(self, name: str) -> Resolution:
        """What `package.Name` or `package.Type.Member` comes to, in all packages of that name."""
        parts = name.split(".")
        packages = self.by_name.get(parts[0], ())
        if not packages or len(parts) not in _LINKS:
            return Resolution("unknown", reason=f"{parts[0]} is no package of this project")
        answers = [self._in_package(package, parts[1:]) for package in packages]
        found = next((answer for answer in answers if answer.status == "found"), None)
        if found is not None:
            return found
        unknown = next((answer for answer in answers if answer.status == "unknown"), None)
        if unknown is not None:
            return unknown
        told = dict.fromkeys(other for answer in answers for other in answer.suggestions)
        first = answers[0]
        return Resolution("missing", None, first.owner, first.owner_location, first.missing, tuple(told), first.reason)

    def resolve_in(self, path: str, name: str) -> Resolution:
        """What a name comes to that stands in the code of a file: of its own package, or of one that it imports."""
        facts = self.files.get(path)
        package = self.by_path.get(facts.module or "") if facts is not None else None
        if facts is None or package is None:
            return Resolution("unknown", reason=f"{path} is no Go file of this project")
        own = _at(package, name, path)
        if own is not None:
            return Resolution("found", own)
        first, _, rest = name.partition(".")
        for item in facts.imports:
            other = self.by_path.get(item.target)
            if other is None or not rest or first not in {item.name, other.name}:
                continue
            definition = _at(other, rest, path)
            if definition is not None:
                return Resolution("found", definition)
        return Resolution("unknown", reason=f"{name} is no name of {path}")

    def _in_package(self, package: GoPackage, links: list[str]) -> Resolution:
        """A name in one package. Only exported names are looked for: others may be a variable's of an example."""
        first = links[0]
        definition = _at(package, first)
        if definition is None:
            if not first[:1].isupper():
                return Resolution("unknown", reason=f"{first} is not exported")
            return self._missing(package, "", first, package.closed)
        if len(links) == 1:
            return Resolution("found", definition)
        symbol = definition.symbol
        if symbol is None or symbol.kind is not SymbolKind.CLASS:
            return Resolution("unknown", reason=f"{first} is no type")
        members, known = self.members_of(package, symbol)
        member = members.get(links[1])
        if member is not None:
            return Resolution("found", member)
        if not links[1][:1].isupper():
            return Resolution("unknown", reason=f"{links[1]} is not exported")
        return self._missing(package, first, links[1], known and package.closed, tuple(members), definition)

    def _missing(
        self,
        package: GoPackage,
        owner: str,
        name: str,
        closed: bool,
        others: Iterable[str] | None = None,
        at: Definition | None = None,
    ) -> Resolution:
        full = f"{package.name}.{owner}" if owner else package.name
        if not closed:
            return Resolution("unknown", owner=full, missing=name, reason=f"not all names of {full} are known")
        names = package.members.get("", ()) if others is None else others
        near = tuple(f"{full}.{other}" for other in near_names(name, names))
        place = at or next((d for definitions in package.symbols.values() for d in definitions), None)
        where = None if place is None else place.location
        return Resolution("missing", None, full, where, name, near, f"{full} has no {name}")

    def members_of(self, package: GoPackage, symbol: Symbol) -> tuple[Mapping[str, Definition], bool]:
        """The members of a type, those of embedded types included, and whether all of them are known."""
        found: dict[str, Definition] = {}
        waiting, known, seen = [(package, symbol)], not symbol.dynamic, set[tuple[str, str]]()
        while waiting and len(seen) < _MOST_EMBEDDED:
            home, each = waiting.pop()
            if (home.path, each.name) in seen:
                continue
            seen.add((home.path, each.name))
            known = known and not each.dynamic and home.closed
            for leaf in home.members.get(each.name, ()):
                found.setdefault(leaf, home.symbols[f"{each.name}.{leaf}"][0])
            for base in each.bases:
                found_base = self._base(home, base)
                if found_base is None:
                    known = False
                else:
                    definition = found_base[1].symbol
                    found.setdefault(base.rpartition(".")[2], found_base[1])
                    if definition is not None:
                        waiting.append((found_base[0], definition))
        return found, known and not waiting

    def _base(self, package: GoPackage, base: str) -> tuple[GoPackage, Definition] | None:
        """Where an embedded type is declared."""
        qualifier, _, name = base.rpartition(".")
        homes = (
            [package]
            if not qualifier
            else [self.by_path[item.target] for item in package.imported(qualifier) if item.target in self.by_path]
        )
        for home in homes:
            definition = _at(home, name)
            if definition is not None and definition.symbol is not None:
                return home, definition
        return None


def _at(package: GoPackage, name: str, path: str | None = None) -> Definition | None:
    """Where a package declares a name; a place with a value first, and one in the given file."""
    definitions = package.symbols.get(name, ())
    return min(
        definitions,
        key=lambda d: (d.path != path, d.symbol is None or d.symbol.kind is not SymbolKind.CLASS),
        default=None,
    )


def near_names(name: str, others: Iterable[str]) -> list[str]:
    """The exported names that a name is likely a slip for, best first."""
    near = [other for other in others if other[:1].isupper() and is_near(name, other)]
    words = words_of(name)
    return sorted(near, key=lambda other: (edit_distance(name, other, _FAR), words_of(other)[:1] != words[:1], other))
