"""Files and folders of a tree that a document draws with lines (`├── src`)."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.paths import inside, what_became_of
from truthfulness_evaluator.facts.scope import blocks_today, imagines, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex

_BRANCH = regex(
    r"(?P<lead>[ \t│|┃]*)(?:[├└┣┗╰][─━-]+|[|`+]--+)[ \t]*(?P<name>[\w.@+][\w.@+-]*/?)(?=[ \t]|$)", re.MULTILINE
)
_DRAWN = regex(r"[├└┣┗╰][─━-]|[|`+]--")
_ROOT = regex(r"[ \t]*(?P<name>\.|[\w.@+-]+(?:/[\w.@+-]+)*/?)[ \t]*(?:#.*)?\r?$")
_COMMON = regex(
    r"(?:readme|licen[cs]e|changelog|changes|contributing|authors|security)(?:\.\w+)?|pyproject\.toml|setup\.(?:py|cfg)"
    r"|package(?:-lock)?\.json|cargo\.toml|go\.mod|makefile|dockerfile|requirements\.txt|src|lib|tests?|docs?|examples?"
    r"|\..+|__init__\.py|__main__\.py|index\.\w+|main\.\w+|app\.\w+|config\.\w+|conf\.py|static|templates|build|dist",
    re.IGNORECASE,
)
"""Names that every project has: they do not show that the tree is this project's."""
_FEWEST = 2
"""Names beside an entry that are there and that not every project has, before it counts that the entry is not."""
_MOST_MISSING = 0.34
"""Part of the names of one folder that may be missing: more, and the tree is another one."""


@dataclass(frozen=True, slots=True)
class _Entry:
    path: str
    """Relative to the root of the drawing."""
    span: Span


def find(document: Document) -> Iterator[Found]:
    """Every entry of a drawn tree, with the names beside it."""
    if not _DRAWN.search(document.text):
        return
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE or imagines(block.lead_in) or tells_of_the_past(block.lead_in):
            continue
        root, entries = _drawing(document, block)
        beside: dict[str, list[str]] = {}
        for entry in entries:
            folder, name = posixpath.split(entry.path)
            beside.setdefault(folder, []).append(name)
        for entry in entries:
            folder, name = posixpath.split(entry.path)
            if len(beside[folder]) > _FEWEST and not is_placeholder(name):
                scope = Scope(module=document.name, command=tuple(beside[folder]), section=root, form="listing")
                fact = Fact(kind="listing", subject=entry.path, scope=scope, subject_span=entry.span)
                yield Found(fact, f"{entry.path} is there", entry.span)


def _drawing(document: Document, block: Block) -> tuple[str, list[_Entry]]:
    """The root that a drawing names, and its entries."""
    start, end = block.text_span
    first = document.text.find("\n", start, end)
    match = _ROOT.fullmatch(document.text, start, first) if first >= 0 else None
    root = match["name"].strip("/") if match else ""
    stack: list[tuple[int, str]] = []
    entries: list[_Entry] = []
    for match in _BRANCH.finditer(document.text, start, end):
        column, name = len(match["lead"]), match["name"].rstrip("/")
        while stack and stack[-1][0] >= column:
            stack.pop()
        path = posixpath.join(*(part for _, part in stack), name)
        entries.append(_Entry(path, (match.start("name"), match.start("name") + len(name))))
        stack.append((column, name))
    return root, entries


def concerns(fact: Fact, project: Project) -> bool:
    """Entries of folders most of whose drawn names are there."""
    return _folder(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where it is there; REFUTES where the history or a near name shows what became of it."""
    folder = _folder(fact, project)
    name = posixpath.basename(fact.subject)
    path = posixpath.join(folder or "", name)
    if project.tree.exists(path):
        return proof.supported(project, f"{path} is there", Location(path=path))
    if project.tree.ignored(path) or _COMMON.fullmatch(name):
        return proof.unsettled("it is not there; a build, a run or the reader may make it")
    lost = what_became_of(project, path)
    if lost is None:
        return proof.unsettled("it is not there, and nothing shows that it was")
    moved = lost.replacement
    here = posixpath.basename(moved) if moved and posixpath.dirname(moved) == folder else None
    return proof.refuted(lost.explanation, lost.evidence, span=fact.subject_span, replacement=here)


def _folder(fact: Fact, project: Project) -> str | None:
    """The folder of the project that the entry's names are drawn of: the one that has the most of them."""
    names = fact.scope.command
    ranked: list[tuple[int, str]] = []
    for base in _bases(fact, project):
        folder = inside(posixpath.join(base, posixpath.dirname(fact.subject)) or ".")
        if folder is None or not project.tree.is_dir(folder):
            continue
        folder = "" if folder == "." else folder
        there = [name for name in names if project.tree.exists(posixpath.join(folder, name))]
        telling = sum(not _COMMON.fullmatch(name) for name in there)
        if telling >= _FEWEST and len(names) - len(there) <= _MOST_MISSING * len(names):
            ranked.append((len(there), folder))
    return max(ranked, key=lambda pair: pair[0])[1] if ranked else None


def _bases(fact: Fact, project: Project) -> Iterator[str]:
    """The folders that the root of a drawing may be."""
    own, root = posixpath.dirname(fact.scope.module or ""), fact.scope.section or ""
    first, _, rest = root.partition("/")
    named = [root] if root not in {"", "."} else []
    if normal_name(first) in project.manifests.project_names:
        named.append(rest)
    for start in dict.fromkeys(("", own)):
        yield from (posixpath.join(start, name) for name in named)
        yield start


KIND = FactKind(
    name="listing",
    title="Drawn trees of files",
    checks="Files and folders of a tree that a document draws with lines are in the folder that has the most of the "
    "names drawn beside them.",
    abstains="Too few of the names beside it are there, so that it is the tree of something else; neither the history "
    "nor a near name shows what became of it; a build makes it.",
    example="`├── cli.py` in a drawing of the folder `src/app/`.",
    find=find,
    check=check,
    concerns=concerns,
)
