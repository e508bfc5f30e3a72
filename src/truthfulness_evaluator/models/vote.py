"""What judges answer."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.verdict import Verdict


class Citation(BaseModel):
    """A quote found in the evidence."""

    model_config = ConfigDict(frozen=True)

    evidence_index: int = Field(ge=0)
    """Which passage of the case, counted from 0."""
    quote: str
    span: Span | None = None
    """Where the quote stands in the passage's raw text."""


class Vote(BaseModel):
    """A judge's verdict on one claim."""

    model_config = ConfigDict(frozen=True)

    judge: str
    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    """The judge's probability, 0 to 1, that its verdict is right."""
    explanation: str = ""
    citations: list[Citation] = Field(default_factory=list[Citation])


class FailureKind(StrEnum):
    """Why a judge gave no valid vote."""

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    AUTH = "auth"
    REFUSED = "refused"
    BAD_ANSWER = "bad_answer"
    CONTEXT_TOO_LONG = "context_too_long"
    UNAVAILABLE = "unavailable"


class JudgeFailure(BaseModel):
    """A judge that gave no valid vote. It is not a verdict, and no grade counts it."""

    model_config = ConfigDict(frozen=True)

    judge: str
    kind: FailureKind
    message: str = ""
    attempts: int = Field(default=1, ge=1)
