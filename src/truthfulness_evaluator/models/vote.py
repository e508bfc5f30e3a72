"""What judges answer."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.models.verdict import Verdict


class Citation(BaseModel):
    """A quote found in the evidence."""

    model_config = ConfigDict(frozen=True)

    evidence_index: int = Field(ge=0)
    """Which passage, counted from 0: of the case's evidence, followed by what the judge brought itself; in a result,
    of the result's evidence."""
    quote: str
    span: Span | None = None
    """Where the quote stands in the passage's raw text."""
    supports: bool | None = None
    """Whether it speaks for the claim (True) or against it (False), where the judge says so of each quote; None: as the
    verdict does."""


class Vote(BaseModel):
    """A judge's verdict on one claim."""

    model_config = ConfigDict(frozen=True)

    judge: str
    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    """The judge's probability, 0 to 1, that its verdict is right."""
    explanation: str = ""
    citations: list[Citation] = Field(default_factory=list[Citation])
    critique: str = ""
    """What the judge finds wrong with the others' positions, in a round that showed them."""
    dropped_quotes: int = Field(default=0, ge=0)
    """Quotes it gave besides that stand nowhere in the evidence, or only tell a reader what to answer."""


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
    BLOCKED = "blocked"
    """A web service took the request for a robot's and gave no answer."""
    EMPTY_CLAIMS = "empty_claims"
    """An extractor found nothing in a text that states several things."""
    LIMIT = "limit"
    """Not asked: the limit of calls, time or money of the run was reached."""
    INTERRUPTED = "interrupted"
    """Not asked, or not finished: the user interrupted the run."""


class JudgeFailure(BaseModel):
    """A judge that gave no valid vote. It is not a verdict, and no grade counts it."""

    model_config = ConfigDict(frozen=True)

    judge: str
    kind: FailureKind
    message: str = ""
    attempts: int = Field(default=1, ge=0)
    """Calls that were made; 0: none, as nothing was to be expected of one."""
    claimed: Verdict | None = None
    """The verdict of an answer that is no vote because nothing backs it."""


class Flip(BaseModel):
    """A judge that changed its verdict from one round to the next."""

    model_config = ConfigDict(frozen=True)

    judge: str
    before: Verdict
    after: Verdict
    counted: bool
    """Whether the change counts: it cites a quote or a critique that the judge had not cited before."""


class Round(BaseModel):
    """One round of votes on a claim. In the first one the judges do not know of each other."""

    model_config = ConfigDict(frozen=True)

    number: int = Field(ge=1)
    votes: list[Vote] = Field(default_factory=list[Vote])
    """As they were given; a change that does not count is in `flips`."""
    failures: list[JudgeFailure] = Field(default_factory=list[JudgeFailure])
    flips: list[Flip] = Field(default_factory=list[Flip])
