"""Whether a document agrees with a file on other defaults around one: then the file is what it speaks of."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from truthfulness_evaluator.documents.reading import read_document
from truthfulness_evaluator.facts.finding import found_in
from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.models import Document, Fact
from truthfulness_evaluator.project.lookup import DefaultDeclaration
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.values import same_value

Find = Callable[[Document], Iterable[Found]]
Declared = Callable[[Fact, Project], Sequence[DefaultDeclaration]]

_NEAR = 300
"""Lines of a file between two defaults that one section of a document may tell of."""
_ORDINARY = frozenset({"true", "false", "none", "null", "nil", "0", "1", "", "[]", "{}", "undefined", "yes", "no"})
_ORDINARY_WEIGHT = 0.34
"""Two names of one value are no wonder where every other setting has it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a section of a document and a file say the same."""

    same: float = 0
    """Defaults on which they agree; values that half of all settings have count for a third."""
    different: int = 0
    unknown: int = 0
    """Names beside it that no code has."""
    all: int = 0


def agreement(fact: Fact, meant: DefaultDeclaration, find: Find, declared: Declared, project: Project) -> Agreement:
    """What the other defaults beside a fact, in its section of the document, say of the file that declares it."""
    beside = _beside(fact, find, project)
    same, different = 0.0, 0
    unknown = sum(not project.code.words.spelled_like(_leaf(other.subject)) for other in beside)
    for other in beside:
        near = [each for each in declared(other, project) if _is_near(each, meant)]
        written = other.expected or ""
        answers = [same_value(written, each.value.literal, each.value.source) for each in near]
        if True in answers:
            same += _ORDINARY_WEIGHT if written.strip("`\"' ").lower() in _ORDINARY else 1
        elif False in answers:
            different += 1
    return Agreement(same, different, unknown, len(beside))


def _leaf(name: str) -> str:
    return name.rpartition(".")[2]


def _is_near(each: DefaultDeclaration, meant: DefaultDeclaration) -> bool:
    one, other = each.declared, meant.declared
    return one.path == other.path and abs((one.line or 0) - (other.line or 0)) <= _NEAR


def _beside(fact: Fact, find: Find, project: Project) -> list[Fact]:
    """The other defaults of the section that a fact stands in, one a name."""
    sections = _sections(fact.scope.module or "", find, project)
    own = next(
        (key for key, facts in sections if any(each.expected_span == fact.expected_span for each in facts)), None
    )
    found = {
        folded(each.subject): each
        for key, facts in sections
        if key == own
        for each in facts
        if each.scope.section == fact.scope.section
    }
    found.pop(folded(fact.subject), None)
    return list(found.values()) if own is not None else []


@lru_cache(maxsize=16)
def _sections(name: str, find: Find, project: Project) -> tuple[tuple[tuple[object, ...], tuple[Fact, ...]], ...]:
    """The defaults that a document of the project states, by what they stand under."""
    if not project.tree.has(name):
        return ()
    document = read_document(project.root / name, name=name)
    blocks = sorted((block.span[0], block.heading_path) for block in document.blocks)
    starts = [start for start, _ in blocks]
    found: dict[tuple[object, ...], list[Fact]] = {}
    for each in found_in(document, find):
        path = blocks[max(0, bisect_right(starts, each.span[0]) - 1)][1]
        # A section that is about one thing has its siblings beside it, one that has a list has them in it.
        about = bool(path) and folded(path[-1]) == folded(each.fact.subject)
        key = ("below", *path[:-1]) if about else ("in", *path)
        found.setdefault(key, []).append(each.fact)
    return tuple((key, tuple(facts)) for key, facts in found.items())
