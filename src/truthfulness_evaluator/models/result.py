"""The consensus on one claim."""

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.verdict import Verdict
from truthfulness_evaluator.models.vote import JudgeFailure, Vote


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
    correction: Correction | None = None
    needs_review: bool = False

    model_config = ConfigDict(frozen=True)
