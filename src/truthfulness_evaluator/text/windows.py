"""Long evidence as windows that overlap, and what the windows say together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.sentences import sentences

_WORD = regex(r"\S+")
_LINE = regex(r"[^\n]+")


def windows(text: str, *, most: int, overlap: int) -> list[Span]:
    """Spans of whole sentences or lines that cover a text, in its order.

    A window begins within the last `overlap` words of the one before, with a whole sentence where one fits. A
    sentence that is longer than a window is cut between words, and its pieces overlap.

    Args:
        text: any text.
        most: words (separated by white space) of a window, 1 or more.
        overlap: words that two windows may share, 0 or more, less than `most`.

    Raises:
        ValueError: `overlap` is not less than `most`.

    Example:
        >>> text = "One is here. Two is here. Three is here."
        >>> [text[a:b] for a, b in windows(text, most=6, overlap=3)]
        ['One is here. Two is here.', 'Two is here. Three is here.']
    """
    if not 0 <= overlap < most:
        raise ValueError(f"overlap is {overlap}: wanted from 0 to less than most, {most}")
    words = len(text.split())
    if not words:
        return []
    if words <= most:
        return [(len(text) - len(text.lstrip()), len(text.rstrip()))]
    return _packed(_units(text, most, overlap), most, overlap)


def _units(text: str, most: int, overlap: int) -> list[tuple[int, int, int]]:
    """Sentences, or pieces of such as are too long: start, end and words of each."""
    units: list[tuple[int, int, int]] = []
    for line in _LINE.finditer(text):
        for start, end in sentences(line[0]):
            words = len(line[0][start:end].split())
            if words <= most:
                units.append((line.start() + start, line.start() + end, words))
            else:
                units += _pieces(text, line.start() + start, line.start() + end, most, overlap)
    return units


def _pieces(text: str, start: int, end: int, most: int, overlap: int) -> Iterator[tuple[int, int, int]]:
    """A sentence that is longer than a window, cut between words."""
    places = [match.span() for match in _WORD.finditer(text, start, end)]
    for first in range(0, len(places) - overlap, most - overlap):
        piece = places[first : first + most]
        yield piece[0][0], piece[-1][1], len(piece)


def _packed(units: Sequence[tuple[int, int, int]], most: int, overlap: int) -> list[Span]:
    spans: list[Span] = []
    first = 0
    while first < len(units):
        last, count = first, units[first][2]
        while last + 1 < len(units) and count + units[last + 1][2] <= most:
            last += 1
            count += units[last][2]
        spans.append((units[first][0], units[last][1]))
        if last + 1 >= len(units):
            break
        following, shared = last + 1, 0
        room = most - units[last + 1][2]
        while following - 1 > first and shared + units[following - 1][2] <= min(overlap, room):
            following -= 1
            shared += units[following][2]
        first = following
    return spans


@dataclass(frozen=True, slots=True)
class Together:
    """What windows of one evidence say of a claim: support and contradiction each the most that any says."""

    support: float
    """Probability, 0 to 1."""
    contradiction: float

    def is_conflict(self, threshold: float) -> bool:
        """Whether one part of the evidence supports the claim and another contradicts it."""
        return min(self.support, self.contradiction) >= threshold

    def probabilities(self) -> tuple[float, float, float]:
        """Supported, refuted, not enough information; they add up to 1."""
        total = max(1.0, self.support + self.contradiction)
        return self.support / total, self.contradiction / total, max(0.0, 1 - self.support - self.contradiction)


def together(probabilities: Sequence[tuple[float, float, float]]) -> Together:
    """The windows' probabilities (supported, refuted, not enough information) put together.

    No window at all says nothing: support and contradiction are 0.

    Example:
        >>> together([(0.1, 0.2, 0.7), (0.8, 0.1, 0.1)])
        Together(support=0.8, contradiction=0.2)
    """
    return Together(
        max((each[0] for each in probabilities), default=0.0), max((each[1] for each in probabilities), default=0.0)
    )


__all__ = ["Together", "together", "windows"]
