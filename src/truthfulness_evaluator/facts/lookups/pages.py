"""Other documents of the project, as far as links need them: what stands in them, which labels there are."""

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import DOCUMENT_SUFFIXES, read_document
from truthfulness_evaluator.documents.slugs import github_slug
from truthfulness_evaluator.models import BlockKind, Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex

_LABEL = regex(
    r"^[ \t>]*(?:\.\. _(?!_)`?([^`\n]+?)`?:[ \t]*\r?$|\(([\w.:/ -]+)\)=[ \t]*\r?$|:name:[ \t]*[\"']?"
    r"([^\s\"']+))",
    re.MULTILINE,
)
_INCLUDE = regex(
    r"(?:--8<--[ \t]+[\"']?|\{%-?[ \t]*include\w*[ \t]+[\"']?|\{!>?[ \t]*|\{\*[ \t]*|\b(?:md)?include::[ \t]+"
    r"|\{include\}[ \t]+)"
    r"([^\s\"'!*%}]+)"
)
"""The ways in which documents take in others."""
_INCLUDE_SIGNS = ("--8<--", "include", "{!", "{*")
"""What each of them has: most documents have none, and need no search."""
_MAKES_LABELS = regex(r"autosectionlabel|autodoc2|autoapi|gallery|breathe|exhale|nbsphinx|myst_nb", re.IGNORECASE)
_FILLED_IN = regex(r"\.\. _[^\n`:{%]*[{%]")
_SCRIPTS_AND_TEMPLATES = (".py", ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".mako", ".in")
_FRONT_MATTER = regex(r"\ufeff?---[ \t]*\r?\n.*?\n---", re.DOTALL)
_NAMED = regex(
    r"^[ \t]*(?:id|slug|permalink|url|path|aliases|alias|redirect_from|-)[ \t]*:?[ \t]*[\"'\[]?([^\s\"'\],]+)",
    re.MULTILINE,
)


def anchors(root: Path, path: str, name: str) -> frozenset[str] | None:
    """Anchors of a document of the project; None where it cannot be read as a document."""
    found = _fragments(root, path, name)
    return None if found is None else found[0]


def terms(root: Path, path: str, name: str) -> frozenset[str]:
    """What the terms of its definition lists would be as anchors; some sites make them."""
    found = _fragments(root, path, name)
    return frozenset() if found is None else found[1]


def hosts_anchors(root: Path, path: str, name: str) -> frozenset[str]:
    """The anchors that hosts of repositories make of the headings of a document; sites may make others."""
    found = _fragments(root, path, name)
    return frozenset() if found is None else found[2]


