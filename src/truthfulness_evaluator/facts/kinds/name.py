"""Names of code without a qualifier: parameters, settings, attributes and functions, where they are misspelt."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import BlockKind, Document, Fact, InlineKind, Scope
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.text.names import edit_distance, folded, words_of

_NAME = re.compile(r"(_{0,2}[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)*_{0,2})(?:\(\)|=)?")
_PROSE = (".md", ".rst", ".txt", ".mdx", ".html", ".ipynb", ".svg", ".lock", ".json")
_SHORT_WORD = 5
"""Letters of a word in which two edits make another word (`tag`, `tgz`)."""
_SHORTEST = 8
"""Letters and digits of a name, at least: shorter names are near each other by chance."""
_ROLES = frozenset({"setting", "confval", "attr", "meth", "func", "data", "class", "exc", "hook", "fixture"})


def find(document: Document) -> Iterator[Found]:
    """Names of two words or more in code spans and roles that the document has but once: a slip is made once."""
    counts = Counter(re.findall(r"\w+", document.text))
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            continue
        for inline in block.inlines:
            if inline.kind is not InlineKind.CODE and not (inline.kind is InlineKind.ROLE and inline.name in _ROLES):
                continue
            span = inline.text_span
            match = _NAME.fullmatch(document.text[slice(*span)])
            if not match or counts[match[1]] > 1 or not _is_telling(match[1]):
                continue
            if not is_asserted(document, inline.span, block):
                continue
            place = (span[0], span[0] + len(match[1]))
            fact = Fact(kind="name", subject=match[1], scope=Scope(module=document.name), subject_span=place)
            yield Found(fact, f"the code has the name `{match[1]}`", place)


def _is_telling(name: str) -> bool:
    if name.endswith("_") and not name.endswith("__"):
        return False  # the beginning of names
    return len(folded(name)) >= _SHORTEST and len(words_of(name)) > 1 and not is_placeholder(name)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that the code declares, and slips of such names; all others are somebody else's."""
    return fact.subject in project.code.declared_names or _meant(fact.subject, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code declares the name; REFUTES where it does not have it, and has one near name."""
    name = fact.subject
    if name in project.code.declared_names:
        place = project.code.declared_names[name]
        return proof.supported(project, "the code declares it", place)
    meant = _meant(name, project)
    if meant is None:
        return proof.unsettled("the code has no such name, and none that is near")
    evidence = proof.at(project, project.code.declared_names[meant], supports=False)
    told = f"the code has no such name; `{meant}` is there"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)


def _meant(name: str, project: Project) -> str | None:
    """The one declared name that a name of which the code knows nothing is a slip for."""
    if name in project.code.words:
        return None
    declared = project.code.declared_names
    near = [other for other, _ in project.code.words.near(name) if other in declared and _is_slip(name, other)]
    if len(near) != 1 or _is_made_of_words(name, near[0], project) or _is_elsewhere(name, project):
        return None
    return near[0]


@lru_cache(maxsize=64)
def _words_of_code(project: Project) -> frozenset[str]:
    return frozenset(word for name in project.code.declared_names for word in words_of(name))


def _is_made_of_words(name: str, other: str, project: Project) -> bool:
    """Whether the word by which a name differs is one of the code's own: then it is another name. One thing or many
    of it is no other word.
    """
    different = [pair for pair in zip(words_of(name), words_of(other), strict=False) if pair[0] != pair[1]]
    return any(here in _words_of_code(project) and here.rstrip("s") != there.rstrip("s") for here, there in different)


@lru_cache(maxsize=1024)
def _is_elsewhere(name: str, project: Project) -> bool:
    """Whether a file that does not vouch has a name all the same: a test, an example, a script of the documentation."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    tree = project.tree
    return any(
        name == PurePosixPath(path).stem or word.search(tree.text(path) or "")
        for path in tree.files
        if not path.endswith(_PROSE) and tree.role(path) not in VOUCHING
    )


def _is_slip(name: str, other: str) -> bool:
    """Whether two names of one style differ in one word alone, and there by a letter or two.

    Where all words are the same, only the underscores of a name in small letters may differ.
    """
    if (other.isupper(), other[:1].isupper()) != (name.isupper(), name[:1].isupper()):
        return False
    left, right = words_of(name), words_of(other)
    if folded(name) == folded(other):
        spelled_out = name.islower() and other.islower() and "_" in name and "_" in other
        return spelled_out and name.strip("_") != other.strip("_")
    differing = [pair for pair in zip(left, right, strict=False) if pair[0] != pair[1]]
    if len(left) != len(right) or len(differing) != 1:
        return False
    here, there = differing[0]
    if {here, there} == {there.removesuffix("s"), there} and not name.islower() and not name.isupper():
        return False  # a class for one thing and another for many
    longest = max(len(here), len(there))
    return edit_distance(here, there) <= (1 if longest <= _SHORT_WORD else 2)


KIND = FactKind(
    name="name",
    title="Names of code",
    checks="A name of two words or more in a code span is one that the code has.",
    abstains="The code has no near name, or several; the document has the name more than once; it is short.",
    example="Pass `max_workers` to limit them.",
    find=find,
    check=check,
    concerns=concerns,
)
