"""Which claims go to a person, and why. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from truthfulness_evaluator.models import FailureKind, Injection, Unvalidated, VerificationResult
from truthfulness_evaluator.panel.injection import REASON as SUSPECTED
from truthfulness_evaluator.panel.panel import PanelAnswer
from truthfulness_evaluator.reporting.wording import counted

DOUBTED = "its confidence of {confidence:.3g} is below {threshold:.3g}"
TOO_FEW = "{voted} voted and {failed} failed, too few for a verdict"

_UNASKED = frozenset({FailureKind.LIMIT, FailureKind.INTERRUPTED})
"""Failures of judges that the next run asks."""


def for_people(answer: PanelAnswer, suspected: Sequence[Injection], threshold: float) -> PanelAnswer:
    """The panel's answer with marks on what a person is to decide.

    Besides what the consensus and suspected injections have marked already, that is:

    * a result whose confidence is below the threshold, unless an exact look-up gave it. That there is no evidence,
      or that a claim is unverifiable as it stands, was found with confidence 1 and is not doubted;
    * a claim without a result for which some judges voted, but too few as others failed, or near which words that
      speak to the judges stand. Where judges were not asked for lack of budget, they are to be asked first.

    Args:
        answer: what the judges came to.
        suspected: words that speak to the judges.
        threshold: confidence, 0 to 1, from which a result needs no person.
    """
    concerned = {claim_id for each in suspected for claim_id in each.claim_ids}
    return replace(
        answer,
        results=tuple(_doubted(result, threshold) for result in answer.results),
        unvalidated=tuple(_undecided(each, suspected=each.claim_id in concerned) for each in answer.unvalidated),
    )


def _doubted(result: VerificationResult, threshold: float) -> VerificationResult:
    if result.needs_review or not result.by_model or result.confidence >= threshold:
        return result
    reason = DOUBTED.format(confidence=result.confidence, threshold=threshold)
    return result.model_copy(update={"needs_review": True, "review_reason": reason})


def _undecided(reason: Unvalidated, *, suspected: bool) -> Unvalidated:
    if any(failure.kind in _UNASKED for failure in reason.failures):
        return reason
    voted = counted(len(reason.votes), "judge")
    too_few = TOO_FEW.format(voted=voted, failed=len(reason.failures)) if reason.votes else ""
    why = [each for each in (too_few, SUSPECTED if suspected else "") if each]
    return reason.model_copy(update={"needs_review": bool(why), "review_reason": "; ".join(why)})
