"""What an extractor makes of a document, and how a statement becomes a claim."""

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.models import Claim, Document, Fact, JudgeFailure, Location, Span
from truthfulness_evaluator.models.claim import ClaimType
from truthfulness_evaluator.text.lines import Lines

_CONTEXT = 300
"""Characters of a block that stand in a claim's context: two or three sentences."""
_ID = 12
"""Hexadecimal digits of an id: two of 10,000 claims meet with a chance of 2 in 10,000,000."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The claims of a document."""

    claims: tuple[Claim, ...] = ()
    """In the order of their place."""
    ignored: tuple[Claim, ...] = ()
    """Claims that comments of the document, or the settings, exclude from checking."""
    problems: tuple[str, ...] = ()
    """What could not be looked for, and why: one sentence each. The rest is complete."""
    failures: tuple[JudgeFailure, ...] = ()
    """Parts of the document for which a chat model gave no claims, or not all."""
    dropped: int = 0
    """Claims of a chat model whose quotes stand nowhere in the document: left out."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that was found, before it has an id."""

    kind: str
    text: str
    span: Span
    fact: Fact | None = None
    also_at: tuple[Span, ...] = ()
    claim_type: ClaimType = "explicit"
    unverifiable: str = ""


def extraction(document: Document, statements: Iterable[Statement], problems: Iterable[str] = ()) -> Extraction:
    """Statements, sorted by place, as claims; those that the document excludes stand apart.

    A statement that is found twice at one place is one claim. Identical statements at different places
    have ids of their own, by their ordinal.
    """
    maker = _ClaimMaker(document)
    excluded = Excluded(document)
    claims: list[Claim] = []
    ignored: list[Claim] = []
    for statement in _distinct(statements):
        into = ignored if excluded.holds(statement.kind, statement.span) else claims
        into.append(maker.claim(statement))
    return Extraction(tuple(claims), tuple(ignored), tuple(problems))


def excluding(found: Extraction, kinds: Collection[str]) -> Extraction:
    """An extraction in which the claims of some kinds are ignored, too."""
    if not kinds:
        return found
    kept, left_out = (tuple(c for c in found.claims if (c.kind in kinds) is out) for out in (False, True))
    return replace(found, claims=kept, ignored=(*found.ignored, *left_out))


def fingerprint(document: str, kind: str, text: str, ordinal: int) -> str:
    """The id of a claim: it stays when lines move.

    Example:
        >>> fingerprint("a.md", "file_path", "docs/b.md exists", 0)
        '763662646c09'
    """
    whole = "\0".join((document, kind, text, str(ordinal)))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_ID]


def _distinct(statements: Iterable[Statement]) -> list[Statement]:
    """Sorted by place; of those with the same kind, span and fact the first."""
    kept: dict[tuple[str, Span], list[Statement]] = {}
    for statement in sorted(statements, key=lambda each: (each.span, each.kind, each.text)):
        there = kept.setdefault((statement.kind, statement.span), [])
        if not any(_says_the_same(statement, each) for each in there):
            there.append(statement)
    return [statement for there in kept.values() for statement in there]


def _says_the_same(one: Statement, other: Statement) -> bool:
    return one.fact == other.fact and (one.fact is not None or one.text == other.text)


@dataclass(frozen=True)
class _ClaimMaker:
    document: Document
    lines: Lines = field(init=False)
    starts: list[int] = field(init=False)
    repetitions: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", Lines(self.document.text))
        object.__setattr__(self, "starts", [block.span[0] for block in self.document.blocks])

    def claim(self, statement: Statement) -> Claim:
        name = self.document.name
        key = (statement.kind, statement.text)
        ordinal = self.repetitions[key]
        self.repetitions[key] += 1
        line, column = self.lines.position(statement.span[0])
        return Claim(
            id=fingerprint(name, *key, ordinal),
            text=statement.text,
            source_document=name,
            source_span=statement.span,
            location=Location(path=name, line=line, column=column, cell=self._cell_at(statement.span[0])),
            context=self.context(statement.span[0]),
            kind=statement.kind,
            fact=statement.fact,
            also_at=list(statement.also_at),
            claim_type=statement.claim_type,
            unverifiable=statement.unverifiable,
        )

    def context(self, offset: int) -> str | None:
        index = self._block_at(offset)
        if index is None:
            return None
        read = self.document.extract or self.document
        block = read.blocks[index]
        start, end = block.text_span
        parts = [" > ".join(block.heading_path), shortened(read.text[start:end], _CONTEXT)]
        return "\n".join(part for part in parts if part) or None

    def _cell_at(self, offset: int) -> int | None:
        index = bisect_right(self.document.parts, offset, key=lambda part: part[0][0]) - 1
        return self.document.parts[index][1] if index >= 0 else None

    def _block_at(self, offset: int) -> int | None:
        """Index of the innermost block around an offset: the last one to begin before it that reaches it."""
        for index in range(bisect_right(self.starts, offset) - 1, -1, -1):
            block = self.document.blocks[index]
            if offset < block.span[1]:
                return index
            if not block.containers:
                return None
        return None


def shortened(text: str, limit: int) -> str:
    """A text on one line, cut at a word where it is longer than `limit` characters.

    Example:
        >>> shortened("one two three", 9)
        'one two...'
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line.rfind(" ", 0, limit + 1)
    return line[: cut if cut > 0 else limit] + "..."


class Excluded:
    """The excluded parts of a document, by kind, as disjoint spans: quick to ask ten thousand times."""

    def __init__(self, document: Document) -> None:
        by_kind: dict[str, list[Span]] = {}
        for suppression in document.suppressions:
            for kind in suppression.kinds or ("",):
                by_kind.setdefault(kind, []).append(suppression.span)
        self._by_kind = {kind: merged(spans) for kind, spans in by_kind.items()}

    def holds(self, kind: str, span: Span) -> bool:
        """Whether a claim of this kind that begins here is excluded."""
        if not self._by_kind:
            return False
        return any(_covers(self._by_kind.get(name, ()), span[0]) for name in ("", kind))


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans that cover the same characters, disjoint and in order.

    Example:
        >>> merged([(4, 6), (0, 2), (1, 3)])
        ((0, 3), (4, 6))
    """
    disjoint: list[Span] = []
    for start, end in sorted(spans):
        if disjoint and start <= disjoint[-1][1]:
            disjoint[-1] = (disjoint[-1][0], max(end, disjoint[-1][1]))
        else:
            disjoint.append((start, end))
    return tuple(disjoint)


def _covers(spans: tuple[Span, ...], offset: int) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return index >= 0 and offset < spans[index][1]
