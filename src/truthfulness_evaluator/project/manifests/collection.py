"""All manifests of a code base."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from importlib import import_module
from typing import cast

from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    Inclusion,
    Manifest,
    RuntimeFloor,
    Script,
    normal_name,
)
from truthfulness_evaluator.project.roles import VOUCHING, role_of
from truthfulness_evaluator.project.tree import Tree

_REQUIREMENTS = "requirements"
FORMATS: tuple[tuple[str, str], ...] = (
    ("pyproject.toml", "pyproject"),
    ("setup.cfg", "setup_cfg"),
    ("setup.py", "setup_py"),
    ("package.json", "package_json"),
    ("Cargo.toml", "cargo"),
    ("go.mod", "go_mod"),
    ("*requirements*.txt", _REQUIREMENTS),
    ("*requirements*.in", _REQUIREMENTS),
)
"""File name and the module of this package that reads it, in the order in which manifests are listed."""
_HOLDING_FOLDERS = frozenset(["packages", "libs", "crates", "apps", "projects", "modules", "services"])
"""Folders that hold one project each in their folders."""
_MAX_INCLUDED = 500
"""Requirements files that are read because others name them."""


@dataclass(frozen=True)
class Manifests:
    """All manifests of a code base, those at the root first."""

    all: tuple[Manifest, ...] = ()
    notices: tuple[str, ...] = ()
    """What could not be read, a sentence each."""

    @cached_property
    def project_names(self) -> frozenset[str]:
        """The packages that the code base makes, normalised; of Go modules the last part of the path too."""
        names: set[str] = set()
        for manifest in self.all:
            if manifest.name:
                names.add(normal_name(manifest.name))
                if manifest.ecosystem == "go":
                    names.add(normal_name(_last_part(manifest.name)))
        return frozenset(names)

    @property
    def scripts(self) -> tuple[tuple[Manifest, Script], ...]:
        """The programs that are installed with the packages."""
        return tuple((manifest, script) for manifest in self.all for script in manifest.scripts)

    def script(self, name: str) -> tuple[tuple[Manifest, Script], ...]:
        """The programs of a name, as it is typed."""
        return tuple((manifest, script) for manifest, script in self.scripts if script.name == name)

    def dependency(self, name: str) -> tuple[tuple[Manifest, Dependency], ...]:
        """Where a package is asked for; its name is normalised first."""
        return self._dependencies.get(normal_name(name), ())

    def extra(self, name: str) -> tuple[tuple[Manifest, Extra], ...]:
        """Where an extra or feature is declared; names are compared normalised."""
        wanted = normal_name(name)
        return tuple(
            (manifest, extra) for manifest in self.all for extra in manifest.extras if normal_name(extra.name) == wanted
        )

    def floor(self, language: str) -> tuple[tuple[Manifest, RuntimeFloor], ...]:
        """What is said about the versions of a language or tool (`python`, `node`, `go`, `rust`, `npm`, ...)."""
        return tuple(
            (manifest, floor) for manifest in self.all for floor in manifest.runtime if floor.language == language
        )

    def hides(self, what: str, ecosystem: str | None = None) -> bool:
        """Whether more may be declared than is known: by code that would have to run, or in what cannot be parsed.

        Args:
            what: as `pyproject.toml` names it: `dependencies`, `optional-dependencies`, `scripts`, `version`, ...
            ecosystem: look at its manifests only.
        """
        return any(
            manifest.error is not None or what in manifest.dynamic
            for manifest in self.all
            if ecosystem in (None, manifest.ecosystem)
        )

    @cached_property
    def _dependencies(self) -> Mapping[str, tuple[tuple[Manifest, Dependency], ...]]:
        found: dict[str, list[tuple[Manifest, Dependency]]] = {}
        for manifest in self.all:
            for dependency in manifest.dependencies:
                found.setdefault(dependency.name, []).append((manifest, dependency))
        return {name: tuple(pairs) for name, pairs in found.items()}


def read_manifests(tree: Tree) -> Manifests:
    """The manifests of the projects that a tree holds; those of tests, examples, docs and vendored code are not.

    Looked at are the root, the folders right below it, those of `packages` and the like, members of
    workspaces, and requirements files that other manifests name.
    """
    found: dict[str, Manifest] = {}
    unreadable: list[str] = []
    places = sorted(_candidates(tree), key=lambda place: (place[0].count("/"), place[0]))
    patterns: tuple[str, ...] = ()
    for path, reader in places:
        if not _is_place(path, patterns) and not (reader == _REQUIREMENTS and _in_requirements(path)):
            continue
        text = tree.text(path)
        if text is None:
            unreadable.append(f"{path} cannot be read as text.")
            continue
        manifest = _reader(reader)(path, text)
        if reader == "setup_py" and "/" in path and manifest.name is None:
            continue  # a module that happens to have this name
        found[path] = _with_default_programs(manifest, tree) if reader == "cargo" else manifest
        patterns += manifest.members
    _add_included(tree, found)
    order = {reader: place for place, (_, reader) in reversed(list(enumerate(FORMATS)))}
    readers = {**dict.fromkeys(found, _REQUIREMENTS), **dict(places)}
    manifests = sorted(
        found.values(),
        key=lambda each: (each.folder.count("/") + bool(each.folder), order[readers[each.path]], each.path),
    )
    broken = [f"{m.path} does not parse ({m.error})." for m in manifests if m.error is not None]
    return Manifests(tuple(manifests), (*broken, *unreadable))


def _candidates(tree: Tree) -> Iterator[tuple[str, str]]:
    """Files that are manifests by their name, with the module that reads them."""
    for name, reader in FORMATS:
        if "*" not in name:
            paths: Sequence[str] = tree.named(name)
        else:
            suffix = name.rpartition("*")[2]
            paths = [
                path
                for path in tree.suffixes.get(suffix, ())
                if fnmatchcase(path.rpartition("/")[2], name) or _in_requirements(path)
            ]
        yield from ((path, reader) for path in paths if role_of(path) in VOUCHING)


def _in_requirements(path: str) -> bool:
    return path.startswith("requirements/") and "constraints" not in path


def _is_place(path: str, patterns: Sequence[str]) -> bool:
    folders = path.split("/")[:-1]
    if any(folder.startswith(".") for folder in folders):
        return False
    if len(folders) <= 1 or (len(folders) == 2 and folders[0] in _HOLDING_FOLDERS):
        return True
    return any(_matches(folders, pattern.split("/")) for pattern in patterns)


def _matches(folders: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a folder matches a workspace's pattern; `**` stands for any number of folders."""
    if not pattern or not folders:
        return not folders and all(part == "**" for part in pattern)
    if pattern[0] == "**":
        return _matches(folders, pattern[1:]) or _matches(folders[1:], pattern)
    return fnmatchcase(folders[0], pattern[0]) and _matches(folders[1:], pattern[1:])


