"""Evidence from a code base, and the rulings that rest on it."""

from truthfulness_evaluator.facts.kind import Ruling
from truthfulness_evaluator.models import Correction, Evidence, Location, Span, Verdict
from truthfulness_evaluator.project.project import Project

_LONGEST_LINE = 300
"""Characters of a source line that are quoted."""


def at(project: Project, location: Location, *, supports: bool) -> Evidence:
    """The line of a file as evidence; of a file as a whole, its path."""
    path = location.path or ""
    content = path
    if location.line is not None:
        # Split no further than needed: files are long, and evidence is asked for by the thousand.
        lines = (project.tree.text(path) or "").split("\n", location.line)
        if location.line <= len(lines):
            content = lines[location.line - 1].strip()[:_LONGEST_LINE] or path
    return Evidence(
        source=path,
        source_type="filesystem",
        content=content,
        relevance_score=1.0,
        supports_claim=supports,
        credibility_score=1.0,
        location=location,
    )


def searched(where: str, what: str, location: Location | None = None) -> Evidence:
    """What was searched without a find: the other side of a refutation by absence.

    Args:
        where: the file, folder or program that was searched.
        what: what is there instead, in a few words.
        location: a place of it, where one stands for all.
    """
    return Evidence(
        source=where,
        source_type="filesystem",
        content=what,
        relevance_score=1.0,
        supports_claim=False,
        credibility_score=1.0,
        location=location,
    )


def supported(project: Project, explanation: str, location: Location) -> Ruling:
    """SUPPORTS, with the place in the code."""
    return Ruling(Verdict.SUPPORTS, explanation, (at(project, location, supports=True),))


def refuted(explanation: str, *evidence: Evidence, span: Span | None = None, replacement: str | None = None) -> Ruling:
    """REFUTES, with the evidence and, where both are given, the correction."""
    correction = Correction(span=span, replacement=replacement) if span and replacement else None
    return Ruling(Verdict.REFUTES, explanation, evidence, correction)


def unsettled(explanation: str) -> Ruling:
    """NOT_ENOUGH_INFO, with the reason."""
    return Ruling(Verdict.NOT_ENOUGH_INFO, explanation)
