"""What stands behind the `#` of links: whether a page has the anchor, and when its absence says something."""

import posixpath
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import Ruling
from truthfulness_evaluator.facts.lookups import pages
from truthfulness_evaluator.models import Document, Fact, Inline, InlineKind, Location, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, misspelt, words_of
from truthfulness_evaluator.text.patterns import regex

UNRELIABLE = "unreliable"
"""Form of a link to the own page of which `is_unreliable` holds."""
_AROUND_THE_TEXT = frozenset({"readme", "readme-top", "readme-ov-file", "start-of-content", "top"})
"""Anchors that pages of code hosts and browsers have, whatever the document holds."""
_SHOWN_BY_HOSTS = regex(r"^(?:\.github/)?(?:docs/)?[^/]+\.(?:md|markdown)$|(?:^|/)README[^/]*$", re.IGNORECASE)
"""Documents that are read where they stand, on the host of the repository."""
_READMES = regex(r"(?:^|/)README[^/]*$|^[^/]+$", re.IGNORECASE)
_MAKING_ANCHORS = regex(
    r"\{\{|\{%|\{!|^:::|^--8<--|<(?-i:[A-Z])\w+|\[TOC\]|\b(?:md)?include::|\{include\}|\[\[?include"
    r"|^[ \t]*(?:[!@#]|<!--[ \t]*[#@!]?)include",
    re.MULTILINE | re.IGNORECASE,
)
"""Marks by which a page takes in text that is not in its file."""
_REGION = regex(
    r"<!--(?P<name>(?:(?!-->).){0,80}?)\b(?:start|begin)\b(?:(?!-->).)*-->.*?<!--(?:(?!-->).)*?\b(?:end|stop)\b",
    re.IGNORECASE | re.DOTALL,
)
"""From a comment that says where something starts to the next that says where it ends."""
_FOR_READERS = regex(r"ignore|disable|lint|only|hide", re.IGNORECASE)
"""What such a pair says of a text that people write."""


def is_unreliable(document: Document, inline: Inline) -> bool:
    """Whether a link to the own page proves nothing where it leads to no anchor.

    It does not where a tool made it, or most links of its form lead to none: the page is then shown by something that
    makes its anchors in another way.
    """
    if not (inline.target or "").startswith("#"):
        return False
    last = _LAST.get("document")
    if last is None or last[0] is not document:
        last = _LAST["document"] = (document, _unreliable(document))
    return inline.span in last[1]


_LAST: dict[str, tuple[Document, frozenset[Span]]] = {}
"""The document that was asked for last, with its unreliable links."""


def _unreliable(document: Document) -> frozenset[Span]:
    known = {anchor.lower() for anchor in document.anchors | pages.html_anchors(document.text)}
    made = [m.span() for m in _REGION.finditer(document.text) if not _FOR_READERS.search(m["name"])]
    found: dict[bool, dict[bool, list[Span]]] = {}
    for block in document.blocks:
        for inline in block.inlines:
            if inline.kind is InlineKind.LINK and inline.target and inline.target.startswith("#"):
                leads = inline.target[1:].lower() in known | _AROUND_THE_TEXT
                in_html = document.text.startswith("<", inline.span[0])
                found.setdefault(in_html, {}).setdefault(leads, []).append(inline.span)
    spans: set[Span] = set()
    for forms in found.values():
        wrong = forms.get(False, [])
        spans.update(wrong if len(wrong) > max(1, len(forms.get(True, ()))) else ())
        spans.update(span for span in wrong if any(a <= span[0] < b for a, b in made))
    return frozenset(spans)


