"""Answers about a document are remembered until another document is asked for."""

from dataclasses import replace

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.memory import per_document
from truthfulness_evaluator.models import Block, Document


def test_answers_are_of_the_document_and_the_arguments() -> None:
    asked: list[tuple[str, int]] = []

    @per_document
    def text_of(document: Document, block: Block, *, times: int) -> str:
        asked.append((document.name, times))
        return document.text[slice(*block.text_span)] * times

    first, second = read_text("One.\n\nTwo.", "a.md"), read_text("Three.", "b.md")
    one, two = first.blocks[0], first.blocks[1]
    assert [text_of(first, one, times=1), text_of(first, two, times=1), text_of(first, one, times=2)] == [
        "One.", "Two.", "One.One.",
    ]  # fmt: skip
    assert text_of(first, one, times=1) == "One."
    assert asked == [("a.md", 1), ("a.md", 1), ("a.md", 2)]
    assert text_of(second, second.blocks[0], times=1) == "Three."
    assert text_of(first, one, times=1) == "One."
    assert asked[3:] == [("b.md", 1), ("a.md", 1)]
    # A block that lives for one call alone is not taken for the next one at its place in memory.
    assert [text_of(first, replace(one, text_span=(0, end)), times=1) for end in range(4)] == ["", "O", "On", "One"]
