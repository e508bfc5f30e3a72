"""What is said of a claim that a person decided: both verdicts, on one line."""

from truthfulness_evaluator.models import Review
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding

_DATE = len("2026-12-01")


def review_words(finding: Finding) -> str:
    """Who decided when and why, and what the judges said before; empty where nobody decided.

    A note that is the claim's explanation is not said again.

    Example:
        >>> from truthfulness_evaluator.models import Location, Verdict
        >>> review = Review(verdict=Verdict.REFUTES, reviewer="Ann", reviewed_at="2026-12-01", note="It is 4.")
        >>> review_words(Finding(Location(), Verdict.REFUTES, "It is 8.", review=review))
        'reviewed by Ann on 2026-12-01: It is 4; no judge was asked'
    """
    review = finding.review
    if review is None:
        return ""
    note = one_line(review.note).removesuffix(".")
    why = f": {note}" if note and review.note != finding.explanation else ""
    return f"{decided_words(review)}{why}; {machine_words(finding, review)}"


def decided_words(review: Review) -> str:
    """That a person decided, who and when, as far as that is known.

    Example:
        >>> from truthfulness_evaluator.models import Verdict
        >>> decided_words(Review(verdict=Verdict.SUPPORTS))
        'reviewed'
    """
    by = f" by {one_line(review.reviewer)}" if review.reviewer else ""
    on = f" on {one_line(review.reviewed_at[:_DATE])}" if review.reviewed_at else ""
    return f"reviewed{by}{on}"


def machine_words(finding: Finding, review: Review) -> str:
    """What the judges came to.

    Example:
        >>> from truthfulness_evaluator.models import Location, Verdict
        >>> review = Review(verdict=Verdict.SUPPORTS, machine_verdict=Verdict.REFUTES, machine_confidence=0.4)
        >>> machine_words(Finding(Location(), Verdict.SUPPORTS, "It is 8."), review)
        'the judges said REFUTES, 40%'
    """
    if review.machine_verdict is None:
        return "the judges came to nothing" if finding.votes or finding.failures else "no judge was asked"
    said = "the same" if review.machine_verdict is review.verdict else review.machine_verdict.value
    sure = f", {review.machine_confidence:.0%}" if review.machine_confidence is not None else ""
    return f"the judges said {said}{sure}"
