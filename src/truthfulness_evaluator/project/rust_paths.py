"""Names of Rust looked up in the crates of a project: `crate::module::Type::method`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.project.declarations import FileFacts, SymbolKind
from truthfulness_evaluator.project.definitions import Definition, FileNames, Resolution
from truthfulness_evaluator.text.names import edit_distance, is_near

RUST = "rust"
"""The `language` of Rust files."""

_MOST_STEPS = 12
"""Re-exports that are followed one after the other."""
_FAR = 9
_OPEN = "not all names of {} are known"


@dataclass(frozen=True)
class RustPaths:
    """The modules of a project's crates."""

    files: Mapping[str, FileFacts]

    def __repr__(self) -> str:
        return f"RustPaths({len(self._modules)} modules)"

    @cached_property
    def crates(self) -> frozenset[str]:
        """The first parts of all paths."""
        return frozenset(module.partition("::")[0] for module in self._modules)

    @cached_property
    def _modules(self) -> Mapping[str, tuple[FileNames, ...]]:
        found: dict[str, list[FileNames]] = {}
        for facts in self.files.values():
            if facts.module:
                found.setdefault(facts.module, []).append(FileNames(facts))
        return {module: tuple(names) for module, names in found.items()}

    def resolve(self, name: str) -> Resolution:
        """What a path comes to that begins with a crate of the project."""
        parts = tuple(name.split("::"))
        if parts[0] not in self.crates:
            return Resolution("unknown", reason=f"{parts[0]} is no crate of this project")
        return self._resolve(parts, _MOST_STEPS)

    def _resolve(self, parts: tuple[str, ...], steps: int) -> Resolution:
        end = next((n for n in range(len(parts), 0, -1) if "::".join(parts[:n]) in self._modules), 0)
        if not end or not steps:
            return Resolution("unknown", reason=f"{parts[0]} is no crate of this project, or re-exported in a circle")
        module, rest = "::".join(parts[:end]), parts[end:]
        homes = self._modules[module]
        if not rest:
            facts = homes[0].facts
            return Resolution("found", Definition(facts.path, 1, module))
        for names in homes:
            answer = self._in_file(names, rest, steps)
            if answer is not None:
                return answer
        return self._missing(module, homes, rest[0])

    def _in_file(self, names: FileNames, rest: tuple[str, ...], steps: int) -> Resolution | None:
        """What a file knows of a name; None where it does not have its first link."""
        symbol = names.symbols.get(".".join(rest))
        if symbol is not None:
            return Resolution("found", names.definition(symbol))
        item = names.imports.get(rest[0])
        if item is not None:
            return self._imported(names, item.target, rest[1:], steps)
        if rest[0] in names.symbols:
            return self._member(names, rest)
        for star in names.stars:
            answer = self._imported(names, star, rest, steps)
            if answer.status != "missing":
                return answer
        return None

    def _imported(self, names: FileNames, target: str, rest: tuple[str, ...], steps: int) -> Resolution:
        parts = (*target.split("::"), *rest)
        if parts[0] not in self.crates:
            # A path may begin in the module that it stands in.
            parts = (*(names.facts.module or "").split("::"), *parts)
            inner = "::".join(parts[: len(parts) - len(rest)])
            if inner not in self._modules and inner.rpartition("::")[0] not in self._modules:
                return Resolution("unknown", reason=f"{target} comes from elsewhere")
        if parts[0] not in self.crates:
            return Resolution("unknown", reason=f"{target} comes from elsewhere")
        return self._resolve(parts, steps - 1)

    def _member(self, names: FileNames, rest: tuple[str, ...]) -> Resolution:
        """A member that a type does not declare: traits may bring it, so that only a slip is missing for sure."""
        at = next((n for n in range(len(rest), 0, -1) if ".".join(rest[:n]) in names.symbols), 1)
        owner, missing = names.symbols[".".join(rest[:at])], rest[at]
        full = f"{names.facts.module}::{'::'.join(rest[:at])}"
        near = _near(missing, names.members.get(owner.name, ()))
        if not near or owner.dynamic:
            return Resolution("unknown", owner=full, missing=missing, reason=f"traits may give {full} more")
        told = tuple(f"{full}::{other}" for other in near)
        where = names.definition(owner).location
        return Resolution("missing", None, full, where, missing, told, f"{full} has no {missing}")

    def _missing(self, module: str, homes: tuple[FileNames, ...], name: str) -> Resolution:
        place = Definition(homes[0].facts.path, 1, module).location
        if any(names.facts.dynamic or names.facts.error is not None for names in homes):
            return Resolution("unknown", owner=module, missing=name, reason=_OPEN.format(module))
        below = {other.removeprefix(f"{module}::").partition("::")[0] for other in self._modules if other != module}
        if name in below:
            return Resolution("unknown", owner=module, missing=name, reason=f"{name} is a module of {module}")
        own = {leaf for names in homes for leaf in names.members.get("", ())}
        near = tuple(f"{module}::{other}" for other in _near(name, own))
        return Resolution("missing", None, module, place, name, near, f"{module} has no {name}")

    def elsewhere(self, leaf: str) -> tuple[Definition, ...]:
        """The definitions of a name at the top level of a module."""
        return tuple(
            names.definition(names.symbols[leaf])
            for homes in self._modules.values()
            for names in homes
            if leaf in names.symbols and names.symbols[leaf].kind is not SymbolKind.MODULE
        )


def _near(name: str, others: "set[str] | tuple[str, ...]") -> list[str]:
    return sorted(
        (other for other in others if is_near(name, other)), key=lambda other: (edit_distance(name, other, _FAR), other)
    )
