"""Lists the files of a folder: by git where there is a repository, else by walking."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from truthfulness_evaluator.project.git import Git, GitError
from truthfulness_evaluator.project.ignores import IGNORE_FILE, Ignores

_TIMEOUT = 60.0
"""Seconds for git to list the files; a cold disk with a million files needs about half of it."""
MAX_FILES = 500_000
"""A walk ends here: a root like `/` was given by mistake."""
NEVER_LISTED = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".venv",
        "node_modules",
        "__pycache__",
        ".tox",
        ".nox",
        ".eggs",
        ".cache",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
    ]
)
"""Folders that a walk leaves out: made by tools, and no part of any repository."""
_SYMLINK, _SUBMODULE = "120000", "160000"
"""Modes of entries of git's index."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies below a folder; paths are relative to it, with forward slashes."""

    files: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()
    """Symbolic links to folders within the root, with what they lead to."""
    opaque: tuple[str, ...] = ()
    """Folders whose contents are not listed."""
    complete: bool = True
    notices: tuple[str, ...] = ()


def list_files(root: Path) -> Listing:
    """What lies below a folder. Never raises: what went wrong is said in the notices."""
    if not root.is_dir():
        return Listing((), notices=(f"{root}: no such folder",))
    try:
        listing = _by_git(root)
    except GitError as error:
        walked = _by_walk(root)
        if "not a git repository" in str(error) or not _in_repository(root):
            return walked
        return replace(walked, notices=(f"Files were listed without git: {error}.", *walked.notices))
    # Nothing is tracked where the root itself is ignored by a repository around it.
    return listing if listing.files or listing.opaque else _by_walk(root)


def ignore_files_above(root: Path) -> tuple[tuple[str, str], ...]:
    """Ignore files of folders above the root, up to the top of the repository, nearest first.

    Each with the way from its folder to the root, which ends with a slash. None where the root is no part
    of a repository, or is excluded from it itself.
    """
    here = root.resolve()
    top = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    folders = [folder for folder in here.parents if folder.is_relative_to(top)]
    texts = {folder: text for folder in folders if (text := _text(folder / IGNORE_FILE)) is not None}
    if Ignores(lambda folder: texts.get(top / folder)).ignored(f"{here.relative_to(top).as_posix()}/"):
        return ()
    return tuple((f"{here.relative_to(folder).as_posix()}/", text) for folder, text in texts.items())


def _in_repository(root: Path) -> bool:
    here = root.resolve()
    return any((folder / ".git").exists() for folder in (here, *here.parents))


# Git --------------------------------------------------------------------------------------------------------


def _by_git(root: Path) -> Listing:
    git = Git(root, _TIMEOUT)
    output = git("ls-files", "-z", "-t", "--stage", "--cached", "--deleted", "--others", "--exclude-standard")
    files: list[str] = []
    deleted: dict[str, str] = {}
    links: list[str] = []
    opaque: list[str] = []
    for entry in output.split("\0"):
        tag, _, rest = entry.partition(" ")
        if not rest:
            continue
        if tag == "?":  # untracked; a slash at the end marks a repository of its own
            kind = opaque if rest.endswith("/") else links if (root / rest).is_symlink() else files
            kind.append(rest.rstrip("/"))
            continue
        facts, _, path = rest.partition("\t")
        mode, blob, _ = facts.split(" ")
        if tag == "R":
            deleted[path] = blob
        else:
            (opaque if mode == _SUBMODULE else links if mode == _SYMLINK else files).append(path)
    gone = deleted.keys() - _never_checked_out(git, deleted)
    return _with_links(root, [path for path in files if path not in gone], set(links) - gone, opaque)


def _never_checked_out(git: Git, deleted: dict[str, str]) -> set[str]:
    """Of files that are missing on disk, those whose contents the repository lacks: a partial clone."""
    if not deleted:
        return set()
    feed = "".join(f"{blob}\n" for blob in deleted.values()).encode()
    try:
        answers = git("cat-file", "--batch-check", feed=feed).splitlines()
    except GitError:
        return set()
    return {path for path, answer in zip(deleted, answers, strict=False) if answer.endswith(" missing")}


# Without git ------------------------------------------------------------------------------------------------


def _by_walk(root: Path) -> Listing:
    """All files, but those that ignore files exclude, caches, and virtual environments."""
    ignores = Ignores(lambda folder: _text(root / folder / IGNORE_FILE), ignore_files_above(root))
    files: list[str] = []
    links: list[str] = []
    unreadable: list[str] = []
    for where, folders, names in os.walk(root, onerror=lambda error: unreadable.append(error.filename)):
        here = Path(where)
        prefix = "" if here == root else f"{here.relative_to(root).as_posix()}/"
        kept: list[str] = []
        for name in sorted(folders):
            if (here / name).is_symlink():
                links += [] if ignores.matches(prefix + name) else [prefix + name]
            elif not _is_left_out(here / name) and not ignores.matches(f"{prefix}{name}/"):
                kept.append(name)
        folders[:] = kept  # os.walk goes into what is left here
        files += [prefix + name for name in names if not ignores.matches(prefix + name)]
        if len(files) > MAX_FILES:
            notice = f"{root} holds more than {MAX_FILES:,} files; the rest was not listed."
            return replace(_with_links(root, files, links, ()), complete=False, notices=(notice,))
    notices = tuple(f"{path}: this folder cannot be read." for path in unreadable)
    return replace(_with_links(root, files, links, ()), notices=notices)


def _is_left_out(folder: Path) -> bool:
    return folder.name in NEVER_LISTED or (folder / "pyvenv.cfg").exists() or (folder / ".git").exists()


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


# Links ------------------------------------------------------------------------------------------------------


def _with_links(root: Path, files: Iterable[str], links: Iterable[str], opaque: Iterable[str]) -> Listing:
    """A listing; a symbolic link is a file, a way to another folder of the tree, or leads outside."""
    top = root.resolve()
    plain, inside, outside = list(files), list[tuple[str, str]](), list(opaque)
    for link in sorted(links):
        try:
            target = (root / link).resolve()
            is_folder = target.is_dir()
        except (OSError, RuntimeError):  # a loop
            is_folder = False
            target = top
        if not is_folder:
            plain.append(link)
        elif target.is_relative_to(top):
            inside.append((link, target.relative_to(top).as_posix()))
        else:
            outside.append(link)
    return Listing(tuple(plain), tuple(inside), tuple(outside))
