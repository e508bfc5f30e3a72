"""Links inside the project: files, pages, anchors, labels and included files."""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.announced import announces_another_time
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups import pages
from truthfulness_evaluator.facts.lookups.fragments import UNRELIABLE, check_anchor, is_unreliable
from truthfulness_evaluator.facts.lookups.paths import Lost, first_folder, inside, is_made_of_template, what_became_of
from truthfulness_evaluator.facts.scope import is_historical, is_placeholder, is_template
from truthfulness_evaluator.models import (
    Block,
    BlockKind,
    Document,
    Fact,
    Inline,
    InlineKind,
    Location,
    Scope,
    Span,
)
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import edit_distance, folded, misspelt, words_of
from truthfulness_evaluator.text.patterns import regex

_SCHEME = regex(r"^[A-Za-z][A-Za-z0-9+.-]*:|^[\w.+-]+@[\w.-]+(?::|\.\w+$)|^//|^\{|^<|[{}<>$|]|%7[Bb]")
_PATH_DIRECTIVES = frozenset({"include", "literalinclude", "image", "figure", "thumbnail", "mdinclude"})
_PATH_ROLES = frozenset({"doc", "download"})
_PAGE_SUFFIXES = ("", ".md", ".rst", ".mdx", ".txt", ".ipynb", ".markdown", "/index.md", "/index.rst", "/README.md",
                  "/_index.md", "/index.mdx", "/index.html", "/readme.md")  # fmt: skip
_SITES_SUFFIXES = frozenset({".html", ".htm"})
"""Suffixes of what sites make of documents."""
_MADE = regex(r"(?:^|/)(?:_?build|dist|site|public|_site|generated|_static|_images|assets|api|reference|static)(?:/|$)")
_MANY = 6
"""Links into one folder that nobody writes by hand without looking whether it is there."""
_SHOWN_BY_HOSTS = regex(r"^(?:\.github/)?[^/]+\.(?:md|markdown)$|(?:^|/)README[^/]*$", re.IGNORECASE)
"""Documents that are read where they stand, on the host of the repository; others may be pages of a site."""


def find(document: Document) -> Iterator[Found]:
    """Relative links, images, include directives, `:doc:` and `:ref:` roles and toctree entries."""
    if is_historical(document.name) or is_template(document.name) or announces_another_time(document):
        return
    codes = (document.text[slice(*block.text_span)] for block in document.blocks if block.kind is BlockKind.CODE)
    shown = "\n".join(code for code in codes if "](" in code)
    for block in document.blocks:
        if block.kind in {BlockKind.CODE, BlockKind.COMMENT, BlockKind.FRONT_MATTER}:
            continue
        if block.kind is BlockKind.DIRECTIVE and block.title in _PATH_DIRECTIVES:
            target = document.text[slice(*block.text_span)].strip()
            yield from _found(document, block.title, target, block.text_span)
        elif _in_toctree(block):
            yield from _toctree_entry(document, block)
        for inline in block.inlines:
            # what a code block shows as markup, too, is there to be looked at
            if not shown or document.text[slice(*inline.span)] not in shown:
                yield from _inline(document, inline)


def _inline(document: Document, inline: Inline) -> Iterator[Found]:
    if inline.target is None:
        return
    span = inline.target_span or inline.span
    if inline.kind in {InlineKind.LINK, InlineKind.IMAGE}:
        form = UNRELIABLE if is_unreliable(document, inline) else inline.kind.value
        yield from _found(document, form, inline.target, span)
    elif inline.kind is InlineKind.ROLE and inline.name in {*_PATH_ROLES, "ref"}:
        yield from _found(document, inline.name, inline.target, span)


