"""Bytes of a document to text. Line ends and a byte order mark stay in the text, so that offsets hold."""

import codecs
import re

from truthfulness_evaluator.core.errors import DocumentError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The UTF-32 marks stand first: the little-endian one begins with UTF-16's."""

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Bytes that no text in Latin-1 holds; tab, line ends, form feed and escape are left out."""
_CONTROLS_ALLOWED = 1 / 200
"""Share of control bytes up to which bytes that are not UTF-8 count as text; compressed data has 11 %."""


def decode(data: bytes, name: str) -> tuple[str, str]:
    r"""The text of a document and the name of its encoding.

    UTF-8, UTF-16 and UTF-32 by their byte order mark (kept as U+FEFF), else UTF-8, else Latin-1.

    Args:
        data: the whole file.
        name: the document's name, for the error.

    Raises:
        DocumentError: the bytes are no text.

    Example:
        >>> decode("\ufeffcaf\u00e9\r\n".encode(), "a.md")
        ('\ufeffcafé\r\n', 'utf-8')
        >>> decode(b"caf\xe9", "a.md")
        ('café', 'latin-1')
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_marked(data, encoding, name), encoding
    if b"\x00" in data:
        raise DocumentError(
            f"{name} is not text: it holds zero bytes.", hint="UTF-16 is read if it begins with a byte order mark."
        )
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    if len(_CONTROL.findall(data)) > len(data) * _CONTROLS_ALLOWED:
        raise DocumentError(f"{name} is not text: it holds control characters.")
    return data.decode("latin-1"), "latin-1"


def _decode_marked(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{name} begins as {encoding.upper()} and is not: byte {error.start} cannot be decoded."
        ) from error
