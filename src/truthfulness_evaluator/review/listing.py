"""What waits for a person, a line each."""

from collections.abc import Iterable, Iterator

from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import findings_by_claim
from truthfulness_evaluator.reporting.wording import position


def waiting_lines(reports: Iterable[TruthfulnessReport]) -> Iterator[str]:
    """`path:line:column: VERDICT claim: why it waits`, in the order of the documents.

    Example:
        >>> list(waiting_lines([TruthfulnessReport(source_document="a.md")]))
        []
    """
    for report in reports:
        found = findings_by_claim(report)
        for claim in report.needs_review:
            finding = found[claim.id]
            text = one_line(finding.text).rstrip(".:")
            why = f": {one_line(finding.review_reason)}" if finding.review_reason else ""
            yield f"{position(finding.place)}: {finding.label} {text}{why}"
