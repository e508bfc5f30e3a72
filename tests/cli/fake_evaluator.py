"""What the command line's tests stand on: an evaluator that does as documents say, and what a run gave."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.grading import build_report
from truthfulness_evaluator.models import Claim, Document, Location, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.project.project import Project

VERDICTS = {
    "TRUE": Verdict.SUPPORTS,
    "FALSE": Verdict.REFUTES,
    "OPEN": Verdict.NOT_ENOUGH_INFO,
    "VAGUE": Verdict.UNVERIFIABLE,
}


@dataclass
class FakeEvaluator:
    """Stands for the evaluator: a document's lines say what becomes of them (`TRUE it is so`, `LOST x`)."""

    config: EvaluatorConfig
    root: Path
    seen: list[Document] = field(default_factory=list[Document])

    @property
    def members(self) -> None:
        return None

    @property
    def runs_model(self) -> bool:
        return False

    @property
    def project(self) -> Project:
        return Project(self.root)

    def evaluate(self, document: Document) -> TruthfulnessReport:
        self.seen.append(document)
        claims: list[Claim] = []
        results: list[VerificationResult] = []
        notices: list[str] = []
        for number, line in enumerate(document.text.splitlines(), 1):
            word, _, text = line.partition(" ")
            if word == "STOP":
                raise KeyboardInterrupt
            if word == "NOTE":
                notices.append(text)
            if word == "DELETE":
                (self.root / text).unlink()
            if word not in VERDICTS and word != "LOST":
                continue
            claim = Claim(
                id=f"{document.name}:{number}",
                text=text,
                source_document=document.name,
                location=Location(path=document.name, line=number, column=len(word) + 2),
            )
            claims.append(claim)
            if word in VERDICTS:
                results.append(
                    VerificationResult(claim_id=claim.id, verdict=VERDICTS[word], confidence=1.0, explanation="seen")
                )
        report = build_report(document.name, claims, results)
        status = "empty" if not claims else "incomplete" if report.unvalidated_claims else "complete"
        grade = report.overall_grade if results else None
        return report.model_copy(update={"status": status, "overall_grade": grade, "notices": notices})


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Run = Callable[..., Ran]
