"""What a kind of fact is made of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from truthfulness_evaluator.models import Correction, Document, Evidence, Fact, Span, Verdict
from truthfulness_evaluator.project.project import Project


@dataclass(frozen=True, slots=True)
class Found:
    """A fact that a document states."""

    fact: Fact
    text: str
    """The statement in full, understandable on its own."""
    span: Span
    """The characters that state it; reports point here."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the code base says about a fact."""

    verdict: Verdict
    explanation: str
    """One clause: what is true, or why it cannot be told."""
    evidence: tuple[Evidence, ...] = ()
    correction: Correction | None = None


def _always(fact: Fact, project: Project) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class FactKind:
    """A kind of exactly checkable statement: how it is found, how it is checked, and its documentation."""

    name: str
    title: str
    checks: str
    """What it checks, one or two sentences."""
    abstains: str
    """What makes it abstain, one or two sentences."""
    example: str
    """A line of a document that states such a fact."""
    find: Callable[[Document], Iterable[Found]]
    """Pure: reads the document alone."""
    check: Callable[[Fact, Project], Ruling]
    """Looks the fact up. NOT_ENOUGH_INFO where the name cannot be tied to this project."""
    concerns: Callable[[Fact, Project], bool] = _always
    """Whether a fact is about this project at all; one about another program makes no claim here."""
