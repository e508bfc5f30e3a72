"""Quotes found again in the text they were taken from, though a model or a browser changed their looks."""

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import unescape

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex

MIN_QUOTE = 3
"""Letters and digits that a quote has at least: fewer stand in any text and show nothing."""

_QUOTATION_MARKS = frozenset("\"'`´‘’‚‛“”„‟‹›«»′″‵‶〝〞〟「」『』❛❜❝❞＂＇｀ʹʺʻʼʽˈ\u05f3\u05f4")
_MINUS_SIGNS = frozenset("\u2212\u2043\u02d7")
"""What looks like a dash and is none to Unicode (its category is not Pd)."""
_TOKEN = regex(r"(?P<plain>[!#-&(-,.-_a-~]+(?![^\x00-\x7f]))|(?P<blank>\s+)")
"""What needs no look at each character: ASCII but quotation marks and hyphens, not before what may combine; blanks."""
_SPACELESS = regex(r"[\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Scripts that put no blanks between words: a blank between two such characters is a line's end."""
_ELLIPSIS_BEFORE = regex(r"(?:[\[(]\.{3,}[\])]|\.{3,})\s*")
_ELLIPSIS_AFTER = regex(r"\s*(?:[\[(]\.{3,}[\])]|\.{3,})$")


def find_quote(quote: str, text: str, hidden: Sequence[Span] = ()) -> Span | None:
    r"""Where a quote stands in a text: see `FoldedText`, which is quicker for many quotes of one text.

    Example:
        >>> find_quote("it's a no-op", "So it’s a\n  no‑op.")
        (3, 17)
    """
    return FoldedText(text, hidden).find(quote)


@dataclass(frozen=True)
class FoldedText:
    """A text that quotes are looked for in. It is folded once, when a quote first needs it.

    A place is a quote's where the two are the same to the letter, else where they are the same after NFKC, with
    runs of white space as one blank, all dashes alike, all quotation marks and apostrophes alike, and without
    invisible characters. Case stays. A quote may have an ellipsis at its ends, quotation marks around it and a full
    stop at its end that the text has not, and HTML's entities for characters; an ellipsis within stands for nothing.

    No place begins or ends within a number, or within a word of a script with capitals: `3 retries` is no quote of
    `13 retries`, nor is `able` one of `unable`.
    """

    text: str
    hidden: Sequence[Span] = ()
    """Spans of the text that a reader does not see (markup), in any order: passed over. A quote may have them."""

    def find(self, quote: str) -> Span | None:
        """The first place of a quote as a span of the text, in whole characters; None where there is none.

        A quote of fewer than `MIN_QUOTE` letters and digits has no place.
        """
        plain = quote.strip()
        folded = _folded_quote(plain)
        if not _says_something(folded):
            return None
        if (exact := _first(self.text, plain)) is not None:
            return exact, exact + len(plain)
        # A prompt shows some brackets as entities: see `llm.fences`.
        unescaped = unescape(folded)
        for wanted in (*_trimmed(folded), *(_trimmed(unescaped) if unescaped != folded else ())):
            for folding in self._foldings:
                if (found := folding.find(wanted)) is not None:
                    return found
        return None

    def places(self, quote: str) -> list[Span]:
        """All places of a quote, in order; none overlaps another.

        Example:
            >>> FoldedText("It is *fast*. It is fast.", [(6, 7), (11, 12)]).places("It is fast.")
            [(0, 13), (14, 25)]
        """
        plain = quote.strip()
        folded = _folded_quote(plain)
        if not _says_something(folded):
            return []
        found = {(at, at + len(plain)) for at in _all(self.text, plain)}
        for wanted in _trimmed(folded):
            for folding in self._foldings:
                found.update(folding.all(wanted))
            if found:
                break
        return _apart(found)

    @cached_property
    def _foldings(self) -> "tuple[_Folding, ...]":
        whole = _fold(self.text, ((0, len(self.text)),))
        return (_fold(self.text, _visible(self.hidden, len(self.text))), whole) if self.hidden else (whole,)


@lru_cache(maxsize=16)
def _folded_quote(quote: str) -> str:
    """A quote is looked for in one text after the other, and folded once."""
    return _fold(quote, ((0, len(quote)),)).folded.strip()


@dataclass(frozen=True)
class _Folding:
    """A folded text; character `i` of it comes from `text[starts[i]:ends[i]]`."""

    folded: str
    starts: "array[int]"
    ends: "array[int]"

    def find(self, wanted: str) -> Span | None:
        return next(self.all(wanted), None)

    def all(self, wanted: str) -> Iterator[Span]:
        for at in _all(self.folded, wanted):
            last = at + len(wanted) - 1
            if not self._is_split(at) and not self._is_split(last + 1):
                yield self.starts[at], self.ends[last]

    def _is_split(self, at: int) -> bool:
        """Whether the characters before and at an offset come from one of the text: `fi` from a ligature."""
        return 0 < at < len(self.starts) and self.starts[at - 1] == self.starts[at]


def _first(text: str, wanted: str, start: int = 0) -> int | None:
    """Where `wanted` first stands in a text, from `start` on, without a part of a word or number around."""
    at = text.find(wanted, start)
    while at >= 0:
        end = at + len(wanted)
        if not (at and _is_one_word(text[at - 1], text[at])) and not (
            end < len(text) and _is_one_word(text[end - 1], text[end])
        ):
            return at
        at = text.find(wanted, at + 1)
    return None


def _all(text: str, wanted: str) -> Iterator[int]:
    """Where `wanted` stands in a text, without a part of a word or number around."""
    at = _first(text, wanted)
    while at is not None:
        yield at
        at = _first(text, wanted, at + 1)


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Spans in order; of those that overlap, the first and longest."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda each: (each[0], -each[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _is_one_word(left: str, right: str) -> bool:
    """Whether two neighbours belong to one number, or to one word of a script that has capitals.

    A combining mark belongs to what stands before it.
    """
    if left.isdigit() and right.isdigit():
        return True
    return (_is_cased(left) and _is_cased(right)) or unicodedata.category(right)[0] == "M"


def _is_cased(character: str) -> bool:
    return character.islower() or character.isupper()


def _says_something(quote: str) -> bool:
    return sum(map(str.isalnum, quote)) >= MIN_QUOTE


def _trimmed(quote: str) -> Iterator[str]:
    """A folded quote, then less and less of what a writer of quotes adds at its ends."""
    seen: set[str] = set()
    for shorter in _shorter(quote):
        if shorter not in seen and _says_something(shorter):
            seen.add(shorter)
            yield shorter


def _shorter(quote: str) -> Iterator[str]:
    yield quote
    for _ in range(2):  # an ellipsis stands outside of the quotation marks or inside
        quote = _ELLIPSIS_AFTER.sub("", quote[match.end() :] if (match := _ELLIPSIS_BEFORE.match(quote)) else quote)
        yield quote
        yield quote.removesuffix(".").removesuffix("。").rstrip()
        if len(quote.rstrip(".。,")) > 1 and quote[0] == quote.rstrip(".。,")[-1] == "'":
            quote = quote.rstrip(".。,")[1:-1].strip()
            yield quote
            yield quote.removesuffix(".").removesuffix("。").rstrip()


def _visible(hidden: Sequence[Span], length: int) -> list[Span]:
    """What is between the hidden spans."""
    spans: list[Span] = []
    done = 0
    for start, end in sorted(hidden):
        if start > done:
            spans.append((done, min(start, length)))
        done = max(done, end)
    if done < length:
        spans.append((done, length))
    return spans


def _fold(text: str, spans: Sequence[Span]) -> _Folding:
    """The folding of the spans of a text, one after the other."""
    parts: list[str] = []
    starts, ends = array("L"), array("L")
    for begin, stop in spans:
        at = begin
        while at < stop:
            match = _TOKEN.match(text, at, stop)
            if match is not None and match["plain"]:
                parts.append(match[0])
                starts.extend(range(at, match.end()))
                ends.extend(range(at + 1, match.end() + 1))
                at = match.end()
                continue
            end = match.end() if match else _cluster_end(text, at, stop)
            kept = end
            while kept > at and _is_dropped(text[kept - 1]):
                kept -= 1
            folded = " " if match else _folded_cluster(text[at:end])
            parts.append(folded)
            starts.extend([at] * len(folded))
            ends.extend([kept] * len(folded))
            at = end
    return _with_single_blanks("".join(parts), starts, ends)


_SURPLUS = regex(rf"(?<= ) +|(?<={_SPACELESS.pattern}) +(?={_SPACELESS.pattern})")


def _with_single_blanks(folded: str, starts: "array[int]", ends: "array[int]") -> _Folding:
    """The same without blanks after blanks, and between characters of scripts that have none."""
    surplus = [match.span() for match in _SURPLUS.finditer(folded)]
    if not surplus:
        return _Folding(folded, starts, ends)
    kept = _visible(surplus, len(folded))
    short_starts, short_ends = array("L"), array("L")
    for start, end in kept:
        short_starts.extend(starts[start:end])
        short_ends.extend(ends[start:end])
    return _Folding("".join(folded[start:end] for start, end in kept), short_starts, short_ends)


def _cluster_end(text: str, start: int, stop: int) -> int:
    """The end of the character at `start` with all that combines with it."""
    end = start + 1
    while end < stop and _goes_on(text[end]):
        end += 1
    return end


@lru_cache(maxsize=4096)
def _goes_on(character: str) -> bool:
    """Whether a character combines with what stands before it, or is dropped."""
    if _is_dropped(character):
        return True
    first = unicodedata.normalize("NFKD", character)[0]
    hangul_vowel_or_final = "\u1160" <= first <= "\u11ff" or "\ud7b0" <= first <= "\ud7ff"
    return unicodedata.category(first)[0] == "M" or hangul_vowel_or_final


@lru_cache(maxsize=4096)
def _is_dropped(character: str) -> bool:
    """Whether a character is invisible: format and control characters but white space, variation selectors."""
    if character.isspace():
        return False
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return is_selector or unicodedata.category(character) in ("Cf", "Cc")


@lru_cache(maxsize=4096)
def _folded_cluster(cluster: str) -> str:
    shown = "".join(_alike(character) for character in cluster if not _is_dropped(character))
    return re.sub(r"\s+", " ", "".join(map(_alike, unicodedata.normalize("NFKC", shown))))


def _alike(character: str) -> str:
    """One character for all quotation marks and one for all dashes."""
    if character in _QUOTATION_MARKS:
        return "'"
    if character in _MINUS_SIGNS or unicodedata.category(character) == "Pd":
        return "-"
    return character


__all__ = ["MIN_QUOTE", "FoldedText", "find_quote"]
