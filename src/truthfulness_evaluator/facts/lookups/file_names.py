"""Names of files that the code makes or reads, where a document writes them in another way."""

import posixpath
import re

from truthfulness_evaluator.facts.lookups.elsewhere import is_elsewhere
from truthfulness_evaluator.facts.lookups.paths import is_slip_of_name
from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role

_SHORTEST = 6
"""Letters of a name before the suffix, at least, where only the suffix or a letter differs."""

_MADE_BY_PROGRAMS = frozenset(
    {".cfg", ".conf", ".csv", ".db", ".html", ".ini", ".json", ".lock", ".log", ".pid", ".sock", ".sqlite", ".toml",
     ".txt", ".xml", ".yaml", ".yml"}
)  # fmt: skip
"""Suffixes of files that programs write or read, though none may be in the tree."""


def meant_in_code(name: str, project: Project, *, certainly_own: bool = False) -> tuple[str, Location] | None:
    """The one file name of the code that a name which the code does not have stands for.

    It has the other separator, or differs by a slip. Where the file is certainly the project's own, the suffix alone
    may differ, and a test or an example that has the name says nothing.

    Args:
        name: without a folder.
        project: the code base.
        certainly_own: the document says that the file is this project's.
    """
    stem, suffix = posixpath.splitext(name)
    if "/" in name or not suffix or name in project.code.words:
        return None
    if not certainly_own and _string(stem, project) is not None:
        return None  # the code may put the suffix behind it
    is_suffix = suffix.lower() in project.tree.suffixes or suffix.lower() in _MADE_BY_PROGRAMS
    respelled = _respelled(stem, suffix, project) if is_suffix else None
    if respelled is not None:
        return respelled
    if len(stem) < _SHORTEST and not certainly_own:
        return None
    found = _near(stem, suffix, project) if suffix.lower() in project.tree.suffixes else None
    if certainly_own:
        return found or _other_suffix(stem, suffix, project)
    return None if found is None or is_elsewhere(name, project) else found


def _respelled(stem: str, suffix: str, project: Project) -> tuple[str, Location] | None:
    for here, there in (("-", "_"), ("_", "-")):
        other = stem.replace(here, there) + suffix
        location = project.code.words.find(other) if here in stem else None
        if location is not None:
            return other, location
    return None


def _near(stem: str, suffix: str, project: Project) -> tuple[str, Location] | None:
    """The one string of the code that is a file name with the same suffix and a near stem."""
    found: dict[str, Location] = {}
    for other, _ in project.code.words.near(stem):
        if is_slip_of_name(stem, other) and other.islower() == stem.islower() and other.strip("_") != stem.strip("_"):
            place = _string(f"{other}{suffix}", project)
            if place is not None:
                found[f"{other}{suffix}"] = place
    return next(iter(found.items())) if len(found) == 1 else None


def _string(name: str, project: Project) -> Location | None:
    """Where code has a string that is a file name, folders before it allowed."""
    pattern = re.compile(rf"[\"'/`]{re.escape(name)}[\"'`]")
    places = project.code.words.matches(pattern, needs=name)
    return next((place for place in places if project.tree.role(place.path or "") is Role.CODE), None)


def _other_suffix(stem: str, suffix: str, project: Project) -> tuple[str, Location] | None:
    """The one string of the code that is a file name with the same stem."""
    if _is_module(stem, project):
        return None  # `module.name` in the code is no file
    # between backticks code has what its comments tell
    pattern = re.compile(rf"[\"'/]{re.escape(stem)}(\.[a-z]\w{{0,9}})[\"']")
    found: dict[str, Location] = {}
    for place in project.code.words.matches(pattern, needs=stem):
        path = place.path or ""
        if project.tree.role(path) is Role.CODE:
            for match in pattern.finditer(project.tree.text(path) or ""):
                found.setdefault(f"{stem}{match[1]}", place)
    if len(found) != 1:
        return None
    name, place = next(iter(found.items()))
    other = posixpath.splitext(name)[1].lower()
    # the end of a host's or a module's name (`app.localhost`) is no suffix
    is_suffix = other in project.tree.suffixes or _is_short_for(suffix.lower(), other)
    return (name, place) if is_suffix else None


def _is_short_for(suffix: str, other: str) -> bool:
    """Whether all letters of one suffix stand in the other in their order: `.pkl` and `.pickle`."""
    short, long = sorted((suffix, other), key=len)
    rest = iter(long)
    return all(letter in rest for letter in short)


def _is_module(name: str, project: Project) -> bool:
    """Whether code imports something of a name, or may."""
    if name in project.code.modules.names:
        return True
    return any(item.target.partition(".")[0] == name for facts in project.code.files.values() for item in facts.imports)
