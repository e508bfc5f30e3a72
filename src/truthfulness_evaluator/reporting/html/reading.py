"""The documents of a page, read again from their texts, and where the places of claims are in what is shown."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import PLAIN, read_text
from truthfulness_evaluator.models import Document, Span
from truthfulness_evaluator.models.places import Places


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what is shown that stands for a part of the file."""

    file: Span
    shown: Span
    copied: bool
    """Whether it is the same characters."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as it is shown."""

    document: Document
    """What is shown: of a file that nobody reads as it is written (HTML, a notebook) what was taken out of it."""
    pieces: Sequence[Piece] | None = None
    """Of such a file, in its order; None: all places are the same."""
    reach: Sequence[int] = ()
    """For each piece, where in the file it and all before it end."""

    def place(self, span: Span) -> Span | None:
        """Where characters of the file are shown; None where they are not.

        Example:
            >>> reading = read_again("a.html", "<p>a&amp;b</p>")
            >>> reading.document.text[slice(*reading.place((4, 10)))]
            '&b'
        """
        if self.pieces is None:
            return span
        start, end = span[0], max(span[1], span[0] + 1)
        first = bisect_right(self.reach, start)
        last = bisect_left(self.pieces, end, key=lambda piece: piece.file[0])
        met = [piece for piece in self.pieces[first:last] if start < piece.file[1]]
        # What stands for a whole tag has the tag's attributes in it, which have pieces of their own.
        narrow = [piece for piece in met if piece.copied or (start <= piece.file[0] and piece.file[1] <= end)] or met
        if not narrow:
            return None
        begins = [piece.shown[0] + (max(0, start - piece.file[0]) if piece.copied else 0) for piece in narrow]
        ends = [piece.shown[1] - (max(0, piece.file[1] - end) if piece.copied else 0) for piece in narrow]
        return min(begins), max(ends)


def read_again(name: str, text: str) -> Reading:
    """The document that a text is of, as far as it can be read from the text alone; else as plain text."""
    try:
        document = read_text(text, name)
    except DocumentError:
        document = read_text(text, name, PLAIN)
    if document.extract is None or document.places is None:
        return Reading(document)
    pieces = _pieces(document.places, len(document.extract.text))
    return Reading(document.extract, pieces, tuple(accumulate((piece.file[1] for piece in pieces), max)))


def _pieces(places: Places, length: int) -> list[Piece]:
    ends = (*places.starts, length)[1:]
    shown = zip(places.starts, ends, strict=True)
    pieces = [Piece(*each) for each in zip(places.spans, shown, places.copied, strict=True)]
    return sorted((each for each in pieces if each.file[0] < each.file[1]), key=lambda each: each.file)
