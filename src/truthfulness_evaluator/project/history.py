"""What the history of the current commit shows as deleted or renamed."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import normpath

from truthfulness_evaluator.project.git import Git, GitError

LISTING_TIMEOUT = 20.0
"""Seconds for reading all deletions, once a run. 0.1 to 1 for histories of up to 16,000 commits."""
RENAME_TIMEOUT = 5.0
"""Seconds for comparing the files of one commit."""
_HASH_LENGTH = 10
_MAX_RENAMES = 20
"""Renames that are followed for one path."""
_MARK = "\x01"


@dataclass(frozen=True, slots=True)
class Removal:
    """A file or folder that is no longer there."""

    path: str
    commit: str
    """The commit that removed it, abbreviated."""
    date: str
    """Day of that commit, as `2024-05-31`."""
    renamed_to: str | None = None
    """Where its content is today, followed through later renames; None where that is nowhere, or not known."""


@dataclass(frozen=True, slots=True)
class _Deletions:
    """Where each path was deleted last: (commit, day)."""

    files: Mapping[str, tuple[str, str]]
    folders: Mapping[str, tuple[str, str]]
    """The last deletion in a folder, at any depth."""
    folders_today: frozenset[str] = frozenset()
    """Folders that hold files in the current commit. On disk there may be more: with caches left in them."""
    why_unknown: str = ""


@dataclass(frozen=True)
class History:
    """The history of the current commit, and of no other branch; git is asked when something is first looked up.

    Merges are not looked into: what a branch deleted shows in the branch's own commits.
    """

    root: Path

    @property
    def known(self) -> bool:
        """Whether the whole history is there. Where it is not, nothing may be concluded from a missing removal."""
        return not self.why_unknown

    @property
    def why_unknown(self) -> str:
        """One clause; empty where the history is known."""
        return self._deletions.why_unknown

    def removal(self, path: str) -> Removal | None:
        """When a file or folder was deleted or renamed; None where it is still there, or never was.

        Args:
            path: relative to the root, with forward slashes.
        """
        wanted = normpath(path)
        if wanted.startswith(("../", "/")) or wanted in ("..", ".") or self._is_there(wanted):
            return None
        found = self._deletions.files.get(wanted) or self._deletions.folders.get(wanted)
        if found is None:
            return None
        commit, date = found
        return Removal(wanted, commit, date, self._today(wanted))

    def _today(self, path: str) -> str | None:
        """Where the content of a removed path is today."""
        seen = {path}
        for _ in range(_MAX_RENAMES):
            deletion = self._deletions.files.get(path)
            if deletion is not None:
                renamed = self._renames(deletion[0]).get(path)
            else:
                deletion = self._deletions.folders.get(path)
                renamed = None if deletion is None else _moved_folder(path, self._renames(deletion[0]))
            if renamed is None or renamed in seen:
                return None
            if self._is_there(renamed):
                return renamed
            seen.add(renamed)
            path = renamed
        return None

    def _is_there(self, path: str) -> bool:
        on_disk = self.root / path
        if on_disk.is_symlink() or not on_disk.is_dir():
            return os.path.lexists(on_disk)
        return path in self._deletions.folders_today

    def _renames(self, commit: str) -> Mapping[str, str]:
        """The renames of a commit, old path to new."""
        if commit not in self._renames_of:
            self._renames_of[commit] = _read_renames(Git(self.root, RENAME_TIMEOUT), commit)
        return self._renames_of[commit]

    @cached_property
    def _renames_of(self) -> dict[str, Mapping[str, str]]:
        return {}

    @cached_property
    def _deletions(self) -> _Deletions:
        return _read_deletions(Git(self.root, LISTING_TIMEOUT))


def read_history(root: Path) -> History:
    """The history of the commit that is checked out at a root, which may be a folder within the repository."""
    return History(root)


def _read_deletions(git: Git) -> _Deletions:
    try:
        if git("rev-parse", "--is-inside-work-tree").strip() != "true":
            return _unknown("it is not a git work tree")
        if git("rev-parse", "--is-shallow-repository").strip() != "false":
            return _unknown("the clone is shallow")
        git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except GitError as error:
        reason = str(error)
        return _unknown("there is no commit yet" if reason == "git failed" else reason)
    try:
        output = git(
            "log", "-z", "--first-parent", "-m", "--relative", "--no-renames", "--diff-filter=D", "--name-only",
            f"--format={_MARK}%H %cs", "HEAD",
        )  # fmt: skip
        today = git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")
    except GitError as error:
        return _unknown(str(error))
    files, folders = _parse_deletions(output)
    return _Deletions(files, folders, frozenset(folder for path in today for folder in _folders_of(path)))


def _unknown(why: str) -> _Deletions:
    return _Deletions({}, {}, why_unknown=why)


def _folders_of(path: str) -> Iterator[str]:
    """The folders that a path lies in, innermost first."""
    while path := path.rpartition("/")[0]:
        yield path


def _parse_deletions(output: str) -> tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]]:
    """The last deletion of each file, and the last one in each folder."""
    files: dict[str, tuple[str, str]] = {}
    folders: dict[str, tuple[str, str]] = {}
    at = ("", "")
    for token in output.split("\0"):
        token = token.removeprefix("\n")  # stands between a commit and its first path
        if token.startswith(_MARK):
            commit, _, date = token[1:].partition(" ")
            at = (commit[:_HASH_LENGTH], date)
        elif token:
            files.setdefault(token, at)  # newest first
            for folder in _folders_of(token):
                folders.setdefault(folder, at)
    return files, folders


def _read_renames(git: Git, commit: str) -> dict[str, str]:
    # A partial clone may lack the contents that are to be compared; equal files are told without them.
    for similarity in ("--find-renames", "--find-renames=100%"):
        try:
            output = git(
                "show", "-z", "--relative", similarity, "--diff-filter=R", "--name-status", "--no-ext-diff",
                "--no-textconv", "--no-rename-empty", "--format=", commit,
            )  # fmt: skip
        except GitError:
            continue
        tokens = [token for token in output.split("\0") if token.strip()]
        return dict(zip(tokens[1::3], tokens[2::3], strict=False))
    return {}


def _moved_folder(folder: str, renames: Mapping[str, str]) -> str | None:
    """Where a folder's files went, if all that were renamed kept their path within it."""
    targets: set[str] = set()
    for old, new in renames.items():
        if old.startswith(f"{folder}/"):
            rest = old[len(folder) :]
            targets.add(new.removesuffix(rest) if new.endswith(rest) else "")
    return next(iter(targets)) or None if len(targets) == 1 else None
