"""What a chat model is asked for the claims of a section: pure."""

from truthfulness_evaluator.claims.sections import Section, sections
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.estimates import tokens_of
from truthfulness_evaluator.llm.fences import Fence
from truthfulness_evaluator.llm.prompt_files import prompt_file, version
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.store.cache import JsonValue

CHECKABLE, AMBIGUOUS = "checkable", "ambiguous"
_INSTRUCTIONS = "extract"
_ANSWER_SHARE = 3
"""An answer is this often as long as the document: each claim as a quote, again in words of its own, and names."""
_QUESTION = "Give the statements of fact that this document makes."
_PROPERTIES: dict[str, JsonValue] = {
    "quote": {"type": "string"},
    "text": {"type": "string"},
    "status": {"type": "string", "enum": [CHECKABLE, AMBIGUOUS]},
    "reason": {"type": "string"},
}
_ITEM: dict[str, JsonValue] = {
    "type": "object",
    "properties": _PROPERTIES,
    "required": list(_PROPERTIES),
    "additionalProperties": False,
}
SHAPE = Shape(
    name="claims",
    schema={
        "type": "object",
        "properties": {"claims": {"type": "array", "items": _ITEM}},
        "required": ["claims"],
        "additionalProperties": False,
    },
    example='{"claims": [{"quote": "...", "text": "...", "status": "checkable|ambiguous", "reason": ""}]}',
)
"""The answer that is wanted."""


def prompt_for(section: Section, note: str = "") -> Prompt:
    """Asks for the claims of a section.

    Args:
        section: each of its passages stands in a fence of its own, with the headings above.
        note: what was wrong with the last answer.
    """
    texts = [section.text(passage) for passage in section.passages]
    fence = Fence.of("\n".join(texts))
    fenced = (
        fence.wrap(
            "document",
            text,
            id=f"s{number}",
            section=" > ".join(passage.heading_path) or None,
            lead_in=passage.lead_in or None,
            header=passage.header or None,
        )
        for number, (passage, text) in enumerate(zip(section.passages, texts, strict=True), 1)
    )
    return Prompt(
        system=prompt_file(_INSTRUCTIONS),
        shared="\n\n".join(fenced),
        question=f"{note} {_QUESTION}".strip(),
        version=version(_INSTRUCTIONS),
        answer_tokens=_ANSWER_SHARE * sum(map(tokens_of, texts)),
    )


def planned(document: Document) -> list[tuple[Prompt, Shape]]:
    """The requests that the claims of a document take where none has to be repeated: for a dry run."""
    return [(prompt_for(section), SHAPE) for section in sections(document)]
