"""Which documents a run checks: paths named on the command line, folders searched, the project's own."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from truthfulness_evaluator.core.errors import DocumentError, SettingsError, UsageError
from truthfulness_evaluator.documents.reading import DOCUMENT_SUFFIXES, is_man_page
from truthfulness_evaluator.facts.scope import is_historical, is_template
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role, role_of
from truthfulness_evaluator.text.patterns import regex

STANDARD_INPUT = "-"
DOCS_FOLDERS = frozenset({"doc", "docs", "documentation"})
"""Folders at the root that are checked where no path is named."""

_LEFT_OUT = frozenset({Role.VENDORED, Role.GENERATED, Role.TEST})
"""Documents of other people, of tools, and of tests (whose documents are often wrong on purpose)."""
_VERSION_FOLDER = regex(r"(?:.*/)?v(\d+)", re.IGNORECASE)
_FEW_BESIDE = 2
"""As many times more documents in the folder of a version than beside it: then it is the version of today."""
_NO_PROSE = regex(r".*requirements.*|.*constraints.*|cmakelists|robots|licen[cs]e.*|copying.*|.*[-_.]?words?(list)?")
"""Names of `.txt` files that are lists or licences, without the suffix."""

_PAGES = (".html", ".htm", ".xhtml")
_MADE_PAGE = regex(
    r"\{\{|\{%|<%|<meta[^<>]{0,200}\bname=[\"']?generator\b"
    r"|\b(?:generated|created|produced|built) (?:at|by|on|with|using)\b"
    r"|DOCUMENTATION_OPTIONS|ng-app|<div id=[\"'](?:root|app)[\"']>\s*</div>",
    re.IGNORECASE,
)
"""Marks of templates, of the pages that documentation tools make, and of those that scripts fill."""
_MAN_PAGE = regex(r"\.[1-8]$")
_MADE_MAN = regex(
    r"^[.']\\\".*\b(?:generated|produced|created) (?:by|with|from)\b"
    r"|^\.TH .*(?:help2man|pandoc|docutils|scdoc|asciidoctor)"
    r"|DO NOT (?:MODIFY|EDIT)|\bAutomatically generated\b|Man page generated from",
    re.MULTILINE | re.IGNORECASE,
)
"""Marks of pages that a tool makes of another document or of a help text."""
_CITATION = "citation.cff"
_SITE_PARTS = frozenset(
    {
        *("_includes", "_layouts", "_static", "_templates", "assets", "includes", "layouts", "overrides", "partials"),
        *("public", "static", "templates", "theme", "themes", "_theme", "_themes"),
    }
)
"""Folders whose pages are parts that a site is made of."""
_LOOKED_AT = 200_000
"""Characters of a page in which such marks are looked for."""


@dataclass(frozen=True, slots=True)
class Target:
    """A document to check."""

    name: str
    """What reports call it: its path relative to the root."""
    path: Path | None
    """None: standard input."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The documents of a run."""

    documents: tuple[Target, ...]
    problems: tuple[str, ...] = ()
    """Why a path that was named gives no document, one sentence each."""
    excluded: tuple[str, ...] = ()
    """Names of documents that patterns leave out although they were named."""
    historical: tuple[str, ...] = ()
    """Names of documents of searched folders that tell of the past, and so claim nothing about the project today."""


