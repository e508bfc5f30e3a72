"""The tools of a project, by the names that users type, with the files that tell them what to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from posixpath import dirname

from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tooling.targets import Read, Targets
from truthfulness_evaluator.project.tree import Tree

_PACKAGE = "truthfulness_evaluator.project.tooling"
_TASKFILES = ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml", "Taskfile.dist.yml")

TOOLS: dict[str, tuple[tuple[str, ...], str]] = {
    "make": (("GNUmakefile", "makefile", "Makefile"), "makefile:read"),
    "just": (("justfile", "Justfile", ".justfile"), "just:read"),
    "tox": (("tox.ini", "setup.cfg", "pyproject.toml", "tox.toml"), "tox:read"),
    "nox": (("noxfile.py",), "nox:read"),
    "npm": (("package.json",), "tables:read_npm"),
    "poe": (("pyproject.toml", "poe_tasks.toml"), "tables:read_poe"),
    "hatch": (("pyproject.toml", "hatch.toml"), "tables:read_hatch"),
    "pdm": (("pyproject.toml",), "tables:read_pdm"),
    "invoke": (("tasks.py",), "nox:read_tasks"),
    "task": (_TASKFILES, "yaml_files:read_taskfile"),
    "pre-commit": ((".pre-commit-config.yaml", ".pre-commit-config.yml"), "yaml_files:read_hooks"),
}
"""For each tool the files it reads, and `module:function` below this package."""

_FOREIGN = frozenset({Role.VENDORED, Role.GENERATED})


@dataclass(frozen=True)
class Tooling:
    """What the tools of a project can be asked for. A file is read when its tool is first asked about."""

    tree: Tree

    def __repr__(self) -> str:
        return f"Tooling({self.tree.root})"

    def files(self, tool: str) -> Sequence[Targets]:
        """All files of a tool, in any folder, the root's first."""
        if tool not in self._read:
            self._read[tool] = tuple(self._find(tool))
        return self._read[tool]

    def _find(self, tool: str) -> list[Targets]:
        names, reader = TOOLS[tool]
        paths = {path for name in names for path in self.tree.named(name) if self.tree.role(path) not in _FOREIGN}
        read = _reader(reader)
        found: list[Targets] = []
        for path in sorted(paths, key=lambda path: (path.count("/"), dirname(path), names.index(path.split("/")[-1]))):
            text = self.tree.text(path)
            targets = read(path, text, self.tree) if text is not None else None
            if targets is not None:
                found.append(targets)
        return found

    @cached_property
    def _read(self) -> dict[str, tuple[Targets, ...]]:
        return {}


def _reader(entry: str) -> Read:
    module, _, function = entry.partition(":")
    read: Read = getattr(import_module(f"{_PACKAGE}.{module}"), function)
    return read
