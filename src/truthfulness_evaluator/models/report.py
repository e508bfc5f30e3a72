"""The evaluation of one document."""

from typing import Literal

from pydantic import BaseModel, Field

from truthfulness_evaluator.models.claim import Claim
from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.location import Location
from truthfulness_evaluator.models.result import VerificationResult
from truthfulness_evaluator.models.vote import JudgeFailure, Vote


class TruthfulnessStatistics(BaseModel):
    """Counts of verdicts over a document's claims."""

    total_claims: int = 0
    supported: int = 0
    refuted: int = 0
    not_enough_info: int = 0
    unverifiable: int = 0
    known: int = 0
    """Findings, counted above, that stand in the baseline."""
    verification_rate: float = 0.0
    """(supported + refuted) / total_claims, 0 to 1; 0 without claims."""
    accuracy_score: float = 0.0
    """supported / (supported + refuted), 0 to 1; 0 where nothing is either."""


class Unvalidated(BaseModel):
    """Why a claim has no verdict: what each judge that was asked failed of."""

    claim_id: str
    failures: list[JudgeFailure] = Field(default_factory=list[JudgeFailure])
    votes: list[Vote] = Field(default_factory=list[Vote])
    """Valid votes, where there were too few."""
    evidence: list[Evidence] = Field(default_factory=list[Evidence])
    """What the judges were shown; the citations of the votes point into it."""
    needs_review: bool = False
    review_reason: str = ""
    """Why people should look at it, as a clause; empty where they need not."""


class ModelUsage(BaseModel):
    """What one chat model did for a report."""

    model: str
    calls: int = Field(default=0, ge=0)
    """Requests that were sent, failed ones included."""
    cached: int = Field(default=0, ge=0)
    """Answers that were taken from the cache of an earlier run."""
    input_tokens: int = Field(default=0, ge=0)
    """Of prompts, those that the provider has cached included."""
    output_tokens: int = Field(default=0, ge=0)
    cost: float | None = Field(default=0.0, ge=0)
    """US dollars, by the list prices; None: unknown."""


class Injection(BaseModel):
    """Words of a document or of evidence that speak to the judges: a suspected attempt to instruct them."""

    quote: str
    location: Location | None = None
    claim_ids: list[str] = Field(default_factory=list[str])
    """Claims that they stand in, or whose evidence they stand in."""


class UnusedIgnore(BaseModel):
    """A comment that excludes a part of a document and is not needed."""

    location: Location
    """Where it stands."""
    comment: str
    """As it is written, shortened."""
    reason: str
    """Why it is not needed, as a clause."""


class TruthfulnessReport(BaseModel):
    """What became of one document."""

    source_document: str
    overall_grade: str | None = None
    """A to F with + or -; None where nothing could be verified."""
    overall_confidence: float = Field(default=0.0, ge=0, le=1)
    """Mean confidence of all verifications."""
    summary: str = ""
    status: Literal["complete", "incomplete", "empty"] = "complete"
    """`incomplete`: something that was asked could not be judged. `empty`: nothing to judge."""
    partial: bool = False
    """Some claims could not be looked for, whatever became of the others; `failures` and `notices` say which."""
    claims: list[Claim] = Field(default_factory=list[Claim])
    """Claims that judges were asked about, in the order of the document."""
    verifications: list[VerificationResult] = Field(default_factory=list[VerificationResult])
    unvalidated_claims: list[Claim] = Field(default_factory=list[Claim])
    """Claims that were asked and got too few valid votes."""
    unvalidated_reasons: list[Unvalidated] = Field(default_factory=list[Unvalidated])
    not_checked: list[Claim] = Field(default_factory=list[Claim])
    """Claims that no chosen judge handles; counted in no figure."""
    ignored: list[Claim] = Field(default_factory=list[Claim])
    """Claims that comments of the document exclude; counted in no figure."""
    unused_ignores: list[UnusedIgnore] = Field(default_factory=list[UnusedIgnore])
    """Comments that exclude parts and are not needed; filled where the settings ask for it."""
    failures: list[JudgeFailure] = Field(default_factory=list[JudgeFailure])
    """Of finding claims: what a chat model could not read."""
    dropped_claims: int = Field(default=0, ge=0)
    """Claims of a chat model that were dropped, as their quote stands nowhere in the document."""
    injections: list[Injection] = Field(default_factory=list[Injection])
    usage: list[ModelUsage] = Field(default_factory=list[ModelUsage])
    """By chat model, in the order of their names."""
    statistics: TruthfulnessStatistics = Field(default_factory=TruthfulnessStatistics)
    notices: list[str] = Field(default_factory=list[str])
    """What the reader of the report should know: skipped files, shallow history."""

    @property
    def needs_review(self) -> list[Claim]:
        """The claims that wait for a person, in the order of the document."""
        waiting = {result.claim_id for result in self.verifications if result.needs_review}
        waiting.update(each.claim_id for each in self.unvalidated_reasons if each.needs_review)
        return [claim for claim in self.claims if claim.id in waiting]