@dataclass(frozen=True)
class Search:
    """Finds the documents of a run below one root."""

    project: Project
    exclude: Sequence[str] = ()
    """Patterns as in `.gitignore`, relative to the root."""
    outside_is_wrong: bool = False
    """Whether a path outside the root is a usage error; else it is a document that cannot be read."""
    stdin_filename: str | None = None
    docstrings: bool = False
    """Whether the Python modules of searched folders are documents, too."""

    def targets(self, paths: Sequence[str]) -> Targets:
        """The documents that the paths name, in their order, each once; without paths the project's own.

        Raises:
            UsageError: a path lies outside the root that was asked for, or the project has no documents.
            SettingsError: a pattern cannot be read.
        """
        excluded_by = _patterns(self.exclude)
        found: dict[str, Target] = {}
        problems: list[str] = []
        excluded: list[str] = []
        historical: list[str] = []
        for path in paths or (None,):
            try:
                named = self._own() if path is None else self._named(path)
                for target in named:
                    if excluded_by.match_file(target.name):
                        excluded += [target.name] * (len(named) == 1)
                    elif self._is_left_out(path, target):
                        historical.append(target.name)
                    else:
                        found.setdefault(target.name, target)
            except DocumentError as error:
                problems.append(str(error))
        return Targets(tuple(found.values()), tuple(problems), tuple(excluded), tuple(dict.fromkeys(historical)))

    def _named(self, path: str) -> Sequence[Target]:
        if path == STANDARD_INPUT:
            return [self._standard_input()]
        if "\0" in path:
            raise DocumentError("A path cannot hold a zero character.")
        name = _name_below(path, self.project.root)
        if name is None:
            raise self._outside(path)
        if os.path.isdir(path):
            # The tree lists the files of a linked folder where they are.
            return self._searched(path, _name_below(os.path.realpath(path), self.project.root.resolve()) or name)
        # Whatever else is wrong with it, reading it says so.
        return [Target(name, Path(path))]

    def _is_left_out(self, path: str | None, target: Target) -> bool:
        """Whether a document tells of the past, and was found in a folder that does not itself."""
        if path is None:
            return is_historical(target.name) or target.name in self._older_versions
        below = target.name.removeprefix(f"{_name_below(path, self.project.root)}/")
        return os.path.isdir(path) and is_historical(below)

    def _standard_input(self) -> Target:
        if self.stdin_filename is None:
            return Target(STANDARD_INPUT, None)
        return Target(_name_below(self.stdin_filename, self.project.root) or self.stdin_filename, None)

    def _outside(self, path: str) -> DocumentError | UsageError:
        sentence = f"{path} lies outside the root {self.project.root}."
        if self.outside_is_wrong:
            return UsageError(sentence, hint="Name documents below --root, or another root.")
        return DocumentError(sentence, hint="Check it in a run of its own, or give a --root that holds all documents.")

    @cached_property
    def _older_versions(self) -> frozenset[str]:
        return older_versions(own_documents(self._files()))

    def _searched(self, path: str, folder: str) -> list[Target]:
        inside = "" if folder == "." else folder
        names = [name for name in documents_in(self._files(), inside) if self._is_written(name)]
        targets = [self._target(name) for name in (*names, *self._modules(inside))]
        if not targets:
            raise DocumentError(
                f"{path} holds no documents; files that git ignores, vendored ones and tests are left out.",
                hint=f"Documents end in {', '.join(sorted(DOCUMENT_SUFFIXES))}.",
            )
        return targets

    def _own(self) -> list[Target]:
        names = [name for name in own_documents(self._files()) if self._is_written(name)]
        targets = [self._target(name) for name in (*names, *self._modules(""))]
        if not targets:
            raise UsageError(
                f"{self.project.root} has neither a README nor a folder {', '.join(sorted(DOCS_FOLDERS))}.",
                hint="Name the documents to check.",
            )
        return targets

    def _modules(self, folder: str) -> list[str]:
        """The modules of a folder that have a docstring, if these are asked for."""
        if not self.docstrings:
            return []
        texts = ((name, self.project.tree.text(name)) for name in modules_in(self._files(), folder))
        return [name for name, text in texts if text is not None and ('"""' in text or "'''" in text)]

    def _is_written(self, name: str) -> bool:
        """Whether a document that was not named is written by people: no template, report or page that a tool made."""
        try:
            (self.project.root / name).stat()
        except FileNotFoundError:
            return False  # a link to what is not there
        except OSError:
            return True  # to be told of
        if _MAN_PAGE.search(name):
            text = self.project.tree.text(name)
            return text is not None and is_man_page(name, text) and not _MADE_MAN.search(text[:_LOOKED_AT])
        if self.project.tree.is_own_report(name):
            return False
        if not name.lower().endswith(_PAGES):
            return True
        text = self.project.tree.text(name)
        return text is not None and not _MADE_PAGE.search(text[:_LOOKED_AT])

    def _target(self, name: str) -> Target:
        return Target(name, self.project.root / name)

    def _files(self) -> Iterable[str]:
        return self.project.tree.files


def documents_in(files: Iterable[str], folder: str) -> Iterator[str]:
    """The documents of a folder and its subfolders, by name.

    Files of vendored, generated and test folders are left out, unless the folder itself lies in one.

    Args:
        files: all files of the project, relative to the root.
        folder: relative to the root; empty: the root itself.

    Example:
        >>> list(documents_in(["docs/b.md", "docs/a.rst", "docs/_vendor/c.md", "docs/conf.py"], "docs"))
        ['docs/a.rst', 'docs/b.md']
    """
    prefix = f"{folder}/" if folder else ""
    asked = role_of(f"{prefix}index.md")
    for name in sorted(files):
        if name.startswith(prefix) and _is_document(name):
            role = role_of(name)
            if role not in _LEFT_OUT or role == asked:
                yield name


