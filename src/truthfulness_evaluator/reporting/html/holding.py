"""Pages with very many claims: most cards, and tables that are folded, wait until the page is there.

They stand in `noscript` elements. A browser without scripts shows what these hold; one with scripts takes it for a mere
text, which costs it little, and our script puts the cards in their places when the page is shown.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.reporting.html.looks import LOOKS
from truthfulness_evaluator.reporting.html.notes import Note

MANY = 500
"""Claims of a page from which on cards are held back: below, all of them take less time than the documents."""
_AT_ONCE = 12
"""Cards that are not held back: those of the first claims that are not supported. A window shows about ten."""
_LONGER = 1.1
"""How many times as long a text may get by being written in ASCII."""
_TOGETHER = 100
"""Cards that the script puts in their places at a time, at most: a reader who scrolls meanwhile notices nothing."""


class Holding:
    """Decides what of a page is held back."""

    def __init__(self, claims: int) -> None:
        """Takes the number of claims of the whole page."""
        self._is_on = claims > MANY
        self._left = _AT_ONCE

    def written(self, cards: Iterable[tuple[Note, str]]) -> Iterator[str]:
        """The cards of a document, those that are held back within `noscript`."""
        for is_held, group in groupby(cards, key=lambda card: self._is_held(card[0])):
            written = [html for _, html in group]
            if not is_held:
                yield from written
                continue
            for start in range(0, len(written), _TOGETHER):
                yield _held("".join(written[start : start + _TOGETHER]))

    def folded(self, html: str) -> str:
        """What a reader sees only after unfolding it, within `noscript` where cards are held back, too."""
        return _held(html) if self._is_on else html

    def _is_held(self, note: Note) -> bool:
        if not self._is_on:
            return False
        if self._left and note.look is not LOOKS[Verdict.SUPPORTS]:
            self._left -= 1
            return False
        return True


def _held(html: str) -> str:
    """Within `noscript`, in ASCII where little else is in it: a browser has such a text in half the space and time."""
    plain = html.encode("ascii", "xmlcharrefreplace").decode("ascii")
    return f"<noscript>{plain if len(plain) <= _LONGER * len(html) else html}</noscript>"
