"""The pieces of a block written as HTML, with the claims marked in them exactly where they stand."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.html.escape import shown
from truthfulness_evaluator.reporting.html.looks import ORDER
from truthfulness_evaluator.reporting.html.notes import Note
from truthfulness_evaluator.reporting.html.pieces import Dialect, Markup, Piece, Show, Text


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a claim is made."""

    span: Span
    note: Note
    anchor: str
    """Name of the sign behind it; empty where the sign stands in another block."""


def written(pieces: Iterable[Piece], places: Sequence[Place], dialect: Dialect) -> str:
    """The pieces as HTML.

    A claim's text is a `mark`; behind its end stands a sign that leads to its card. What a claim says of markup alone,
    the target of a link for example, is shown for it.

    Args:
        pieces: of one block; a tag that was opened is closed in it.
        places: the claims of the block.
        dialect: the text that the pieces are of.
    """
    if not places:
        return "".join(_plain(piece, dialect) for piece in pieces)
    listed = [piece for piece in pieces if isinstance(piece, Markup) or piece.start < piece.end]
    return "".join(_marked(listed, places, dialect))


def _plain(piece: Piece, dialect: Dialect) -> str:
    if isinstance(piece, Markup):
        return piece.html
    if piece.show is Show.HIDDEN or piece.start >= piece.end:
        return ""
    part = dialect.prose(piece.start, piece.end) if piece.show is Show.PROSE else shown(_part(piece, dialect))
    return f'<code class="raw">{part}</code>' if piece.show is Show.REVEALED else part


def _part(piece: Text, dialect: Dialect) -> str:
    return dialect.text[piece.start : piece.end]


def _marked(listed: Sequence[Piece], places: Sequence[Place], dialect: Dialect) -> Iterator[str]:
    pieces = list(listed)
    here: dict[int, list[Place]] = {}
    ending: dict[int, list[Place]] = {}
    nowhere: list[Place] = []
    for place, touched in _touched(pieces, places):
        visible = [index for index in touched if not _is_hidden(pieces[index])]
        if touched and not visible:
            visible = touched
            for index in touched:
                pieces[index] = _revealed(pieces[index])
        for index in visible:
            here.setdefault(index, []).append(place)
        if place.anchor and visible:
            ending.setdefault(visible[-1], []).append(place)
        elif place.anchor:
            nowhere.append(place)
    open_links = 0
    waiting: list[Place] = []
    """Signs that stand behind the link at hand: a link holds no link."""
    for index, piece in enumerate(pieces):
        if isinstance(piece, Markup):
            yield piece.html
            open_links += piece.links
            if piece.links < 0 and not open_links:
                yield from map(_sign, waiting)
                waiting = []
        elif not _is_hidden(piece):
            for part, signs in _segments(piece, here.get(index, ()), ending.get(index, ())):
                yield _segment(part, here.get(index, ()), dialect)
                waiting += signs
                if not open_links:
                    yield from map(_sign, waiting)
                    waiting = []
    yield from map(_sign, [*waiting, *nowhere])


def _touched(pieces: Sequence[Piece], places: Iterable[Place]) -> Iterator[tuple[Place, list[int]]]:
    """Each place with the indices of the pieces of text that it has a part of."""
    texts = [(index, piece) for index, piece in enumerate(pieces) if isinstance(piece, Text)]
    ends = [piece.end for _, piece in texts]
    for place in places:
        start, end = place.span
        # An empty span meets what it stands in, or at the end of.
        first = bisect_right(ends, start) if start < end else bisect_left(ends, start)
        last = first
        while last < len(texts) and texts[last][1].start < max(end, start + 1):
            last += 1
        yield place, [index for index, _ in texts[first:last]]


def _is_hidden(piece: Piece) -> bool:
    return isinstance(piece, Text) and piece.show is Show.HIDDEN


def _revealed(piece: Piece) -> Piece:
    """Markup as a text to be shown: a claim is about it, and about nothing else."""
    return replace(piece, show=Show.REVEALED) if isinstance(piece, Text) else piece


def _segments(piece: Text, here: Sequence[Place], ending: Sequence[Place]) -> Iterator[tuple[Text, list[Place]]]:
    """The piece cut where claims begin and end, and the claims whose sign stands behind each part."""
    bounds = sorted({piece.start, piece.end, *(at for place in here for at in place.span)})
    bounds = [at for at in bounds if piece.start <= at <= piece.end]
    for start, end in pairwise(bounds):
        signs = [place for place in ending if start < min(max(place.span[1], piece.start + 1), piece.end) <= end]
        yield replace(piece, start=start, end=end), signs


def _segment(part: Text, here: Iterable[Place], dialect: Dialect) -> str:
    html = _plain(part, dialect)
    notes = {
        place.note.number: place.note for place in here if place.span[0] <= part.start and part.end <= place.span[1]
    }
    if not notes and part.show is Show.REVEALED:
        return ""
    if not notes or not html:
        return html
    letter = min((note.look.letter for note in notes.values()), key=ORDER.__getitem__)
    numbers = " ".join(map(str, sorted(notes)))
    return f'<mark class="{letter}" data-c="{numbers}">{html}</mark>'


def _sign(place: Place) -> str:
    note = place.note
    return (
        f'<a class="p {note.look.letter}" id="{place.anchor}" href="#claim-{note.name}">'
        f"{note.look.sign}{note.number}</a>"
    )
