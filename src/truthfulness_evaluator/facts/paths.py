"""Paths that documents name and the file tree does not have: what became of them."""

import posixpath
import re
from dataclasses import dataclass

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.models import Evidence, Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import is_near

_LISTED = 8
"""Names of a folder's entries that a message lists at most."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a path that is not there is known to be drift, and what stands in its place."""

    explanation: str
    evidence: Evidence
    replacement: str | None = None
    """Path relative to the root that is meant, where known."""


def inside(path: str) -> str | None:
    """A path normalised, without leading `./`; None where it leaves the root."""
    clean = posixpath.normpath(path.replace("\\", "/"))
    return None if clean.startswith(("..", "/")) or re.match(r"^[A-Za-z]:", clean) else clean


def what_became_of(project: Project, path: str, *, moved: bool = True) -> Lost | None:
    """What is known of a path that the tree does not have; None where nothing shows that it is drift.

    Drift shows in three ways: the history of the current commit has it as deleted or renamed; a file
    beside it has a near name or the same stem; one file of that name stands elsewhere below the same
    top folder.

    Args:
        project: the code base.
        path: relative to the root, normalised.
        moved: whether a file of that name elsewhere counts.
    """
    return _removed(project, path) or _beside(project, path) or (_elsewhere(project, path) if moved else None)


def _removed(project: Project, path: str) -> Lost | None:
    removal = project.history.removal(path)
    if removal is None:
        return None
    told = f"deleted in {removal.commit}"
    target = removal.renamed_to
    if target is None:
        found = _elsewhere(project, path)
        target = found.replacement if found else None
    if target and project.tree.exists(target):
        told += f", see {target}"
        return Lost(f"no such file; {told}", proof.at(project, Location(path=target), supports=False), target)
    return Lost(f"no such file; {told}", proof.searched(path, f"{path} was {told} ({removal.date})"))


def _beside(project: Project, path: str) -> Lost | None:
    folder, name = posixpath.split(path)
    if folder and not project.tree.is_dir(folder):
        return None
    here = project.tree.children(folder)
    stem, suffix = posixpath.splitext(name)
    # a suffix written twice, or a wrong one beside the same stem: unmistakable
    if suffix and stem in here:
        matches = [stem]
    else:
        same = [entry for entry in here if posixpath.splitext(entry)[0] == stem and "." in entry and suffix]
        matches = same or [
            entry
            for entry in here
            if posixpath.splitext(entry)[1] == suffix and is_near(stem, posixpath.splitext(entry)[0])
        ]
    if len(matches) != 1:
        return None
    target = posixpath.join(folder, matches[0])
    return Lost(f"no such file; {target} is there", proof.at(project, Location(path=target), supports=False), target)


def _elsewhere(project: Project, path: str) -> Lost | None:
    parts = path.split("/")
    if len(parts) < 2 or not project.tree.is_dir(parts[0]):
        return None
    found = [other for other in project.tree.named(parts[-1]) if other.split("/")[0] == parts[0] and "." in parts[-1]]
    if len(found) != 1:
        return None
    return Lost(
        f"no such file; {found[0]} is there",
        proof.at(project, Location(path=found[0]), supports=False),
        found[0],
    )
