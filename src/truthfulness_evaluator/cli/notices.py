"""What the reader of a run's reports should know besides the findings."""

from collections import Counter
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.models import TruthfulnessReport


def notices(reports: Sequence[TruthfulnessReport]) -> Iterator[str]:
    """Every notice once. What several reports say is about the project; the rest is said with its document."""
    said = Counter(notice for report in reports for notice in report.notices)
    for notice, number in said.items():
        if number > 1 or len(reports) == 1:
            yield notice
    for report in reports:
        alone = (notice for notice in report.notices if said[notice] == 1 and len(reports) > 1)
        yield from (f"{report.source_document}: {notice}" for notice in alone)
