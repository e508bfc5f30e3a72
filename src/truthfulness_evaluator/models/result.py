"""The consensus on one claim."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.review import Review
from truthfulness_evaluator.models.verdict import Verdict
from truthfulness_evaluator.models.vote import JudgeFailure, Round, Vote


class Standing(StrEnum):
    """What a finding means for the gate."""

    FAILS = "fails"
    KNOWN = "known"
    """It stands in the baseline."""
    ADVISES = "advises"
    """It is told, and fails nothing."""


class Correction(BaseModel):
    """The text that would make a refuted statement true."""

    model_config = ConfigDict(frozen=True)

    span: Span
    """The characters of the document to replace."""
    replacement: str


class VerificationResult(BaseModel):
    """What the judges' votes on a claim come to."""

    claim_id: str
    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    """Probability, 0 to 1, that the verdict is right."""
    explanation: str
    evidence: list[Evidence] = Field(default_factory=list[Evidence])
    model_votes: dict[str, Verdict] = Field(default_factory=dict[str, Verdict])
    """Verdict by judge."""
    votes: list[Vote] = Field(default_factory=list[Vote])
    failures: list[JudgeFailure] = Field(default_factory=list[JudgeFailure])
    rounds: int = Field(default=1, ge=1)
    """How many rounds of votes there were."""
    history: list[Round] = Field(default_factory=list[Round])
    """All rounds, where there was more than one."""
    correction: Correction | None = None
    needs_review: bool = False
    review_reason: str = ""
    """Why people should look at it, as a clause; empty where they need not."""
    review: Review | None = None
    """What a person decided: `verdict` and `confidence` are then theirs; None: nobody has looked at it."""
    by_model: bool = False
    """No exact look-up and no person says so, only judges that may err, such as models."""
    gate: Standing | None = None
    """What it means for the gate; None: nothing, or no gate has weighed it."""

    model_config = ConfigDict(frozen=True)
