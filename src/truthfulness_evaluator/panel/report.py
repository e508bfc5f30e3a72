"""The report of a document out of what the panel answered. Pure."""

from collections.abc import Iterable, Sequence

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.grading import build_report, is_verified
from truthfulness_evaluator.documents.corrections import can_take
from truthfulness_evaluator.models import (
    Claim,
    Document,
    TruthfulnessReport,
    TruthfulnessStatistics,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.panel.hearing import recited
from truthfulness_evaluator.panel.panel import PanelAnswer


def report_of(
    document: Document,
    extractions: Sequence[Extraction],
    answer: PanelAnswer,
    config: EvaluatorConfig,
    notices: Iterable[str] = (),
) -> TruthfulnessReport:
    """The report, claims in the order of the document.

    There is a grade only where at least one claim is verified. The report is `incomplete` where a claim
    that was asked has no result, or where something could not be looked for.

    Args:
        document: what was evaluated.
        extractions: what was found in it, and what could not be; their problems become notices.
        answer: the panel's.
        config: `confidence_threshold`, `include_explanations`, `include_model_votes` and
            `max_evidence_items` are read.
        notices: what else the reader should know.
    """
    problems = [problem for each in extractions for problem in each.problems]
    failures = [failure for each in extractions for failure in each.failures]
    claims = _in_order(answer.asked)
    place = {claim.id: i for i, claim in enumerate(claims)}
    results = sorted(answer.results, key=lambda result: place[result.claim_id])
    graded = any(is_verified(result, config.confidence_threshold) for result in results)
    report = build_report(document.name, claims, results, confidence_threshold=config.confidence_threshold)
    not_checked = _in_order(answer.not_checked)
    return report.model_copy(
        update={
            "overall_grade": report.overall_grade if graded else None,
            "summary": report.summary if graded else _why_no_grade(report.statistics, len(not_checked)),
            "status": _status(report, incomplete=bool(problems or failures)),
            "verifications": [_shown(_correctable(result, document), config) for result in results],
            "unvalidated_reasons": [
                each.model_copy(update={"votes": _shown_votes(each.votes, config)})
                for each in sorted(answer.unvalidated, key=lambda each: place[each.claim_id])
            ],
            "failures": failures,
            "dropped_claims": sum(each.dropped for each in extractions),
            "not_checked": not_checked,
            "ignored": _in_order(claim for each in extractions for claim in each.ignored),
            "notices": list(dict.fromkeys((*notices, *problems))),
        }
    )


def _in_order(claims: Iterable[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda claim: (claim.source_span or (0, 0), claim.kind, claim.text))


def _status(report: TruthfulnessReport, *, incomplete: bool) -> str:
    if incomplete or report.unvalidated_claims:
        return "incomplete"
    return "complete" if report.claims else "empty"


def _why_no_grade(statistics: TruthfulnessStatistics, not_checked: int) -> str:
    if statistics.total_claims:
        if statistics.total_claims == 1:
            return "No grade: the one claim could not be verified."
        return f"No grade: none of the {statistics.total_claims} claims could be verified."
    if not_checked:
        claims = "1 claim was" if not_checked == 1 else f"{not_checked} claims were"
        return f"No grade: no claim could be checked by the chosen judges; {claims} not checked."
    return "No grade: no claims were found in the document."


def _correctable(result: VerificationResult, document: Document) -> VerificationResult:
    """A result without the correction that the document's file cannot take as it is."""
    correction = result.correction
    if correction is None or can_take(document, correction):
        return result
    return result.model_copy(update={"correction": None})


def _shown(result: VerificationResult, config: EvaluatorConfig) -> VerificationResult:
    """A result with as much of explanation, votes and evidence as the settings want."""
    most = config.max_evidence_items
    rounds = result.history if config.include_model_votes else []
    history = [each.model_copy(update={"votes": _shown_votes(each.votes, config, most)}) for each in rounds]
    return result.model_copy(
        update={
            "explanation": result.explanation if config.include_explanations else "",
            "votes": _shown_votes(result.votes, config, most),
            "model_votes": result.model_votes if config.include_model_votes else {},
            "evidence": result.evidence[:most],
            "history": history,
        }
    )


def _shown_votes(votes: Sequence[Vote], config: EvaluatorConfig, passages: int | None = None) -> list[Vote]:
    """Votes as the settings want them, without citations of passages that are not shown.

    Args:
        votes: the votes.
        config: the settings.
        passages: how many passages are shown; None: all.
    """
    if not config.include_model_votes:
        return []
    shown = [recited(vote, lambda index: index if passages is None or index < passages else None) for vote in votes]
    if config.include_explanations:
        return shown
    return [vote.model_copy(update={"explanation": "", "critique": ""}) for vote in shown]
