"""The named things that one file gives to a tool: the one shape that every tool's module gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from posixpath import dirname

from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_ANY_PYTHON = regex(r"(?:py|pypy|python|cpython|graalpy|jython)?\d(?:\.?\d+)?t?")
"""Factors that tox understands without being told."""


@dataclass(frozen=True, slots=True)
class Targets:
    """What a file (`Makefile`, `tox.ini`, `package.json`) lets a tool be asked for."""

    path: str
    """Relative to the root, forward slashes."""
    names: Mapping[str, int]
    """As users type them, with their lines."""
    patterns: tuple[str, ...] = ()
    """Names with `*`: each stands for many."""
    factors: frozenset[str] = frozenset()
    """Parts, joined by dashes, from which further names may be made (tox)."""
    open_because: str = ""
    """Why it may have more names than these, as a clause; empty: these are all."""
    runs_programs: bool = False
    """Other words than these are taken for programs: `pdm run pytest`."""

    @property
    def folder(self) -> str:
        """The folder it stands in; the root is empty."""
        return dirname(self.path)

    def has(self, name: str) -> bool:
        """Whether a name is one of them, spelled out or made from a pattern or from factors."""
        if name in self.names or any(fnmatchcase(name, pattern) for pattern in self.patterns):
            return True
        return bool(self.factors) and all(
            part in self.factors or _ANY_PYTHON.fullmatch(part) for part in name.split("-")
        )


Read = Callable[[str, str, Tree], Targets | None]
"""Reads a file: its path, its text, the tree it is part of. None: it says nothing to this tool."""
