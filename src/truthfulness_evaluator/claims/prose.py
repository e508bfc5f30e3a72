"""Claims of prose: declarative sentences, as they stand."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction, merged
from truthfulness_evaluator.models import Block, BlockKind, Claim, Document, Inline, InlineKind, Span
from truthfulness_evaluator.text.sentences import sentences

KIND = "prose"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FEWEST_WORDS = 3
"""Words of a sentence that states something: subject, verb, object."""
_FEWEST_UNENDED = 4
"""Words it needs without a full stop, as in list items: `Fast and small` is a label, no statement."""
_FEWEST_CHARACTERS = 6
"""Of a sentence in a script without spaces between words."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_QUESTION = re.compile(r"[?？؟][\"'”’»)\]）」』*_]*$")
_STATED = re.compile(r"[.!。！।॥۔…።։][\"'”’»)\]）」』*_]*$")
_OPENING = re.compile(r"[:：][*_]*$")
_QUOTE_MARKS = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_NOT_PROSE = frozenset({"toctree", "autosummary", "contents", "index", "only"})
"""Directives whose body is a list of names."""
_SHIELDS = frozenset({InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.ROLE, InlineKind.HTML})
_UNSHOWN = frozenset({InlineKind.IMAGE, InlineKind.HTML})
_LINKS = frozenset({InlineKind.LINK, InlineKind.ROLE})
_SHOWN_BARE = frozenset({InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK, InlineKind.ROLE})


@dataclass(frozen=True)
class ProseClaims:
    """Finds the declarative sentences of paragraphs, list items and definitions. A `ClaimExtractor`.

    Headings, code, tables, questions, sentences that introduce what follows, and what holds nothing but
    links, badges and a word or two are no claims. A sentence that a rule finds facts in is one
    nevertheless: it may say more than they do.
    """

    async def extract(self, document: Document) -> list[Claim]:
        """The sentences that the document's comments do not exclude, in the order of their place."""
        return list(self.find(document).claims)

    def find(self, document: Document) -> Extraction:
        """All sentences; one that is said twice is one claim with `also_at`."""
        places: dict[str, list[Span]] = {}
        read = document.extract or document
        for block in read.blocks:
            if _is_prose(block):
                for text, span in _statements(read, block):
                    there = span if document.places is None else document.places.span(span)
                    places.setdefault(text, []).append(there)
        return extraction(
            document,
            (Statement(KIND, text, spans[0], also_at=tuple(spans[1:])) for text, spans in places.items()),
        )


def _is_prose(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and not any(container.name in _NOT_PROSE for container in block.containers)


def _statements(document: Document, block: Block) -> Iterator[tuple[str, Span]]:
    start, end = block.text_span
    shields = [(mark.span[0] - start, mark.span[1] - start) for mark in block.inlines if mark.kind in _SHIELDS]
    whole, bare = _View.of(document, block, links=True), _View.of(document, block, links=False)
    for first, last in sentences(document.text[start:end], shields):
        span = (start + first, start + last)
        text = whole.shown(span)
        if _is_statement(text) and _WORD.search(bare.shown(span)):
            yield text, span


def _is_statement(text: str) -> bool:
    if _QUESTION.search(text) or _OPENING.search(text):
        return False
    if _UNSPACED.search(text):
        return len(text) >= _FEWEST_CHARACTERS
    fewest = _FEWEST_WORDS if _STATED.search(text) else _FEWEST_UNENDED
    return len(_WORD.findall(text)) >= fewest


@dataclass(frozen=True)
class _View:
    """A block as readers see it: code in its marks, links and roles as their text, no images or tags."""

    text: str
    hidden: tuple[Span, ...]
    quoted: bool

    @classmethod
    def of(cls, document: Document, block: Block, *, links: bool) -> "_View":
        """The view with what links and roles show, or without."""
        hidden = merged(chain.from_iterable(_hidden(mark, links=links) for mark in block.inlines))
        return cls(document.text, hidden, any(container.kind == "quote" for container in block.containers))

    def shown(self, span: Span) -> str:
        """What is seen of a span, on one line."""
        parts: list[str] = []
        done, end = span
        for i in range(bisect_right(self.hidden, done, key=lambda each: each[1]), len(self.hidden)):
            first, last = self.hidden[i]
            if first >= end:
                break
            parts.append(self.text[done : max(first, done)])
            done = min(last, end)
        text = "".join((*parts, self.text[done:end]))
        return " ".join((_QUOTE_MARKS.sub("\n", text) if self.quoted else text).split())


def _hidden(mark: Inline, *, links: bool) -> list[Span]:
    if mark.kind in _UNSHOWN or (not links and mark.kind in _LINKS):
        return [mark.span]
    if mark.kind in _SHOWN_BARE:
        return [(mark.span[0], mark.text_span[0]), (mark.text_span[1], mark.span[1])]
    return []
