"""Which dotted name a Python file is imported by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.project.crates import Crate, module_path
from truthfulness_evaluator.text.names import folded

SUFFIXES = (".py", ".pyi")
COMPILED = (".pyx", ".pxd", ".so", ".pyd", ".c", ".cc", ".cpp", ".rs")
"""What a module may be compiled from; such a module is there, and its names are not known."""

_DISTRIBUTION_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_SOURCE_FOLDERS = ("src", "lib", "python", "source")
"""Folders of a distribution that hold packages, unless they are packages themselves."""
_TOOL_FILES = frozenset(
    {"setup.py", "conftest.py", "noxfile.py", "manage.py", "fabfile.py", "dodo.py", "versioneer.py", "wscript.py"}
)
"""Files at the root of a distribution that a tool runs; nobody imports them."""
_SHORTEST_NAMESPACE = 3
"""A shorter folder name is no sign that the folder is the namespace a distribution is named after."""


@dataclass(frozen=True)
class Modules:
    """The modules of a tree of files, by the names they are naturally imported by.

    A package is a folder with `__init__.py`, and the topmost one above a file stands at an import root.
    Files outside of packages belong to the closest source root above them: a distribution's folder (it has
    a `pyproject.toml`, `setup.py` or `setup.cfg`), or its `src`, `lib` or `python` folder.

    Example:
        >>> Modules(("src/app/__init__.py", "src/app/cli.py")).name_of("src/app/cli.py")
        'app.cli'
    """

    paths: tuple[str, ...]
    """All files of the tree, relative to its root, with forward slashes."""
    distributions: tuple[str, ...] = ()
    """Names of the distributions that the manifests declare: they tell namespace folders from mere folders."""
    roots: tuple[str, ...] = ()
    """Further source roots that manifests name (`package_dir`)."""
    crates: tuple[Crate, ...] = ()
    """Rust's crates."""
    go: tuple[tuple[str, str], ...] = ()
    """Go's modules: the folder of each `go.mod`, and the path that it declares."""

    def name_of(self, path: str) -> str | None:
        """The dotted name of a file; None where it is a script, or no Python file."""
        if not path.endswith(SUFFIXES) and not path.endswith(COMPILED):
            return None
        folder, _, file = path.rpartition("/")
        if file in _TOOL_FILES and folder in self._source_roots:
            return None
        # `speed.cpython-311-x86_64-linux-gnu.so` is the module `speed`.
        stem = file.split(".")[0]
        root = self._root_of(folder)
        parts = [*_parts(folder)[len(_parts(root)) :], *([] if stem == "__init__" else [stem])]
        if not parts or not all(part.isidentifier() for part in parts):
            return None
        return ".".join(parts)

    def module_of(self, path: str) -> str | None:
        """The name of the module that a source file is, as its language writes it."""
        if path.endswith(".go"):
            return import_path(path, self.go)
        return module_path(path, self._crates) if path.endswith(".rs") else self.by_path.get(path)

    @cached_property
    def _crates(self) -> Mapping[str, Crate]:
        """The first crate of each folder."""
        return {crate.folder: crate for crate in reversed(self.crates)}

    @cached_property
    def by_path(self) -> Mapping[str, str]:
        """The dotted name of each Python file that has one."""
        names = ((path, self.name_of(path)) for path in self.paths if path.endswith(SUFFIXES))
        return {path: name for path, name in names if name is not None}

    @cached_property
    def names(self) -> frozenset[str]:
        """All modules and packages, namespaces included, whether or not their files are read as code."""
        found: set[str] = set()
        for name in self.by_path.values():
            while name and name not in found:
                found.add(name)
                name = name.rpartition(".")[0]
        return frozenset(found)

    @cached_property
    def compiled(self) -> frozenset[str]:
        """Last parts of the names of modules that may be compiled from other languages."""
        return frozenset(p.rpartition("/")[2].split(".")[0] for p in self.paths if p.endswith(COMPILED))

    @cached_property
    def _packages(self) -> frozenset[str]:
        """Folders with `__init__.py`."""
        names = ("__init__.py", "__init__.pyi")
        return frozenset(
            path.rpartition("/")[0] for path in self.paths if path.rpartition("/")[2] in names and "/" in path
        )

    @cached_property
    def _folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self.paths:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def _distribution_folders(self) -> frozenset[str]:
        """Folders of distributions; the root of the tree is one."""
        found = {path.rpartition("/")[0] for path in self.paths if path.rpartition("/")[2] in _DISTRIBUTION_FILES}
        return frozenset((found - self._packages) | {""})

    @cached_property
    def _import_roots(self) -> frozenset[str]:
        """Folders that hold packages for sure."""
        below = {_join(folder, name) for folder in self._distribution_folders for name in _SOURCE_FOLDERS}
        return frozenset((below & self._folders) - self._packages | set(self.roots))

    @cached_property
    def _source_roots(self) -> frozenset[str]:
        return self._import_roots | self._distribution_folders

    def _root_of(self, folder: str) -> str:
        """The folder that the dotted name of the files in `folder` starts below."""
        above = self._above_packages(folder)
        if above is None:
            return _closest(folder, self._source_roots)
        source = _closest(above, self._source_roots)
        return source if self._is_namespace(source, above) else above

    def _above_packages(self, folder: str) -> str | None:
        """The folder that holds the topmost package that `folder` lies in; None where it lies in none."""
        parts = _parts(folder)
        above = ("/".join(parts[:n]) for n in range(len(parts)))
        return next((upper for n, upper in enumerate(above) if "/".join(parts[: n + 1]) in self._packages), None)

    def _is_namespace(self, source: str, above: str) -> bool:
        """Whether the folders from a source root down to a package are namespace packages."""
        if source == above or source in self._import_roots:
            return True
        first = folded(_parts(above)[len(_parts(source))])
        return len(first) >= _SHORTEST_NAMESPACE and any(folded(name).startswith(first) for name in self.distributions)


def import_path(path: str, modules: Iterable[tuple[str, str]]) -> str | None:
    """The import path of the package of a Go file; None where no `go.mod` is above it.

    Example:
        >>> import_path("cmd/serve/main.go", [("", "example.org/tool")])
        'example.org/tool/cmd/serve'
    """
    folder = path.rpartition("/")[0]
    above = [(root, name) for root, name in modules if not root or f"{folder}/".startswith(f"{root}/")]
    if not above:
        return None
    root, name = max(above, key=lambda pair: len(pair[0]))
    inner = folder[len(root) :].strip("/")
    return f"{name}/{inner}" if inner else name


def module_of_target(target: str) -> str:
    """The module of an entry point `package.module:function [extra]`."""
    return target.partition(":")[0].strip()


def packages_above(name: str) -> Iterable[str]:
    """The packages that a dotted name lies in, innermost first.

    Example:
        >>> list(packages_above("a.b.c"))
        ['a.b', 'a']
    """
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _parts(folder: str) -> list[str]:
    return folder.split("/") if folder else []


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _closest(folder: str, roots: frozenset[str]) -> str:
    """The deepest of the roots that a folder lies in; the empty path where none."""
    while folder and folder not in roots:
        folder = folder.rpartition("/")[0]
    return folder
