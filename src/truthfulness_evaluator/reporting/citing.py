"""What judges quote from the evidence, and where it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Citation, Evidence, Location, Span, VerificationResult, Vote
from truthfulness_evaluator.text.quotes import find_quote

_SHORT = 80
"""Characters of a quote that are shown beside a finding."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote of a vote, found in a passage of the result's evidence."""

    vote: Vote
    index: int
    """Of the passage, counted from 0."""
    quote: str
    span: Span | None
    """Where it stands in the passage; None where that is not known."""
    passage: Evidence
    supports: bool | None = None
    """Whether it speaks for the claim, where the judge says so of the quote itself."""

    @property
    def place(self) -> Location | None:
        """Of the passage, with the line in which the quote begins."""
        place = self.passage.location
        if place is None or place.line is None or self.span is None:
            return place
        lines = self.passage.content.count("\n", 0, self.span[0])
        return place.model_copy(update={"line": place.line + lines, "column": None, "end_line": None})

    @property
    def evidence(self) -> Evidence:
        """The quote as a passage of its own."""
        return self.passage.model_copy(update={"content": self.quote, "location": self.place})


def quoted(vote: Vote, evidence: Sequence[Evidence]) -> Iterator[Quoted]:
    """The quotes of a vote whose passages are at hand."""
    for citation in vote.citations:
        if citation.evidence_index < len(evidence):
            item = evidence[citation.evidence_index]
            span = _span(citation, item.content)
            yield Quoted(vote, citation.evidence_index, citation.quote, span, item, citation.supports)


def decisive_quote(result: VerificationResult) -> Quoted | None:
    """The first quote of the surest vote that says what the verdict says; None where there is none."""
    agreeing = [vote for vote in result.votes if vote.verdict is result.verdict]
    surest_first = sorted(agreeing, key=lambda vote: -vote.confidence)
    return next((each for vote in surest_first for each in quoted(vote, result.evidence)), None)


def both_sides(votes: Sequence[Vote], evidence: Sequence[Evidence]) -> tuple[Quoted, Quoted] | None:
    """The first quote for the claim and the first against it, of the surest votes; None where one side has none."""
    surest_first = sorted(votes, key=lambda vote: -vote.confidence)
    quotes = [each for vote in surest_first for each in quoted(vote, evidence)]
    supporting = next((each for each in quotes if each.passage.supports_claim is True), None)
    refuting = next((each for each in quotes if each.passage.supports_claim is False), None)
    return (supporting, refuting) if supporting is not None and refuting is not None else None


def short_quote(quote: str) -> str:
    r"""A quote that fits beside a finding: one line, and no more than 80 characters.

    Example:
        >>> short_quote("ttl =\n  60")
        'ttl = 60'
    """
    line = " ".join(quote.split())
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 1].rstrip()}…"


def _span(citation: Citation, content: str) -> Span | None:
    span = citation.span
    if span is not None and span[0] < span[1] <= len(content):
        return span
    return find_quote(citation.quote, content)
