"""Files that are read as sources: documents of every format, and PDF, DOCX, CSV and TSV besides."""

from dataclasses import replace
from pathlib import PurePosixPath

from truthfulness_evaluator.documents.decoding import decode
from truthfulness_evaluator.documents.reading import DOCUMENT_SUFFIXES, read_text
from truthfulness_evaluator.models.document import Document

_TABLES = {".csv": "text/csv", ".tsv": "text/tab-separated-values"}
_PAGES = (".pdf", ".docx")
SOURCE_SUFFIXES: frozenset[str] = DOCUMENT_SUFFIXES | frozenset(_TABLES) | frozenset(_PAGES)
"""Suffixes, in lower case, of the files that are read as sources."""
_PDF_MARK = b"%PDF-"


def read_source(name: str, data: bytes) -> Document:
    """The document in a file.

    Args:
        name: what it is called; its suffix says the format.
        data: the file.

    Raises:
        DocumentError: it cannot be read, or has no format that is read.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".pdf" or data.startswith(_PDF_MARK):
        from truthfulness_evaluator.documents.pdf import read_pdf

        return read_pdf(name, data)
    if suffix == ".docx":
        from truthfulness_evaluator.documents.docx import read_docx

        return read_docx(name, data)
    text, encoding = decode(data, name)
    if suffix in _TABLES:
        from truthfulness_evaluator.documents.delimited import DelimitedReader

        return replace(DelimitedReader(_TABLES[suffix]).read(name, text), encoding=encoding)
    return replace(read_text(text, name), encoding=encoding)
