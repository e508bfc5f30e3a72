"""What a person decided on a claim."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, field_validator

from truthfulness_evaluator.models.claim import Claim
from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.verdict import Verdict
from truthfulness_evaluator.models.vote import Vote


class Review(BaseModel):
    """A person's verdict on a claim, with what the machine said before."""

    model_config = ConfigDict(frozen=True)

    verdict: Verdict
    reviewer: str = ""
    """Who; empty: not said."""
    reviewed_at: str = ""
    """When: UTC, ISO 8601; empty: not said."""
    note: str = ""
    """Why, in the person's words."""
    machine_verdict: Verdict | None = None
    """What the judges came to; None: they came to nothing."""
    machine_confidence: float | None = Field(default=None, ge=0, le=1)
    machine_explanation: str = ""

    @field_validator("reviewed_at")
    @classmethod
    def _is_time(cls, value: str) -> str:
        if value:
            try:
                datetime.fromisoformat(value)
            except ValueError:
                raise ValueError(f"{value!r} is no time as ISO 8601 has it") from None
        return value


class KeptReview(BaseModel):
    """A review as it is remembered: with all that it was about."""

    model_config = ConfigDict(frozen=True)

    key: str
    """Stands for the claim and its evidence; another claim or other evidence has another one."""
    claim: Claim
    """As the person was shown it."""
    evidence: list[Evidence] = Field(default_factory=list[Evidence])
    votes: list[Vote] = Field(default_factory=list[Vote])
    """What the judges had said."""
    review: Review
