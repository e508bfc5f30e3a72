"""A claim of prose and the passage that decided it, to be shown side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Location, Span, Verdict
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.wording import enumerated, sure
from truthfulness_evaluator.text.deciding_words import ROW, statements_of
from truthfulness_evaluator.text.differences import Differences, How, Kind, Mark, differences
from truthfulness_evaluator.text.excerpts import excerpt
from truthfulness_evaluator.text.patterns import regex

LINE_BREAK = regex(rf"\s*\n\s*\n\s*|{ROW}|\n(?=[ \t]+\S)")
"""Before paragraphs, items of lists, rows and lines that are set in; all other lines of a passage are joined."""
_KINDS = {Kind.OPPOSITE: "an opposite"}
_SHORT = 160
"""Characters of a passage that is shown whole, and of what is shown besides a quote."""
_DECIDED = frozenset({Verdict.SUPPORTS, Verdict.REFUTES})


@dataclass(frozen=True)
class Comparison:
    """Both sides of a verdict. The texts are as read: a formatter escapes them."""

    claim: str
    passage: str
    """The whole passage, verbatim; the quote, where the passage has it not."""
    decided: Span
    """The part of the passage that decided."""
    place: Location | None
    source: str
    """What the passage is from, in words, where it has no place."""
    judges: tuple[str, ...]
    """Who says so."""
    confidence: float
    """Of the verdict, 0 to 1."""

    @cached_property
    def differences(self) -> Differences:
        """The words that decide."""
        return differences(self.claim, self.passage, decided=self.decided)

    @property
    def where(self) -> str:
        """The passage's place, else what it is from: `notes.md:12`; `papers/a.pdf, page 3`."""
        return (str(self.place) if self.place is not None else "") or self.source

    @property
    def sure(self) -> str:
        """How sure who is: `nli is fairly sure, 0.91`."""
        return f"{enumerated(self.judges)} {'is' if len(self.judges) == 1 else 'are'} {self.sure_alone}"

    @property
    def sure_alone(self) -> str:
        """How sure they are: `fairly sure, 0.91`."""
        return f"{sure(self.confidence)}, {self.confidence:.2f}"

    @property
    def summary(self) -> str:
        """What kinds of words differ, and what the passage has not; empty where none was found.

        Example:
            >>> sides = Comparison("It has 8 rooms.", "It has 4 rooms.", (0, 15), None, "a.md", ("nli",), 0.91)
            >>> sides.summary, sides.sure, sides.where
            ('a number differs', 'nli is fairly sure, 0.91', 'a.md')
        """
        differ, missing = (self._kinds(how) for how in ("differs", "missing"))
        parts = [f"{enumerated(differ)} differ{'s' if len(differ) == 1 else ''}" if differ else ""]
        parts += [f"{enumerated(missing)} {'is' if len(missing) == 1 else 'are'} not in the passage" if missing else ""]
        return "; ".join(filter(None, parts))

    def _kinds(self, how: How) -> list[str]:
        marks = (*self.differences.claim, *self.differences.passage)
        found = {mark.kind for mark in marks if mark.how == how}
        return [_KINDS.get(kind, f"a {kind.value}") for kind in Kind if kind in found]

    def excerpt(self, most: int) -> Span:
        """The part of the passage that is shown: what decided, as whole sentences, or lines where they are long.

        Args:
            most: characters. Of a longer part, the statement that says the most of the claim is seen.
        """
        start, end = excerpt(self.passage, (0, 0), len(self.passage) or 1)
        if end - start <= _SHORT:
            return start, end
        part = self._whole()
        if part[1] - part[0] <= most:
            return part
        kept = self.differences.nearest
        inside = [mark.span for mark in self.differences.passage if _touches(mark.span, kept)]
        if kept[1] - kept[0] > most and inside:
            kept = inside[0][0], inside[-1][1]
        return excerpt(self.passage, kept, most)

    def _whole(self) -> Span:
        """What decided, as sentences; as lines where the sentences say much besides, or are none, as in code."""
        touched = [span for span in statements_of(self.passage) if _touches(span, self.decided)]
        start, end = self.decided
        if touched and (touched[-1][1] - touched[0][0]) - (end - start) <= _SHORT:
            start, end = touched[0][0], touched[-1][1]
        else:
            start = self.passage.rfind("\n", 0, start) + 1
            stop = self.passage.find("\n", end)
            end = stop if stop >= 0 else len(self.passage)
        part = self.passage[start:end]
        return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def comparison(finding: Finding) -> Comparison | None:
    """Both sides of a claim that judges decided by a passage; None where they did not, or quote nothing."""
    cited = finding.cited
    if cited is None or not finding.by_model or finding.verdict not in _DECIDED:
        return None
    passage, span = (cited.passage.content, cited.span) if cited.span is not None else (cited.quote, None)
    return Comparison(
        claim=finding.text,
        passage=passage,
        decided=span if span is not None else (0, len(passage)),
        place=cited.place,
        source=cited.passage.source,
        judges=tuple(vote.judge for vote in finding.votes if vote.verdict is finding.verdict),
        confidence=finding.judged if finding.judged is not None else cited.vote.confidence,
    )


def pieces(text: str, marks: Sequence[Mark], start: int, end: int) -> Iterator[tuple[str, Mark | None]]:
    """A part of a text cut where marks begin and end, each piece with its mark.

    Example:
        >>> marks = differences("8 files", "4 files").claim
        >>> [(piece, mark.how if mark else "") for piece, mark in pieces("8 files", marks, 0, 7)]
        [('8', 'differs'), (' files', '')]
    """
    done = start
    for mark in marks:
        left, right = max(mark.span[0], done), min(mark.span[1], end)
        if left >= right:
            continue
        if done < left:
            yield text[done:left], None
        yield text[left:right], mark
        done = right
    if done < end:
        yield text[done:end], None


def _touches(left: Span, right: Span) -> bool:
    return left[0] < right[1] and right[0] < left[1]
