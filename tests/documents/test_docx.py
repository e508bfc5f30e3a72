"""DOCX: headings, paragraphs, lists and tables in their order."""

import io

import docx
import pytest

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


@pytest.mark.parametrize("data", [b"words", b"PK\x05\x06" + bytes(18)], ids=["no archive", "an empty archive"])
def test_what_is_no_docx(data: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        read_docx("a.docx", data)
    assert str(caught.value) == "a.docx cannot be read: it is no DOCX file, or it is damaged."
