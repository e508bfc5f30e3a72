"""Jupyter notebooks: the text of their Markdown and code cells, each character with its place in the JSON file."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import cast

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.extracts import ExtractText, document_of, shifted
from truthfulness_evaluator.documents.json_strings import Path, add_string, strings
from truthfulness_evaluator.documents.markdown import MarkdownReader
from truthfulness_evaluator.documents.suppressions import Marker, marker_notices, parse_marker, suppressions
from truthfulness_evaluator.models.document import Block, BlockKind, Document, InlineKind
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "application/x-ipynb+json"
_END = "\n\n```\n.\n```\n"
"""Code that is put behind a cell of Markdown: what is told of its surroundings holds for the next cell."""
_MAGIC = regex(r"%%(?P<name>\w+)[^\n]*\n?")
_SHELLS = frozenset({"bash", "sh", "cmd", "script", "system"})
_SHELL_LINE = regex(r"[ \t]*(?P<mark>!|%(?=(?:pip|conda|uv)\b))")
_OTHER_LINE = regex(r"%|[\w.]+\?{1,2}\s*$|\?{1,2}[\w.]+\s*$")
_Headings = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class NotebookReader:
    """Reads notebooks of nbformat 4. Outputs, raw cells and attachments are left out.

    Example:
        >>> text = '{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["# A"]}]}'
        >>> document = NotebookReader().read("a.ipynb", text)
        >>> document.text[slice(*document.blocks[0].text_span)], document.parts
        ('A', (((80, 83), 1),))
    """

    def read(self, name: str, text: str) -> Document:
        """The document.

        Raises:
            DocumentError: it is no JSON, or no notebook of nbformat 4.
        """
        cells, language = _cells(name, text)
        notebook = _Notebook(ExtractText(text), language)
        for number, kind, spans in cells:
            notebook.add(number, kind, spans)
        extract = notebook.extract(name)
        notices = marker_notices(
            [(marker, notebook.taken.places.span(span)) for marker, span in notebook.markers], text
        )
        document = document_of(name, MEDIA_TYPE, text, extract, notebook.taken.places, notices=notices)
        return replace(document, parts=tuple(notebook.parts))


def _cells(name: str, text: str) -> tuple[list[tuple[int, str, list[Span]]], str]:
    """Number, type and source of each cell, and the language of its code."""
    try:
        written: object = json.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise DocumentError(f"{name} is no notebook: it is nested too deeply.") from error
    except ValueError as error:
        raise DocumentError(f"{name} is no notebook: it is no JSON ({str(error).rstrip('.')}).") from error
    notebook = _object(written)
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        why = "it is of a format before nbformat 4" if "worksheets" in notebook else "it has no cells"
        raise DocumentError(f"{name} cannot be read: {why}.")
    sources: dict[int, list[Span]] = {}
    for path, span in strings(text, _is_source):
        number = path[1]
        assert isinstance(number, int)
        sources.setdefault(number, []).append(span)
    found = [
        (number + 1, str(_object(cell).get("cell_type")), sources.get(number, []))
        for number, cell in enumerate(cast("list[object]", cells))
    ]
    return found, _language(_object(notebook.get("metadata")))


def _object(written: object) -> dict[str, object]:
    """A JSON object; where something else stands, one without keys."""
    return cast("dict[str, object]", written) if isinstance(written, dict) else {}


def _is_source(path: Path) -> bool:
    return len(path) in (3, 4) and path[0] == "cells" and path[2] == "source"


def _language(metadata: Mapping[str, object]) -> str:
    """The language of code cells; a notebook that names none has Python in it."""
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        found = _object(metadata.get(key)).get(name)
        if isinstance(found, str):
            return found.lower()
    return "python"


@dataclass
class _Notebook:
    taken: ExtractText
    language: str
    blocks: list[Block] = field(default_factory=list[Block])
    parts: list[tuple[Span, int]] = field(default_factory=list[tuple[Span, int]])
    markers: list[tuple[Marker, Span]] = field(default_factory=list[tuple[Marker, Span]])
    anchors: set[str] = field(default_factory=set[str])
    headings: _Headings = ()
    lead_in: str = ""

    def add(self, number: int, kind: str, spans: Sequence[Span]) -> None:
        """Adds a cell."""
        if kind not in ("markdown", "code") or not spans:
            return
        start = self.taken.size
        for span in spans:
            add_string(self.taken, span)
        text = self.taken.tail(start)
        if kind == "markdown":
            self._markdown(text, start)
        else:
            self._code(text, start)
        self.parts.append(((spans[0][0], spans[-1][1]), number))
        at = spans[-1][1]
        self.taken.put("\n\n", (at, at))

    def extract(self, name: str) -> Document:
        """All cells as one document."""
        text = self.taken.text
        return Document(
            name=name,
            media_type="text/markdown",
            text=text,
            blocks=tuple(self.blocks),
            suppressions=suppressions(self.markers, self.blocks, text),
            anchors=frozenset(self.anchors),
        )

    # Markdown -----------------------------------------------------------------------------------------------

    def _markdown(self, text: str, start: int) -> None:
        read = MarkdownReader().read("cell.md", text + _END)
        *blocks, last = read.blocks
        is_closed = read.text[slice(*last.text_span)].strip() == "." and not last.containers
        if not is_closed:
            read = MarkdownReader().read("cell.md", text)
            blocks = list(read.blocks)
        path = last.heading_path if is_closed else ()
        local: list[int] = []
        for block in blocks:
            if block.kind is BlockKind.HEADING and not block.containers:
                local = [level for level in local if level < block.level]
                self.blocks.append(shifted(block, start, self._path(block, local, block.level)))
                local.append(block.level)
            else:
                self.blocks.append(shifted(block, start, self._path(block, local)))
        self._note_comments(blocks, text, start)
        titles = dict.fromkeys(title for block in (*blocks, last) for title in block.heading_path)
        self.anchors |= read.anchors | {title.replace(" ", "-") for title in titles}
        if is_closed and local:
            above = tuple(each for each in self.headings if each[0] < local[0])
            self.headings = (*above, *zip(local, path, strict=False))
        self.lead_in = last.lead_in if is_closed else ""

    def _path(self, block: Block, local: Sequence[int], level: int | None = None) -> tuple[str, ...]:
        """The headings above a block: those of the cells before that still hold, and those of its own cell."""
        highest = local[0] if local else level
        above = [text for outer, text in self.headings if highest is None or outer < highest]
        return (*above, *block.heading_path)

    def _note_comments(self, blocks: Iterable[Block], text: str, start: int) -> None:
        for block in blocks:
            spans = [block.span] if block.kind is BlockKind.COMMENT else []
            spans += [mark.span for mark in block.inlines if mark.kind is InlineKind.HTML and mark.name is None]
            for first, last in spans:
                marker = parse_marker(text[first:last].removeprefix("<!--").removesuffix("-->"))
                if marker is not None:
                    self.markers.append((marker, (start + first, start + last)))

    # Code ---------------------------------------------------------------------------------------------------

    def _code(self, text: str, start: int) -> None:
        for (first, last), language in _parts_of_code(text, self.language):
            span = (start + first, start + last)
            path = tuple(text for _, text in self.headings)
            self.blocks.append(
                Block(BlockKind.CODE, span, span, heading_path=path, lead_in=self.lead_in, language=language)
            )
        self.lead_in = ""


def _parts_of_code(text: str, language: str) -> Iterator[tuple[Span, str]]:
    """The pieces of a cell by their language: magics of IPython are no Python, and some run a shell."""
    magic = _MAGIC.match(text)
    if magic is not None:
        named = magic["name"].lower()
        is_python = named in ("time", "timeit", "capture", "prun")
        found = "sh" if named in _SHELLS else (language if is_python else named)
        if text[magic.end() :].strip():
            yield (magic.end(), len(text.rstrip())), found
        return
    at = 0
    lines: list[tuple[str, Span]] = []
    for line in text.splitlines(keepends=True):
        shell = _SHELL_LINE.match(line)
        kind = "" if _OTHER_LINE.match(line) else language
        first = at
        if shell is not None:
            kind, first = "sh", at + shell.end()
        lines.append((kind, (first, at + len(line.rstrip("\r\n")))))
        at += len(line)
    for kind, group in groupby(lines, key=lambda line: line[0]):
        spans = [span for _, span in group]
        # A line of a shell begins behind its mark, so that each is a piece of its own.
        pieces = spans if kind == "sh" else [(spans[0][0], spans[-1][1])]
        for span in pieces if kind else ():
            if text[slice(*span)].strip():
                yield span, kind
