"""The code bases that documents belong to, each read once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.store.cache import Cache


@dataclass(frozen=True)
class Projects:
    """Code bases by their root."""

    open_cache: Callable[[], Cache] | None = None
    """Opens the cache that keeps their indexes; None: nothing is kept."""
    _known: dict[Path, Project] = field(default_factory=dict[Path, Project])

    def at(self, root: Path | None) -> Project | None:
        """The code base of a root; None without one."""
        if root is None:
            return None
        if root not in self._known:
            index = KeptIndex(root, self.open_cache) if self.open_cache is not None else None
            self._known[root] = Project(root, index)
        return self._known[root]
