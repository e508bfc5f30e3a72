"""Values that stand in a document, and what they are the default of: the parts that all forms of statement share."""

import re
from dataclasses import dataclass

from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.facts.reading import subjects
from truthfulness_evaluator.facts.reading.subjects import Subject
from truthfulness_evaluator.models import Block, Document, Fact, InlineKind, Scope, Span
from truthfulness_evaluator.text.patterns import regex

NAMING = frozenset({InlineKind.CODE, InlineKind.ROLE})
"""Marks that hold names and values."""
_PLAIN = regex(
    r"-?\d[\d_,.]*(?:\s?(?:[kKMG]i?B|ms|s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|weeks?|bytes))?(?![\w/])"
    r"""|[Tt]rue|[Ff]alse|None|null|"[^"\n]{0,80}"|'[^'\n]{0,80}'"""
)
_MOST_WORDS = 3
"""Words before the name that a paragraph opens with (`If`, `The`, `Set the`)."""


@dataclass(frozen=True, slots=True)
class Written:
    """A value as the document writes it."""

    text: str
    span: Span


def value_at(document: Document, block: Block, start: int, end: int) -> Written | None:
    """The value that stands at an offset: a code span, a role, or a plain number, truth value or quoted text."""
    while start < end and document.text[start] in " \t*_":
        start += 1
    for inline in block.inlines:
        if inline.span[0] == start and inline.kind in NAMING:
            return Written(document.text[slice(*inline.text_span)], inline.text_span)
        if inline.span[0] == start and inline.kind in {InlineKind.STRONG, InlineKind.EMPHASIS}:
            return value_at(document, _within(block, inline.text_span, inline.span), *inline.text_span)
    plain = _PLAIN.match(document.text, start, end)
    if plain is None:
        return None
    text = plain[0].rstrip(".,")
    return Written(text, (start, start + len(text)))


def _within(block: Block, inside: Span, span: Span) -> Block:
    """The block with the marks inside of one mark only."""
    inner = tuple(i for i in block.inlines if inside[0] <= i.span[0] and i.span[1] <= inside[1] and i.span != span)
    return Block(block.kind, span, inside, inlines=inner)


def opening_name(document: Document, block: Block, before: int) -> Subject | None:
    """The name that a paragraph opens with: the code span after at most three words, as in ``If `x` is true``."""
    first = next((i for i in block.inlines if i.kind in NAMING), None)
    if first is None or first.span[1] > before:
        return None
    words = document.text[block.text_span[0] : first.span[0]]
    if len(words.split()) > _MOST_WORDS or re.search(r"[.,:;!?]", words):
        return None
    names = subjects.names_in(document, [first])
    return Subject(*names[0], "sentence") if names else None


def claim(document: Document, subject: Subject, value: Written, form: str, section: str | None = None) -> Found:
    """The statement that a subject has a value by default."""
    fact = Fact(
        kind="default_value",
        subject=subject.name,
        expected=value.text,
        scope=Scope(module=document.name, section=section, form=form),
        subject_span=subject.span,
        expected_span=value.span,
    )
    return Found(fact, f"`{subject.name}` defaults to {value.text}", value.span)
