"""Runs as tests put them together: documents of one line a claim, and what became of each."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.grading import build_report, is_verified
from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    JudgeFailure,
    Location,
    Review,
    TruthfulnessReport,
    Unvalidated,
    Verdict,
    VerificationResult,
)
from truthfulness_evaluator.models.run import Run, RunDocument, RunRequest, RunStatus

S, R, N, U = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE


@dataclass(frozen=True)
class Said:
    """A claim of a document, and what became of it."""

    text: str
    verdict: Verdict | None = S
    """None: it could not be judged."""
    line: int = 1
    confidence: float = 0.9
    source: str = "src/a.py"
    source_line: int = 3
    passage: str = "jobs = 8"
    explanation: str = ""
    correction: str | None = None
    review: Review | None = None
    failures: tuple[JudgeFailure, ...] = ()
    kind: str = "default_value"
    needs_review: bool = False

    def claim(self, document: str) -> Claim:
        """The claim; its id goes by its text."""
        place = Location(path=document, line=self.line, column=1)
        return Claim(id=self.text, text=self.text, source_document=document, location=place, kind=self.kind)

    def result(self) -> VerificationResult:
        """What the judges came to."""
        assert self.verdict is not None
        supports = {S: True, R: False}.get(self.verdict)
        evidence = Evidence(
            source=self.source,
            source_type="filesystem",
            content=self.passage,
            relevance_score=1.0,
            supports_claim=supports,
            location=Location(path=self.source, line=self.source_line),
        )
        return VerificationResult(
            claim_id=self.text,
            verdict=self.verdict,
            confidence=self.confidence,
            explanation=self.explanation,
            evidence=[evidence],
            correction=Correction(span=(0, 1), replacement=self.correction) if self.correction is not None else None,
            review=self.review,
            needs_review=self.needs_review,
        )


@dataclass(frozen=True)
class Doc:
    """A document of a run."""

    claims: Sequence[Said] = ()
    not_checked: Sequence[Said] = ()
    ignored: Sequence[Said] = ()
    name: str = "README.md"
    finished: bool = True
    notices: Sequence[str] = field(default_factory=list[str])

    def report(self) -> TruthfulnessReport:
        """What became of it."""
        judged = [said.result() for said in self.claims if said.verdict is not None]
        report = build_report(self.name, [said.claim(self.name) for said in self.claims], judged)
        lost = [said for said in self.claims if said.verdict is None]
        return report.model_copy(
            update={
                "overall_grade": report.overall_grade if any(map(is_verified, judged)) else None,
                "status": "incomplete" if lost else "complete" if judged else "empty",
                "unvalidated_reasons": [Unvalidated(claim_id=said.text, failures=list(said.failures)) for said in lost],
                "not_checked": [said.claim(self.name) for said in self.not_checked],
                "ignored": [said.claim(self.name) for said in self.ignored],
                "notices": list(self.notices),
            }
        )

    def document(self) -> RunDocument:
        """The document as a run keeps it."""
        text = "".join(f"{said.text}\n" for said in self.claims)
        return RunDocument(
            name=self.name, media_type="text/markdown", text=text, report=self.report() if self.finished else None
        )


def run_of(*documents: Doc, id: str = "1a2b3c4d", root: str = "/src/app", **fields: object) -> Run:  # noqa: A002
    """A run of documents."""
    values: dict[str, object] = {
        "id": id,
        "started_at": "2026-12-01T10:00:00+00:00",
        "finished_at": "2026-12-01T10:00:02+00:00",
        "status": RunStatus.COMPLETE,
        "exit_code": 0,
        "version": "0.1.0",
        "request": RunRequest(root=root),
        "documents": len(documents),
        "first_document": documents[0].name if documents else "",
        "contents": tuple(each.document() for each in documents),
        **fields,
    }
    return Run.model_validate(values)
