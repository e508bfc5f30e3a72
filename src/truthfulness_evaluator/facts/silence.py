"""Why a part of a document is not read as claims: the rules of `scope`, asked one by one."""

from collections.abc import Callable

from truthfulness_evaluator.facts.announced import announces_another_time
from truthfulness_evaluator.facts.scope import (
    blocks_today,
    denies,
    imagines,
    is_historical,
    is_placeholder,
    is_template,
    sentence_around,
    speaks_of_today,
    tells_of_the_past,
)
from truthfulness_evaluator.models import Block, BlockKind, Container, Document, Span

_LONGEST_PHRASE = 4
"""Words of a phrase that is looked for as what a rule goes by."""
_KINDS = {BlockKind.COMMENT: "it is a comment", BlockKind.FRONT_MATTER: "it is front matter"}


def why_silent(document: Document, block: Block) -> str | None:
    """Why no kind of fact looks at a block, as a clause; None where they do.

    Example:
        >>> document = Document(name="docs/changelog.md", media_type="text/markdown", text="It is.")
        >>> why_silent(document, Block(BlockKind.PARAGRAPH, (0, 6), (0, 6)))
        'by its name the document tells of the past or of plans'
    """
    if is_historical(document.name):
        return "by its name the document tells of the past or of plans"
    if is_template(document.name):
        return "by its name the document is a template for another project"
    if announces_another_time(document):
        return "the document begins with words that it is of the past, a plan or a record"
    if any(block is each for each in blocks_today(document)):
        return None
    if block.kind in _KINDS:
        return _KINDS[block.kind]
    for heading in block.heading_path:
        if not speaks_of_today(_sample(heading_path=(heading,))):
            return f"the heading \u201c{heading}\u201d tells of the past or of plans"
    if not speaks_of_today(_sample(lead_in=block.lead_in)):
        return f"the words above the list, \u201c{block.lead_in}\u201d, tell of what is to be made"
    for container in block.containers:
        if not speaks_of_today(_sample(containers=(container,))):
            return f"the directive `{container.name}` tells of another version"
    return "a note in this section says that what it is about is no longer there"


def why_unread(document: Document, span: Span, block: Block) -> str | None:
    """What makes rules pass over a name, as a clause; None where nothing is known."""
    name = document.text[slice(*span)]
    if is_placeholder(name):
        return "it reads like a name of the reader's choice"
    sentence = sentence_around(document, span, block)
    for test, what in (
        (tells_of_the_past, "tells of another time"),
        (denies, "may deny it"),
        (imagines, "may speak of what the reader makes"),
    ):
        phrase = _phrase(test, sentence.replace(name, " "))
        if phrase:
            return f"the sentence {what} (\u201c{phrase}\u201d)"
    return None


def _sample(heading_path: tuple[str, ...] = (), containers: tuple[Container, ...] = (), lead_in: str = "") -> Block:
    return Block(BlockKind.PARAGRAPH, (0, 0), (0, 0), heading_path=heading_path, containers=containers, lead_in=lead_in)


def _phrase(test: Callable[[str], bool], sentence: str) -> str:
    """The shortest piece of a sentence that a rule goes by."""
    words = sentence.split()
    for size in range(1, _LONGEST_PHRASE + 1):
        for i in range(len(words) - size + 1):
            phrase = " ".join(words[i : i + size])
            if test(phrase):
                return phrase.strip(",.;:()")
    return ""