def _in_toctree(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and any(c.name == "toctree" for c in block.containers)


def _toctree_entry(document: Document, block: Block) -> Iterator[Found]:
    entry = document.text[slice(*block.text_span)].strip()
    if match := re.search(r"<([^<>]+)>$", entry):
        start = block.text_span[0] + document.text[slice(*block.text_span)].index("<") + 1
        yield from _found(document, "doc", match[1], (start, start + len(match[1])))
    elif entry and not re.search(r"[\s*]", entry) and entry != "self":
        yield from _found(document, "doc", entry, block.text_span)


def _found(document: Document, form: str, target: str, span: Span) -> Iterator[Found]:
    """The fact that a link, image, role or directive (its form) leads to a target."""
    if not target or _SCHEME.search(target) or "\n" in target or document.name == "-":
        return
    scope = Scope(module=document.name, form=form)
    fact = Fact(kind="link", subject=target, scope=scope, subject_span=span)
    verb = "includes" if form in _PATH_DIRECTIVES else "links to"
    yield Found(fact, f"{document.name} {verb} {target}", span)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the target is there; REFUTES where history, a neighbour or a closed world shows the slip."""
    if fact.scope.form == "ref":
        return _check_label(fact, project)
    target, _, fragment = unquote(fact.subject).partition("#")
    target = target.partition("?")[0]
    document = fact.scope.module or ""
    if not target:
        return check_anchor(fact, project, document, fragment)
    candidates = _candidates(project, document, target, fact)
    if (label := _label_of_myst(fact, project, target)) is not None:
        return proof.supported(project, f"the label stands in {label.path}", label)
    if not target.startswith("/") and inside(posixpath.join(posixpath.dirname(document), target)) is None:
        return proof.unsettled("the target lies outside of the project")
    for path in candidates:
        if project.tree.exists(path):
            if fragment and project.tree.has(path):
                return check_anchor(fact, project, path, fragment)
            return proof.supported(project, f"{path} is there", Location(path=path))
    return _missing(fact, project, document, target, candidates)


def _folders(project: Project, document: str, target: str) -> Iterator[str]:
    """Folders that a target may be relative to: the document's, its page's on a site, the documentation's."""
    folder = posixpath.dirname(document)
    if target.startswith("/"):
        root = pages.source_root(project, document)
        if root is not None:
            yield root
        yield ""
        parts = folder.split("/")
        for i in range(len(parts), 0, -1):
            yield "/".join(parts[:i])
        return
    yield folder
    if (real := pages.real_folder(project, document)) is not None:
        yield real
    yield posixpath.splitext(document)[0]
    if posixpath.basename(document).lower().startswith(("index.", "readme.", "_index.")):
        yield posixpath.dirname(folder)


def _candidates(project: Project, document: str, target: str, fact: Fact) -> list[str]:
    names = [target.strip("/") if target.startswith("/") else target.rstrip("/")]
    stem, suffix = posixpath.splitext(names[0])
    if suffix in _SITES_SUFFIXES:
        names += [stem] if posixpath.basename(stem) != "index" else [stem, posixpath.dirname(stem) or "."]
    if suffix in {".md", ".mdx", ".markdown"}:
        names += [stem + ".md", stem + ".mdx"]  # sites make pages of both, and take either for the other
    exact = fact.scope.form in {*_PATH_DIRECTIVES, "download"}
    found: list[str] = []
    for folder in _folders(project, document, target):
        for name in names:
            for ending in ("",) if exact else _PAGE_SUFFIXES:
                path = inside(posixpath.join(folder, name + ending))
                if path and path not in found:
                    found.append(path)
    return found


def _missing(fact: Fact, project: Project, document: str, target: str, candidates: list[str]) -> Ruling:
    if not candidates:
        return proof.unsettled("the target lies outside of the project")
    path = candidates[0]
    name = posixpath.basename(target.rstrip("/"))
    if "/" in document and pages.is_included(project, document):
        return proof.unsettled("the document is taken into others, from where its links lead")
    if pages.is_made(project, document, name):
        return proof.unsettled("the code or the documentation's settings make a page of this name")
    if is_placeholder(target) or any(map(project.tree.ignored, candidates)) or target.startswith("/"):
        return proof.unsettled("the target is an example, made by a build, or relative to a site")
    for candidate in candidates:
        if posixpath.basename(candidate).split(".")[0] != posixpath.basename(target.rstrip("/")).split(".")[0]:
            continue  # a folder's index page: another file of that name says nothing
        lost = what_became_of(project, candidate, below=first_folder(target, posixpath.dirname(document)))
        if lost and lost.replacement is None and not posixpath.splitext(target)[1] and project.tree.ending(name):
            return proof.unsettled(f"no such page, but {project.tree.ending(name)[0]}, of which a site may make one")
        if lost and not _is_named_by_site(fact, project, target, lost):
            return proof.refuted(
                lost.explanation,
                lost.evidence,
                span=fact.subject_span,
                replacement=_rewritten(fact, document, lost),
            )
    suffix = posixpath.splitext(target)[1]
    if _is_one_of_many_below(project, document, posixpath.dirname(path)):
        return proof.unsettled("no such file, nor any of its folder, to which many links lead: a build may make it")
    closed = suffix and suffix not in _SITES_SUFFIXES and _SHOWN_BY_HOSTS.search(document) and not _MADE.search(target)
    if "/" in document and project.tree.exists(inside(target) or ""):
        return proof.unsettled(
            f"no such file, but {target} is there from the root; the document may be a copy of one there"
        )
    closed = closed and not is_made_of_template(project, path)
    if closed and project.tree.has(document) and fact.scope.form not in _PATH_ROLES:
        return proof.refuted(
            "no such file", proof.searched(posixpath.dirname(path) or ".", f"{path} is not in the tree")
        )
    return proof.unsettled("no such file; it may be made by a build")


def _is_one_of_many_below(project: Project, document: str, folder: str) -> bool:
    """Whether a document has many links into a folder that is not there: a tool made all of them with their pages."""
    if not folder or project.tree.is_dir(folder):
        return False
    below = re.escape(posixpath.relpath(folder, posixpath.dirname(document) or "."))
    return (
        len(re.findall(rf"(?:\]\(|href=[\"']|src=[\"'])(?:\./)?{below}/", project.tree.text(document) or "")) >= _MANY
    )


def _label_of_myst(fact: Fact, project: Project, target: str) -> Location | None:
    """The label that a link without a suffix names in Markdown for Sphinx: `[guide](guide-label)`."""
    if fact.scope.form != "link" or not pages.is_myst(project, fact.scope.module or ""):
        return None
    return pages.labels(project).get(pages.folded_label(target))


def _is_named_by_site(fact: Fact, project: Project, target: str, lost: Lost) -> bool:
    """Whether a link that names no file (`configuration`) may well lead to a page by what a site calls it."""
    if fact.scope.form not in {"link", *_PATH_ROLES} or posixpath.splitext(target)[1]:
        return False
    name = posixpath.basename(target.rstrip("/"))
    if fact.scope.form == "link" and pages.is_myst(project, fact.scope.module or ""):
        return True
    stem = posixpath.splitext(posixpath.basename(lost.replacement or ""))[0]
    if fact.scope.form == "link" and stem.rstrip("s") == name.rstrip("s"):
        return True  # a page for many (`plugins.md`) that a site calls by one
    return (folded(stem) == folded(name) and stem != name) or folded(name) in pages.names_of_pages(project)


def _rewritten(fact: Fact, document: str, lost: Lost) -> str | None:
    """The target as this document would write it, pointing at what stands in its place."""
    if lost.replacement is None or fact.subject.startswith("/"):
        return None
    relative = posixpath.relpath(lost.replacement, posixpath.dirname(document) or ".")
    target, hash_sign, fragment = fact.subject.partition("#")
    if not posixpath.splitext(target)[1]:
        relative = posixpath.splitext(relative)[0]
    if target.startswith("./") and not relative.startswith("."):
        relative = "./" + relative
    return relative + hash_sign + fragment


def _check_label(fact: Fact, project: Project) -> Ruling:
    label = pages.folded_label(fact.subject)
    known = pages.labels(project)
    if label in known:
        return proof.supported(project, f"the label stands in {known[label].path}", known[label])
    if ":" in label or label in {"genindex", "modindex", "search", "py-modindex"}:
        return proof.unsettled("the label belongs to another documentation or is built in")
    close = misspelt(label, known) or _same_ending(label, known)
    root = pages.source_root(project, fact.scope.module or "")
    closed = root is not None and pages.knows_all_labels(project, root)
    if close and (closed or edit_distance(folded(label), folded(close)) <= 1):
        evidence = proof.at(project, known[close], supports=False)
        return proof.refuted(f"no such label; {close} is there", evidence, span=fact.subject_span, replacement=close)
    if closed and known:
        return proof.refuted("no such label", proof.searched(root or ".", f"{len(known)} labels, none is {label}"))
    return proof.unsettled("no such label here; it may come from another documentation")


def _same_ending(label: str, known: dict[str, Location]) -> str | None:
    """The one label that differs in the first word alone, of three or more."""
    words = words_of(label)
    same = [other for other in known if len(words) > 2 and words_of(other)[1:] == words[1:]]
    return same[0] if len(same) == 1 else None


KIND = FactKind(
    name="link",
    title="Links",
    checks="Relative links and images, `#anchors`, `:doc:`, `:ref:`, `toctree` entries and included files "
    "lead to something that is in the project.",
    abstains="The target is made by a build, ignored by git, relative to a site's root, a placeholder, or a "
    "label that another documentation may define.",
    example="See [the guide](docs/guide.md#setup).",
    find=find,
    check=check,
)
