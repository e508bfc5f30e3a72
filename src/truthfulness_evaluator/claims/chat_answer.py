"""What a chat model answered, as statements of the document: pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from truthfulness_evaluator.claims.chat_prompt import AMBIGUOUS, CHECKABLE
from truthfulness_evaluator.claims.extraction import Statement
from truthfulness_evaluator.claims.prose import KIND
from truthfulness_evaluator.claims.quoting import SectionQuotes
from truthfulness_evaluator.claims.repeating import Repetitions
from truthfulness_evaluator.models import Document, Span
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.text.qualifiers import added_numbers, lost_qualifiers, numbers_of

_UNCLEAR = "it cannot be told what is meant"
_MOST_LONGER = 4
"""Times that a claim may be as long as its sentences: what it adds from its surroundings is a few words."""
_MOST_ADDED = 300
"""Characters that it may be longer in any case."""
_FEWEST_WORDS = 2
"""Of a claim in a script with spaces between words."""
_LONGEST_REASON = 300
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


@dataclass(frozen=True, slots=True)
class Answered:
    """A claim as the model gave it."""

    quote: str
    text: str
    ambiguous: str = ""
    """Why it cannot be understood on its own; empty: it can."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was read."""

    claims: tuple[Answered, ...] = ()
    malformed: int = 0
    """Claims without a quote or a text, or with a status that is none; an answer of another shape is one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The claims of an answer, at their places."""

    statements: tuple[Statement, ...] = ()
    """Their spans point into the document."""
    dropped: int = 0
    """Claims whose quotes stand nowhere."""
    elsewhere: int = 0
    """Claims whose quotes stand in another section than the one that was asked about."""
    last: int = -1
    """Where the last quote of the section itself begins, in the text that was read; -1: there is none."""


def read_answer(value: JsonValue) -> Answer:
    """The claims of an answer, whatever it is.

    Example:
        >>> claim = {"quote": "It is fast.", "text": "Acme is fast.", "status": "checkable", "reason": ""}
        >>> read_answer({"claims": [claim]})
        Answer(claims=(Answered(quote='It is fast.', text='Acme is fast.', ambiguous=''),), malformed=0)
        >>> read_answer({"result": "ok"})
        Answer(claims=(), malformed=1)
    """
    items = value.get("claims") if isinstance(value, dict) else value
    if not isinstance(items, list):
        return Answer(malformed=1)
    read = [_answered(item) for item in items]
    claims = tuple(each for each in read if each is not None)
    return Answer(claims, len(read) - len(claims))


def _answered(item: JsonValue) -> Answered | None:
    if not isinstance(item, dict):
        return None
    quote, text = _line(item.get("quote")), _line(item.get("text"))
    status = _line(item.get("status", CHECKABLE)).casefold()
    if not quote or not text or status not in (CHECKABLE, AMBIGUOUS):
        return None
    reason = _line(item.get("reason"))[:_LONGEST_REASON].rstrip(". ")
    return Answered(str(item["quote"]), text, (reason or _UNCLEAR) if status == AMBIGUOUS else "")


def _line(value: JsonValue) -> str:
    """A text on one line; empty where it is none."""
    return " ".join(value.split()) if isinstance(value, str) else ""


