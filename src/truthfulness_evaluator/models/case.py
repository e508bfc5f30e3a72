"""What a judge is asked, and what it answers."""

from dataclasses import dataclass, field

from truthfulness_evaluator.models.claim import Claim
from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.result import Correction
from truthfulness_evaluator.models.vote import JudgeFailure, Vote


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with its admitted evidence."""

    claim: Claim
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A judge's answer to one case: a vote or a failure, with evidence it found itself."""

    answer: Vote | JudgeFailure
    evidence: tuple[Evidence, ...] = ()
    correction: Correction | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What was said in the last round, for the eyes of one judge."""

    positions: dict[str, tuple[Vote, ...]]
    """By claim id, the votes of the others: `judge` is a letter and not a name, and who voted alike is not counted."""
    own: dict[str, Vote] = field(default_factory=dict[str, Vote])
    """By claim id, what this judge said itself; `judge` is the letter by which the others know it."""
    round: int = 2
    """The round that begins; 2 or more."""
