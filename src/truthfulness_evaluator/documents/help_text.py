"""Help texts, as programs print them: the usage, and the options with what is said of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "text/x-help"
_USAGE = regex(r"[ \t]*usage:[ \t]*", re.IGNORECASE)
_HEADING = regex(r"[ \t\u256d\u2500]*(?P<title>[A-Za-z][\w ,/()-]{0,60}?)(?::[ \t]*|[ \t]*\u2500+\u256e?[ \t]*)")
_BOX = "[ \t\u2502|]*"
_OPTION = regex(rf"(?P<lead>{_BOX})(?P<name>-[^\s\u2502].*?)(?:[ \t]{{2,}}(?P<text>[^\s\u2502].*?))?[ \t\u2502|]*")
_COMMAND = regex(
    rf"(?P<lead>{_BOX})(?P<name>[A-Za-z][\w:-]*(?:, [\w-]+)*)[ \t]{{2,}}(?P<text>[^\s\u2502].*?)[ \t\u2502|]*"
)
_COMMANDS = regex(r"\b(?:sub)?commands?\b", re.IGNORECASE)
_FRAME = regex("[ \t\u2500\u256d\u256e\u2570\u256f\u2502|]*")


@dataclass(frozen=True, slots=True)
class HelpReader:
    r"""Reads help texts. An option is a term, and what stands behind or below it is its definition.

    Example:
        >>> document = HelpReader().read("-", "Usage: app [-f]\n\nOptions:\n  -f, --fast  Runs.\n  -h")
        >>> [(block.kind.value, document.text[slice(*block.text_span)]) for block in document.blocks]
        [('code', 'app [-f]'), ('heading', 'Options'), ('term', '-f, --fast'), ('paragraph', 'Runs.'), ('term', '-h')]
    """

    def read(self, name: str, text: str) -> Document:
        """The document."""
        lines = Lines(text)
        spans = [lines.span_of(number) for number in range(1, len(lines.starts) + 1)]
        return Document(name=name, media_type=MEDIA_TYPE, text=text, blocks=tuple(_blocks(text, spans)))


def _blocks(text: str, lines: Sequence[Span]) -> Iterator[Block]:
    path: tuple[str, ...] = ()
    at = 0
    while at < len(lines):
        line = lines[at]
        written = text[slice(*line)]
        if _FRAME.fullmatch(written):
            at += 1
            continue
        if usage := _USAGE.match(written):
            end = _indented_until(text, lines, at + 1, 0)
            span = _trimmed(text, line[0] + usage.end(), lines[end - 1][1])
            yield Block(BlockKind.CODE, span, span, language="usage")
            at = end
            continue
        if heading := _HEADING.fullmatch(written):
            path = (heading["title"],)
            title = (line[0] + heading.start("title"), line[0] + heading.end("title"))
            yield Block(BlockKind.HEADING, title, title, level=1)
            at += 1
            continue
        pattern = _COMMAND if path and _COMMANDS.search(path[0]) else _OPTION
        if row := pattern.fullmatch(written):
            blocks, at = _row(text, lines, at, row)
            yield from (replace(block, heading_path=path) for block in blocks)
            continue
        end = at + 1
        while end < len(lines) and text[slice(*lines[end])].strip() and not _begins(text[slice(*lines[end])]):
            end += 1
        span = _trimmed(text, line[0], lines[end - 1][1])
        yield Block(BlockKind.PARAGRAPH, span, span, heading_path=path)
        at = end


def _begins(written: str) -> bool:
    """Whether a line is no part of the paragraph before it."""
    return any(pattern.fullmatch(written) for pattern in (_OPTION, _HEADING)) or _USAGE.match(written) is not None


def _row(text: str, lines: Sequence[Span], at: int, row: re.Match[str]) -> tuple[list[Block], int]:
    """An option or command with its text, and the line behind them."""
    start = lines[at][0]
    name = (start + row.start("name"), start + row.end("name"))
    end = _indented_until(text, lines, at + 1, len(row["lead"]))
    blocks = [Block(BlockKind.TERM, name, name)]
    first = start + row.start("text") if row["text"] is not None else lines[at][1]
    span = _trimmed(text, first, lines[end - 1][1])
    if span[0] < span[1]:
        container = Container("definition", argument=row["name"], span=span)
        blocks.append(Block(BlockKind.PARAGRAPH, span, span, containers=(container,)))
    return blocks, end


def _indented_until(text: str, lines: Sequence[Span], at: int, indent: int) -> int:
    """The first line that is blank, or does not stand farther to the right."""
    while at < len(lines):
        written = text[slice(*lines[at])]
        lead = len(written) - len(written.lstrip(" \t\u2502|"))
        if not written.strip(" \t\u2502|") or lead <= indent or _FRAME.fullmatch(written):
            return at
        if _OPTION.fullmatch(written) and lead <= indent + 4:
            return at  # an option without a short form, set in a little
        at += 1
    return at


def _trimmed(text: str, start: int, end: int) -> Span:
    written = text[start:end]
    stripped = written.rstrip(" \t\r\n\u2502|")
    return start + len(stripped) - len(stripped.lstrip()), start + len(stripped)