@dataclass(frozen=True)
class Placing:
    """Puts claims to their places in a document."""

    document: Document
    sections: tuple[SectionQuotes, ...]
    """All of the document: a quote that is not in the section that was asked about may be in another one."""
    facts: Repetitions = field(default_factory=lambda: Repetitions(()))

    def place(self, asked: SectionQuotes, claims: Iterable[Answered]) -> Placed:
        """The statements that an answer about a section makes.

        A quote that stands several times takes its next place with each claim, unless it is repeated at once with
        another text: then its sentence was split. A claim that only repeats a fact (see `Repetitions`) is left out.
        """
        statements: list[Statement] = []
        dropped = elsewhere = 0
        order = _Order()
        for claim in claims:
            found = self._found(asked, claim.quote)
            if found is None:
                dropped += 1
                continue
            quotes, places = found
            span = order.next(places, claim)
            if quotes is asked:
                order.last = span[0]
            else:
                elsewhere += 1
            statements += self._statement(quotes, span, claim)
        return Placed(tuple(statements), dropped, elsewhere, order.last)

    def _found(self, asked: SectionQuotes, quote: str) -> tuple[SectionQuotes, list[Span]] | None:
        others = (each for each in self.sections if each is not asked and each.may_hold(quote))
        for quotes in chain((asked,), others):
            places = [span for span in quotes.places(quote) if self._is_in_file(span)]
            if places:
                return quotes, places
        return None

    def _is_in_file(self, span: Span) -> bool:
        return self.document.places is None or self.document.places.holds(span)

    def _statement(self, quotes: SectionQuotes, span: Span, claim: Answered) -> Iterator[Statement]:
        own = quotes.sentences(span)
        said = quotes.shown(span)
        text = claim.text if is_faithful(claim.text, own, self._numbers, said) else own
        explicit = _letters(text) in _letters(own)
        sentence = (quotes.begins(span[0]), max(quotes.ends(span[1] - 1), span[1]))
        if self.facts.holds(text, self._in_file(sentence), quotes.heading_path(span)):
            return
        yield Statement(
            KIND,
            text,
            self._in_file(span),
            claim_type="explicit" if explicit else "inferred",
            unverifiable=f"{AMBIGUOUS}: {claim.ambiguous}" if claim.ambiguous else "",
        )

    @cached_property
    def _numbers(self) -> frozenset[str]:
        read = self.document.extract or self.document
        return numbers_of(f"{self.document.name}\n{read.text}")

    def _in_file(self, span: Span) -> Span:
        return span if self.document.places is None else self.document.places.span(span)


@dataclass
class _Order:
    """Which place of a quote is the next."""

    last: int = -1
    _before: tuple[str, Span] | None = None
    """The quote before, and its place."""
    _said: set[tuple[Span, str]] = field(default_factory=set[tuple[Span, str]])
    _used: set[Span] = field(default_factory=set[Span])

    def next(self, places: Sequence[Span], claim: Answered) -> Span:
        key = _letters(claim.quote)
        span = self._same(places, key, claim.text) or self._unused(places)
        self._before = key, span
        self._used.add(span)
        self._said.add((span, claim.text))
        return span

    def _same(self, places: Sequence[Span], key: str, text: str) -> Span | None:
        """The place of the quote before, where this is the same one with another text."""
        if self._before is None or self._before[0] != key or self._before[1] not in places:
            return None
        return None if (self._before[1], text) in self._said else self._before[1]

    def _unused(self, places: Sequence[Span]) -> Span:
        free = [span for span in places if span not in self._used]
        ahead = [span for span in free if self._before is None or span[0] >= self._before[1][0]]
        return (ahead or free or list(places))[0]


def is_faithful(text: str, own: str, numbers: frozenset[str], said: str = "") -> bool:
    """Whether a claim may stand in the model's words; else it is told in the document's.

    Args:
        text: the claim.
        own: the sentences that it was taken from.
        numbers: of the document: it may have no other.
        said: the part of the sentences that was quoted.
    """
    if len(text) > _MOST_LONGER * len(own) + _MOST_ADDED or _is_latin(own) != _is_latin(text):
        return False
    if _is_latin(text) and len(text.split()) < _FEWEST_WORDS:
        return False
    at = own.find(said) if said else -1
    return not lost_qualifiers(own, text, (at, at + len(said)) if at >= 0 else None) and not added_numbers(
        text, numbers
    )


def _is_latin(text: str) -> bool:
    """Whether most letters are Latin ones."""
    letters = [each for each in text if each.isalpha()]
    return 2 * sum(1 for each in letters if _LATIN.match(each)) >= len(letters)


def merged_statements(statements: Iterable[Statement]) -> list[Statement]:
    """What is said several times as one statement with `also_at`; the first in the document gives its words."""
    kept: dict[tuple[str, bool], Statement] = {}
    for statement in sorted(statements, key=lambda each: each.span):
        key = (_letters(statement.text), bool(statement.unverifiable))
        first = kept.setdefault(key, statement)
        if statement.span not in (first.span, *first.also_at):
            kept[key] = replace(first, also_at=(*first.also_at, statement.span))
    return list(kept.values())


def _letters(text: str) -> str:
    """A text without what makes no difference to its sense: form, white space, marks of code, a final full stop."""
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("`", "").replace("’", "'").split())
    return plain.rstrip(".。 ")


__all__ = ["Answer", "Answered", "Placed", "Placing", "is_faithful", "merged_statements", "read_answer"]
