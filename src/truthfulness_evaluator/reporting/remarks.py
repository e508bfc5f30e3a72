"""What is told of a run with models besides its claims: words that speak to judges, and parts that were not read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from truthfulness_evaluator.models import Injection, JudgeFailure, Location, TruthfulnessReport
from truthfulness_evaluator.reporting.citing import short_quote
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import FAILED
from truthfulness_evaluator.reporting.panel import injections
from truthfulness_evaluator.reporting.wording import failure_words

INJECTION = "INJECTION"
"""Label of words that speak to the judges."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that is no claim."""

    place: Location
    label: str
    """`INJECTION` or `FAILED`."""
    kind: str
    """`injection` or `claims`, where others have a kind of claim."""
    text: str
    """On one line, harmless in a terminal."""

    @property
    def is_failure(self) -> bool:
        """Whether something could not be read; else it is a warning."""
        return self.label == FAILED

    @property
    def fingerprint(self) -> str:
        """Stays the same when lines move."""
        return sha256(f"{self.kind}\n{self.place.path}\n{self.text}".encode("utf-8", "surrogatepass")).hexdigest()


def remarks(reports: Iterable[TruthfulnessReport]) -> Iterator[Remark]:
    """Parts of the documents in which no claims could be found, then words that speak to judges, each place once."""
    reports = list(reports)
    for report in reports:
        place = Location(path=report.source_document)
        for failure in report.failures:
            yield Remark(place, FAILED, "claims", unread_words(failure))
    for injection in injections(reports):
        yield Remark(injection.location or Location(), INJECTION, "injection", injection_words(injection))


def injection_words(injection: Injection) -> str:
    """What is said of words that speak to the judges, on one line."""
    return f'words that speak to the judges: "{one_line(short_quote(injection.quote))}"'


def unread_words(failure: JudgeFailure) -> str:
    """What is said of a part of a document that a model could not read, on one line."""
    return f"claims could not be found: {one_line(failure_words(failure))}"
