from collections.abc import Callable, Sequence

import pytest

from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    Fact,
    FailureKind,
    JudgeFailure,
    Location,
    Span,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated

TEXT = "# Runs\n\nIt takes `--jobs` (default 8).\nIt reads `APP_HOME`.\nIt is fast.\n"
"""The document of the sample report."""


def claim(key: str, text: str, line: int, column: int, *, kind: str = "cli_option", span: Span | None = None) -> Claim:
    return Claim(
        id=key,
        text=text,
        source_document="docs/run.md",
        source_span=span,
        location=Location(path="docs/run.md", line=line, column=column),
        kind=kind,
    )


def evidence(path: str, line: int, *, supports: bool | None) -> Evidence:
    return Evidence(
        source=path,
        source_type="filesystem",
        content="parser.add_argument(...)",
        relevance_score=1.0,
        supports_claim=supports,
        location=Location(path=path, line=line),
    )


@pytest.fixture
def report() -> TruthfulnessReport:
    """One refuted, one supported, one unsettled and one failed claim, out of the order of their places."""
    home = claim("home", "The environment variable `APP_HOME` is read", 4, 10, kind="env_var", span=(48, 58))
    jobs = claim("jobs", "`--jobs` defaults to 8", 3, 10, span=(17, 36)).model_copy(
        update={
            "fact": Fact(kind="default_value", subject="--jobs", expected="8", expected_span=(35, 36)),
            "kind": "default_value",
        }
    )
    option = claim("option", "There is an option `--jobs`", 3, 10, span=(17, 25))
    asked = claim("asked", "There is a module `app.jobs`", 9, 1, kind="symbol")
    return TruthfulnessReport(
        source_document="docs/run.md",
        overall_grade="D",
        overall_confidence=0.9,
        summary="Some sentence.",
        status="incomplete",
        claims=[home, option, jobs, asked],
        verifications=[
            VerificationResult(
                claim_id="home",
                verdict=Verdict.NOT_ENOUGH_INFO,
                confidence=0.5,
                explanation="no code reads a name that is built at run time",
            ),
            VerificationResult(
                claim_id="option",
                verdict=Verdict.SUPPORTS,
                confidence=1.0,
                explanation="it is declared",
                evidence=[evidence("src/app/cli.py", 12, supports=True)],
                model_votes={"facts": Verdict.SUPPORTS},
                votes=[Vote(judge="facts", verdict=Verdict.SUPPORTS, confidence=1.0, explanation="declared")],
            ),
            VerificationResult(
                claim_id="jobs",
                verdict=Verdict.REFUTES,
                confidence=1.0,
                explanation="the default is 4",
                evidence=[
                    evidence("src/app/other.py", 3, supports=None),
                    evidence("src/app/cli.py", 57, supports=False),
                ],
                correction=Correction(span=(35, 36), replacement="4"),
            ),
        ],
        unvalidated_claims=[asked],
        unvalidated_reasons=[
            Unvalidated(
                claim_id="asked",
                failures=[JudgeFailure(judge="slow", kind=FailureKind.TIMEOUT, message="after 30 s")],
            )
        ],
        not_checked=[claim("prose", "It is fast.", 5, 1, kind="prose")],
    )


@pytest.fixture
def texts() -> dict[str, str]:
    """The text of the sample report's document, by its name."""
    return {"docs/run.md": TEXT}


@pytest.fixture
def refuted() -> Callable[..., TruthfulnessReport]:
    """Makes a report with one refuted claim from its texts."""

    def make(
        text: str,
        *,
        explanation: str = "",
        document: str = "a.md",
        span: Span | None = None,
        replacement: str | None = None,
        evidence: Sequence[Evidence] = (),
        needs_review: bool = False,
    ) -> TruthfulnessReport:
        return TruthfulnessReport(
            source_document=document,
            claims=[Claim(id="c", text=text, source_document=document, source_span=span)],
            verifications=[
                VerificationResult(
                    claim_id="c",
                    verdict=Verdict.REFUTES,
                    confidence=1.0,
                    explanation=explanation,
                    evidence=list(evidence),
                    correction=None
                    if replacement is None
                    else Correction(span=span or (0, 1), replacement=replacement),
                    needs_review=needs_review,
                )
            ],
        )

    return make
