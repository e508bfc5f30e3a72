"""The main text of an HTML page, as trafilatura gives it, as a document of blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from truthfulness_evaluator.models import Block, BlockKind, Document, Span

_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n\s*")
_DEEPEST = 6
_BETWEEN_CELLS = " | "


def document_of(name: str, body: Any) -> Document:
    """The headings, paragraphs, list items and rows of tables, in their order, with nothing added to the words.

    Args:
        name: what the document is called.
        body: elements of TEI as trafilatura makes them
            (https://trafilatura.readthedocs.io/en/latest/corefunctions.html): head, p, list, item, quote, table.
    """
    blocks = _Blocks()
    for element in body:
        blocks.add(element)
    return Document(name=name, media_type="text/html", text="\n\n".join(blocks.parts), blocks=tuple(blocks.blocks))


@dataclass
class _Blocks:
    parts: list[str] = field(default_factory=list[str])
    blocks: list[Block] = field(default_factory=list[Block])
    path: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Headings above, each with its level."""
    size: int = 0

    def add(self, element: Any) -> None:
        if element.tag == "head":
            self._heading(element)
        elif element.tag == "table":
            self._table(element)
        else:
            for text in _paragraphs(element):
                self._put(text, BlockKind.PARAGRAPH)

    def _heading(self, element: Any) -> None:
        title = " ".join(_text(element).split())
        rank = str(element.get("rend") or "")[1:]
        level = min(int(rank), _DEEPEST) if rank.isdigit() else 1
        if title:
            self.path = [each for each in self.path if each[0] < level]
            self._put(title, BlockKind.HEADING, level=level)
            self.path.append((level, title))

    def _table(self, element: Any) -> None:
        header: tuple[str, ...] = ()
        for row in element.iter("row"):
            cells = [" ".join(_text(cell).split()) for cell in row.iter("cell")]
            if not any(cells):
                continue
            is_header = len(cells) > 1 and all(cell.get("role") == "head" for cell in row.iter("cell"))
            self._row(cells, () if is_header else header, has_header=is_header or bool(header))
            header = tuple(cells) if is_header else header

    def _row(self, cells: list[str], header: tuple[str, ...], *, has_header: bool) -> None:
        start = self._start
        spans: list[Span] = []
        for cell in cells:
            spans.append((start, start + len(cell)))
            start += len(cell) + len(_BETWEEN_CELLS)
        self._put(
            _BETWEEN_CELLS.join(cells), BlockKind.TABLE_ROW, cells=tuple(spans) if has_header else (), header=header
        )

    @property
    def _start(self) -> int:
        """Where the next part begins: two line ends stand between parts."""
        return self.size + 2 if self.parts else 0

    def _put(
        self,
        text: str,
        kind: BlockKind,
        *,
        level: int = 0,
        cells: tuple[Span, ...] = (),
        header: tuple[str, ...] = (),
    ) -> None:
        span = (self._start, self._start + len(text))
        path = tuple(title for _, title in self.path)
        self.blocks.append(Block(kind, span, span, heading_path=path, level=level, cells=cells, header=header))
        self.parts.append(text)
        self.size = span[1]


def _paragraphs(element: Any) -> Iterator[str]:
    """The text of an element, and of what is nested in it (lists in lists, paragraphs in quotes), each once."""
    own: list[str] = [str(element.text or "")]
    for child in element:
        if child.tag in ("item", "list", "p", "quote"):
            yield from _filled("".join(own))
            yield from _paragraphs(child)
            own = []
        else:
            own.append(_text(child))
        own.append(str(child.tail or ""))
    yield from _filled("".join(own))


def _filled(text: str) -> Iterator[str]:
    clean = _BREAKS.sub("\n", _SPACES.sub(" ", text)).strip()
    if clean:
        yield clean


def _text(element: Any) -> str:
    """The words of an element. A line break is a line end."""
    if element.tag == "lb":
        return "\n"
    if not isinstance(element.tag, str):  # a comment
        return ""
    return str(element.text or "") + "".join(_text(child) + str(child.tail or "") for child in element)
