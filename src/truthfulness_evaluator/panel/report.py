"""The report of a document out of what the panel answered. Pure."""

from collections.abc import Iterable, Sequence

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.regrading import in_order, regraded
from truthfulness_evaluator.documents.corrections import can_take
from truthfulness_evaluator.models import Document, TruthfulnessReport, Unvalidated, VerificationResult, Vote
from truthfulness_evaluator.panel.hearing import recited
from truthfulness_evaluator.panel.panel import PanelAnswer


def report_of(
    document: Document,
    extractions: Sequence[Extraction],
    answer: PanelAnswer,
    config: EvaluatorConfig,
    notices: Iterable[str] = (),
) -> TruthfulnessReport:
    """The report, claims in the order of the document, graded as `regraded` has it.

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
    claims = in_order(answer.asked)
    place = {claim.id: i for i, claim in enumerate(claims)}
    results = sorted(answer.results, key=lambda result: place[result.claim_id])
    unvalidated = sorted(answer.unvalidated, key=lambda each: place[each.claim_id])
    report = TruthfulnessReport(
        source_document=document.name,
        partial=bool(problems or failures),
        claims=claims,
        verifications=[_shown(_correctable(result, document), config) for result in results],
        unvalidated_reasons=[_shown_reason(each, config) for each in unvalidated],
        not_checked=in_order(answer.not_checked),
        ignored=in_order(claim for each in extractions for claim in each.ignored),
        failures=failures,
        dropped_claims=sum(each.dropped for each in extractions),
        notices=list(dict.fromkeys((*notices, *problems))),
    )
    return regraded(report, confidence_threshold=config.confidence_threshold)


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


def _shown_reason(reason: Unvalidated, config: EvaluatorConfig) -> Unvalidated:
    """The same of a claim without a result."""
    most = config.max_evidence_items
    return reason.model_copy(
        update={"votes": _shown_votes(reason.votes, config, most), "evidence": reason.evidence[:most]}
    )


def _shown_votes(votes: Sequence[Vote], config: EvaluatorConfig, passages: int) -> list[Vote]:
    """Votes as the settings want them, without citations of passages that are not shown.

    Args:
        votes: the votes.
        config: the settings.
        passages: how many passages are shown.
    """
    if not config.include_model_votes:
        return []
    shown = [recited(vote, lambda index: index if index < passages else None) for vote in votes]
    if config.include_explanations:
        return shown
    return [vote.model_copy(update={"explanation": "", "critique": ""}) for vote in shown]
