"""The words of a whole code base, documentation and tests included: a word that is nowhere else is likely a slip."""

from functools import lru_cache
from pathlib import PurePosixPath

from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.project.words import add_tokens

_PROSE = frozenset({".md", ".rst", ".txt", ".mdx", ".html", ".ipynb", ".markdown", ".adoc"})
_SKIPPED = frozenset({".svg", ".lock", ".map", ".po", ".pot", ".csv", ".snap"})
_LONGEST = 400_000
"""Characters of a file that are looked through: longer ones are data."""


def is_prose(path: str) -> bool:
    """Whether a file is a document, by its suffix."""
    return PurePosixPath(path).suffix.lower() in _PROSE


def others_with(project: Project, token: str) -> tuple[str, ...]:
    """The files that have a token and do not vouch for it: documents, tests, examples. Their names count too."""
    paths, postings = _index(project)
    return tuple(paths[index] for index in postings.get(token, ()))


def is_only_in(project: Project, token: str, document: str) -> bool:
    """Whether neither code, tests and examples nor any other document has a token."""
    return token not in project.code.words and all(path == document for path in others_with(project, token))


def is_in_no_code(project: Project, token: str) -> bool:
    """Whether no file but documents has a token."""
    return token not in project.code.words and all(is_prose(path) for path in others_with(project, token))


@lru_cache(maxsize=4)
def _index(project: Project) -> tuple[tuple[str, ...], dict[str, list[int]]]:
    tree = project.tree
    paths = tuple(
        path
        for path in tree.files
        if tree.role(path) not in VOUCHING and PurePosixPath(path).suffix.lower() not in _SKIPPED
    )
    postings: dict[str, list[int]] = {}
    for index, path in enumerate(paths):
        text = tree.text(path)
        if text is not None:
            add_tokens(postings, index, f"{PurePosixPath(path).stem} {text[:_LONGEST]}")
    return paths, postings
