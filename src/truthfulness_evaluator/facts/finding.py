"""What a kind of fact reads in a document, with its places in the document's file."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.models import Document, Places


def found_in(document: Document, find: Callable[[Document], Iterable[Found]]) -> Iterator[Found]:
    """The facts of a document. Those whose words stand in its extract alone, and not in its file, are left out.

    Raises:
        ValueError: a span lies outside of the text that was read.
    """
    read = document.extract or document
    for each in find(read):
        start, end = each.span
        if not 0 <= start <= end <= len(read.text):
            raise ValueError(f"span {start}..{end} is outside of the document")
        if document.places is None:
            yield each
        elif document.places.holds(each.span):
            yield _in_file(each, document.places)


def _in_file(found: Found, places: Places) -> Found:
    fact = found.fact
    named = {"subject_span": fact.subject_span, "expected_span": fact.expected_span}
    spans = {name: places.span(span) for name, span in named.items() if span is not None}
    return replace(found, fact=fact.model_copy(update=spans), span=places.span(found.span))