def modules_in(files: Iterable[str], folder: str) -> Iterator[str]:
    """The Python modules of a folder and its subfolders, by name; tests, examples, scripts of the documentation and
    vendored code are left out.

    Example:
        >>> list(modules_in(["src/app.py", "tests/test_app.py", "docs/conf.py", "src/app.pyi"], ""))
        ['src/app.py']
    """
    prefix = f"{folder}/" if folder else ""
    for name in sorted(files):
        if name.endswith(".py") and name.startswith(prefix) and role_of(name) is Role.CODE and not is_template(name):
            yield name


def own_documents(files: Iterable[str]) -> list[str]:
    """The documents that are checked where none is named: README* and CITATION.cff at the root, then the docs folders.

    Example:
        >>> own_documents(["docs/a.md", "README.rst", "src/README.md", "notes.md"])
        ['README.rst', 'docs/a.md']
    """
    all_files = sorted(files)
    at_root = [name for name in all_files if "/" not in name]
    readmes = [name for name in at_root if name.lower() == _CITATION or (_is_readme(name) and _is_document(name))]
    folders = sorted({name.partition("/")[0] for name in all_files if "/" in name})
    chosen = [folder for folder in folders if folder.lower() in DOCS_FOLDERS]
    return [*readmes, *(name for folder in chosen for name in documents_in(all_files, folder))]


def older_versions(names: Iterable[str]) -> frozenset[str]:
    """The documents of earlier versions: those in a folder `v2` beside a `v3`, or beside documents of no version.

    Beside a few other documents, a folder of that name rather holds those of today.

    Example:
        >>> sorted(older_versions(["docs/v1/a.md", "docs/v2/a.md", "docs/api/a.md"]))
        ['docs/v1/a.md', 'docs/v2/a.md']
        >>> sorted(older_versions(["docs/v1/a.md", "docs/v2/a.md"]))
        ['docs/v1/a.md']
    """
    below: dict[str, list[str]] = {}
    for name in names:
        for folder in PurePosixPath(name).parents:
            below.setdefault(str(folder), []).append(name)
    versions = {folder: int(match[1]) for folder in below if (match := _VERSION_FOLDER.fullmatch(folder))}
    older: set[str] = set()
    for folder, number in versions.items():
        parent = str(PurePosixPath(folder).parent)
        siblings = [other for other in versions if str(PurePosixPath(other).parent) == parent]
        newest = number == max(versions[other] for other in siblings)
        beside = len(below[parent]) - sum(len(below[other]) for other in siblings)
        if not newest or beside * _FEW_BESIDE >= len(below[folder]):
            older.update(below[folder])
    return frozenset(older)


def _is_readme(name: str) -> bool:
    return PurePosixPath(name).name.lower().startswith("readme")


def _is_document(name: str) -> bool:
    pure = PurePosixPath(name.lower())
    if _MAN_PAGE.search(name):
        return role_of(name) is Role.DOCS
    if pure.suffix in _PAGES:
        return role_of(name) is Role.DOCS and not _SITE_PARTS.intersection(pure.parts[:-1])
    if pure.suffix == ".txt":
        return _is_readme(name) or (role_of(name) in (Role.DOCS, Role.CHANGELOG) and not _NO_PROSE.fullmatch(pure.stem))
    return pure.suffix in DOCUMENT_SUFFIXES or pure.name == "readme"


def _patterns(patterns: Sequence[str]) -> GitIgnoreSpec:
    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError as error:
        raise SettingsError(f"A pattern of exclude cannot be read: {error}.") from error


def _name_below(path: str, root: Path) -> str | None:
    """The path relative to the root, with forward slashes; None where it lies outside.

    A link below the root keeps its own name, and so does a root that is reached by a link.
    """
    # os.path.abspath, not resolve(): that one follows links.
    for given, folder in (
        (Path(os.path.abspath(path)), root),  # noqa: PTH100
        (Path(os.path.realpath(path)), Path(os.path.realpath(root))),
    ):
        if given.is_relative_to(folder):
            return given.relative_to(folder).as_posix()
    return None
