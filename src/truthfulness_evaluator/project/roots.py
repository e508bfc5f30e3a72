"""Where a code base begins, and how its documents are named."""

import os
from pathlib import Path

from truthfulness_evaluator.core.errors import UsageError

MANIFESTS = ("pyproject.toml", "package.json", "Cargo.toml", "go.mod", "setup.py")
"""Files that mark the root of a project that is in no repository."""


def find_root(path: str | os.PathLike[str]) -> Path:
    """The folder of the project that a document belongs to.

    The nearest folder above with `.git`, else the nearest with a manifest (see `MANIFESTS`), else the
    document's own folder.
    """
    place = absolute(path)
    folders = [place, *place.parents] if os.path.isdir(place) else list(place.parents)
    for marks in ((".git",), MANIFESTS):
        for folder in folders:
            if any(os.path.exists(folder / mark) for mark in marks):
                return folder
    return folders[0]


def document_name(path: str | os.PathLike[str], root: Path) -> str:
    """The path relative to the root, with forward slashes; as given where it lies outside."""
    given = Path(path)
    for inside, folder in ((absolute(given), root), (Path(os.path.realpath(given)), Path(os.path.realpath(root)))):
        if inside.is_relative_to(folder):
            return inside.relative_to(folder).as_posix()
    return given.as_posix()


def absolute(path: str | os.PathLike[str]) -> Path:
    """Absolute and without `..`; symbolic links are kept, so that names stay those the user knows."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.resolve() follows links


def checked_root(root: str | os.PathLike[str] | None) -> Path | None:
    """A root that was given, absolute; None where none was.

    Raises:
        UsageError: it is no folder.
    """
    if root is None:
        return None
    if not Path(root).is_dir():
        raise UsageError(f"the root {os.fspath(root)} is no folder.", hint="Give the folder of the code base.")
    return absolute(root)
