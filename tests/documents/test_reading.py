"""Documents from files and texts: formats, encodings, and what cannot be read."""

from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.decoding import decode
from truthfulness_evaluator.documents.reading import media_type_of, read_document, read_text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        pytest.param(b"", "", "utf-8", id="empty"),
        pytest.param("é\r\n\U0001f600".encode(), "é\r\n\U0001f600", "utf-8", id="UTF-8"),
        pytest.param(b"\xef\xbb\xbfa", "\ufeffa", "utf-8", id="UTF-8 with mark"),
        pytest.param("\ufeffé\n".encode("utf-16-le"), "\ufeffé\n", "utf-16-le", id="UTF-16, little end first"),
        pytest.param("\ufeffé\n".encode("utf-16-be"), "\ufeffé\n", "utf-16-be", id="UTF-16, big end first"),
        pytest.param("\ufeffé".encode("utf-32-le"), "\ufeffé", "utf-32-le", id="UTF-32"),
        pytest.param(b"caf\xe9 \x80\r\n", "café \x80\r\n", "latin-1", id="Latin-1"),
        pytest.param(b"a\x0cb\x1b[0m", "a\x0cb\x1b[0m", "utf-8", id="form feed and escape"),
    ],
)
def test_bytes_are_decoded(data: bytes, text: str, encoding: str) -> None:
    assert decode(data, "a.md") == (text, encoding)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            b"\x89PNG\r\n\x1a\n\x00",
            "a.md is not text: it holds zero bytes. UTF-16 is read if it begins with a byte order mark.",
            id="zero bytes",
        ),
        pytest.param(b"\xff\x01\x02a", "a.md is not text: it holds control characters.", id="control characters"),
        pytest.param(
            b"\xff\xfea", "a.md begins as UTF-16-LE and is not: byte 2 cannot be decoded.", id="half a character"
        ),
        pytest.param(
            b"\xef\xbb\xbf\xff", "a.md begins as UTF-8 and is not: byte 3 cannot be decoded.", id="wrong mark"
        ),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(data, "a.md")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "text", "media_type"),
    [
        ("a.md", "Title\n=====\n", "text/markdown"),
        ("A.MD", "", "text/markdown"),
        ("a.mdx", "", "text/markdown"),
        ("a.qmd", "", "text/markdown"),
        ("docs/a.rst", "# Title", "text/x-rst"),
        ("a.txt", "Plain words.\n\nMore: of them.\n", "text/plain"),
        ("a.txt", "See :ref:`there`.\n", "text/x-rst"),
        ("a.txt", "x\r\n\r\n.. note:: Hear.\r\n", "text/x-rst"),
        ("a.txt", "Title\r\n=====\r\n\r\nWords.\r\n", "text/x-rst"),
        ("a.txt", "# not a heading here\n", "text/plain"),
        ("README", "Words.\n", "text/plain"),
        ("README", "# Title\n", "text/markdown"),
        ("README", ".. _label:\n\nTitle\n-----\n", "text/x-rst"),
        ("a.html", "# no", "text/html"),
        ("a.XHTML", "", "text/html"),
        ("-", "Words.\n", "text/markdown"),
        ("-", "Title\n=====\n\n.. note:: Hear.\n", "text/x-rst"),
    ],
)
def test_the_format_is_known_by_name_or_by_marks(name: str, text: str, media_type: str) -> None:
    assert media_type_of(text, name) == media_type


@pytest.mark.parametrize(
    ("name", "media_type", "message"),
    [
        (
            "a.docx",
            None,
            "a.docx has no format that is read as a document: known are .cff, .htm, .html, .ipynb, .markdown, .md, "
            ".mdown, .mdx, .mkd, .qmd, .rest, .rmd, .rst, .text, .txt, .xhtml.",
        ),
        (
            "a.md",
            "text/css",
            "a.md is text/css, which is not read: known are text/markdown, text/x-rst, text/plain, text/html, "
            "text/x-python, application/x-cff+yaml, text/x-help, text/troff, application/x-ipynb+json.",
        ),
    ],
)
def test_other_formats_are_refused(name: str, media_type: str | None, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_text("", name, media_type)
    assert str(caught.value) == message


def test_a_file_is_read_with_its_line_ends_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"# Caf\xe9\r\n\r\nText.\r")
    document = read_document(path, "docs/a.md")
    assert (document.name, document.media_type, document.encoding) == ("docs/a.md", "text/markdown", "latin-1")
    assert document.text == "# Café\r\n\r\nText.\r"
    assert [document.text[slice(*block.text_span)] for block in document.blocks] == ["Café", "Text."]


def test_what_cannot_be_read_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    messages: list[str] = []
    for path in (tmp_path / "no.md", tmp_path, tmp_path / "loop.md"):
        with pytest.raises(DocumentError) as caught:
            read_document(path, "x.md")
        messages.append(str(caught.value))
    assert messages == [
        "x.md cannot be read: there is no such file.",
        "x.md is a folder, not a document.",
        "x.md cannot be read: too many levels of symbolic links.",
    ]


def test_a_text_is_read_as_it_is_told() -> None:
    assert read_text("# A", "a.txt", "text/markdown").blocks[0].level == 1
