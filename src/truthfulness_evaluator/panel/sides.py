"""Which side passages are on, by what judges quote of them, and whether sources contradict each other. Pure."""

from collections.abc import Iterable, Sequence

from truthfulness_evaluator.models import Evidence, Verdict, Vote

_SIDES = {Verdict.SUPPORTS: True, Verdict.REFUTES: False}


def sided(evidence: Sequence[Evidence], votes: Iterable[Vote]) -> list[Evidence]:
    """The passages, each with the side that the judges who quote it see it on.

    A passage that is quoted for both sides is on none; what says its side already, as a look-up does, keeps it.

    Args:
        evidence: what the votes' citations point into.
        votes: those that stand.
    """
    said: dict[int, set[bool]] = {}
    for vote in votes:
        for cited in vote.citations:
            side = cited.supports if cited.supports is not None else _SIDES.get(vote.verdict)
            if side is not None:
                said.setdefault(cited.evidence_index, set()).add(side)
    return [_on(each, said.get(index, set())) for index, each in enumerate(evidence)]


def disagreement(evidence: Iterable[Evidence]) -> str:
    """How many sources are for a claim and how many against it, as a clause; empty where no two contradict each other.

    Pages of one site are one source, as are passages of one file: what a single source says of the two sides is no
    disagreement between sources.

    Example:
        >>> said = {"harbour.md": True, "guide.md": False, "notes.md": False}
        >>> disagreement(
        ...     Evidence(source=name, source_type="filesystem", content="", relevance_score=1, supports_claim=side)
        ...     for name, side in said.items()
        ... )
        'sources disagree: 1 for, 2 against'
    """
    sides: dict[bool, set[str]] = {True: set(), False: set()}
    for each in evidence:
        if each.supports_claim is not None:
            sides[each.supports_claim].add(_origin(each))
    supporting, refuting = sides[True], sides[False]
    if not supporting or not refuting or len(supporting | refuting) < 2:
        return ""
    return f"sources disagree: {len(supporting)} for, {len(refuting)} against"


def _on(evidence: Evidence, sides: set[bool]) -> Evidence:
    if evidence.supports_claim is not None or len(sides) != 1:
        return evidence
    return evidence.model_copy(update={"supports_claim": next(iter(sides))})


def _origin(evidence: Evidence) -> str:
    if evidence.page is not None:
        return evidence.page.site or evidence.page.url
    return evidence.source
