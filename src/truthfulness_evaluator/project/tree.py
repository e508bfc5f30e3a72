"""The files of a code base, as its repository would hold them."""

import mmap
import os
import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from posixpath import normpath, split, splitext

from truthfulness_evaluator.project.ignores import IGNORE_FILE, Ignores
from truthfulness_evaluator.project.listing import NEVER_LISTED, Listing, ignore_files_above, list_files
from truthfulness_evaluator.project.own_reports import SUFFIXES, is_own_report
from truthfulness_evaluator.project.roles import VOUCHING, Role, role_of

MAX_TEXT_BYTES = 4_000_000
"""Larger files are not read: source files and manifests that people write are smaller by far."""
_SNIFFED_BYTES = 8_000
"""A file with a NUL byte among its first bytes is binary; git looks at as many."""
_DEEPEST = 100
"""Folders in folders whose places are found one from the other."""
_MAX_LINKS = 16
"""Links to folders that are followed for one path."""

MAX_REMEMBERED = 30_000_000
"""Characters of files that are kept for a second look; when there are more, all are forgotten."""


@dataclass(frozen=True)
class Tree:
    """The files of a code base. All paths are relative to the root, with forward slashes.

    Looks nothing up on disk but in `text`. Names are compared exactly, as on a system that tells case apart.
    """

    root: Path
    files: tuple[str, ...]
    """Sorted. What git tracks and what it would add: nothing that an ignore file excludes."""
    directories: frozenset[str] = frozenset()
    """Folders that hold a file at any depth; the root is not among them."""
    links: tuple[tuple[str, str], ...] = ()
    """Symbolic links to folders within the root, with what they lead to."""
    opaque: frozenset[str] = frozenset()
    """Folders that are there, and whose contents the tree does not know: submodules, nested repositories,
    links to folders outside of the root."""
    complete: bool = True
    """False where there were too many files to list."""
    notices: tuple[str, ...] = ()

    def has(self, path: str) -> bool:
        """Whether a file is there.

        Example:
            >>> tree_of(Path("."), ["docs/a.md"]).has("./docs/a.md")
            True
        """
        return not path.endswith("/") and self._real(path) in self._files

    def is_dir(self, path: str) -> bool:
        """Whether a folder is there; the root (`.` or the empty path) is one."""
        real = self._real(path)
        return real == "" or real in self.directories or real in self.opaque

    def exists(self, path: str) -> bool:
        """Whether a file or folder is there."""
        return self.has(path) or self.is_dir(path)

    def children(self, folder: str) -> tuple[str, ...]:
        """Names of the files and folders right inside a folder (the root is the empty path), sorted."""
        real = self._real(folder)
        return () if real is None else self._children.get(real, ())

    def named(self, basename: str) -> tuple[str, ...]:
        """The files of this name, in any folder."""
        return self._by_name.get(basename, ())

    def ending(self, suffix_path: str) -> tuple[str, ...]:
        """The files and folders whose path is this one or ends with it, on whole components.

        Example:
            >>> tree_of(Path("."), ["src/app/cli.py", "src/myapp/cli.py"]).ending("app/cli.py")
            ('src/app/cli.py',)
        """
        wanted = _normal(suffix_path)
        if not wanted:
            return ()
        name = wanted.rpartition("/")[2]
        candidates = (*self._by_name.get(name, ()), *self._directories_by_name.get(name, ()))
        return tuple(path for path in candidates if path == wanted or path.endswith(f"/{wanted}"))

    def ignored(self, path: str) -> bool:
        """Whether the tree cannot tell if a path is there once the project is built and checked out in full.

        An ignore file of the project excludes it (build outputs, local settings), or it lies in a folder that
        is never listed (`node_modules`), in a submodule or outside of the root.
        """
        wanted = _normal(path)
        if wanted is None or not self.complete:
            return True
        real = self._real(path) or wanted
        parts = PurePosixPath(real).parts
        if any("/".join(parts[:i]) in self.opaque for i in range(1, len(parts) + 1)):
            return True
        if any(part in NEVER_LISTED for part in parts):
            return True
        return self._ignores.ignored(real + "/" * path.endswith("/"))

    def role(self, path: str) -> Role:
        """What a file is for. Reports that this program wrote vouch for nothing: they quote what documents say."""
        role = role_of(path)
        return Role.GENERATED if role in VOUCHING and self.is_own_report(path) else role

    def is_own_report(self, path: str) -> bool:
        """Whether a file is a report or baseline that this program wrote."""
        if not path.lower().endswith(SUFFIXES):
            return False
        if path not in self._own_reports:
            self._own_reports[path] = is_own_report(self.text(path) or "")
        return self._own_reports[path]

    def text(self, path: str) -> str | None:
        """The text of a file, line ends as they are, without a byte order mark.

        None where it is binary, unreadable, gone, outside of the root, or larger than `MAX_TEXT_BYTES`.
        Decoded as UTF-8, or as Latin-1 where it is not that. A text is read once, unless there are very many.
        """
        texts = self._texts
        if path not in texts:
            text = self._read(path)
            self._remembered[0] += len(text or "")
            if self._remembered[0] > MAX_REMEMBERED:
                texts.clear()
                self._remembered[0] = len(text or "")
            texts[path] = text
        return texts[path]

    def is_too_large(self, path: str) -> bool:
        """Whether a file is there and not read because of its size."""
        try:
            return (self.root / path).stat().st_size > MAX_TEXT_BYTES
        except (OSError, ValueError):
            return False

    def holds(self, path: str, token: str) -> bool:
        """Whether a file of any size has a token as a whole, read as bytes; True also where that cannot be told."""
        pattern = re.compile(rb"(?<![\w-])" + re.escape(token.encode()) + rb"(?![\w-])")
        try:
            with (self.root / path).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return pattern.search(data) is not None
        except (OSError, ValueError):
            return True

    @cached_property
    def _own_reports(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _texts(self) -> dict[str, str | None]:
        return {}

    @cached_property
    def _remembered(self) -> list[int]:
        """Characters of the texts that are kept, in a list of one so that it can change."""
        return [0]

    def _read(self, path: str) -> str | None:
        real = self.place(path)
        if real is None:
            return None
        try:
            with open(real, "rb") as file:  # noqa: PTH123 - once for each of many files
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_TEXT_BYTES:
                    return None
                return decoded(file.read())
        except (OSError, ValueError):  # a NUL in the path
            return None

    def place(self, path: str) -> str | None:
        """Where a file is, links followed; None where that is outside of the root, or nowhere, or no plain file.

        A pipe is not even opened.
        """
        folder, _, name = path.rpartition("/")
        above = self._folder(folder)
        if above is None:
            return None
        real = f"{above}/{name}"
        try:
            mode = os.lstat(real).st_mode
            if stat.S_ISLNK(mode):
                followed = self._inside(path)
                return followed if followed is not None and os.path.isfile(followed) else None
        except (OSError, ValueError):
            return None
        return real if stat.S_ISREG(mode) else None

    def _folder(self, folder: str) -> str | None:
        """The place of a folder with all links followed; None where that is outside of the root."""
        if folder not in self._real_folders:
            real: str | None = None
            if folder in self.directories and folder.count("/") < _DEEPEST:
                # Below a folder whose place is known one look is enough; to follow links means one for each part.
                above, _, name = folder.rpartition("/")
                place = self._folder(above)
                real = f"{place}/{name}" if place is not None and _is_folder(f"{place}/{name}") else None
            self._real_folders[folder] = self._inside(folder) if real is None else real
        return self._real_folders[folder]

    def _inside(self, path: str) -> str | None:
        """The place of a path with all links followed; None where that is outside of the root."""
        try:
            real = (self.root / path).resolve()
        except (OSError, RuntimeError, ValueError):  # a loop of links; a NUL in the path
            return None
        return str(real) if real.is_relative_to(self._root) else None

    @cached_property
    def _real_folders(self) -> dict[str, str | None]:
        return {}

    @cached_property
    def suffixes(self) -> Mapping[str, tuple[str, ...]]:
        """The files by the suffix of their name, in lower case with its dot; `""` for those without."""
        return _grouped((splitext(path)[1].lower(), path) for path in self.files)

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _children(self) -> Mapping[str, tuple[str, ...]]:
        inside = sorted({*self.files, *self.directories})
        return _grouped(split(path) for path in inside)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        return _grouped((path.rpartition("/")[2], path) for path in self.files)

    @cached_property
    def _directories_by_name(self) -> Mapping[str, tuple[str, ...]]:
        folders = sorted(self.directories | self.opaque)
        return _grouped((path.rpartition("/")[2], path) for path in folders)

    @cached_property
    def _links(self) -> Mapping[str, str]:
        return dict(self.links)

    @cached_property
    def _root(self) -> Path:
        return self.root.resolve()

    @cached_property
    def _ignores(self) -> Ignores:
        return Ignores(self._ignore_file, ignore_files_above(self.root))

    def _ignore_file(self, folder: str) -> str | None:
        path = f"{folder}/{IGNORE_FILE}" if folder else IGNORE_FILE
        return self.text(path) if path in self._files else None

    def _real(self, path: str) -> str | None:
        """A path with the links to folders on its way followed; None where it leads outside."""
        real = _normal(path)
        for _ in range(_MAX_LINKS):
            if not real or not self.links:
                return real
            parts = real.split("/")
            for end in range(1, len(parts) + 1):
                target = self._links.get("/".join(parts[:end]))
                if target is not None:
                    real = _normal("/".join([target, *parts[end:]]))
                    break
            else:
                return real
        return None


def read_tree(root: Path) -> Tree:
    """The files below a folder: what git lists where it is (in) a work tree, else a walk that honours ignore files.

    Nothing that a repository says is executed. What cannot be read is left out and said in `notices`.
    """
    return _tree(root, list_files(root))


def tree_of(root: Path, files: Iterable[str]) -> Tree:
    """A tree of the given files, for tests and for folders whose files are known."""
    return _tree(root, Listing(files=tuple(files)))


def _tree(root: Path, listing: Listing) -> Tree:
    files = sorted({path for path in listing.files if _is_text(path)})
    directories = _folders((*files, *listing.opaque, *(link for link, _ in listing.links)))
    return Tree(
        root=root,
        files=tuple(files),
        directories=frozenset(directories),
        links=listing.links,
        opaque=frozenset(listing.opaque),
        complete=listing.complete,
        notices=listing.notices,
    )


def _is_folder(path: str) -> bool:
    """Whether a folder is there that is no link."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def _folders(paths: Iterable[str]) -> set[str]:
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders


def _normal(path: str) -> str | None:
    """A path without `.`, `..`, doubled and trailing slashes; None where it leads outside; the root is empty."""
    if path.startswith("/"):
        return None
    normal = normpath(path) if path else "."
    if normal == ".." or normal.startswith("../"):
        return None
    return "" if normal == "." else normal


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for key, path in pairs:
        groups.setdefault(key, []).append(path)
    return {key: tuple(paths) for key, paths in groups.items()}


def _is_text(path: str) -> bool:
    """Whether a file's name can be written out; one in another encoding than UTF-8 cannot."""
    return path.isascii() or not any("\ud800" <= character <= "\udfff" for character in path)


def decoded(data: bytes) -> str | None:
    """The text of a file: UTF-8, UTF-16 with its mark, else Latin-1; None where it is binary."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\0" in data[:_SNIFFED_BYTES]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
