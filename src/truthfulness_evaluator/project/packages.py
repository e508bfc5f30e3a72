"""What the npm packages of a project export, by the names users import them by."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import join, normpath
from typing import Literal

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.manifests.manifest import Manifest

_SUFFIXES = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".d.ts", ".d.mts", ".d.cts")
_BUILT = frozenset({"dist", "lib", "build", "out", "es", "esm", "cjs", "umd", "types", "bin"})
"""Folders that a build makes of `src`."""
_TYPES = (".d.ts", ".d.mts", ".d.cts", ".ts", ".mts", ".cts", ".tsx")
_MOST_FILES = 500
"""Files that are followed from an entry point by `export *`."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The names that an import of a package gives."""

    names: Mapping[str, Location]
    """Each with the file that exports it."""
    place: Location
    """Where the entry point is."""
    typed: bool
    """Whether the types are among the names."""
    open: str = ""
    """Why there may be more names; empty where all are known."""


@dataclass(frozen=True, slots=True)
class SubpathLookup:
    """Whether a package has something at a path within it."""

    status: Literal["found", "missing", "unknown"]
    place: Location | None = None
    """Where it is; of a missing one, where the manifest lists what there is."""
    known: tuple[str, ...] = ()
    """Of a missing one: the paths that there are, as users import them."""


@dataclass(frozen=True)
class Packages:
    """The npm packages of a project."""

    files: Mapping[str, FileFacts]
    manifests: tuple[Manifest, ...]
    paths: frozenset[str]
    """All files of the tree."""

    def __repr__(self) -> str:
        return f"Packages({', '.join(sorted(self._by_name))})"

    def manifest(self, specifier: str) -> Manifest | None:
        """The manifest of the package that an import names; None where it is not of this project."""
        return self._by_name.get(package_of(specifier))

    def exported(self, specifier: str) -> Exported | None:
        """The names that an import of `package` or `package/path` gives; None where its files are not known."""
        manifest = self.manifest(specifier)
        if manifest is None:
            return None
        wanted = _subpath(specifier)
        entry = next((each for each in manifest.entries if each.subpath == wanted), None)
        targets = entry.targets if entry is not None else ((wanted,) if not manifest.entries_closed else ())
        starts = [path for target in targets if (path := self.source_of(manifest.folder, target)) is not None]
        starts = list(dict.fromkeys(starts))
        if not starts:
            return None
        names: dict[str, Location] = {}
        reasons = [reason for path in starts for reason in self._collect(path, names)]
        # Names that callers import by come from the code and from its types alike: one of them may list less.
        typed = any(path.endswith(_TYPES) for path in starts)
        return Exported(names, Location(path=starts[0]), typed, reasons[0] if reasons else "")

    def subpath(self, specifier: str) -> SubpathLookup:
        """Whether a package has something at `package/path`."""
        manifest, wanted = self.manifest(specifier), _subpath(specifier)
        if manifest is None:
            return SubpathLookup("unknown")
        for entry in manifest.entries:
            if entry.subpath == wanted or ("*" in entry.subpath and _fits(entry.subpath, wanted)):
                return SubpathLookup("found", Location(path=manifest.path, line=entry.line))
        if manifest.entries_closed:
            known = tuple(
                package_of(specifier) + each.subpath[1:] for each in manifest.entries if "*" not in each.subpath
            )
            line = min((each.line for each in manifest.entries), default=1)
            return SubpathLookup("missing", Location(path=manifest.path, line=line), known)
        path = self.source_of(manifest.folder, wanted)
        if path is None and _join(manifest.folder, wanted) in self.paths:
            path = _join(manifest.folder, wanted)
        return SubpathLookup("found", Location(path=path)) if path is not None else SubpathLookup("unknown")

    def source_of(self, folder: str, target: str) -> str | None:
        """The file that was read for a path as `package.json` and imports write it, also where it is built.

        Args:
            folder: what the path is relative to.
            target: `./lib/index.js`, `./lib`, `dist/index.js`.
        """
        path = _join(folder, target)
        found = self._file(path)
        if found is not None:
            return found
        inner = path[len(folder) :].strip("/").split("/")
        if inner[0] not in _BUILT:
            return None
        rest = [part for i, part in enumerate(inner) if i == len(inner) - 1 or part not in _BUILT]
        options = (["src", *rest], ["src", *inner[1:]], rest)
        return next(
            (path for parts in options if (path := self._file(_join(folder, "/".join(parts)))) is not None), None
        )

    def _file(self, path: str) -> str | None:
        """The file that an import of a path reads: the path itself, with a suffix, or as a folder."""
        if path in self.files:
            return path
        stem = re.sub(r"(?:\.d)?\.[cm]?[jt]sx?$", "", path)
        for base in dict.fromkeys((path, stem)):
            for suffix in _SUFFIXES:
                for tail in (suffix, f"/index{suffix}"):
                    if base + tail in self.files:
                        return base + tail
        return None

    def _collect(self, start: str, names: dict[str, Location]) -> Iterator[str]:
        """Note the names that a file exports, and say why there may be more."""
        waiting, seen = [start], {start}
        while waiting:
            path = waiting.pop()
            facts = self.files[path]
            lines = {symbol.name: symbol.line for symbol in reversed(facts.symbols)}
            for name in facts.exports or ():
                names.setdefault(name, Location(path=path, line=lines.get(name)))
            if facts.dynamic or facts.error is not None:
                yield f"{path} may export more than it spells out"
            for star in facts.imports:
                other = self._file(star.target) if star.name == "*" else None
                if other is None:
                    yield f"{path} exports all of {star.target}, which was not read"
                elif other not in seen and len(seen) < _MOST_FILES:
                    seen.add(other)
                    waiting.append(other)

    @cached_property
    def _by_name(self) -> Mapping[str, Manifest]:
        found: dict[str, Manifest] = {}
        for manifest in self.manifests:
            if manifest.ecosystem == "npm" and manifest.name and manifest.error is None:
                found.setdefault(manifest.name, manifest)
        return found


def package_of(specifier: str) -> str:
    """The package that an import names.

    Example:
        >>> package_of("app/sub/x"), package_of("@scope/app/sub")
        ('app', '@scope/app')
    """
    parts = specifier.split("/")
    return "/".join(parts[: 2 if specifier.startswith("@") else 1])


def _subpath(specifier: str) -> str:
    rest = specifier[len(package_of(specifier)) :]
    return f".{rest}"


def _fits(pattern: str, path: str) -> bool:
    before, _, after = pattern.partition("*")
    return path.startswith(before) and path.endswith(after) and len(path) > len(before) + len(after)


def _join(folder: str, path: str) -> str:
    return normpath(join(folder, path)) if folder else normpath(path)
