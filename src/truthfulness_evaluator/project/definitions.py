"""Places where names are defined, and what a look-up of a dotted name comes to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import FileFacts, Import, Symbol, SymbolKind

Status = Literal["found", "missing", "unknown"]


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a name is defined."""

    path: str
    line: int
    dotted: str
    """The canonical name: that of the defining module, not of a re-export."""
    symbol: Symbol | None = None
    """None where the project imports the name from elsewhere; `path` and `line` are the import's then."""

    @property
    def location(self) -> Location:
        """Its place as a location."""
        return Location(path=self.path, line=self.line)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a dotted name comes to, link by link."""

    status: Status
    """`found`; `missing`: all names of its owner are known, and it is not among them; `unknown`."""
    definition: Definition | None = None
    owner: str = ""
    """The longest part of the name that is there."""
    owner_location: Location | None = None
    missing: str = ""
    """The first link that is not there."""
    suggestions: tuple[str, ...] = ()
    """Full names that may be meant, best first: the same last link defined elsewhere, or a near name."""
    reason: str = ""
    """Why it is missing or cannot be told, as a clause."""


@dataclass(frozen=True)
class FileNames:
    """The names of one source file, ready to be looked up."""

    facts: FileFacts
    symbols: Mapping[str, Symbol] = field(init=False, repr=False)
    """By qualified name; the first definition of each."""
    imports: Mapping[str, Import] = field(init=False, repr=False)
    stars: tuple[str, ...] = field(init=False, repr=False)
    """Modules of star imports."""

    def __post_init__(self) -> None:
        symbols: dict[str, Symbol] = {}
        for symbol in self.facts.symbols:
            symbols.setdefault(symbol.name, symbol)
        imports: dict[str, Import] = {}
        for item in self.facts.imports:
            imports.setdefault(item.name, item)
        stars = tuple(item.target for item in self.facts.imports if item.name == "*")
        object.__setattr__(self, "symbols", symbols)
        object.__setattr__(self, "imports", imports)
        object.__setattr__(self, "stars", stars)

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """The last parts of the names defined in each class, and under `""` of those of the module itself."""
        found: dict[str, list[str]] = {}
        for name in self.symbols:
            owner, _, leaf = name.rpartition(".")
            found.setdefault(owner, []).append(leaf)
        found.setdefault("", []).extend(name for name in self.imports if name != "*")
        return {owner: tuple(names) for owner, names in found.items()}

    def definition(self, symbol: Symbol) -> Definition:
        """The place of one of its symbols."""
        return Definition(self.facts.path, symbol.line, f"{self.facts.module}.{symbol.name}", symbol)

    def exports(self, name: str) -> bool:
        """Whether a star import brings a name from here, if it is here."""
        if self.facts.exports is not None:
            return name in self.facts.exports
        return not name.startswith("_")


def module_definition(facts: FileFacts) -> Definition:
    """The place of a module."""
    name = facts.module or ""
    return Definition(facts.path, 1, name, Symbol(name, SymbolKind.MODULE, 1))


def by_leaf(files: Iterable[FileNames]) -> Mapping[str, tuple[Definition, ...]]:
    """All definitions, modules included, by the last part of their name."""
    found: dict[str, list[Definition]] = {}
    for names in files:
        facts = names.facts
        if facts.module:
            found.setdefault(facts.module.rpartition(".")[2], []).append(module_definition(facts))
        for symbol in names.symbols.values():
            found.setdefault(symbol.name.rpartition(".")[2], []).append(names.definition(symbol))
    return {leaf: tuple(definitions) for leaf, definitions in found.items()}
