"""The words of a whole code base, documentation and tests included: a word that is nowhere else is likely a slip."""

import re
from functools import lru_cache
from pathlib import PurePosixPath

from truthfulness_evaluator.project import words
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.text.names import word_counts

_PROSE = frozenset({".md", ".rst", ".txt", ".mdx", ".html", ".ipynb", ".markdown", ".adoc"})
_SKIPPED = frozenset({".svg", ".lock", ".map", ".po", ".pot", ".csv", ".snap"})
_LONGEST = 400_000
"""Characters of a file that are looked through: longer ones are data."""


def is_prose(path: str) -> bool:
    """Whether a file is a document, by its name."""
    file = PurePosixPath(path.lower())
    return file.suffix in _PROSE or file.stem == "readme"


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


def is_made_in_documents(project: Project, name: str) -> bool:
    """Whether code in a document defines a class or function of that name: it is an example's, or the reader's own."""
    defined = re.compile(rf"\b(?:class|def)\s+{re.escape(name)}\b")
    return any(defined.search(project.tree.text(path) or "") for path in others_with(project, name) if is_prose(path))


def is_described(project: Project, name: str) -> bool:
    """Whether a document describes a thing of that name in a directive of its own (`.. method:: name(value)`)."""
    described = re.compile(rf"^[ \t]*\.\. (?:\w+:)?\w+:: *(?:[\w.]+\.)?{re.escape(name)}\b(?!\.)", re.MULTILINE)
    return any(described.search(project.tree.text(path) or "") for path in others_with(project, name))


def has_text(project: Project, path: str | None, name: str) -> bool:
    """Whether a file has a name in quotes."""
    text = project.tree.text(path or "") or ""
    return f'"{name}"' in text or f"'{name}'" in text


@lru_cache(maxsize=16)
def tokens_of(project: Project, document: str) -> frozenset[str]:
    """The words of a document of the project, also those with dashes inside."""
    text = (project.tree.text(document) if project.tree.has(document) else None) or ""
    return frozenset(word_counts(text))


@lru_cache(maxsize=4)
def _index(project: Project) -> tuple[tuple[str, ...], dict[str, list[int]]]:
    tree = project.tree
    paths = tuple(
        path
        for path in tree.files
        if tree.role(path) not in VOUCHING
        and PurePosixPath(path).suffix.lower() not in _SKIPPED
        and not tree.is_own_report(path)
    )
    postings: dict[str, list[int]] = {}
    for index, path in enumerate(paths):
        text = tree.text(path)
        if text is not None:
            tokens = words.tokens_of(f"{PurePosixPath(path).stem} {text[:_LONGEST]}")
            words.add_tokens(postings, index, tokens)
    return paths, postings
