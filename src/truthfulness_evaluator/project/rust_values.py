"""What constants, variants and defaults of Rust come to that another file declares."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from truthfulness_evaluator.project.crates import Crate
from truthfulness_evaluator.project.declarations import FileFacts, Symbol
from truthfulness_evaluator.project.definitions import Definition, Resolution
from truthfulness_evaluator.project.languages.rust.values import value_of

_VERSION = 'env!("CARGO_PKG_VERSION")'


@dataclass(frozen=True)
class RustValues:
    """Looks values up by names of one or two parts, as `languages.rust.values` gives them."""

    files: Mapping[str, FileFacts]
    crates: tuple[Crate, ...] = ()

    def __repr__(self) -> str:
        return f"RustValues({len(self.files)} files)"

    def resolve_in(self, path: str, name: str) -> Resolution:
        """What a name comes to that stands in a file: the one of the file, of its crate, or of the whole project.

        Args:
            path: the file.
            name: `LIMIT`, `Mode.Fast`, or `Mode.default` for what `Default` gives.
        """
        own = self._crate_of(path)
        everywhere = self._by_name.get(name, ())
        in_crate = tuple(each for each in everywhere if own and self._crate_of(each.path) == own)
        in_file = tuple(each for each in everywhere if each.path == path)
        found = in_file or in_crate or everywhere
        if len(found) != 1:
            return Resolution("unknown", missing=name, reason=f"{len(found)} things are called {name}")
        return Resolution("found", found[0], found[0].dotted, found[0].location)

    def _crate_of(self, path: str) -> str:
        facts = self.files.get(path)
        return (facts.module or "").partition("::")[0] if facts is not None else ""

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Definition, ...]]:
        found: dict[str, list[Definition]] = {}
        for path, facts in self.files.items():
            for symbol in facts.symbols:
                if symbol.value is not None:
                    parts = symbol.name.split(".")
                    known = self._with_version(path, symbol)
                    definition = Definition(path, symbol.line, f"{facts.module}.{symbol.name}", known)
                    for name in {".".join(parts[-2:]), parts[-1]} if parts[-1].isupper() else {".".join(parts[-2:])}:
                        found.setdefault(name, []).append(definition)
        return {name: tuple(definitions) for name, definitions in found.items()}

    def _with_version(self, path: str, symbol: Symbol) -> Symbol:
        """The symbol with a value that has the version of its crate in it."""
        value = symbol.value
        if value is None or value.literal is not None or _VERSION not in value.source:
            return symbol
        name = self._crate_of(path)
        version = next((crate.version for crate in self.crates if crate.name == name and crate.version), None)
        if version is None:
            return symbol
        known = value_of(value.source.replace(_VERSION, f'"{version}"'), {})
        return replace(symbol, value=replace(known, source=value.source))
