"""The claims of the reports as the page shows them: numbered, with a name for links, and their places in the text."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Span, TruthfulnessReport, VerificationResult
from truthfulness_evaluator.reporting.comparing import Comparison, comparison
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.html.looks import LOOKS, Look
from truthfulness_evaluator.text.patterns import regex

WAITING, REVIEWED = "waits for review", "reviewed"
_UNSAFE = regex(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True)
class Note:
    """One claim on the page."""

    number: int
    """Counted from 1 over the whole page."""
    name: str
    """The claim's id, in characters that links and attributes take as they are."""
    finding: Finding
    result: VerificationResult | None = None
    """None: it could not be judged."""
    spans: tuple[Span, ...] = ()
    """Where the document states it, the first one first; none where that is not known."""

    @property
    def look(self) -> Look:
        """How its verdict is shown."""
        return LOOKS[self.finding.verdict]

    @property
    def standing(self) -> str:
        """Whether it waits for a person, or one decided it: a word for the filters; empty: neither."""
        if self.finding.review is not None:
            return REVIEWED
        return WAITING if self.finding.needs_review else ""

    @property
    def judges(self) -> tuple[str, ...]:
        """Who voted on it or failed, each once."""
        votes = [vote.judge for vote in self.finding.votes]
        named = list(self.result.model_votes) if self.result is not None else []
        return tuple(dict.fromkeys([*votes, *named, *(failure.judge for failure in self.finding.failures)]))

    @cached_property
    def sides(self) -> Comparison | None:
        """The claim and the passage that decided it, where judges quote one."""
        return comparison(self.finding)

    def anchor(self, place: int = 0) -> str:
        """Name of its place in the text; further places are counted."""
        return f"at-{self.name}" if place == 0 else f"at-{self.name}-{place + 1}"


class Numbering:
    """Gives every claim of a page a number and a name of its own."""

    def __init__(self) -> None:
        self._number = 0
        self._names: set[str] = set()

    def notes(self, report: TruthfulnessReport, document_text: str | None) -> list[Note]:
        """The claims of a document in the order of their places."""
        results = {result.claim_id: result for result in report.verifications}
        return [
            self._note(finding, results, document_text) for finding in findings(report, document_text=document_text)
        ]

    def _note(self, finding: Finding, results: dict[str, VerificationResult], text: str | None) -> Note:
        self._number += 1
        claim = finding.claim
        key = claim.id if claim is not None else str(self._number)
        spans = tuple(dict.fromkeys(_spans(finding, len(text)))) if text is not None else ()
        result = results.get(key) if finding.verdict is not None else None
        return Note(self._number, self._name(key), finding, result, spans)

    def _name(self, key: str) -> str:
        safe = base = _UNSAFE.sub(lambda match: f"_{ord(match[0]):x}_", key) or "claim"
        repetition = 1
        while safe in self._names:
            repetition += 1
            safe = f"{base}.{repetition}"
        self._names.add(safe)
        return safe


def _spans(finding: Finding, length: int) -> Iterator[Span]:
    claim = finding.claim
    if claim is None or claim.source_span is None:
        return
    for start, end in (claim.source_span, *claim.also_at):
        if start <= end <= length:
            yield start, end


def counts(notes: Collection[Note]) -> dict[str, int]:
    """How many claims have each look, by its letter; those that none has are left out."""
    letters = [note.look.letter for note in notes]
    return {look.letter: number for look in LOOKS.values() if (number := letters.count(look.letter))}


def kinds(notes: Sequence[Note]) -> list[str]:
    """Kinds of the claims, sorted."""
    return sorted({note.finding.kind for note in notes})
