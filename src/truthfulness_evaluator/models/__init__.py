"""Plain data of the evaluator: pydantic models and frozen dataclasses, no behaviour beyond validation."""

from truthfulness_evaluator.models.case import Board, Case, Outcome
from truthfulness_evaluator.models.claim import Claim, Fact, Scope
from truthfulness_evaluator.models.document import (
    Block,
    BlockKind,
    Container,
    Document,
    Inline,
    InlineKind,
    Suppression,
)
from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.location import Location, Span
from truthfulness_evaluator.models.places import Places
from truthfulness_evaluator.models.report import (
    Injection,
    ModelUsage,
    TruthfulnessReport,
    TruthfulnessStatistics,
    UnusedIgnore,
    Unvalidated,
)
from truthfulness_evaluator.models.result import Correction, Standing, VerificationResult
from truthfulness_evaluator.models.review import Review
from truthfulness_evaluator.models.verdict import Verdict, parse_verdict
from truthfulness_evaluator.models.vote import Citation, FailureKind, Flip, JudgeFailure, Round, Vote
from truthfulness_evaluator.models.web_page import WebPage

__all__ = [
    "Block",
    "BlockKind",
    "Board",
    "Case",
    "Citation",
    "Claim",
    "Container",
    "Correction",
    "Document",
    "Evidence",
    "Fact",
    "FailureKind",
    "Flip",
    "Injection",
    "Inline",
    "InlineKind",
    "JudgeFailure",
    "Location",
    "ModelUsage",
    "Outcome",
    "Places",
    "Review",
    "Round",
    "Scope",
    "Span",
    "Standing",
    "Suppression",
    "TruthfulnessReport",
    "TruthfulnessStatistics",
    "UnusedIgnore",
    "Unvalidated",
    "Verdict",
    "VerificationResult",
    "Vote",
    "WebPage",
    "parse_verdict",
]
