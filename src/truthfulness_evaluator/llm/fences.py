"""Fences around what a prompt shows but does not say: nothing within can close one.

A fence's name has a mark that no text within has. It comes from the texts themselves, so that the same input gives
the same bytes, and who writes a text cannot know it beforehand.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.lookalikes import looks_of

_MARK = 6
"""Hexadecimal digits of a mark, 24 bits: a text that has all of them has 16 million characters. It need not be secret,
only absent: see `Fence.of`."""
_NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")
_GUARDED = r"evidence|claims?|positions?|passages?"
"""Names of fences that no document uses as tags of its own: guarded in every fence, with a mark or without."""
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\x85\x0b\x0c]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters and what hides or turns round text. Joiners stay: Persian, Hindi and emoji need them."""
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fence:
    """Fences of one prompt."""

    mark: str
    """In lower case, of letters and digits."""

    @classmethod
    def of(cls, seed: str, *others: str) -> "Fence":
        """A fence whose mark depends on `seed` alone where it can, and is in none of the texts, however disguised.

        Args:
            seed: what the prompt has in common with others, the evidence or the document: prefix caches then work.
            others: further texts that are to be fenced.

        Example:
            >>> print(Fence.of("It retries.").wrap("evidence", "It retries.", id="e1", source="src/a.py:4"))
            <evidence-3eea8b id="e1" source="src/a.py:4">
            It retries.
            </evidence-3eea8b>
        """
        shown = [looks_of(text).plain for text in (seed, *others)]
        return cls(next(mark for mark in _marks(seed) if not any(mark in text for text in shown)))

    def wrap(self, name: str, text: str, **attributes: str | int | None) -> str:
        r"""A text within a fence, between lines that begin and end it.

        In the text, what looks like the beginning or end of a fence begins with `&lt;`, a mark is broken by a dot,
        line ends are `\n`, and control characters and such as turn text round are left out.

        Args:
            name: lower case letters, parts joined by `_`: `evidence`.
            text: any.
            attributes: what the opening line says besides, in this order; None is left out. Texts of documents may
                stand in them: they are escaped, on one line.

        Raises:
            ValueError: the name is none.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"not a fence's name: {name!r}")
        written = "".join(
            f' {key}="{" ".join(self._defused(escape(str(value)), name).split())}"'
            for key, value in attributes.items()
            if value is not None
        )
        return f"<{name}-{self.mark}{written}>\n{self._defused(text, name)}\n</{name}-{self.mark}>"

    def _defused(self, text: str, name: str) -> str:
        text = _HALVES.sub("\ufffd", _UNSEEN.sub("", _LINE_ENDS.sub("\n", text)))
        # Two marks that overlap may leave one behind.
        while changes := list(self._changes(text, name)):
            parts: list[str] = []
            done = 0
            for (start, end), instead in changes:
                parts += text[done:start], instead
                done = end
            text = "".join((*parts, text[done:]))
        return text

    def _changes(self, text: str, name: str) -> Iterator[tuple[Span, str]]:
        looks = looks_of(text)
        half = len(self.mark) // 2
        signs = rf"(?P<sign><)\s*+(?:/\s*+)?+(?:{_GUARDED}|{name})(?![a-z0-9])|{re.escape(self.mark)}"
        for match in re.finditer(signs, looks.plain):
            if match["sign"]:
                yield looks.span(*match.span("sign")), "&lt;"
            else:
                yield looks.span(*match.span()), f"{self.mark[:half]}·{self.mark[half:]}"


def _marks(seed: str) -> Iterator[str]:
    """Marks without end, the same for the same seed."""
    digest = hashlib.sha256(seed.encode(errors="surrogatepass")).hexdigest()
    while True:
        yield from (digest[at : at + _MARK] for at in range(0, len(digest), _MARK))
        digest = hashlib.sha256(digest.encode()).hexdigest()


__all__ = ["Fence"]
