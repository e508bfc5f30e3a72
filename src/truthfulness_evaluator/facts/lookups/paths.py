"""Paths that documents name and the file tree does not have: what became of them."""

import posixpath
import re
from dataclasses import dataclass

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.models import Evidence, Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role, role_of
from truthfulness_evaluator.text.names import edit_distance, folded, is_misspelt, words_of

_ALIKE = (
    frozenset({".md", ".markdown", ".mdx", ".rst", ".txt", ".html"}),
    frozenset({".yml", ".yaml"}),
    frozenset({".jpg", ".jpeg", ".png", ".svg", ".gif", ".webp"}),
)
"""Suffixes of files that are written instead of one another."""

_TEMPLATES = (".in", ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".template", ".gotmpl", ".erb", ".ejs", ".mustache",
              ".hbs", ".mako", ".m4", ".dist", ".sample", ".example")  # fmt: skip
"""Suffixes of files of which others are made, mostly behind the name of the other."""


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


def what_became_of(project: Project, path: str, *, below: str | None = None) -> Lost | None:
    """What is known of a path that the tree does not have; None where nothing shows that it is drift.

    Drift shows in three ways: the history of the current commit has it as deleted or renamed; a file
    beside it has a near name or the same stem; the one file of that name below the first folder that the
    document names stands a folder deeper.

    Args:
        project: the code base.
        path: relative to the root, normalised.
        below: the first folder that the document names, relative to the root; None: a file of that name elsewhere
            says nothing.
    """
    if is_made_of_template(project, path):
        return None
    return _removed(project, path, below) or _beside(project, path) or _elsewhere(project, path, below)


def is_made_of_template(project: Project, path: str) -> bool:
    """Whether the project has a template or an example of which a build, or the reader, makes a file of this name.

    `tool.1.md` is made of `tool.1.md.in`, `site.yml` of `site.example.yml`.
    """
    stem, suffix = posixpath.splitext(posixpath.basename(path))
    return any(
        project.tree.named(f"{stem}{suffix}{mark}") or (suffix and project.tree.named(f"{stem}{mark}{suffix}"))
        for mark in _TEMPLATES
    )


def _removed(project: Project, path: str, below: str | None) -> Lost | None:
    removal = project.history.removal(path)
    if removal is None or role_of(f"{posixpath.dirname(path)}/a.rst") is Role.CHANGELOG:
        return None  # pieces of a changelog go with each release
    told = f"deleted in {removal.commit}"
    target = removal.renamed_to
    if target is None:
        found = _elsewhere(project, path, below)
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
    if suffix and stem in here and not project.tree.is_dir(posixpath.join(folder, stem)):
        matches = [stem]
    else:
        same = [entry for entry in here if posixpath.splitext(entry)[0] == stem and _is_alike(suffix, entry)]
        matches = same or [
            entry
            for entry in here
            if posixpath.splitext(entry)[1] == suffix and is_slip_of_name(stem, posixpath.splitext(entry)[0])
        ]
    if len(matches) != 1:
        return None
    target = posixpath.join(folder, matches[0])
    return Lost(f"no such file; {target} is there", proof.at(project, Location(path=target), supports=False), target)


def is_slip_of_name(stem: str, other: str) -> bool:
    """Whether a file's name is misspelt: by one letter, or by letters that were swapped, within one word.

    The same words in another order (`user-guide`, `guide-user`) are two names, and so mostly are words that differ in
    two letters (`prune`, `probe`).
    """
    here, there = words_of(stem), words_of(other)
    if not is_misspelt(stem, other) or (here != there and sorted(here) == sorted(there)):
        return False
    return edit_distance(folded(stem), folded(other)) <= 1 or sorted(folded(stem)) == sorted(folded(other))


def _is_alike(suffix: str, entry: str) -> bool:
    """Whether a file's suffix is but another one for the same sort of file."""
    return any({suffix, posixpath.splitext(entry)[1]} <= group for group in _ALIKE)


def _elsewhere(project: Project, path: str, below: str | None) -> Lost | None:
    name = posixpath.basename(path)
    if not below or "." not in name or not project.tree.is_dir(below):
        return None
    found = [other for other in project.tree.named(name) if other.startswith(f"{below}/")]
    if len(found) != 1 or not _is_deeper(path, found[0]):
        return None
    return Lost(
        f"no such file; {found[0]} is there",
        proof.at(project, Location(path=found[0]), supports=False),
        found[0],
    )


def _is_deeper(path: str, other: str) -> bool:
    """Whether a path has all folders of another in their order, and but one more: a file that was put deeper."""
    parts, others = path.split("/"), other.split("/")
    rest = iter(others)
    return len(others) <= len(parts) + 1 and all(part in rest for part in parts)


def first_folder(written: str, folder: str = "") -> str | None:
    """The first folder that a written path names, relative to the root; None where it names none.

    Args:
        written: the path as the document has it.
        folder: what it is relative to.
    """
    parts = [part for part in written.removeprefix("./").split("/") if part]
    while parts and parts[0] == "..":
        parts.pop(0)
        folder = posixpath.dirname(folder)
    return posixpath.join(folder, parts[0]) if len(parts) > 1 else None