def check_anchor(fact: Fact, project: Project, path: str, fragment: str) -> Ruling:
    """SUPPORTS where a page has an anchor; REFUTES where a near one is there, or all of the page are known."""
    known = pages.anchors(project.root, path, path)
    if known is None or not fragment or re.match(r"L\d+|:~:|user-content-", fragment):
        return proof.unsettled("anchors of this target are not known")
    if fragment.lower() in _AROUND_THE_TEXT:
        return proof.unsettled("the page that shows the document has this anchor")
    if posixpath.basename(path).startswith("_") and not posixpath.basename(path).startswith("_index."):
        return proof.unsettled("the document is a part of other pages, which have the anchors")
    known |= pages.html_anchors(project.tree.text(path) or "")
    if fragment in known or fragment.lower() in {anchor.lower() for anchor in known}:
        return proof.supported(project, f"{path} has #{fragment}", Location(path=path))
    if fragment.lower() in pages.terms(project.root, path, path):
        return proof.unsettled(f"{path} has a term of this name; a site may make an anchor of it")
    if pages.is_myst(project, path):
        label = pages.labels(project).get(pages.folded_label(fragment))
        if label is not None:
            return proof.supported(project, f"the label stands in {label.path}", label)
        if "." in fragment or not fragment.islower():
            return proof.unsettled("it may be the name of something that the documentation describes")
    close = misspelt(fragment, known) or _same_words(fragment, known)
    is_plain = fragment.isascii() and (close is None or _on_hosts(close, project, path, always=True).isascii())
    if not is_plain and not _READMES.search(path):
        return proof.unsettled("sites make anchors of letters beyond ASCII in several ways, with plain ones for some")
    if close and folded(close) == folded(fragment) and not _READMES.search(path):
        return proof.unsettled(f"{path} has #{close}; sites make anchors in several ways")
    if close:
        close = _on_hosts(close, project, path)
        told = f"no such anchor in {path}; #{close} is there"
        evidence = proof.at(project, Location(path=path), supports=False)
        return proof.refuted(told, evidence, span=_span_of_fragment(fact), replacement=close)
    return _missing(fact, project, path, fragment, known)


def _missing(fact: Fact, project: Project, path: str, fragment: str, known: frozenset[str]) -> Ruling:
    """What is said of an anchor that nothing in a page is near to."""
    closed = _SHOWN_BY_HOSTS.search(path) and re.fullmatch(r"[\w-]+", fragment) and path.endswith((".md", ".markdown"))
    is_own = path == fact.scope.module and fact.scope.form != UNRELIABLE and not pages.is_myst(project, path)
    if closed and is_own and not _makes_anchors(project, path):
        longer = _one_word_more(fragment, known)
        told = f"no such anchor in {path}" + (f"; #{longer} is there" if longer else "")
        evidence = proof.searched(path, f"{len(known)} anchors, none is #{fragment}")
        return proof.refuted(told, evidence, span=_span_of_fragment(fact), replacement=longer)
    return proof.unsettled(f"{path} shows no such anchor; a site may make it")


def _span_of_fragment(fact: Fact) -> Span | None:
    """Where what follows the `#` stands; None where the document writes the target in another way."""
    start, end = fact.subject_span or (0, 0)
    return (end - len(fact.subject.partition("#")[2]), end) if end - start == len(fact.subject) else None


def _on_hosts(anchor: str, project: Project, path: str, *, always: bool = False) -> str:
    """An anchor as hosts make it of the same heading, where the page is one that they show, or always."""
    hosts = pages.hosts_anchors(project.root, path, path)
    same = [other for other in hosts if _without_accents(folded(other)) == _without_accents(folded(anchor))]
    is_shown = always or _SHOWN_BY_HOSTS.search(path)
    return same[0] if is_shown and anchor not in hosts and len(same) == 1 else anchor


def _without_accents(word: str) -> str:
    """A word with the plain letters that some sites put for others (`operacao` for `operação`)."""
    return "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))


@lru_cache(maxsize=256)
def _makes_anchors(project: Project, path: str) -> bool:
    """Whether a page takes in text that is not in its file: its anchors are not all known."""
    return bool(_MAKING_ANCHORS.search(project.tree.text(path) or ""))


def _same_words(fragment: str, known: frozenset[str]) -> str | None:
    """The one anchor with the same words but for a number in front (`2-usage` for `usage`)."""
    words = words_of(fragment)
    same = [
        anchor
        for anchor in known
        if (others := words_of(anchor))[-len(words) :] == words and "".join(others[: -len(words)]).isdigit()
    ]
    return same[0] if len(same) == 1 else None


def _one_word_more(fragment: str, known: frozenset[str]) -> str | None:
    """The one anchor that has all words of a fragment in their order, and one more (`add-custom-routes`)."""
    words = words_of(fragment)
    longer = [
        anchor
        for anchor in known
        if len(words) > 1 and len(others := words_of(anchor)) == len(words) + 1 and _has_in_order(others, words)
    ]
    return longer[0] if len(longer) == 1 else None


def _has_in_order(words: Sequence[str], some: Sequence[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in some)
