"""PDF: the words of its pages, as paragraphs. Read as a source; no findings can point into the file itself."""

from collections import Counter
from collections.abc import Iterator
from ctypes import byref, c_double
from math import tau
from typing import Any
from unicodedata import category

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.pdf_layout import Line, Paragraph, paragraphs
from truthfulness_evaluator.models.document import Block, BlockKind, Document
from truthfulness_evaluator.models.location import Span

MEDIA_TYPE = "application/pdf"
_GAP = 1.2
"""A gap between two characters, in heights of a line, that ends a line: what follows is another column or cell."""
_STEP = 0.5
"""How far, in heights of a line, a character may stand above or below the one before it: a footnote's mark does."""
_BREAKS = frozenset("\r\n")
_SOFT_HYPHEN = "\u00ad"
_UNREADABLE = "\ufffd"
"""What stands for a character of which the file does not say what it is."""
_MOST_UNREADABLE = 0.3
"""Share of the characters of a line that are unreadable, at most: where it is higher, the rest is chance."""
_SECTORS = 12
_MOST_CHARACTERS = 200_000
"""Of one page: a page of print has 10,000 at most. One with more counts as a page without text."""
_MOST_NAMED = 5
"""Pages without text that are named one by one."""


def read_pdf(name: str, data: bytes, *, most_pages: int | None = None) -> Document:
    """The text of a PDF file. Pages that have none, such as scanned ones, are named in the notices.

    Args:
        name: what the document is called.
        data: the file.
        most_pages: with more pages it is not read; None: however many it has.

    Raises:
        DocumentError: it is no PDF, is damaged, wants a password, or has too many pages.
    """
    import pypdfium2  # about 0.1 s, and a library of 6 MB

    try:
        pdf: Any = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        wants = "password" in str(error).lower()
        reason = "it wants a password" if wants else "it is no PDF, or it is damaged"
        raise DocumentError(f"{name} cannot be read: {reason}.") from error
    pages: list[list[Line]] = []
    unread: list[int] = []
    try:
        if most_pages is not None and len(pdf) > most_pages:
            raise DocumentError(
                f"{name} cannot be read: it has {len(pdf):,} pages, and {most_pages:,} are read at most."
            )
        for number in range(len(pdf)):
            try:
                pages.append(_lines(pdf, number))
            except pypdfium2.PdfiumError:
                pages.append([])
            if not pages[-1]:
                unread.append(number + 1)
    finally:
        pdf.close()
    return _document(name, paragraphs(pages), unread, len(pages))


def _lines(pdf: Any, number: int) -> list[Line]:
    page = pdf[number]
    try:
        text_page = page.get_textpage()
        try:
            characters = text_page.count_chars()
            if characters > _MOST_CHARACTERS:
                return []
            return [line for line in _lines_of(text_page.raw, characters) if _is_readable(line)]
        finally:
            text_page.close()
    finally:
        page.close()


def _lines_of(text_page: Any, number: int) -> Iterator[Line]:
    """The lines of a page, cut at wide gaps, in the order in which they are drawn.

    Text that runs in another direction than most of the page is left out: stamps in the margin, watermarks.
    """
    import pypdfium2

    raw: Any = pypdfium2.raw
    box: Any = raw.FS_RECTF()
    x, y = c_double(), c_double()
    characters: list[str] = []
    left = right = top = bottom = base = 0.0
    angles = [_angle(raw.FPDFText_GetCharAngle(text_page, index)) for index in range(number)]
    upright = Counter(angles).most_common(1)[0][0] if angles else 0
    turn = -round(upright * 4 / _SECTORS) % 4
    for index in range(number):
        character = _character(raw.FPDFText_GetUnicode(text_page, index))
        if character in _BREAKS and character:
            if characters:
                yield _line(characters, left, bottom, right, top)
            characters = []
            continue
        if not character or (angles[index] != upright and not character.isspace()):
            continue
        if character.isspace():
            characters += " " if characters else ""
            continue
        if not raw.FPDFText_GetLooseCharBox(text_page, index, byref(box)):
            continue
        raw.FPDFText_GetCharOrigin(text_page, index, byref(x), byref(y))
        new_left, new_bottom, new_right, new_top = _turned(box.left, box.bottom, box.right, box.top, turn)
        new_base = _turned(x.value, y.value, x.value, y.value, turn)[1]
        height = max(new_top - new_bottom, 0.1)
        apart = characters and (
            new_left - right > _GAP * height
            or new_left < left - height
            or abs(new_base - base) > _STEP * (top - bottom)
        )
        if apart:
            yield _line(characters, left, bottom, right, top)
            characters = []
        if not characters:
            left, right, top, bottom, base = new_left, new_right, new_top, new_bottom, new_base
        else:
            right = max(right, new_right)
        characters.append(character)
    if characters:
        yield _line(characters, left, bottom, right, top)


def _angle(radians: float) -> int:
    """An angle in whole twelfths of a circle, so that text which is a little askew counts as straight."""
    return round(radians / tau * _SECTORS) % _SECTORS


def _turned(left: float, bottom: float, right: float, top: float, quarters: int) -> tuple[float, float, float, float]:
    """A box on a page that is turned back by quarters of a circle, so that its text runs from left to right."""
    for _ in range(quarters):
        left, bottom, right, top = bottom, -right, top, -left
    return left, bottom, right, top


def _character(code: int) -> str:
    """The character of a code; empty where there is none."""
    if code in (2, 0xFFFE):
        return _SOFT_HYPHEN
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        return ""
    character = chr(code)
    return _UNREADABLE if category(character) == "Cc" and not character.isspace() else character


def _line(characters: list[str], left: float, bottom: float, right: float, top: float) -> Line:
    return Line("".join(characters).rstrip(), left, bottom, right, top)


def _is_readable(line: Line) -> bool:
    """Whether it is text: a font whose characters are not named gives signs by chance."""
    return line.text.count(_UNREADABLE) <= _MOST_UNREADABLE * len("".join(line.text.split()))


def _document(name: str, found: list[Paragraph], unread: list[int], number: int) -> Document:
    parts: list[str] = []
    blocks: list[Block] = []
    pages: list[tuple[Span, int]] = []
    path: tuple[str, ...] = ()
    at = 0
    for each in found:
        span = (at, at + len(each.text))
        if each.is_heading:
            blocks.append(Block(BlockKind.HEADING, span, span, level=1))
            path = (each.text,)
        else:
            blocks.append(Block(BlockKind.PARAGRAPH, span, span, heading_path=path))
        if pages and pages[-1][1] == each.page:
            pages[-1] = ((pages[-1][0][0], span[1]), each.page)
        else:
            pages.append((span, each.page))
        parts.append(each.text)
        at = span[1] + 2
    return Document(
        name=name,
        media_type=MEDIA_TYPE,
        text="\n\n".join(parts),
        blocks=tuple(blocks),
        pages=tuple(pages),
        notices=_notices(unread, number),
    )


def _notices(unread: list[int], number: int) -> tuple[str, ...]:
    """That pages have no text: pictures are not read."""
    if not unread:
        return ()
    if len(unread) == number:
        return ("it has no text, only pictures such as scanned pages, which are not read",)
    named = ", ".join(map(str, unread[:_MOST_NAMED]))
    more = f" and {len(unread) - _MOST_NAMED} more" if len(unread) > _MOST_NAMED else ""
    noun, verb = ("page", "has") if len(unread) == 1 else ("pages", "have")
    return (f"{noun} {named}{more} {verb} no text (scanned, or empty) and cannot be read",)
