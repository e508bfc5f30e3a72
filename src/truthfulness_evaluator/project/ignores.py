"""Ignore files: which paths a project keeps out of its repository."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from pathspec import GitIgnoreSpec

IGNORE_FILE = ".gitignore"


@dataclass(frozen=True)
class Ignores:
    r"""The patterns of a tree's ignore files, each file read when a path first needs it.

    As git has it: a deeper file is stronger than one above it, a later line stronger than an earlier
    one, and nothing comes back below a folder that is excluded.

    Example:
        >>> ignores = Ignores({"": "*.log\nbuild/", "docs": "!keep.log"}.get)
        >>> [path for path in ("a.log", "docs/keep.log", "build/x", "src/a.py") if ignores.ignored(path)]
        ['a.log', 'build/x']
    """

    read: Callable[[str], str | None]
    """Gives the text of the ignore file of a folder (the root is `""`); None where there is none."""
    above: tuple[tuple[str, str], ...] = ()
    """Ignore files of folders above the root, nearest first: the way from that folder to the root, with
    a slash at its end, and the text."""
    _specs: dict[str, GitIgnoreSpec | None] = field(
        default_factory=dict[str, GitIgnoreSpec | None], repr=False, compare=False
    )
    _folders: dict[str, bool] = field(default_factory=dict[str, bool], repr=False, compare=False)
    """Whether the patterns exclude a folder: it is asked for each path below it."""

    def ignored(self, path: str) -> bool:
        """Whether a path is excluded, itself or by a folder above it. A slash at its end marks a folder.

        Without one the path may be either: a pattern for folders only (`build/`) excludes it too.
        """
        name = path.rstrip("/")
        if not name:
            return False
        ends = [i for i, character in enumerate(name) if character == "/"]
        if any(self._excludes_folder(name[: end + 1]) for end in ends):
            return True
        return self.matches(f"{name}/") or (not path.endswith("/") and self.matches(name))

    def _excludes_folder(self, folder: str) -> bool:
        if folder not in self._folders:
            self._folders[folder] = self.matches(folder)
        return self._folders[folder]

    def matches(self, path: str) -> bool:
        """Whether the patterns exclude exactly this path, folders above it aside; folders end with a slash."""
        folder = path.rstrip("/")
        while folder:
            folder = folder.rpartition("/")[0]
            verdict = _verdict(self._spec(folder), path[len(folder) + 1 :] if folder else path)
            if verdict is not None:
                return verdict
        for prefix, text in self.above:
            verdict = _verdict(_parsed(text), prefix + path)
            if verdict is not None:
                return verdict
        return False

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            text = self.read(folder)
            self._specs[folder] = None if text is None else _parsed(text)
        return self._specs[folder]


@lru_cache(maxsize=64)
def _parsed(text: str) -> GitIgnoreSpec:
    lines: list[str] = []
    for line in text.splitlines():
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue  # git takes no notice of patterns that it cannot read
        lines.append(line)
    return GitIgnoreSpec.from_lines(lines)


def _verdict(spec: GitIgnoreSpec | None, path: str) -> bool | None:
    return None if spec is None else spec.check_file(path).include
