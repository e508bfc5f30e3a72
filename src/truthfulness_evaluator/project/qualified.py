"""Qualified names of languages other than Python, looked up in what the files of a project declare."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from truthfulness_evaluator.project.crates import Crate
from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.definitions import Resolution
from truthfulness_evaluator.project.go_packages import GO, GoPackages
from truthfulness_evaluator.project.resolution import Resolver
from truthfulness_evaluator.project.rust_paths import RUST, RustPaths
from truthfulness_evaluator.project.rust_values import RustValues

_TESTS = "_test.go"


@dataclass(frozen=True)
class Qualified:
    """Looks up `package.Name` of Go and `crate::Name` of Rust."""

    files: Mapping[str, FileFacts]
    """The files that vouch for names, in any language."""
    listed: tuple[str, ...] = ()
    """The paths of all files of the project."""
    crates: tuple[Crate, ...] = ()
    """Rust's crates."""
    _known: dict[tuple[str, str], Resolution] = field(
        default_factory=dict[tuple[str, str], Resolution], compare=False, repr=False
    )

    def __repr__(self) -> str:
        return f"Qualified({len(self.go.files)} Go files, {len(self.rust.files)} Rust files)"

    def resolve(self, name: str, language: str) -> Resolution:
        """What a name comes to; unknown where it begins with no package or crate of the project.

        Args:
            name: `package.Name`, `package.Type.Member`; `crate::module::Type::method`.
            language: `go` or `rust`.
        """
        key = (name, language)
        if key not in self._known:
            self._known[key] = self._resolve(name, language)
        return self._known[key]

    def _resolve(self, name: str, language: str) -> Resolution:
        if language == GO:
            return self.go.resolve(name)
        if language == RUST:
            return self.rust.resolve(name)
        return Resolution("unknown", reason=f"names of {language} are not looked up")

    def owners(self, language: str) -> frozenset[str]:
        """The names of the project's packages or crates, as code calls them."""
        if language == GO:
            return frozenset(self.go.by_name)
        return self.rust.crates if language == RUST else frozenset()

    @cached_property
    def go(self) -> GoPackages:
        """The Go packages."""
        files = {path: facts for path, facts in self.files.items() if facts.language == GO}
        listed = frozenset(path for path in self.listed if path.endswith(".go") and not path.endswith(_TESTS))
        return GoPackages(files, listed)

    @cached_property
    def rust(self) -> RustPaths:
        """The Rust crates."""
        return RustPaths({path: facts for path, facts in self.files.items() if facts.language == RUST})

    @cached_property
    def rust_values(self) -> RustValues:
        """The values of Rust's constants, variants and defaults."""
        return RustValues({path: facts for path, facts in self.files.items() if facts.language == RUST}, self.crates)


@dataclass(frozen=True)
class Names:
    """Looks up what a name stands for in the code of a file, by the rules of the file's language."""

    python: Resolver
    qualified: Qualified

    def resolve(self, dotted: str) -> Resolution:
        """What a dotted name of Python comes to."""
        return self.python.resolve(dotted)

    def resolve_in(self, path: str, name: str) -> Resolution:
        """What a name comes to that stands in a file at its top level."""
        if path.endswith(".rs"):
            return self.qualified.rust_values.resolve_in(path, name)
        return self.qualified.go.resolve_in(path, name) if path.endswith(".go") else self.python.resolve_in(path, name)
