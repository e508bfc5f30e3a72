"""DOCX: headings, paragraphs, lists and tables. Read as a source; no findings can point into the file itself."""

import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, cast

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.rows import row_text
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_MOST_UNPACKED = 300_000_000
"""Bytes of the parts of a file, unpacked: a small file that holds more was made to fill a memory."""
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_DEEPEST = 5
"""Tables in tables, and text boxes in text boxes, that are read."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TABLE, _ROW, _WORDS, _TEXT_BOX = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}t", f"{_W}txbxContent"
_CONTROL, _CONTROLLED = f"{_W}sdt", f"{_W}sdtContent"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_NOT_SHOWN = frozenset({f"{_W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "txbxContent")} | {_FALLBACK})


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
    text = _Text({str(style.style_id): str(style.name or "") for style in cast("Any", document).styles})
    text.add_all(_content(cast("Any", document).element.body))
    return Document(name=name, media_type=MEDIA_TYPE, text="".join(text.parts), blocks=tuple(text.blocks))


@dataclass
class _Text:
    styles: Mapping[str, str]
    """Names of styles, by their ids."""
    parts: list[str] = field(default_factory=list[str])
    blocks: list[Block] = field(default_factory=list[Block])
    size: int = 0
    headings: tuple[tuple[int, str], ...] = ()

    def add_all(self, content: Iterable[Any], depth: int = 0) -> None:
        for each in content:
            if each.tag == _TABLE:
                self._table(each, depth)
            else:
                self._paragraph(each)
                for box in each.iter(_TEXT_BOX) if depth < _DEEPEST else ():
                    if not _is_repeated(box):
                        self.add_all(_content(box), depth + 1)

    def _paragraph(self, paragraph: Any) -> None:
        text = _text_of(paragraph).strip()
        if not text:
            return
        style = self.styles.get(str(paragraph.style or ""), "")
        level = 1 if style == "Title" else int(match[1]) if (match := _HEADING.match(style)) else 0
        if level:
            above = tuple(each for each in self.headings if each[0] < level)
            self._add(BlockKind.HEADING, text, above, level=level)
            self.headings = (*above, (level, " ".join(text.split())))
        else:
            is_item = style.startswith("List") or _is_numbered(paragraph)
            self._add(BlockKind.PARAGRAPH, text, self.headings, is_item=is_item)

    def _table(self, table: Any, depth: int) -> None:
        header: tuple[str, ...] = ()
        rows = list(_rows(table))
        for number, row in enumerate(rows):
            cells = tuple(_text_of_cell(cell) for cell in row)
            if number == 0:
                header = cells
            if number or len(rows) == 1:
                text = row_text(header if number else (), cells)
                if text:
                    self._add(BlockKind.TABLE_ROW, text, self.headings)
            for cell in dict.fromkeys(each for each in row if each is not None) if depth < _DEEPEST else ():
                self.add_all((each for each in _content(cell) if each.tag == _TABLE), depth + 1)

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


def _content(element: Any) -> Iterator[Any]:
    """Paragraphs and tables of a body, cell or text box, those inside of content controls, too."""
    for each in element:
        if each.tag in (_PARAGRAPH, _TABLE):
            yield each
        elif each.tag == _CONTROL or each.tag == _CONTROLLED:
            yield from _content(each)


def _text_of(element: Any) -> str:
    """The text of a paragraph as it is shown: with what was inserted, without what was deleted."""
    parts: list[str] = []
    for each in element:
        if each.tag == _WORDS:
            parts.append(str(each.text or ""))
        elif each.tag in _SIGNS:
            parts.append(_SIGNS[each.tag])
        elif each.tag not in _NOT_SHOWN:
            parts.append(_text_of(each))
    return "".join(parts)


def _text_of_cell(cell: Any) -> str:
    if cell is None:
        return ""
    texts = (_text_of(each) for each in _content(cell) if each.tag == _PARAGRAPH)
    return " ".join(" ".join(texts).split())


def _rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row, None where it has none. One that spans several columns or rows comes once for each."""
    above: list[Any] = []
    for row in table.iter(_ROW):
        if row.getparent() is not table:
            continue  # of a table in a cell
        cells: list[Any] = [None] * int(row.grid_before)
        for cell in row.tc_lst:
            at = len(cells)
            goes_on = cell.vMerge == "continue" and at < len(above) and above[at] is not None
            cells += [above[at] if goes_on else cell] * int(cell.grid_span)
        above = cells
        yield cells


def _is_repeated(box: Any) -> bool:
    """Whether a text box is there once more for programs that cannot show it as it is."""
    return any(parent.tag == _FALLBACK for parent in box.iterancestors())


def _is_numbered(paragraph: Any) -> bool:
    properties = paragraph.pPr
    return properties is not None and properties.numPr is not None
