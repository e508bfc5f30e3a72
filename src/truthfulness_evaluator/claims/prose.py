"""Claims of prose: declarative sentences, as they stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.claims.views import LINKS, View, sentences_of
from truthfulness_evaluator.models import Block, BlockKind, Claim, Document, Span
from truthfulness_evaluator.text.patterns import regex

KIND = "prose"
_WORD = regex(r"[^\W_]+(?:['’][^\W_]+)?")
_FEWEST_WORDS = 3
"""Words of a sentence that states something: subject, verb, object."""
_FEWEST_UNENDED = 4
"""Words it needs without a full stop, as in list items: `Fast and small` is a label, no statement."""
_FEWEST_CHARACTERS = 6
"""Of a sentence in a script without spaces between words."""
_UNSPACED = regex(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_QUESTION = regex(r"[?？؟][\"'”’»)\]）」』*_]*$")
_STATED = regex(r"[.!。！।॥۔…።։][\"'”’»)\]）」』*_]*$")
_OPENING = regex(r"[:：][*_]*$")
NOT_PROSE = frozenset({"toctree", "autosummary", "contents", "index", "only"})
"""Directives whose body is a list of names."""


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
            if is_prose(block):
                for text, span in statements(read, block):
                    there = span if document.places is None else document.places.span(span)
                    places.setdefault(text, []).append(there)
        return extraction(
            document,
            (Statement(KIND, text, spans[0], also_at=tuple(spans[1:])) for text, spans in places.items()),
        )


def is_prose(block: Block) -> bool:
    """Whether a block is a paragraph that is read as sentences, wherever it stands."""
    return block.kind is BlockKind.PARAGRAPH and not any(container.name in NOT_PROSE for container in block.containers)


def statements(document: Document, block: Block) -> Iterator[tuple[str, Span]]:
    """The declarative sentences of a block, as readers see them, with their places in the text that was read."""
    whole = View.of(document, block)
    has_links = any(mark.kind in LINKS for mark in block.inlines)
    bare = View.of(document, block, links=False) if has_links else whole
    for span in sentences_of(document, block):
        text = whole.shown(span)
        if is_statement(text) and _WORD.search(bare.shown(span) if has_links else text):
            yield text, span


def is_statement(text: str) -> bool:
    """Whether a sentence, as readers see it, is neither a question nor an opening, and has words enough."""
    if _QUESTION.search(text) or _OPENING.search(text):
        return False
    if _UNSPACED.search(text):
        return len(text) >= _FEWEST_CHARACTERS
    fewest = _FEWEST_WORDS if _STATED.search(text) else _FEWEST_UNENDED
    return sum(1 for _ in islice(_WORD.finditer(text), fewest)) == fewest
