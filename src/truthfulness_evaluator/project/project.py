"""A code base, looked at from its root; every part is read when first asked for."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from truthfulness_evaluator.project.code import Code
from truthfulness_evaluator.project.history import History, read_history
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.manifests import Manifests, read_manifests
from truthfulness_evaluator.project.tooling.schemas import Schemas
from truthfulness_evaluator.project.tooling.tooling import Tooling
from truthfulness_evaluator.project.tree import Tree, read_tree


@dataclass(frozen=True)
class Project:
    """A code base. Reads files only; nothing is imported or executed."""

    root: Path
    kept: KeptIndex | None = None
    """The index of earlier runs, kept in the user's cache; None: nothing is kept."""

    @cached_property
    def tree(self) -> Tree:
        """The files, as git sees them."""
        return read_tree(self.root)

    @cached_property
    def history(self) -> History:
        """What the history of the current commit shows as deleted or renamed."""
        return read_history(self.root)

    @cached_property
    def manifests(self) -> Manifests:
        """What the manifests declare: names, versions, dependencies, entry points."""
        return read_manifests(self.tree)

    @cached_property
    def code(self) -> Code:
        """What the source files declare."""
        return Code(self.tree, self.manifests, self.kept)

    @cached_property
    def tooling(self) -> Tooling:
        """What make, tox, npm and the like can be asked for by name."""
        return Tooling(self.tree)

    @cached_property
    def schemas(self) -> Schemas:
        """The JSON Schema files that describe the project's own settings."""
        return Schemas(self.tree)

    @property
    def notices(self) -> list[str]:
        """What should be said of the code base, as far as it has been read."""
        read = vars(self)
        notices = list(self.tree.notices) if "tree" in read else []
        if "history" in read and not self.history.known:
            notices.append(f"Deleted and renamed paths are not known: {self.history.why_unknown}.")
        return [*notices, *self.code.notices] if "code" in read else notices
