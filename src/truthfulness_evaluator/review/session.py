"""A person's walk through the claims of a run that wait: where they are, what they decided. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import Claim, Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.review.applying import apply_review
from truthfulness_evaluator.review.keys import review_keys


@dataclass(frozen=True, slots=True)
class Item:
    """A claim of the walk."""

    document: int
    """Number of its report, counted from 0."""
    claim: Claim
    key: str = ""
    """The fingerprint of claim and evidence; empty without evidence."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one state of a walk has, and another has not: what is to be kept."""

    item: Item
    report: TruthfulnessReport
    """Of the document, as it is now."""
    review: Review | None
    """None: the claim waits again."""


@dataclass(frozen=True)
class Session:
    """The state of a walk. Every step gives another one.

    Example:
        >>> session = begun([TruthfulnessReport(source_document="a.md")])
        >>> session.current is None, session.left
        (True, 0)
    """

    reports: tuple[TruthfulnessReport, ...]
    """As they are with all decisions so far."""
    queue: tuple[Item, ...]
    at: int = 0
    """Number of the claim that is shown, counted from 0; the length of the queue at the end."""
    notes: tuple[tuple[int, str], ...] = ()
    """Notes on claims that are not decided yet, by their number."""
    reviewer: str = ""
    confidence_threshold: float = CONFIDENCE_THRESHOLD
    """From where a verdict counts as verified, 0 to 1."""
    former: "Session | None" = field(default=None, repr=False, compare=False)
    """What it was before the last decision or note; None: there was none."""

    @property
    def current(self) -> Item | None:
        """The claim that is shown; None at the end."""
        return self.queue[self.at] if self.at < len(self.queue) else None

    @property
    def left(self) -> int:
        """How many claims wait."""
        return sum(not self.is_decided(number) for number in range(len(self.queue)))

    def is_decided(self, number: int) -> bool:
        """Whether a person has decided the claim of this number."""
        return self.review_of(self.queue[number]) is not None

    def review_of(self, item: Item) -> Review | None:
        """What a person decided on a claim."""
        return self._reviews.get((item.document, item.claim.id))

    @cached_property
    def _reviews(self) -> dict[tuple[int, str], Review]:
        """By number of the document and id of the claim."""
        return {
            (number, result.claim_id): result.review
            for number, report in enumerate(self.reports)
            for result in report.verifications
            if result.review is not None
        }

    @property
    def note(self) -> str:
        """The note on the claim that is shown."""
        if self.current is None:
            return ""
        review = self.review_of(self.current)
        return dict(self.notes).get(self.at, review.note if review is not None else "")

    def decided(self, verdict: Verdict, *, at: str) -> "Session":
        """The claim that is shown decided, and the next one that waits shown.

        Other claims of the walk that say the same on the same evidence are decided with it: nobody is asked twice.

        Args:
            verdict: the person's.
            at: when, UTC, ISO 8601.
        """
        if self.current is None:
            return self
        notes = tuple(each for each in self.notes if each[0] != self.at)
        reports = self._with(self.current, verdict, self.note, at)
        return replace(self, reports=reports, notes=notes, former=self)._on()

    def noted(self, note: str, *, at: str) -> "Session":
        """A note on the claim that is shown; on one that is decided already it counts at once.

        Args:
            note: one line; empty: none.
            at: when, UTC, ISO 8601.
        """
        if self.current is None or note == self.note:
            return self
        review = self.review_of(self.current)
        if review is not None:
            return replace(self, reports=self._with(self.current, review.verdict, note, at), former=self)
        notes = {**dict(self.notes), self.at: note}
        return replace(self, notes=tuple((number, text) for number, text in notes.items() if text), former=self)

    def undone(self) -> "Session":
        """What it was before the last decision or note."""
        return self.former if self.former is not None else self

    def skipped(self) -> "Session":
        """The next claim shown, whether it waits or not; behind the last one the end."""
        return replace(self, at=min(self.at + 1, len(self.queue)))

    def back(self) -> "Session":
        """The claim before shown, whether it waits or not."""
        return replace(self, at=max(self.at - 1, 0))

    def to_open(self) -> "Session":
        """The next claim that waits shown, from the beginning where none follows; as it is where none waits."""
        order = (*range(self.at + 1, len(self.queue)), *range(min(self.at, len(self.queue))))
        return replace(self, at=next((number for number in order if not self.is_decided(number)), self.at))

    def changes_since(self, other: "Session") -> Iterator[Change]:
        """What differs from another state of the same walk, in the order of the queue."""
        for item in self.queue:
            review = self.review_of(item)
            if review != other.review_of(item):
                yield Change(item, self.reports[item.document], review)

    def _on(self) -> "Session":
        following = range(self.at + 1, len(self.queue))
        return replace(self, at=next((n for n in following if not self.is_decided(n)), len(self.queue)))

    def _with(self, item: Item, verdict: Verdict, note: str, at: str) -> tuple[TruthfulnessReport, ...]:
        reports = list(self.reports)
        for each in (item, *self._alike(item)):
            reports[each.document] = apply_review(
                reports[each.document],
                each.claim.id,
                verdict,
                reviewer=self.reviewer,
                reviewed_at=at,
                note=note,
                confidence_threshold=self.confidence_threshold,
            )
        return tuple(reports)

    def _alike(self, item: Item) -> list[Item]:
        """Other claims that wait and say the same on the same evidence."""
        same = (each for each in self.queue if item.key and each.key == item.key and each is not item)
        return [each for each in same if self.review_of(each) is None]


def begun(
    reports: Sequence[TruthfulnessReport],
    *,
    reviewer: str = "",
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
) -> Session:
    """A walk through the claims that wait, and those that were decided before; it begins with the first that waits.

    Args:
        reports: of one run.
        reviewer: who decides.
        confidence_threshold: from where a verdict counts as verified, 0 to 1.
    """
    session = Session(
        reports=tuple(reports),
        queue=tuple(_items(reports)),
        reviewer=reviewer,
        confidence_threshold=confidence_threshold,
    )
    numbers = range(len(session.queue))
    return replace(session, at=next((n for n in numbers if not session.is_decided(n)), len(session.queue)))


def _items(reports: Sequence[TruthfulnessReport]) -> Iterator[Item]:
    for number, report in enumerate(reports):
        shown = {claim.id for claim in report.needs_review}
        shown.update(result.claim_id for result in report.verifications if result.review is not None)
        keys = review_keys(report)
        yield from (Item(number, claim, keys.get(claim.id, "")) for claim in report.claims if claim.id in shown)
