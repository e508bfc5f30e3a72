"""What a manifest declares: the one shape that every format's module gives."""

import re
from dataclasses import dataclass
from typing import Literal

from truthfulness_evaluator.text.versions import Floor, Style, floor_of

Ecosystem = Literal["python", "npm", "cargo", "go"]

_STYLES: dict[Ecosystem, Style] = {"python": "pep440", "npm": "npm", "cargo": "cargo", "go": "go"}


def normal_name(name: str) -> str:
    """A package's name as it is compared: in lower case, runs of `-`, `_` and `.` are one hyphen (PEP 503).

    Example:
        >>> normal_name("Typing_Extensions"), normal_name("@scope/Name")
        ('typing-extensions', '@scope/name')
    """
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass(frozen=True, slots=True)
class RuntimeFloor:
    """Which versions of a language or tool a project runs on."""

    language: str
    """`python`, `node`, `npm`, `yarn`, `pnpm`, `go`, `rust`, ..."""
    specifier: str
    """As written."""
    line: int
    style: Style
    implied: bool = False
    """Told from something else (Rust's edition): no lower version will do, but the floor may be higher."""

    @property
    def floor(self) -> Floor | None:
        """The lowest version allowed; None where there is none or it cannot be told."""
        return floor_of(self.specifier, self.style)


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that a project needs."""

    name: str
    """Normalised: see `normal_name`."""
    name_written: str
    specifier: str
    """Versions allowed, in the style of the manifest; empty: any. Poetry's `^` and `~` are written out as PEP 440."""
    line: int
    extra: str | None = None
    """The extra or group that it belongs to; None: needed always."""
    optional: bool = False
    """Installed only on request: of an extra."""
    group: bool = False
    """For those who work on the project: of a group of development dependencies, or to build it."""
    marker: str = ""
    """The condition under which it is needed, as written: `python_version < "3.11"`."""
    inherited: bool = False
    """The versions stand in the manifest of the workspace."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A set of optional dependencies that users can ask for."""

    name: str
    """As written."""
    line: int


@dataclass(frozen=True, slots=True)
class Script:
    """A program that is installed with a package, a plug-in, or a task for those who work on the project."""

    name: str
    target: str
    """What it runs, as written: `app.cli:main`, `lib/bin.js`, `node build.js`."""
    line: int
    group: str = ""
    """Of a plug-in: the group of entry points that it belongs to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What users of a JavaScript package may import."""

    subpath: str
    """`.` for the package itself, `./sub` for `package/sub`, with a `*` for a family of paths."""
    targets: tuple[str, ...]
    """The files it stands for, under whatever condition, as written."""
    line: int


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A requirements file that a manifest takes dependencies from."""

    path: str
    """Relative to the root of the tree."""
    extra: str | None = None
    """The extra that they make up; None: needed always."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest. What it does not state is None or empty."""

    path: str
    """Relative to the root of the tree, with forward slashes."""
    ecosystem: Ecosystem
    name: str | None = None
    """The package's name, as written."""
    version: str | None = None
    runtime: tuple[RuntimeFloor, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    extras: tuple[Extra, ...] = ()
    """Python's extras, Cargo's features."""
    scripts: tuple[Script, ...] = ()
    """Programs that are installed with the package."""
    plugins: tuple[Script, ...] = ()
    """Entry points that are no programs."""
    tasks: tuple[Script, ...] = ()
    """What `npm run` and the like know."""
    entries: tuple[Entry, ...] = ()
    """What users of a JavaScript package may import."""
    entries_closed: bool = False
    """Whether nothing else may be imported: the manifest has a map of its exports."""
    licence: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()
    classifiers: tuple[tuple[str, int], ...] = ()
    """Python's classifiers with their lines."""
    lines: tuple[tuple[str, int], ...] = ()
    """Where `name`, `version`, `licence` and `description` stand: see `line_of`."""
    dynamic: frozenset[str] = frozenset()
    """What is only known when the package is built, named as in `pyproject.toml`: `version`, `dependencies`,
    `optional-dependencies`, `scripts`, `requires-python`, ... Of these nothing may be concluded from an absence."""
    members: tuple[str, ...] = ()
    """Of a workspace: patterns of the folders of its members, relative to the root of the tree."""
    includes: tuple[Inclusion, ...] = ()
    error: str | None = None
    """Why it could not be parsed, with the line; nothing else is known then."""

    @property
    def style(self) -> Style:
        """How the specifiers of its dependencies are written."""
        return _STYLES[self.ecosystem]

    @property
    def version_dynamic(self) -> bool:
        """Whether the version is only known when the package is built."""
        return "version" in self.dynamic

    @property
    def folder(self) -> str:
        """The folder it stands in; the root is empty."""
        return self.path.rpartition("/")[0]

    def line_of(self, field: str) -> int | None:
        """The line of `name`, `version`, `licence` or `description`."""
        return dict(self.lines).get(field)