def _reader(name: str) -> Callable[[str, str], Manifest]:
    module = import_module(f"truthfulness_evaluator.project.manifests.{name}")
    return cast("Callable[[str, str], Manifest]", module.read)


def _add_included(tree: Tree, found: dict[str, Manifest]) -> None:
    """Reads the requirements files that manifests name, and gives their dependencies the manifests' purpose."""
    read_requirements = _reader(_REQUIREMENTS)
    open_ends = [
        inclusion
        for manifest in list(found.values())
        if manifest.path.endswith((".toml", ".cfg"))
        for inclusion in manifest.includes
    ]
    seen: set[Inclusion] = set()
    while open_ends and len(seen) < _MAX_INCLUDED:
        inclusion = open_ends.pop()
        if inclusion in seen:
            continue
        seen.add(inclusion)
        text = tree.text(inclusion.path) if tree.has(inclusion.path) else None
        if text is None:
            continue
        manifest = read_requirements(inclusion.path, text)
        found[inclusion.path] = replace(
            manifest,
            dependencies=tuple(
                replace(d, extra=inclusion.extra, optional=inclusion.extra is not None, group=False)
                for d in manifest.dependencies
            ),
        )
        open_ends += [Inclusion(inner.path, inclusion.extra) for inner in manifest.includes]


def _with_default_programs(manifest: Manifest, tree: Tree) -> Manifest:
    """Adds the programs that Cargo makes without being told: `src/main.rs` and the files of `src/bin`."""
    folder = f"{manifest.folder}/" if manifest.folder else ""
    listed = {script.name for script in manifest.scripts}
    line = manifest.line_of("name") or 1
    programs: list[Script] = []
    if manifest.name and tree.has(f"{folder}src/main.rs"):
        targets = {script.target for script in manifest.scripts}
        if "src/main.rs" not in targets:
            programs.append(Script(manifest.name, "src/main.rs", line))
    own = f"{folder}src/bin/"
    for path in [path for path in tree.suffixes.get(".rs", ()) if path.startswith(own)]:
        inner = path.removeprefix(own)
        name = inner.removesuffix("/main.rs").removesuffix(".rs")
        if "/" not in name:
            programs.append(Script(name, f"src/bin/{inner}", line))
    added = [program for program in programs if program.name not in listed]
    told = [
        script if tree.has(folder + script.target) else replace(script, target=_main_of(script, folder, tree))
        for script in manifest.scripts
    ]
    return replace(manifest, scripts=(*told, *added))


def _main_of(script: Script, folder: str, tree: Tree) -> str:
    """Where Cargo finds the code of a program whose path the manifest does not give."""
    places = (f"src/bin/{script.name}/main.rs", "src/main.rs")
    return next((place for place in places if tree.has(folder + place)), script.target)


def _last_part(module: str) -> str:
    """The name of a Go module: the last part of its path that is no major version."""
    parts = module.split("/")
    if len(parts) > 1 and parts[-1][:1] == "v" and parts[-1][1:].isdigit():
        parts.pop()
    return parts[-1]
