"""Names of code without a qualifier: parameters, settings, attributes and functions, where they are misspelt."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import BlockKind, Document, Fact, InlineKind, Location, Scope
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, words_of

_NAME = re.compile(r"(_{0,2}[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)*_{0,2})(?:\(\)|=)?")
_SHORTEST = 8
"""Letters and digits of a name, at least: shorter names are near each other by chance."""
_ROLES = frozenset({"setting", "confval", "attr", "meth", "func", "data", "class", "exc", "hook", "fixture"})


def find(document: Document) -> Iterator[Found]:
    """Names of two words or more in code spans and roles, if the document's own code does not bring them in."""
    shown = _names_in_code(document)
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            continue
        for inline in block.inlines:
            if inline.kind is not InlineKind.CODE and not (inline.kind is InlineKind.ROLE and inline.name in _ROLES):
                continue
            span = inline.text_span
            match = _NAME.fullmatch(document.text[slice(*span)])
            if not match or match[1] in shown or not _is_telling(match[1]):
                continue
            if not is_asserted(document, inline.span, block):
                continue
            place = (span[0], span[0] + len(match[1]))
            fact = Fact(kind="name", subject=match[1], scope=Scope(module=document.name), subject_span=place)
            yield Found(fact, f"the code has the name `{match[1]}`", place)


def _names_in_code(document: Document) -> frozenset[str]:
    """Names in the document's code blocks: what an example defines is its own."""
    names: set[str] = set()
    for block in document.blocks:
        if block.kind is BlockKind.CODE:
            names.update(re.findall(r"\w+", document.text[slice(*block.text_span)]))
    return frozenset(names)


def _is_telling(name: str) -> bool:
    return len(folded(name)) >= _SHORTEST and len(words_of(name)) > 1 and not is_placeholder(name)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that the code has, and slips of such names; all others are somebody else's."""
    return fact.subject in project.code.words or _meant(fact.subject, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code has the name; REFUTES where it has nothing but one near name."""
    place = project.code.words.find(fact.subject)
    if place is not None:
        return proof.supported(project, "the code has it", place)
    meant = _meant(fact.subject, project)
    if meant is None:
        return proof.unsettled("the code has no such name, and none that is near")
    name, location = meant
    evidence = proof.at(project, location, supports=False)
    told = f"the code has no such name; `{name}` is there"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


def _meant(name: str, project: Project) -> tuple[str, Location] | None:
    """The one name of the code, written in the same way, that a name is a slip for."""
    near = [(other, place) for other, place in project.code.words.near(name) if _is_alike(name, other)]
    return near[0] if len(near) == 1 else None


def _is_alike(name: str, other: str) -> bool:
    """Whether two near names are of one kind: with underscores or without, in capitals or not."""
    same_style = ("-" in other, other.isupper(), other[:1].isupper()) == (
        "-" in name,
        name.isupper(),
        name[:1].isupper(),
    )
    return same_style and folded(other) != folded(name)


KIND = FactKind(
    name="name",
    title="Names of code",
    checks="A name of two words or more in a code span is one that the code has.",
    abstains="The code has no near name, or several; the document's own examples bring the name in; it is short.",
    example="Pass `max_workers` to limit them.",
    find=find,
    check=check,
    concerns=concerns,
)
