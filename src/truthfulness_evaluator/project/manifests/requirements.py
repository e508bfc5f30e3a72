"""Reads requirements files, as pip does."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from truthfulness_evaluator.project.manifests.manifest import Inclusion, Manifest
from truthfulness_evaluator.project.manifests.paths import beside
from truthfulness_evaluator.project.manifests.pep508 import parse_requirement
from truthfulness_evaluator.text.patterns import regex

_COMMENT = regex(r"(?:^|\s+)#.*")
_OPTIONS = regex(r"\s+--?[A-Za-z][\w-]*(?:[= ].*)?$")
"""Options of a single requirement, such as `--hash=...`."""
_INCLUDE = regex(r"(?:-r\s*|--requirement[= ]\s*)(?P<path>\S+)")
_NAME = regex(r"(?:(?P<before>[\w.-]+?)[-_.])?requirements?(?:[-_.](?P<after>[\w.-]+?))?|(?P<other>[\w.-]+)")
_MAIN = frozenset({"", "base", "default", "main", "prod", "production", "install", "runtime", "requirements", "core"})
"""Names of files that list what is needed to run, not to work on the project."""


def read(path: str, text: str) -> Manifest:
    """What a requirements file lists. The group is told from the file's name, the extra from its folder."""
    extra, optional, group = _purpose(path)
    dependencies = [
        dependency
        for line, number in _logical_lines(text)
        if not line.startswith("-")
        and (
            dependency := parse_requirement(_OPTIONS.sub("", line), number, extra=extra, optional=optional, group=group)
        )
        is not None
    ]
    includes = [
        Inclusion(beside(path, match["path"]), extra)
        for line, _ in _logical_lines(text)
        if (match := _INCLUDE.match(line))
    ]
    return Manifest(path, "python", dependencies=tuple(dependencies), includes=tuple(includes))


def _logical_lines(text: str) -> Iterator[tuple[str, int]]:
    """Lines without comments, those that end with a backslash joined; with the number of the first."""
    parts: list[str] = []
    start = 1
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = _COMMENT.sub("", raw).strip()
        if not parts:
            start = number
        parts.append(line.removesuffix("\\").strip())
        if line.endswith("\\"):
            continue
        joined = " ".join(part for part in parts if part)
        if joined:
            yield joined, start
        parts = []
    if joined := " ".join(part for part in parts if part):
        yield joined, start


def _purpose(path: str) -> tuple[str | None, bool, bool]:
    """The extra or group of a file, whether it is an extra, and whether it is a group.

    Example:
        >>> _purpose("requirements.txt"), _purpose("requirements/extras/redis.txt"), _purpose("dev-requirements.txt")
        ((None, False, False), ('redis', True, False), ('dev', False, True))
    """
    pure = PurePosixPath(path)
    if pure.parent.name in ("extras", "optional"):
        return pure.stem, True, False
    match = _NAME.fullmatch(pure.stem)
    name = "" if match is None else match["before"] or match["after"] or match["other"] or ""
    return (None, False, False) if name.lower() in _MAIN else (name, False, True)