_HTML_HEADING = regex(r"<h([1-6])\b[^<>]*>(.{1,300}?)</h\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG = regex(r"<[^<>]*>")


@lru_cache(maxsize=256)
def html_anchors(text: str) -> frozenset[str]:
    """The anchors that hosts of repositories make of headings which are written in HTML.

    Example:
        >>> sorted(html_anchors("<h2 align='center'>First <b>steps</b></h2>"))
        ['first-steps']
    """
    return frozenset(github_slug(_TAG.sub("", match[2]).strip()) for match in _HTML_HEADING.finditer(text))


@lru_cache(maxsize=1024)
def _fragments(root: Path, path: str, name: str) -> tuple[frozenset[str], ...] | None:
    if Path(path).suffix.lower() not in DOCUMENT_SUFFIXES:
        return None
    try:
        document = read_document(root / path, name)
    except DocumentError:
        return None
    read = document.extract or document
    named = (read.text[slice(*block.text_span)] for block in read.blocks if block.kind is BlockKind.TERM)
    titles = {block.heading_path[-1] for block in read.blocks if block.heading_path}
    return document.anchors, frozenset(map(github_slug, named)), frozenset(map(github_slug, titles))


@lru_cache(maxsize=64)
def _included(project: Project) -> frozenset[str]:
    found: set[str] = set()
    for path in project.tree.files:
        if path.endswith((".rst", ".txt", ".md", ".mdx", ".inc")) and "/" in path:
            text = project.tree.text(path) or ""
            if any(sign in text for sign in _INCLUDE_SIGNS):
                found.update(posixpath.basename(name) for name in _INCLUDE.findall(text))
    return frozenset(found)


def is_included(project: Project, document: str) -> bool:
    """Whether another document takes this one in: its links then lead from there."""
    return posixpath.basename(document) in _included(project)


def is_made(project: Project, document: str, name: str) -> bool:
    """Whether the settings of a documentation speak of a page of this name, or it is one that they build."""
    root = source_root(project, document)
    if root is None:
        return False
    stem, suffix = posixpath.splitext(name)
    settings = project.tree.text(posixpath.join(root, "conf.py")) or ""
    return bool(stem) and (suffix in {".html", ".htm"} or bool(re.search(rf"\b{re.escape(stem)}\b", settings)))


@lru_cache(maxsize=64)
def _labels(project: Project) -> dict[str, Location]:
    found: dict[str, Location] = {}
    for path in project.tree.files:
        if path.endswith((".rst", ".txt", ".md", ".inc", ".rest", ".py")):
            text = project.tree.text(path)
            if text is None or (".. _" not in text and ")=" not in text and ":name:" not in text):
                continue
            for m in _LABEL.finditer(text):
                label = folded_label(m[1] or m[2] or m[3])
                found.setdefault(label, Location(path=path, line=text.count("\n", 0, m.start()) + 1))
    return found


def labels(project: Project) -> dict[str, Location]:
    """Every label of the project's documents that `:ref:` may name, with its place."""
    return _labels(project)


def folded_label(label: str) -> str:
    """A label as references compare it: lower case, white space folded."""
    return " ".join(label.replace("\\", "").lower().split())


@lru_cache(maxsize=256)
def source_root(project: Project, document: str) -> str | None:
    """Folder of the documentation that a document belongs to: the closest one upward with a `conf.py`."""
    folder: str = posixpath.dirname(document)
    while True:
        if project.tree.has(posixpath.join(folder, "conf.py")):
            return folder
        if not folder:
            return None
        folder = posixpath.dirname(folder)


@lru_cache(maxsize=1024)
def real_folder(project: Project, document: str) -> str | None:
    """The folder of the file that a document is a link to; None where it is none, or leads out of the project."""
    path = project.root / document
    if not path.is_symlink():
        return None
    real, root = path.resolve(), project.root.resolve()
    return real.parent.relative_to(root).as_posix().removeprefix(".") if real.is_relative_to(root) else None


def is_myst(project: Project, document: str) -> bool:
    """Whether a document is Markdown for Sphinx: its links may name labels and whatever the documentation describes."""
    return document.endswith((".md", ".markdown")) and source_root(project, document) is not None


@lru_cache(maxsize=64)
def names_of_pages(project: Project) -> frozenset[str]:
    """What front matter calls pages, without separators: the last parts of their addresses, ids and aliases."""
    found: set[str] = set()
    for path in project.tree.files:
        if path.endswith((".md", ".mdx", ".markdown")):
            text = project.tree.text(path) or ""
            if matter := _FRONT_MATTER.match(text):
                named = (each.rstrip("/").rpartition("/")[2] for each in _NAMED.findall(matter[0]))
                found.update(folded(name) for name in named)
    return frozenset(found - {""})


@lru_cache(maxsize=64)
def knows_all_labels(project: Project, folder: str) -> bool:
    """Whether all labels of a Sphinx documentation stand in its files: none from other projects or made up."""
    text = project.tree.text(posixpath.join(folder, "conf.py")) or ""
    return bool(text) and "intersphinx" not in text and not _MAKES_LABELS.search(text) and not _writes_labels(project)


@lru_cache(maxsize=16)
def _writes_labels(project: Project) -> bool:
    """Whether a script or template of the project writes labels with a part that it fills in."""
    return any(
        _FILLED_IN.search(project.tree.text(path) or "")
        for path in project.tree.files
        if path.endswith(_SCRIPTS_AND_TEMPLATES)
    )
