"""DOCX: headings, paragraphs, lists and tables. Read as a source; no findings can point into the file itself."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.rows import row_text
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_MOST_UNPACKED = 300_000_000
"""Bytes of the parts of a file, unpacked: a small file that holds more was made to fill a memory."""
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_DEEPEST = 5
"""Tables in tables that are read."""


def read_docx(name: str, data: bytes) -> Document:
    """The text of a DOCX file; each row of a table is read with its header.

    Args:
        name: what the document is called.
        data: the file.

    Raises:
        DocumentError: it is no DOCX file, or is damaged.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_UNPACKED:
                raise DocumentError(f"{name} cannot be read: unpacked, it is larger than anything that people write.")
        import docx

        document = docx.Document(BytesIO(data))
    except DocumentError:
        raise
    except Exception as error:  # lxml, zipfile and python-docx raise what they like where a file is damaged
        raise DocumentError(f"{name} cannot be read: it is no DOCX file, or it is damaged.") from error
    text = _Text()
    text.add_all(cast("Any", document).iter_inner_content())
    return Document(name=name, media_type=MEDIA_TYPE, text="".join(text.parts), blocks=tuple(text.blocks))


@dataclass
class _Text:
    parts: list[str] = field(default_factory=list[str])
    blocks: list[Block] = field(default_factory=list[Block])
    size: int = 0
    headings: tuple[tuple[int, str], ...] = ()

    def add_all(self, content: "Iterable[Paragraph | Table]", depth: int = 0) -> None:
        for each in content:
            if hasattr(each, "rows"):
                self._table(cast("Table", each), depth)
            else:
                self._paragraph(cast("Paragraph", each))

    def _paragraph(self, paragraph: "Paragraph") -> None:
        text = paragraph.text.strip()
        if not text:
            return
        style = str(getattr(paragraph.style, "name", "") or "")
        level = 1 if style == "Title" else int(match[1]) if (match := _HEADING.match(style)) else 0
        if level:
            above = tuple(each for each in self.headings if each[0] < level)
            self._add(BlockKind.HEADING, text, above, level=level)
            self.headings = (*above, (level, " ".join(text.split())))
        else:
            is_item = style.startswith("List") or _is_numbered(paragraph)
            self._add(BlockKind.PARAGRAPH, text, self.headings, is_item=is_item)

    def _table(self, table: "Table", depth: int) -> None:
        header: tuple[str, ...] = ()
        for number, row in enumerate(table.rows):
            cells = tuple(_texts_of(row.cells))
            if number == 0:
                header = cells
            if number or len(table.rows) == 1:
                text = row_text(header if number else (), cells)
                if text:
                    self._add(BlockKind.TABLE_ROW, text, self.headings)
            for cell in row.cells if depth < _DEEPEST else ():
                if cell.tables:
                    self.add_all(cell.tables, depth + 1)

    def _add(
        self,
        kind: BlockKind,
        text: str,
        headings: Iterable[tuple[int, str]],
        *,
        level: int = 0,
        is_item: bool = False,
    ) -> None:
        span = (self.size, self.size + len(text))
        containers = (Container("list_item", argument=text, span=span),) if is_item else ()
        path = tuple(title for _, title in headings)
        self.blocks.append(Block(kind, span, span, heading_path=path, containers=containers, level=level))
        self.parts += (text, "\n\n")
        self.size += len(text) + 2


def _texts_of(cells: Iterable[Any]) -> Iterator[str]:
    """Texts of the cells of a row; one that spans several columns comes once for each."""
    for cell in cells:
        yield " ".join(str(cell.text).split())


def _is_numbered(paragraph: "Paragraph") -> bool:
    properties = cast("Any", paragraph)._p.pPr
    return properties is not None and properties.numPr is not None
