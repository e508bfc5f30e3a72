"""Plain text: paragraphs, lists, underlined and capital headings, indented code."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document, Inline, InlineKind
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

_UNDERLINE = regex(r"[ \t]*(?:={3,}|-{3,}|~{3,}|\*{3,})[ \t]*")
_CAPITALS = regex(r"(?=(?:.*[A-Z]){3})[^a-z.;,]{3,60}")
"""A heading in capitals: a short line with no small letter."""
_INDENTED = regex(r"[ ]{4}|[ ]{0,3}\t")
_PROMPT = regex(r"\s*(?:\$|>>>|%|C:\\[^>]*>)\s")
_BULLET = regex(r"\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+")
_CODE = regex(r"(?P<ticks>`{1,2})(?P<code>[^`\r\n]+)(?P=ticks)")
_URL = regex(r"(?:https?|ftp)://[^\s<>`\"]*[^\s<>`\".,;:!?')\]]")


@dataclass(frozen=True, slots=True)
class PlainReader:
    r"""Reads plain text.

    Example:
        >>> document = PlainReader().read("a.txt", "USAGE\n\nDo this:\n\n    $ run")
        >>> [(block.kind.value, block.lead_in) for block in document.blocks]
        [('heading', ''), ('paragraph', ''), ('code', 'Do this:')]
    """

    def read(self, name: str, text: str) -> Document:
        """The document. Headings are all of one level; nothing excludes a part from checking."""
        blocks: list[Block] = []
        path: tuple[str, ...] = ()
        paragraph = lead_in = ""
        for block in _blocks(text):
            if block.kind is BlockKind.HEADING:
                path, paragraph, lead_in = (text[slice(*block.text_span)],), "", ""
                blocks.append(block)
                continue
            is_introduced = block.kind is BlockKind.CODE or bool(block.containers)
            lead_in = (paragraph or lead_in) if is_introduced else ""
            blocks.append(replace(block, heading_path=path, lead_in=lead_in))
            paragraph = "" if is_introduced else " ".join(text[slice(*block.span)].split())
        return Document(name=name, media_type="text/plain", text=text, blocks=tuple(blocks))


def _blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, without what depends on their neighbours."""
    for lines in _chunks(text):
        written = [text[slice(*line)] for line in lines]
        if len(lines) == 2 and _UNDERLINE.fullmatch(written[1]):
            yield _block(BlockKind.HEADING, text, lines[:1], (lines[0][0], lines[1][1]))
        elif len(lines) == 1 and _CAPITALS.fullmatch(written[0].strip()):
            yield _block(BlockKind.HEADING, text, lines)
        elif _PROMPT.match(written[0]) or all(_INDENTED.match(line) for line in written):
            yield _block(BlockKind.CODE, text, lines)
        else:
            yield from _paragraphs(text, lines)


def _chunks(text: str) -> Iterator[list[Span]]:
    """The lines between blank lines; an underlined heading is cut off from what follows it."""
    lines = Lines(text)
    chunk: list[Span] = []
    for number in range(1, len(lines.starts) + 1):
        span = lines.span_of(number)
        if number == 1 and text.startswith("\ufeff"):
            span = (1, span[1])
        written = text[slice(*span)]
        if written.strip():
            chunk.append(span)
        if chunk and (not written.strip() or (len(chunk) == 2 and _UNDERLINE.fullmatch(written))):
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _paragraphs(text: str, lines: list[Span]) -> Iterator[Block]:
    """The paragraphs of a chunk: each line with a bullet begins a new one."""
    starts = [index for index, line in enumerate(lines) if _BULLET.match(text, *line)]
    bounds = sorted({0, *starts, len(lines)})
    for first, last in pairwise(bounds):
        part = lines[first:last]
        bullet = _BULLET.match(text, *part[0])
        if bullet is None:
            yield _block(BlockKind.PARAGRAPH, text, part)
            continue
        block = _block(BlockKind.PARAGRAPH, text, [(bullet.end(), part[0][1]), *part[1:]])
        start = bullet.start() + len(bullet[0]) - len(bullet[0].lstrip())
        argument = " ".join(text[slice(*block.span)].split())
        item = Container("list_item", argument=argument, span=(start, block.span[1]))
        yield replace(block, containers=(item,))


def _block(kind: BlockKind, text: str, lines: list[Span], whole: Span | None = None) -> Block:
    """A block of whole lines, blanks around them left out (of code, those before it are kept)."""
    start, end = lines[0][0], lines[-1][1]
    written = text[start:end]
    if kind is not BlockKind.CODE:
        start += len(written) - len(written.lstrip())
    end -= len(written) - len(written.rstrip())
    span = (start, end) if whole is None else (start, whole[1])
    inlines = () if kind is BlockKind.CODE else tuple(_inlines(text, start, end))
    return Block(kind, span, (start, end), inlines=inlines, level=1 if kind is BlockKind.HEADING else 0)


def _inlines(text: str, start: int, end: int) -> list[Inline]:
    """Code between backticks, and URLs."""
    marks = [Inline(InlineKind.CODE, m.span(), m.span("code")) for m in _CODE.finditer(text, start, end)]
    marks += [Inline(InlineKind.LINK, m.span(), m.span(), m[0], m.span()) for m in _URL.finditer(text, start, end)]
    return sorted(marks, key=lambda mark: (mark.span[0], -mark.span[1]))
