"""Which files are sources: files that are named, folders, patterns. What may not be read is named."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path, PurePosixPath

from truthfulness_evaluator.documents.source_files import SOURCE_SUFFIXES
from truthfulness_evaluator.project.roots import absolute, document_name
from truthfulness_evaluator.project.secret_files import is_secret
from truthfulness_evaluator.project.tree import Tree, read_tree

_MOST_NAMED = 3
"""Endings of files that are not read, in one sentence."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is a source."""

    name: str
    """What it is called in evidence."""
    path: Path
    """Absolute, links followed."""


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """The files of some paths."""

    files: tuple[SourceFile, ...]
    """Each once, sorted by name."""
    notices: tuple[str, ...] = ()
    """What is not read, and why, a sentence each."""


def find_sources(paths: Sequence[str], base: Path) -> SourceFiles:
    """The files that some paths stand for.

    Files that ignore files exclude are left out of folders; files for keys and passwords are never read, named or not.

    Args:
        paths: files, folders, or patterns (`papers/**/*.pdf`).
        base: what the names of files below it are relative to; others are called by the path as given.
    """
    found: dict[Path, SourceFile] = {}
    notices: list[str] = []
    for path in paths:
        for each in _expanded(path, notices):
            files_in = _below if os.path.isdir(each) else _named
            for file in files_in(Path(each), base, notices):
                found.setdefault(file.path, file)
    return SourceFiles(tuple(sorted(found.values(), key=lambda file: file.name)), tuple(dict.fromkeys(notices)))


def _expanded(path: str, notices: list[str]) -> list[str]:
    if os.path.exists(path):
        return [path]
    if has_magic(path):
        matches = sorted(glob(path, recursive=True))  # noqa: PTH207 - a pattern may be absolute
        if matches:
            return matches
        notices.append(f"The pattern {path} of the sources matches no file.")
    else:
        notices.append(f"The source {path or '(an empty path)'} is not there.")
    return []


def _named(path: Path, base: Path, notices: list[str]) -> Iterator[SourceFile]:
    name = document_name(path, base)
    real = Path(os.path.realpath(path))
    if is_secret(name) or is_secret(real.name):
        notices.append(f"The source {name} is a file for keys or passwords: it is never read.")
    elif not _is_read(name):
        known = ", ".join(sorted(SOURCE_SUFFIXES))
        notices.append(f"The source {name} has no format that is read: known are {known}.")
    elif not real.is_file():
        notices.append(f"The source {name} is no file.")
    else:
        yield SourceFile(name, real)


def _below(folder: Path, base: Path, notices: list[str]) -> Iterator[SourceFile]:
    tree = read_tree(absolute(folder))
    notices += tree.notices
    other: Counter[str] = Counter()
    for path in tree.files:
        if is_secret(path) or tree.is_own_report(path):
            continue
        if not _is_read(path):
            name = PurePosixPath(path)
            other[name.suffix.lower()] += not name.name.startswith(".")  # those are settings, not texts
            continue
        real = _real(tree, path)
        if real is not None:
            yield SourceFile(document_name(folder / path, base), real)
    other = +other
    if other:
        notices.append(_not_read(folder, other))


def _real(tree: Tree, path: str) -> Path | None:
    """Where a file of a folder is; None where a link leads out of the folder, or to a file for secrets."""
    place = tree.place(path)
    return None if place is None or is_secret(PurePosixPath(place).name) else Path(place)


def _is_read(path: str) -> bool:
    pure = PurePosixPath(path.lower())
    return pure.suffix in SOURCE_SUFFIXES or pure.name == "readme"


def _not_read(folder: Path, other: Counter[str]) -> str:
    number = other.total()
    files = "1 file" if number == 1 else f"{number} files"
    endings: Iterable[str] = (ending or "no ending" for ending, _ in other.most_common(_MOST_NAMED))
    more = ", ..." if len(other) > _MOST_NAMED else ""
    verb = "has" if number == 1 else "have"
    return f"{files} of the sources in {folder.as_posix()} {verb} no format that is read ({', '.join(endings)}{more})."
