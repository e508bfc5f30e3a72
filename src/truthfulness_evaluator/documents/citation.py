"""`CITATION.cff`: the keys of its YAML with what they say of the software."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.documents.suppressions import marker_notices, parse_marker, suppressions
from truthfulness_evaluator.models.document import Block, BlockKind, Document
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "application/x-cff+yaml"
_KEY = regex(r"\ufeff?(?P<key>[A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(?P<value>.*)|[ \t]*)")
_ITEM = regex(r"[ \t]*-[ \t]+(?P<value>.*)")
_NESTED = regex(r"[\w-]+[ \t]*:(?:[ \t]|$)")
_COMMENT = regex(r"[ \t]*#(?P<text>.*)")
_FOLDED = regex(r"[|>][+-]?\d?[ \t]*(?:#.*)?")
_VALUE = regex(r"(?P<quote>[\"'])(?P<quoted>.*?)(?P=quote)|(?P<bare>[^\s\[{#&*!].*?)(?=[ \t]+#|[ \t]*$)")


@dataclass(frozen=True, slots=True)
class CitationReader:
    r"""Reads citation files. Each value of a key at the top, or of a plain list below one, is a field.

    Example:
        >>> document = CitationReader().read("CITATION.cff", "version: '1.2'\nlicense:\n  - MIT\n")
        >>> [(block.title, document.text[slice(*block.text_span)]) for block in document.blocks]
        [('version', '1.2'), ('license', 'MIT')]
    """

    def read(self, name: str, text: str) -> Document:
        """The document. What stands deeper (authors, references) is left out."""
        blocks = tuple(_blocks(text))
        comments = (block for block in blocks if block.kind is BlockKind.COMMENT)
        found = ((parse_marker(text[slice(*block.text_span)]), block.span) for block in comments)
        markers = [(marker, span) for marker, span in found if marker is not None]
        return Document(
            name=name,
            media_type=MEDIA_TYPE,
            text=text,
            blocks=blocks,
            suppressions=suppressions(markers, blocks, text),
            notices=marker_notices(markers, text),
        )


def _blocks(text: str) -> Iterator[Block]:
    lines = Lines(text)
    key, folded = "", None
    for number in range(1, len(lines.starts) + 1):
        start, end = lines.span_of(number)
        written = text[start:end]
        if folded is not None and (not written.strip() or written[0] in " \t"):
            folded = (folded[0] if folded[1] else start, end) if written.strip() else folded
            continue
        if folded is not None and folded[1]:
            yield _field(key, folded)
        folded = None
        if comment := _COMMENT.match(written):
            span = (start + comment.start("text"), start + comment.end("text"))
            yield Block(BlockKind.COMMENT, (start + written.index("#"), end), span)
        elif match := _KEY.fullmatch(written):
            key = match["key"]
            if match["value"] and _FOLDED.fullmatch(match["value"]):
                folded = (0, 0)
            elif match["value"]:
                yield from _value(key, text, (start + match.start("value"), end))
        elif (item := _ITEM.fullmatch(written)) and not _NESTED.match(item["value"]):
            yield from _value(key, text, (start + item.start("value"), end))
        elif written.strip() and written[0] not in " \t-":
            key = ""
    if folded is not None and folded[1]:
        yield _field(key, folded)


def _value(key: str, text: str, span: Span) -> Iterator[Block]:
    match = _VALUE.match(text, *span)
    if match is not None and key:
        yield _field(key, match.span("bare" if match["bare"] is not None else "quoted"))


def _field(key: str, span: Span) -> Block:
    return Block(BlockKind.FIELD, span, span, title=key)
