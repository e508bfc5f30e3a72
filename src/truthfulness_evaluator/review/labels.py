"""Reviews as labelled data: JSON Lines, to train and to measure judges by, and to share with colleagues. Pure."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from truthfulness_evaluator.models import Claim, Evidence, Fact, Location, Review, Verdict, Vote, WebPage, parse_verdict
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.reporting.jsonl import json_line
from truthfulness_evaluator.review.keys import review_key

VERSION = 1
"""Of the lines: grows when what was written before would be read wrongly."""
_ID = 12
"""Digits of the key that are the id of a claim that comes from a line."""
_SHOWN = 1.0
"""Relevance of a passage that a person was shown; what a search gave it is not written."""
_EXACT = {"fact": {"scope", "subject_span", "expected_span"}}
"""What is left out of a fact: it counts in no key, or is about places in the document."""


class LabelledEvidence(BaseModel):
    """A passage that the claim was judged by."""

    model_config = ConfigDict(frozen=True)

    source: str
    source_type: Literal["web", "filesystem", "knowledge_base"] = "filesystem"
    content: str
    location: Location | None = None
    page: WebPage | None = None


class LabelledVote(BaseModel):
    """What a judge had said."""

    model_config = ConfigDict(frozen=True)

    judge: str
    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    explanation: str = ""


class Label(BaseModel):
    """One line: a claim on its evidence, with a person's verdict.

    `claim`, `verdict` and `version` have to be there. Fields that are not known are not read.
    """

    model_config = ConfigDict(frozen=True)

    version: int = Field(ge=1, le=VERSION)
    key: str = ""
    """The fingerprint of claim and evidence. It is written for whoever compares lines, and not read."""
    claim: str
    kind: str = "prose"
    fact: Fact | None = None
    """What an exactly checkable claim says."""
    context: str | None = None
    """The block of the document and the headings above it."""
    document: str = ""
    evidence: list[LabelledEvidence] = Field(default_factory=list[LabelledEvidence])
    verdict: Verdict
    reviewer: str = ""
    reviewed_at: str = ""
    """UTC, ISO 8601; empty: not known."""
    note: str = ""
    votes: list[LabelledVote] = Field(default_factory=list[LabelledVote])
    machine_verdict: Verdict | None = None
    machine_confidence: float | None = Field(default=None, ge=0, le=1)
    machine_explanation: str = ""

    @field_validator("claim")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("it says nothing")
        return value

    @field_validator("verdict", "machine_verdict", mode="before")
    @classmethod
    def _labelled(cls, value: object) -> object:
        return parse_verdict(value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Labels:
    """What a file of labels holds."""

    reviews: tuple[KeptReview, ...] = ()
    """One a key; of several the latest."""
    problems: tuple[str, ...] = ()
    """What is wrong with lines that are left out, a sentence each."""


def written(reviews: Iterable[KeptReview]) -> Iterator[str]:
    """The line of each review, without a line end. To be written in UTF-8."""
    for each in reviews:
        yield json_line(_label(each).model_dump(mode="json", exclude=_EXACT))


def read(lines: Iterable[str]) -> Labels:
    """The reviews in lines of JSON. A line that is wrong is named, and the others are read.

    The key is made anew from claim and evidence, so that a review never settles another claim than the one that its
    line shows. Of two reviews of one claim on the same evidence the later one counts, see `newer`.

    Args:
        lines: of a file; empty ones do not count.

    Example:
        >>> labels = read(['{"version": 1, "claim": "It sails.", "verdict": "SUPPORTS"}', "{}"])
        >>> labels.reviews[0].review.verdict, labels.problems
        (<Verdict.SUPPORTS: 'SUPPORTS'>, ("Line 2: 'version' is missing.",))
    """
    reviews: dict[str, KeptReview] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            kept = _kept(Label.model_validate(json.loads(line.removeprefix("\ufeff"))))
        except ValidationError as error:
            problems.append(f"Line {number}: {_problem(error)}.")
        except (ValueError, RecursionError):
            problems.append(f"Line {number}: it is not valid JSON.")
        else:
            former = reviews.get(kept.key)
            reviews[kept.key] = kept if former is None else newer(former, kept)
    return Labels(tuple(reviews.values()), tuple(problems))


def merged(known: Mapping[str, KeptReview], given: Sequence[KeptReview]) -> list[KeptReview]:
    """Which of the given reviews are to be kept: those of new keys, and those that are later than the known one."""
    return [each for each in given if each.key not in known or newer(known[each.key], each) != known[each.key]]


def newer(former: KeptReview, latter: KeptReview) -> KeptReview:
    """The review that was made later, by `reviewed_at`. One without a time is the earlier; of equal times the former.

    Example:
        >>> claim = Claim(id="1", text="It sails.", source_document="a.md")
        >>> one = KeptReview(key="k", claim=claim, review=Review(verdict=Verdict.SUPPORTS))
        >>> at = "2026-12-01T10:00:00Z"
        >>> other = KeptReview(key="k", claim=claim, review=Review(verdict=Verdict.REFUTES, reviewed_at=at))
        >>> newer(one, other).review.verdict, newer(other, one).review.verdict
        (<Verdict.REFUTES: 'REFUTES'>, <Verdict.REFUTES: 'REFUTES'>)
    """
    return latter if _time(latter.review) > _time(former.review) else former


def _time(review: Review) -> datetime:
    """When it was made, in a form that can be compared."""
    if not review.reviewed_at:
        return datetime.min.replace(tzinfo=UTC)
    time = datetime.fromisoformat(review.reviewed_at)
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _label(kept: KeptReview) -> Label:
    claim, review = kept.claim, kept.review
    return Label(
        version=VERSION,
        key=kept.key,
        claim=claim.text,
        kind=claim.kind,
        fact=claim.fact,
        context=claim.context,
        document=claim.source_document,
        evidence=[
            LabelledEvidence(
                source=each.source,
                source_type=each.source_type,
                content=each.content,
                location=each.location,
                page=each.page,
            )
            for each in kept.evidence
        ],
        votes=[
            LabelledVote(
                judge=vote.judge, verdict=vote.verdict, confidence=vote.confidence, explanation=vote.explanation
            )
            for vote in kept.votes
        ],
        **review.model_dump(),
    )


def _kept(label: Label) -> KeptReview:
    evidence = [Evidence(relevance_score=_SHOWN, **dict(each)) for each in label.evidence]
    claim = Claim(
        id="", text=label.claim, source_document=label.document, context=label.context, kind=label.kind, fact=label.fact
    )
    key = review_key(claim, evidence)
    return KeptReview(
        key=key,
        claim=claim.model_copy(update={"id": key[:_ID]}),
        evidence=evidence,
        votes=[Vote(**dict(each)) for each in label.votes],
        review=Review(**{name: value for name, value in label if name in Review.model_fields}),
    )


def _problem(error: ValidationError) -> str:
    """What is wrong with a line, as a clause."""
    details = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, details["loc"]))
    if not where:
        return "it is no object"
    if details["type"] == "missing":
        return f"'{where}' is missing"
    problem = str(details.get("ctx", {}).get("error", details["msg"])).removeprefix("Input ")
    return f"'{where}': {problem}"
