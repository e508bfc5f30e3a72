"""Dotted names looked up link by link, through modules, re-exports, classes and their bases."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import FileFacts, Import, Symbol, SymbolKind
from truthfulness_evaluator.project.definitions import (
    Definition,
    FileNames,
    Resolution,
    by_leaf,
    module_definition,
)
from truthfulness_evaluator.project.modules import Modules
from truthfulness_evaluator.project.outside import members_of, on_every_class
from truthfulness_evaluator.project.suggestions import suggestions

_Walk = dict[tuple[str, tuple[str, ...]], Resolution | None]
"""What one look-up has found so far, by module and what was looked for in it; None while it is looked for."""
_MOST_STEPS = 100
"""Modules that one look-up passes through: a name may be bound to a part of itself, which never ends."""
_MADE_AT_BUILD = frozenset({"_version", "version", "__version__", "_build", "__about__"})
"""Modules that build tools write."""
_CIRCLE = "it is imported in a circle"


@dataclass(frozen=True)
class Resolver:
    """Looks dotted names up in the modules of a project. Missing is said only where all names are known."""

    files: Mapping[str, FileFacts]
    """The files that were read, by path."""
    modules: Modules

    def __repr__(self) -> str:
        return f"Resolver({len(self.files)} files)"

    @cached_property
    def definitions(self) -> Mapping[str, tuple[Definition, ...]]:
        """All definitions by the last part of their names."""
        return by_leaf(self._names.values())

    def resolve(self, dotted: str) -> Resolution:
        """What a dotted name comes to: `package.module.Class.member`."""
        parts = tuple(dotted.split("."))
        if not all(part.isidentifier() for part in parts):
            return Resolution("unknown", reason=f"{dotted} is no dotted name")
        result = self._resolve(parts, {})
        if result.status != "missing":
            return result
        owner = self._resolve(tuple(result.owner.split(".")), {}).definition
        of_class = owner is not None and owner.symbol is not None and owner.symbol.kind is SymbolKind.CLASS
        members = self.member_names(result.owner)
        found = suggestions(dotted, result, self.definitions, members, of_class=of_class)
        there = (name for name in found if self._resolve(tuple(name.split(".")), {}).status == "found")
        return replace(result, suggestions=tuple(there))

    def resolve_in(self, path: str, name: str) -> Resolution:
        """What a name comes to that stands in the code of a file at its top level."""
        names = self._names.get(path)
        answer = self._in_file(names, tuple(name.split(".")), {}) if names is not None else None
        return answer or Resolution("unknown", reason=f"{name} is no name of {path}")

    def member_names(self, owner: str) -> tuple[str, ...]:
        """The names that a module or class is known to have."""
        found = dict.fromkeys(
            name.rpartition(".")[2] for name in self.modules.names if name.rpartition(".")[0] == owner
        )
        for names in self._by_module.get(owner, ()):
            found.update(dict.fromkeys(names.members.get("", ())))
        definition = self._resolve(tuple(owner.split(".")), {}).definition
        if definition is not None and definition.symbol is not None and definition.path in self._names:
            for names, symbol in self._lineage(self._names[definition.path], definition.symbol, set()):
                found.update(dict.fromkeys(names.members.get(symbol.name, ())))
        return tuple(found)

    def lineage(self, definition: Definition) -> tuple[Definition, ...]:
        """A class and its bases within the project, each once, depth first; empty for what is no class."""
        names = self._names.get(definition.path)
        if names is None or definition.symbol is None or definition.symbol.kind is not SymbolKind.CLASS:
            return ()
        return tuple(owner.definition(cls) for owner, cls in self._lineage(names, definition.symbol, set()))

    def own_members(self, definition: Definition) -> Mapping[str, Definition]:
        """What a class defines itself, by name."""
        names = self._names.get(definition.path)
        if names is None or definition.symbol is None:
            return {}
        owner = definition.symbol.name
        return {name: names.definition(names.symbols[f"{owner}.{name}"]) for name in names.members.get(owner, ())}

    def outside_bases(self, definition: Definition) -> tuple[str, ...]:
        """The bases of a class that are neither of this project nor classes of Python's that are known."""
        names, cls = self._names.get(definition.path), definition.symbol
        if names is None or cls is None:
            return ()
        others = (base for base in cls.bases if self._base(names, cls, base) is None)
        return tuple(base for base in others if members_of(self._absolute(names, base)) is None)

    @cached_property
    def _names(self) -> Mapping[str, FileNames]:
        return {path: FileNames(facts) for path, facts in self.files.items()}

    @cached_property
    def _by_module(self) -> Mapping[str, tuple[FileNames, ...]]:
        found: dict[str, list[FileNames]] = {}
        for names in self._names.values():
            if names.facts.module:
                found.setdefault(names.facts.module, []).append(names)
        return {module: tuple(files) for module, files in found.items()}

    def _resolve(self, parts: tuple[str, ...], walk: _Walk) -> Resolution:
        if parts[0] not in self.modules.names:
            return Resolution("unknown", missing=parts[0], reason=f"{parts[0]} is no module of this project")
        return self._in_module(parts[0], parts[1:], walk)

    def _in_module(self, module: str, rest: tuple[str, ...], walk: _Walk) -> Resolution:
        files = self._by_module.get(module, ())
        if not rest:
            return self._module(module, files)
        link = rest[0]
        if (module, rest) in walk or len(walk) > _MOST_STEPS:
            return walk.get((module, rest)) or Resolution("unknown", owner=module, missing=link, reason=_CIRCLE)
        walk[(module, rest)] = None
        answers = [answer for names in files if (answer := self._in_file(names, rest, walk)) is not None]
        if f"{module}.{link}" in self.modules.names:
            answers.append(self._in_module(f"{module}.{link}", rest[1:], walk))
        result = walk[(module, rest)] = _best(answers) or self._not_in_module(module, files, link)
        return result

    def _module(self, module: str, files: Sequence[FileNames]) -> Resolution:
        if files:
            return Resolution("found", module_definition(files[0].facts), module, Location(path=files[0].facts.path))
        inside = next((p for p, name in self.modules.by_path.items() if name.startswith(module + ".")), None)
        if inside is None or inside not in self.files:
            return Resolution("unknown", owner=module, reason=f"{module} is not among the code that was read")
        # A namespace package: its folder is its place.
        depth = self.modules.by_path[inside].count(".") - module.count(".") + inside.endswith(("/__init__.py", ".pyi"))
        folder = inside.rsplit("/", max(depth, 1))[0]
        symbol = Symbol(module, SymbolKind.MODULE, 1)
        return Resolution("found", Definition(folder, 1, module, symbol), module, Location(path=folder))

    def _not_in_module(self, module: str, files: Sequence[FileNames], link: str) -> Resolution:
        place = Location(path=files[0].facts.path) if files else None
        reason = self._open(module, files, link)
        if reason is not None:
            return Resolution("unknown", None, module, place, link, reason=reason)
        return Resolution("missing", None, module, place, link, reason=f"{module} has no {link}")

    def _open(self, module: str, files: Sequence[FileNames], link: str) -> str | None:
        """Why a module may have names that are not known; None where all are."""
        if link.startswith("__") and link.endswith("__"):
            return f"every module may have {link}"
        if link in self.modules.compiled or link in _MADE_AT_BUILD or link.endswith("_pb2"):
            return f"{module}.{link} may be made when the project is built"
        if not files:
            return self._open_namespace(module)
        return next((reason for names in files if (reason := self._open_file(names, link)) is not None), None)

    def _open_namespace(self, module: str) -> str | None:
        if module in self.modules.by_path.values():
            return f"{module} is not among the code that was read"
        return f"{module} is a namespace that other distributions may add to"

    def _open_file(self, names: FileNames, link: str) -> str | None:
        facts = names.facts
        if facts.error is not None:
            return f"{facts.path} could not be parsed"
        if facts.dynamic:
            return f"{facts.path} makes names at run time"
        if "__path__" in names.symbols:
            return f"{facts.path} changes where its modules are found"
        if facts.path.endswith(".pyi") and facts.path[:-1] not in self.files:
            return f"{facts.path} is a stub of code that is not here"
        if facts.exports is not None and link in facts.exports:
            return f"{facts.path} lists {link} in __all__ and defines it in a way that was not understood"
        return self._open_star(names, link, set())

    def _open_star(self, names: FileNames, link: str, seen: set[str]) -> str | None:
        """Why a star import may bring a name that is not known."""
        for target in names.stars:
            if target in seen:
                continue
            seen.add(target)
            files = self._by_module.get(target, ())
            if not files and not link.startswith("_"):
                return f"{names.facts.path} imports all of {target}, which was not read"
            for other in files:
                if not other.exports(link) and not other.facts.dynamic:
                    continue
                reason = self._open_file(other, link) if other.facts.path != names.facts.path else None
                if reason is not None:
                    return reason
        return None

    def _in_file(self, names: FileNames, rest: tuple[str, ...], walk: _Walk) -> Resolution | None:
        """What the rest of a name comes to in a file; None where the file has no such name."""
        link = rest[0]
        answers: list[Resolution] = []
        symbol = names.symbols.get(link)
        if symbol is not None:
            answers.append(self._from_symbol(names, symbol, rest[1:], walk))
        imported = names.imports.get(link)
        if imported is not None and not (answers and answers[0].status == "found"):
            answers.append(self._from_import(names, imported, rest[1:], walk))
        if not answers:
            answers.extend(self._from_stars(names, rest, walk))
        return _best(answers)

    def _from_stars(self, names: FileNames, rest: tuple[str, ...], walk: _Walk) -> Iterable[Resolution]:
        for target in names.stars:
            files = self._by_module.get(target, ())
            if any(other.exports(rest[0]) for other in files):
                answer = self._in_module(target, rest, walk)
                # A name that the star's module does not have is not thereby missing here.
                if answer.status == "found" or answer.owner.count(".") > target.count("."):
                    yield answer

    def _from_import(self, names: FileNames, imported: Import, rest: tuple[str, ...], walk: _Walk) -> Resolution:
        place = Location(path=names.facts.path, line=imported.line)
        here = Definition(names.facts.path, imported.line, imported.target)
        owner = f"{names.facts.module}.{imported.name}"
        target = tuple(imported.target.split("."))
        if target[0] not in self.modules.names:
            if not rest:
                return Resolution("found", here, owner, place)
            return Resolution(
                "unknown", None, owner, place, rest[0], reason=f"{imported.target} is not of this project"
            )
        answer = self._target(target, rest, walk)
        if answer.status == "found":
            return answer
        base = self._target(target, (), walk)
        if not rest and answer.status == "unknown" and answer.reason != _CIRCLE:
            # The import itself shows that the name is there.
            return Resolution("found", here, owner, place)
        if base.status == "found" or answer.reason == _CIRCLE:
            return answer
        return Resolution("unknown", None, owner, place, reason=f"{imported.target} was not understood")

    def _target(self, target: tuple[str, ...], rest: tuple[str, ...], walk: _Walk) -> Resolution:
        """What an import brings: its modules are found by their names, whatever other modules bind these to."""
        end = len(target) - 1
        while end > 1 and ".".join(target[:end]) not in self.modules.names:
            end -= 1
        if end < 1:
            return self._resolve((*target, *rest), walk)
        return self._in_module(".".join(target[:end]), (*target[end:], *rest), walk)

    def _from_symbol(self, names: FileNames, symbol: Symbol, rest: tuple[str, ...], walk: _Walk) -> Resolution:
        definition = names.definition(symbol)
        if not rest:
            return Resolution("found", definition, definition.dotted, definition.location)
        if symbol.kind is SymbolKind.CLASS:
            return self._in_class(names, symbol, rest, walk)
        alias = symbol.value.name if symbol.value is not None else None
        if alias is not None and symbol.kind is SymbolKind.CONSTANT and not symbol.dynamic:
            key = (names.facts.path, (symbol.name, *rest))
            if key not in walk:
                walk[key] = None
                answer = self._in_file(names, (*alias.split("."), *rest), walk)
                if answer is not None and answer.status == "found":
                    return answer
        reason = f"{definition.dotted} is a {symbol.kind.value}; what it has is not known"
        return Resolution("unknown", None, definition.dotted, definition.location, rest[0], reason=reason)

    def _in_class(self, names: FileNames, cls: Symbol, rest: tuple[str, ...], walk: _Walk) -> Resolution:
        link = rest[0]
        place = names.definition(cls)
        for owner_names, owner in self._lineage(names, cls, set()):
            member = owner_names.symbols.get(f"{owner.name}.{link}")
            if member is not None:
                return self._from_symbol(owner_names, member, rest[1:], walk)
        reason = self._open_class(names, cls, link, set())
        if reason is not None:
            return Resolution("unknown", None, place.dotted, place.location, link, reason=reason)
        return Resolution("missing", None, place.dotted, place.location, link, reason=f"{place.dotted} has no {link}")

    def _lineage(self, names: FileNames, cls: Symbol, seen: set[tuple[str, str]]) -> Iterable[tuple[FileNames, Symbol]]:
        """A class and its bases within the project, each once, depth first."""
        if (names.facts.path, cls.name) in seen:
            return
        seen.add((names.facts.path, cls.name))
        yield names, cls
        for base in cls.bases:
            found = self._base(names, cls, base)
            if found is not None:
                yield from self._lineage(*found, seen)

    def _open_class(self, names: FileNames, cls: Symbol, link: str, seen: set[tuple[str, str]]) -> str | None:
        """Why a class may have members that are not known; None where all are."""
        if on_every_class(link):
            return f"every class may have {link}"
        for owner_names, owner in self._lineage(names, cls, seen):
            if owner.dynamic:
                return f"{owner.name} ({owner_names.facts.path}) gets members at run time"
            for base in owner.bases:
                if self._base(owner_names, owner, base) is not None:
                    continue
                members = members_of(self._absolute(owner_names, base))
                if members is None:
                    return f"{owner.name} inherits from {base}, which is not of this project"
                if link in members:
                    return f"{owner.name} inherits {link} from {base}"
        return None

    def _base(self, names: FileNames, cls: Symbol, base: str) -> tuple[FileNames, Symbol] | None:
        """The class of the project that a base is; None where it is none."""
        outer = cls.name.rpartition(".")[0]
        nested = names.symbols.get(f"{outer}.{base}") if outer else None
        if nested is not None and nested.kind is SymbolKind.CLASS:
            return names, nested
        name, passed = base, names
        for _ in range(_MOST_ALIASES):
            answer = self._in_file(passed, tuple(name.split(".")), {})
            definition = answer.definition if answer is not None else None
            symbol = definition.symbol if definition is not None else None
            if definition is None or symbol is None or definition.path not in self._names:
                return None
            passed = self._names[definition.path]
            if symbol.kind is SymbolKind.CLASS:
                return passed, symbol
            if symbol.value is None or symbol.value.name is None:
                return None
            name = symbol.value.name
        return None

    def _absolute(self, names: FileNames, name: str) -> str:
        first, dot, rest = name.partition(".")
        imported = names.imports.get(first)
        if imported is not None:
            return f"{imported.target}{dot}{rest}"
        return name if first not in names.symbols else f"{names.facts.module}.{name}"


_MOST_ALIASES = 5
"""Names that stand for another name, one after the other, before the look-up gives up."""


def _best(answers: Sequence[Resolution]) -> Resolution | None:
    """What was found, else what cannot be told, else what is missing deepest."""
    order = {"found": 0, "unknown": 1, "missing": 2}
    return min(answers, key=lambda answer: (order[answer.status], -answer.owner.count(".")), default=None)
