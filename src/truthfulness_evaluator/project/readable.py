"""The files of a code base that may be shown: in evidence, and to a model that looks around."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import splitext

from truthfulness_evaluator.project.own_reports import SUFFIXES as REPORTS
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.secret_files import holds_private_key, is_secret
from truthfulness_evaluator.project.tree import Tree

MAX_CHARACTERS = 1_000_000
"""A longer file is data that nobody writes by hand."""
MAX_DATA_CHARACTERS = 100_000
"""The same for files of data: a schema or a table that people read is shorter."""
_DATA = frozenset([".json", ".jsonc", ".txt", ".csv", ".tsv", ".xml", ".yaml", ".yml"])
_NEVER = frozenset([".ipynb", ".svg", ".po", ".pot", ".map", ".snap", ".lock", ".patch", ".diff"])
"""Texts that are no passages for people: outputs in base64, drawings, translations."""
_HIDDEN_ROLES = frozenset({Role.VENDORED, Role.GENERATED})


@dataclass(frozen=True)
class Readable:
    """The files of a tree that people wrote and that hold no secrets.

    Left out are what ignore files exclude, keys and credentials, code of others, what tools generate, reports of this
    program, and whatever a symbolic link leads to outside of the root or to a file that is left out itself.
    """

    tree: Tree

    def __repr__(self) -> str:
        return f"Readable({self.tree.root})"

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths, sorted; contents are not looked at, so that a few of them may have no text."""
        return tuple(path for path in self.tree.files if self._may_show(path) and not self._leads_away(path))

    def has(self, path: str) -> bool:
        """Whether this is one of the paths."""
        return path in self._paths

    def text(self, path: str) -> str | None:
        """The text of one of the files; None for any other path, and for what turns out to be no text to be shown."""
        if path not in self._paths:
            return None
        if path not in self._shown:
            self._shown[path] = self._is_shown(path)
        return self.tree.text(path) if self._shown[path] else None

    def role(self, path: str) -> Role:
        """What a file is for."""
        return self.tree.role(path)

    def _is_shown(self, path: str) -> bool:
        text = self.tree.text(path)
        if text is None or holds_private_key(text):
            return False
        most = MAX_DATA_CHARACTERS if self.tree.role(path) is Role.DATA else MAX_CHARACTERS
        return len(text) <= most and not (path.lower().endswith(REPORTS) and self.tree.is_own_report(path))

    def _may_show(self, path: str) -> bool:
        suffix = splitext(path)[1].lower()
        if suffix in _NEVER or is_secret(path):
            return False
        role = self.tree.role(path)
        return role not in _HIDDEN_ROLES and (role is not Role.DATA or suffix in _DATA)

    def _leads_away(self, path: str) -> bool:
        """Whether a path is a link to what is not shown under its own name.

        Looked at on disk now, not when the tree was listed.
        """
        place = self.tree.place(path)
        if place is None:
            return True
        inside = Path(place).relative_to(self._root).as_posix() if place != f"{self._root}/{path}" else path
        return inside != path and not (self.tree.has(inside) and self._may_show(inside))

    @cached_property
    def _root(self) -> Path:
        return self.tree.root.resolve()

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(self.paths)

    @cached_property
    def _shown(self) -> dict[str, bool]:
        return {}
