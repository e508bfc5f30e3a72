"""What changed from one run to another."""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.location import Location
from truthfulness_evaluator.models.review import Review
from truthfulness_evaluator.models.run import RunSummary
from truthfulness_evaluator.models.verdict import Verdict


class ChangeKind(StrEnum):
    """What may change of a claim."""

    NEW = "new"
    """Only the later run has it."""
    GONE = "gone"
    """Only the earlier run has it."""
    TURNED = "turned"
    """It has another verdict, has none any more, or has its first one."""
    REVIEWED = "reviewed"
    """A person decided, decided otherwise, or took the decision back."""
    EVIDENCE = "evidence"
    """Another passage decided it. One that has only moved in its file is the same."""
    CONFIDENCE = "confidence"
    """The judges are notably more or less sure."""
    CORRECTION = "correction"
    """Something else would make it true."""


class ClaimState(BaseModel):
    """What a run made of a claim."""

    model_config = ConfigDict(frozen=True)

    place: Location
    """Where the document of that run states it."""
    state: Literal["judged", "failed", "not_checked", "ignored"] = "judged"
    verdict: Verdict | None = None
    """None: it is not judged."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    explanation: str = ""
    evidence: tuple[Evidence, ...] = ()
    """What decided it."""
    correction: str | None = None
    """The text that would make it true, in place of what stands there; None: there is none."""
    review: Review | None = None


class ClaimChange(BaseModel):
    """A claim of which something changed."""

    model_config = ConfigDict(frozen=True)

    claim_id: str
    text: str
    kind: str
    """`prose`, or the kind of its fact."""
    changes: tuple[ChangeKind, ...]
    """All that changed, in the order of `ChangeKind`; at least one."""
    before: ClaimState | None = None
    after: ClaimState | None = None

    @property
    def state(self) -> ClaimState:
        """What it is in the later run; of one that is gone, what it was."""
        state = self.after or self.before
        assert state is not None
        return state


class DocumentChanges(BaseModel):
    """What changed in a document."""

    model_config = ConfigDict(frozen=True)

    name: str
    runs: Literal["both", "before", "after"] = "both"
    """Which of the runs evaluated it."""
    grade_before: str | None = None
    grade_after: str | None = None
    changes: tuple[ClaimChange, ...] = ()
    """In the order of their places; of a document of one run, all its claims."""
    unchanged: int = Field(default=0, ge=0)
    """Claims that are in both runs, with nothing changed."""


class ComparedRun(RunSummary):
    """One of the two runs."""

    grade: str | None = None
    """Over all documents together; None: no claim was verified."""


class RunChanges(BaseModel):
    """What changed from one run to another."""

    model_config = ConfigDict(frozen=True)

    before: ComparedRun
    after: ComparedRun
    documents: tuple[DocumentChanges, ...] = ()
    """All documents that a run finished, by name."""
    unfinished: tuple[str, ...] = ()
    """Names of documents that one of the runs began and did not finish; they are not compared."""

    @property
    def same_root(self) -> bool:
        """Whether both are of one code base."""
        return self.before.request.root == self.after.request.root
