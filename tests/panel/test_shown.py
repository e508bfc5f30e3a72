"""What a report shows of votes, evidence and rounds."""

import pytest

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models import Citation, Claim, Document, Evidence, Flip, Round, Verdict, Vote
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.models.result import VerificationResult
from truthfulness_evaluator.panel.panel import PanelAnswer
from truthfulness_evaluator.panel.report import report_of

DOCUMENT = Document(name="a.md", media_type="text/markdown", text="One.")
CLAIM = Claim(id="1", text="One.", source_document="a.md", source_span=(0, 4))
PASSAGES = [
    Evidence(source=f"{i}.py", source_type="filesystem", content=f"passage {i}", relevance_score=1) for i in range(3)
]


def _vote(*cited: int) -> Vote:
    citations = [Citation(evidence_index=i, quote=f"passage {i}", span=(0, 9)) for i in cited]
    return Vote(
        judge="a", verdict=Verdict.SUPPORTS, confidence=0.9, explanation="why", critique="flaw", citations=citations
    )


def _round(*cited: int) -> Round:
    flip = Flip(judge="a", before=Verdict.REFUTES, after=Verdict.SUPPORTS, counted=True)
    return Round(number=2, votes=[_vote(*cited)], flips=[flip])


def _result(vote: Vote, evidence: list[Evidence], history: list[Round], explanation: str = "why") -> VerificationResult:
    return VerificationResult(
        claim_id="1",
        verdict=Verdict.SUPPORTS,
        confidence=0.9,
        explanation=explanation,
        evidence=evidence,
        votes=[vote],
        model_votes={"a": Verdict.SUPPORTS},
        rounds=2,
        history=history,
    )


WHOLE = _result(_vote(0, 2), PASSAGES, [_round(1, 2)])
_SILENT = {"explanation": "", "critique": ""}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, WHOLE, id="all"),
        pytest.param(
            {"max_evidence_items": 2},
            _result(_vote(0), PASSAGES[:2], [_round(1)]),
            id="citations of what is cut off go",
        ),
        pytest.param({"max_evidence_items": 1}, _result(_vote(0), PASSAGES[:1], [_round()]), id="one passage"),
        pytest.param(
            {"include_explanations": False},
            _result(
                _vote(0, 2).model_copy(update=_SILENT),
                PASSAGES,
                [_round(1, 2).model_copy(update={"votes": [_vote(1, 2).model_copy(update=_SILENT)]})],
                "",
            ),
            id="no explanations",
        ),
        pytest.param(
            {"include_model_votes": False},
            WHOLE.model_copy(update={"votes": [], "model_votes": {}, "history": []}),
            id="no votes",
        ),
    ],
)
def test_settings_do_what_they_say(settings: dict[str, object], expected: VerificationResult) -> None:
    config = EvaluatorConfig(**settings)  # type: ignore[arg-type]
    report = report_of(DOCUMENT, [Extraction()], PanelAnswer((CLAIM,), (WHOLE,)), config)
    assert report.verifications == [expected]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [_vote(2)]),
        ({"include_explanations": False}, [_vote(2).model_copy(update=_SILENT)]),
        ({"include_model_votes": False}, []),
    ],
    ids=["all", "no explanations", "no votes"],
)
def test_votes_that_were_too_few(settings: dict[str, object], expected: list[Vote]) -> None:
    config = EvaluatorConfig(**settings)  # type: ignore[arg-type]
    answer = PanelAnswer((CLAIM,), (), (Unvalidated(claim_id="1", votes=[_vote(2)]),))
    report = report_of(DOCUMENT, [Extraction()], answer, config)
    assert [each.votes for each in report.unvalidated_reasons] == [expected]
    assert report.status == "incomplete"
