"""What a text looks like to whoever reads it: without invisible characters, accents, and letters in disguise."""

import re
import unicodedata
from array import array
from dataclasses import dataclass
from functools import lru_cache

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex

_LETTERS = str.maketrans(
    "авсԁеёғгһіїјкӏмнорԛѕтуүԝхѵαβεηικμνορτυχωյոսօգհ",
    "abcdeefrhiijklmhopqstyywxvabenikmvoptuxwjnuogh",
)
"""Letters of other scripts that look like Latin ones, in lower case. Cf. https://www.unicode.org/reports/tr39/."""
_ALWAYS = {
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıɡɑɩ", "abcdefghijklmnoprstuvwyzigai", strict=True)),
    **dict.fromkeys("‹〈⟨❮❬ᐸ˂≺⧼〈《«", "<"),
    **dict.fromkeys("›〉⟩❯❭ᐳ˃≻⧽〉》»", ">"),
    **dict.fromkeys("⁄∕⧸⟋∖", "/"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("’‘‛ʼ′", "'"),
}
_PLAIN = regex(r"[\n\t -~]+")
_CONTROL = regex(r"[\x00-\x08\x0b-\x1f\x7f]")
_WORD = regex(r"\w+")
_FILLERS = frozenset("\u034f\u115f\u1160\u3164\uffa0")
"""Letters and marks to Unicode, and yet they show nothing."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a text: lower case, NFKC, no invisible characters, Latin letters without accents.

    Within a word that has Latin letters, letters of other scripts that look like Latin ones are those. Brackets,
    dashes, slashes and apostrophes that look alike are one.
    """

    plain: str
    starts: "array[int] | None"
    """Where each character of `plain` comes from; None: from where it stands itself."""
    ends: "array[int] | None"

    def span(self, start: int, end: int) -> Span:
        """The span of the text that a span of `plain` comes from; not empty."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def looks_of(text: str) -> Looks:
    r"""The looks of a text.

    Example:
        >>> looks_of("Ig\u200bnоrе it").plain
        'ignore it'
    """
    if text.isascii() and not _CONTROL.search(text):
        return Looks(text.lower(), None, None)
    parts: list[str] = []
    starts, ends = array("L"), array("L")
    at = 0
    while at < len(text):
        if match := _PLAIN.match(text, at):
            parts.append(match[0].lower())
            starts.extend(range(at, match.end()))
            ends.extend(range(at + 1, match.end() + 1))
            at = match.end()
            continue
        shown = _shown(text[at])
        parts.append(shown)
        starts.extend([at] * len(shown))
        ends.extend([at + 1] * len(shown))
        at += 1
    return Looks(_WORD.sub(_undisguised, "".join(parts)), starts, ends)


def is_invisible(character: str) -> bool:
    """Whether a character shows nothing and takes no room: format and most control characters, selectors, fillers."""
    if character in "\n\r\t":
        return False
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return is_selector or character in _FILLERS or unicodedata.category(character) in ("Cf", "Cc", "Cs")


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    if character in _ALWAYS:
        return _ALWAYS[character]
    if is_invisible(character) or "\u0300" <= character <= "\u036f":
        return ""
    base = unicodedata.normalize("NFKD", character)
    if base[0].isascii():
        return "".join(each for each in base if not unicodedata.combining(each)).lower()
    return unicodedata.normalize("NFKC", character).casefold()


def _undisguised(match: re.Match[str]) -> str:
    word = match[0]
    if word.isascii() or not any("a" <= letter <= "z" for letter in word):
        return word
    return word.translate(_LETTERS)


__all__ = ["Looks", "is_invisible", "looks_of"]
