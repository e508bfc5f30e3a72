"""Suspected attempts to instruct the judges, in documents and in evidence. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import (
    Case,
    Document,
    Evidence,
    Injection,
    Location,
    Span,
    VerificationResult,
)
from truthfulness_evaluator.text.instructions import find_instructions
from truthfulness_evaluator.text.lines import Lines

REASON = "words that speak to the judges stand in the claim or in its evidence"
_SHOWN = 200
"""Characters of a quote in a report: an attempt is recognised by its beginning."""


@dataclass
class _Found:
    quote: str
    location: Location | None
    claim_ids: dict[str, None] = field(default_factory=dict[str, None])


def injections(document: Document, cases: Sequence[Case]) -> list[Injection]:
    """The attempts in a document and in the evidence for its claims, each once, with the claims that they concern.

    An attempt in the document concerns the claims of its block; one in a passage all claims that have this evidence.

    Args:
        document: whose claims are judged.
        cases: its claims with their evidence.
    """
    found = [*_in_document(document, cases), *_in_evidence(cases)]
    return [
        Injection(quote=_shortened(each.quote), location=each.location, claim_ids=list(each.claim_ids))
        for each in found
    ]


def with_suspicion(
    results: Iterable[VerificationResult], suspected: Sequence[Injection]
) -> tuple[VerificationResult, ...]:
    """The results, those that an attempt concerns marked for review."""
    concerned = {claim for each in suspected for claim in each.claim_ids}
    return tuple(
        result.model_copy(
            update={
                "needs_review": True,
                "review_reason": f"{result.review_reason}; {REASON}" if result.review_reason else REASON,
            }
        )
        if result.claim_id in concerned
        else result
        for result in results
    )


def _in_document(document: Document, cases: Sequence[Case]) -> list[_Found]:
    """Attempts by their places in the document; last, what stands only in a claim as it is put to the judges."""
    read = document.extract or document
    lines = Lines(document.text)
    # A heading stands in the context of many claims.
    told = {case.claim.id: f"{case.claim.text}\n{case.claim.context or ''}" for case in cases}
    suspect = {claim: text for claim, text in told.items() if find_instructions(text)}
    found: list[_Found] = []
    for start, end in find_instructions(read.text):
        there = (start, end) if document.places is None else document.places.span((start, end))
        line, column = lines.position(there[0])
        each = _Found(read.text[start:end], Location(path=document.name, line=line, column=column))
        around = _around(document, there)
        each.claim_ids.update((case.claim.id, None) for case in cases if _meets(case, around))
        each.claim_ids.update((claim, None) for claim, text in suspect.items() if _folded(each.quote) in _folded(text))
        found.append(each)
    known = {claim for each in found for claim in each.claim_ids}
    for case in cases:
        if case.claim.id in suspect and case.claim.id not in known:
            text = suspect[case.claim.id]
            start, end = find_instructions(text)[0]
            line, column = lines.position(case.claim.source_span[0]) if case.claim.source_span else (None, None)
            place = Location(path=document.name, line=line, column=column)
            found.append(_Found(text[start:end], place, {case.claim.id: None}))
    return found


def _folded(text: str) -> str:
    return "".join(text.split())


def _around(document: Document, span: Span) -> Span:
    """The block that a span begins in, else the span."""
    blocks = [block.span for block in document.blocks if block.span[0] <= span[0] < block.span[1]]
    start, end = min(blocks, key=lambda block: block[1] - block[0], default=span)
    return start, max(end, span[1])


def _meets(case: Case, span: Span) -> bool:
    claim = case.claim
    places = [*([claim.source_span] if claim.source_span is not None else []), *claim.also_at]
    return any(start < span[1] and span[0] < end for start, end in places)


def _in_evidence(cases: Sequence[Case]) -> list[_Found]:
    known: dict[Evidence, list[_Found]] = {}
    found: list[_Found] = []
    for case in cases:
        for passage in case.evidence:
            if passage not in known:
                known[passage] = [
                    _Found(passage.content[start:end], _place(passage, start))
                    for start, end in find_instructions(passage.content)
                ]
                found += known[passage]
            for each in known[passage]:
                each.claim_ids[case.claim.id] = None
    return found


def _place(passage: Evidence, offset: int) -> Location:
    """Where an offset of a passage stands, as far as the passage says where it stands itself."""
    location = passage.location
    if location is None:
        return Location(path=passage.source)
    if location.line is None:
        return location
    return location.model_copy(
        update={"line": location.line + passage.content.count("\n", 0, offset), "column": None, "end_line": None}
    )


def _shortened(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
