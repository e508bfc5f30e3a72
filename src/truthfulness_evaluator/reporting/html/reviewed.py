"""What a person decided on a claim, and what the judges said, as parts of its card."""

from truthfulness_evaluator.models import Review
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.html.escape import shown
from truthfulness_evaluator.reporting.html.judging import percent, verdict_html
from truthfulness_evaluator.reporting.html.looks import LOOKS
from truthfulness_evaluator.reporting.html.words import sentence
from truthfulness_evaluator.reporting.reviewed import decided_words, machine_words


def reviewed_html(finding: Finding) -> str:
    """Both verdicts, a paragraph each; empty where nobody decided."""
    review = finding.review
    if review is None:
        return ""
    look = LOOKS[review.verdict]
    note = f": {sentence(one_line(review.note))}" if review.note.strip() and review.note != finding.explanation else ""
    decided = decided_words(review)
    return (
        f"<p><strong>{shown(decided[:1].upper() + decided[1:])}</strong>: {verdict_html(look)}{note}</p>"
        f"<p><i>Before:</i> {_machine(finding, review)}</p>"
    )


def _machine(finding: Finding, review: Review) -> str:
    """What the judges came to, how sure, and why, unless the card says that."""
    if review.machine_verdict is None:
        return shown(machine_words(finding, review))
    sure = f", {percent(review.machine_confidence)}" if review.machine_confidence is not None else ""
    said = one_line(review.machine_explanation)
    why = f": {sentence(said)}" if said and review.machine_explanation != finding.explanation else ""
    return f"{verdict_html(LOOKS[review.machine_verdict])}{sure}{why}"
