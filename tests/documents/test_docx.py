"""DOCX: headings, paragraphs, lists and tables in their order."""

import io
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.docx import read_docx


def test_what_stands_in_a_file() -> None:
    written = docx.Document()
    written.add_heading("Harbours", 0)
    written.add_paragraph("They are old.")
    written.add_heading("Arna", 2)
    written.add_paragraph("It has two piers.", style="List Bullet")
    written.add_paragraph("")
    table = written.add_table(rows=2, cols=3)
    for row, texts in zip(table.rows, (("Pier", "Length", "Built"), ("North", "120 m", "")), strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    written.add_heading("Bodal", 2)
    written.add_paragraph("It silted up.")
    file = io.BytesIO()
    written.save(file)

    document = read_docx("a.docx", file.getvalue())

    found = [
        (block.kind.value, document.text[slice(*block.text_span)], block.heading_path, len(block.containers))
        for block in document.blocks
    ]
    assert found == [
        ("heading", "Harbours", (), 0),
        ("paragraph", "They are old.", ("Harbours",), 0),
        ("heading", "Arna", ("Harbours",), 0),
        ("paragraph", "It has two piers.", ("Harbours", "Arna"), 1),
        ("table_row", "Pier: North; Length: 120 m", ("Harbours", "Arna"), 0),
        ("heading", "Bodal", ("Harbours",), 0),
        ("paragraph", "It silted up.", ("Harbours", "Bodal"), 0),
    ]


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
BOX = "<w:txbxContent><w:p><w:r><w:t>Tickets are sold on board.</w:t></w:r></w:p></w:txbxContent>"


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        pytest.param(
            "<w:sdt><w:sdtContent><w:p><w:r><w:t>It sails in </w:t></w:r><w:sdt><w:sdtContent><w:r><w:t>May</w:t>"
            "</w:r></w:sdtContent></w:sdt><w:r><w:t>.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
            ["It sails in May."],
            id="content controls",
        ),
        pytest.param(
            "<w:p><w:r><w:t xml:space='preserve'>It has </w:t></w:r><w:del><w:r><w:t>two</w:t></w:r></w:del>"
            "<w:ins><w:r><w:t xml:space='preserve'>three </w:t></w:r></w:ins><w:r><w:t>piers.</w:t></w:r></w:p>",
            ["It has three piers."],
            id="what was inserted and deleted",
        ),
        pytest.param(
            f"<w:p {MC}><w:r><w:t>It is old.</w:t><mc:AlternateContent><mc:Choice Requires='wps'>{BOX}</mc:Choice>"
            f"<mc:Fallback>{BOX}</mc:Fallback></mc:AlternateContent></w:r></w:p>",
            ["It is old.", "Tickets are sold on board."],
            id="a text box, once",
        ),
        pytest.param(
            "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Pier</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Built</w:t></w:r></w:p>"
            "</w:tc></w:tr><w:tr><w:trPr><w:gridBefore w:val='1'/></w:trPr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p><w:r>"
            "<w:t>1908</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>North</w:t></w:r></w:p></w:tc></w:tr>"
            "<w:tr><w:tc><w:p/></w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p><w:r><w:t>1931</w:t></w:r></w:p></w:tc>"
            "</w:tr></w:tbl>",
            ["Built", "Pier: North", "Built: 1931"],
            id="rows without some cells, and cells that go on from nowhere",
        ),
    ],
)
def test_parts_that_are_written_otherwise(body: str, texts: list[str]) -> None:
    written: Any = docx.Document()
    content: Any = parse_xml(f"<w:body {W}>{body}</w:body>")
    for each in list(content):
        written.element.body[-1].addprevious(each)
    file = io.BytesIO()
    written.save(file)

    document = read_docx("a.docx", file.getvalue())

    assert [document.text[slice(*block.text_span)] for block in document.blocks] == texts


@pytest.mark.parametrize("data", [b"words", b"PK\x05\x06" + bytes(18)], ids=["no archive", "an empty archive"])
def test_what_is_no_docx(data: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        read_docx("a.docx", data)
    assert str(caught.value) == "a.docx cannot be read: it is no DOCX file, or it is damaged."
