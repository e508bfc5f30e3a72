"""What was said on one case, round by round, with all passages in one list. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.consensus.ice import Deliberation, begun, continued
from truthfulness_evaluator.models import Case, Correction, Evidence, JudgeFailure, Outcome, Vote


@dataclass(frozen=True, slots=True)
class Hearing:
    """One case, and what judges said on it."""

    case: Case
    """As it was asked first."""
    asked: int
    """How many judges were asked, those that failed included."""
    evidence: tuple[Evidence, ...]
    """The case's, followed by what judges found. The citations of all votes point into it."""
    found: Mapping[str, tuple[Evidence, ...]]
    """What each judge found itself."""
    corrections: Mapping[str, Correction]
    """By judge, the last one that it gave."""
    said: Deliberation

    @property
    def next_case(self) -> Case:
        """The case for a further round: what one judge found, all may read."""
        return Case(self.case.claim, self.evidence)


def heard(case: Case, outcomes: Iterable[Outcome | None]) -> Hearing:
    """The first round.

    Args:
        case: what was asked.
        outcomes: of each judge that handles the claim; None of one that was not asked for lack of evidence.
    """
    given = [outcome for outcome in outcomes if outcome is not None]
    evidence = _joint(case.evidence, given)
    votes, failures = _answers(given, case.evidence, evidence)
    found = {outcome.answer.judge: outcome.evidence for outcome in given}
    return Hearing(case, len(given), evidence, found, _corrections(given), begun(votes, failures))


def reheard(hearing: Hearing, outcomes: Sequence[Outcome]) -> Hearing:
    """One round more, on `next_case`."""
    evidence = _joint(hearing.evidence, outcomes)
    votes, failures = _answers(outcomes, hearing.evidence, evidence)
    found = dict(hearing.found)
    for outcome in outcomes:
        judge = outcome.answer.judge
        found[judge] = tuple(dict.fromkeys((*found.get(judge, ()), *outcome.evidence)))
    corrections = {**hearing.corrections, **_corrections(outcomes)}
    said = continued(hearing.said, votes, failures)
    return Hearing(hearing.case, hearing.asked, evidence, found, corrections, said)


def recited(vote: Vote, place: Callable[[int], int | None]) -> Vote:
    """A vote whose citations point into another list of passages; those without a place there are dropped.

    Args:
        vote: a vote.
        place: the new index of a passage by its old one; None where it has none.
    """
    if not vote.citations:
        return vote
    moved = [(citation, place(citation.evidence_index)) for citation in vote.citations]
    kept = [citation.model_copy(update={"evidence_index": index}) for citation, index in moved if index is not None]
    return vote.model_copy(update={"citations": kept})


def _joint(given: Sequence[Evidence], outcomes: Iterable[Outcome]) -> tuple[Evidence, ...]:
    known = set(given)
    found = dict.fromkeys(each for outcome in outcomes for each in outcome.evidence)
    return (*given, *(each for each in found if each not in known))


def _answers(
    outcomes: Iterable[Outcome], given: Sequence[Evidence], joint: Sequence[Evidence]
) -> tuple[list[Vote], list[JudgeFailure]]:
    votes: list[Vote] = []
    failures: list[JudgeFailure] = []
    where: dict[Evidence, int] = {}
    for index, each in enumerate(joint):
        where.setdefault(each, index)
    for outcome in outcomes:
        answer = outcome.answer
        if isinstance(answer, JudgeFailure):
            failures.append(answer)
            continue
        own = (*given, *outcome.evidence)  # what this judge's citations point into
        votes.append(recited(answer, lambda index, own=own: where[own[index]] if index < len(own) else None))
    return votes, failures


def _corrections(outcomes: Iterable[Outcome]) -> dict[str, Correction]:
    return {outcome.answer.judge: outcome.correction for outcome in outcomes if outcome.correction is not None}
