"""Writes small PDF files: text at places of pages, in Helvetica."""

from collections.abc import Sequence

Written = tuple[float, float, float, str]
"""Left and base line in points from the lower left corner, size, and the text."""


def pdf_file(*pages: Sequence[Written], upwards: Sequence[Written] = ()) -> bytes:
    """A PDF file with the given pages of 612 by 792 points. A page without text is blank.

    Args:
        pages: what is written on each.
        upwards: what is written from bottom to top on each.
    """
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    kids: list[str] = []
    for page in pages:
        drawn = "\n".join(f"BT /F1 {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for x, y, size, text in page)
        drawn += "".join(
            f"\nBT /F1 {size} Tf 0 1 -1 0 {x} {y} Tm ({_escaped(text)}) Tj ET" for x, y, size, text in upwards
        )
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {number + 1} 0 R >>"
        )
        objects.append(f"<< /Length {len(drawn.encode('cp1252'))} >>\nstream\n{drawn}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()


def column(left: float, top: float, *lines: str, size: float = 10) -> list[Written]:
    """Lines below one another."""
    return [(left, top - 1.2 * size * number, size, line) for number, line in enumerate(lines)]


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
