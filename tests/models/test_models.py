from typing import get_args

import pytest
from pydantic import BaseModel, ValidationError

from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Correction,
    Evidence,
    Fact,
    FailureKind,
    JudgeFailure,
    Location,
    Scope,
    TruthfulnessReport,
    TruthfulnessStatistics,
    Verdict,
    VerificationResult,
    Vote,
)

CLAIM = Claim(id="c1", text="Waits 8 s.\r\n\u00e9\U0001f600", source_document="a.md")
FULL_CLAIM = Claim(
    id="c2",
    text="`--wait` defaults to 8",
    source_document="a.md",
    source_span=(3, 25),
    location=Location(path="a.md", line=1, column=4),
    context="Options",
    claim_type="inferred",
    kind="default_value",
    fact=Fact(
        kind="default_value",
        subject="--wait",
        expected="8",
        scope=Scope(program="app", command=("run", "fast"), form="prose"),
        subject_span=(4, 10),
        expected_span=(24, 25),
    ),
    also_at=[(40, 62)],
)
EVIDENCE = Evidence(source="src/app.py", source_type="filesystem", content="wait = 4", relevance_score=1 / 3)
RESULT = VerificationResult(claim_id="c2", verdict=Verdict.REFUTES, confidence=0.1 + 0.2, explanation="It is 4.")
FULL_RESULT = VerificationResult(
    claim_id="c2",
    verdict=Verdict.REFUTES,
    confidence=1.0,
    explanation="It is 4.",
    evidence=[EVIDENCE],
    model_votes={"facts": Verdict.REFUTES},
    votes=[
        Vote(
            judge="facts",
            verdict=Verdict.REFUTES,
            confidence=1,
            citations=[Citation(evidence_index=0, quote="4", span=(7, 8))],
        )
    ],
    failures=[JudgeFailure(judge="chat", kind=FailureKind.TIMEOUT, message="60 s", attempts=3)],
    rounds=2,
    correction=Correction(span=(24, 25), replacement="4"),
    needs_review=True,
)
REPORT = TruthfulnessReport(
    source_document="a.md",
    overall_grade="F",
    overall_confidence=0.3,
    summary="One is wrong.",
    status="incomplete",
    claims=[CLAIM, FULL_CLAIM],
    verifications=[FULL_RESULT],
    unvalidated_claims=[CLAIM],
    not_checked=[CLAIM],
    statistics=TruthfulnessStatistics(total_claims=2, refuted=1, verification_rate=0.5),
    notices=["shallow"],
)


@pytest.mark.parametrize(
    "whole",
    [CLAIM, FULL_CLAIM, EVIDENCE, RESULT, FULL_RESULT, REPORT, TruthfulnessReport(source_document="")],
    ids=["claim", "full-claim", "evidence", "result", "full-result", "report", "empty-report"],
)
def test_json_loses_nothing(whole: BaseModel) -> None:
    assert type(whole).model_validate_json(whole.model_dump_json()) == whole


def test_defaults() -> None:
    assert Claim(id="c", text="t", source_document="d").model_dump(
        include={"source_span", "context", "claim_type"}
    ) == {
        "source_span": None,
        "context": None,
        "claim_type": "explicit",
    }
    assert (EVIDENCE.supports_claim, EVIDENCE.credibility_score) == (None, 0.5)
    assert (RESULT.evidence, RESULT.model_votes) == ([], {})
    assert TruthfulnessStatistics().model_dump() == {
        "total_claims": 0,
        "supported": 0,
        "refuted": 0,
        "not_enough_info": 0,
        "unverifiable": 0,
        "known": 0,
        "verification_rate": 0.0,
        "accuracy_score": 0.0,
    }
    report = TruthfulnessReport(source_document="d")
    assert (report.overall_grade, report.overall_confidence, report.summary) == (None, 0.0, "")
    assert (report.claims, report.verifications, report.unvalidated_claims) == ([], [], [])
    assert report.statistics == TruthfulnessStatistics()


@pytest.mark.parametrize(
    ("text", "shown"),
    [("short", "Claim(c): short"), ("x" * 80, "Claim(c): " + "x" * 80), ("x" * 81, "Claim(c): " + "x" * 80 + "...")],
    ids=["short", "80", "81"],
)
def test_a_claim_as_text(text: str, shown: str) -> None:
    assert str(Claim(id="c", text=text, source_document="d")) == shown


def test_choices() -> None:
    fields = Evidence.model_fields["source_type"].annotation, Claim.model_fields["claim_type"].annotation
    assert [get_args(field) for field in fields] == [
        ("web", "filesystem", "knowledge_base"),
        ("explicit", "implicit", "inferred"),
    ]


@pytest.mark.parametrize("share", [-0.01, 1.01])
@pytest.mark.parametrize(
    ("model", "field", "fields"),
    [
        (Evidence, "relevance_score", {"source": "s", "source_type": "web", "content": "c"}),
        (Evidence, "credibility_score", {"source": "s", "source_type": "web", "content": "c", "relevance_score": 1}),
        (VerificationResult, "confidence", {"claim_id": "c", "verdict": "SUPPORTS", "explanation": ""}),
        (TruthfulnessReport, "overall_confidence", {"source_document": "d"}),
    ],
    ids=["relevance", "credibility", "confidence", "overall"],
)
def test_shares_lie_between_0_and_1(
    model: type[BaseModel], field: str, fields: dict[str, object], share: float
) -> None:
    with pytest.raises(ValidationError, match=field):
        model.model_validate({**fields, field: share})
