"""A small PDF file with lines of text."""

from collections.abc import Sequence

_TOP, _LEFT, _SIZE, _LINE = 740, 72, 11, 14
"""Points: where the first line stands, from the lower left corner, and how large lines are."""
_ON_PAGE = 48
"""Lines of a page."""


def pdf_file(text: str) -> bytes:
    """A PDF file of the lines of a text in Helvetica, 48 a page. Characters outside of Windows-1252 become `?`."""
    lines = text.splitlines() or [""]
    pages = [lines[start : start + _ON_PAGE] for start in range(0, len(lines), _ON_PAGE)]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for page in pages:
        drawn = _drawn(page)
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {len(objects) + 2} 0 R >>"
        )
        objects.append(f"<< /Length {len(_bytes(drawn))} >>\nstream\n{drawn}\nendstream")
    return _file(objects)


def _drawn(lines: Sequence[str]) -> str:
    shown = "".join(f"({_escaped(line)}) Tj T*\n" for line in lines)
    return f"BT /F1 {_SIZE} Tf {_LINE} TL {_LEFT} {_TOP} Td\n{shown}ET"


def _file(objects: Sequence[str]) -> bytes:
    out = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += _bytes(f"{number} 0 obj\n{body}\nendobj\n")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    end = f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {count}\n0000000000 65535 f \n{table}{end}".encode()


def _bytes(text: str) -> bytes:
    return text.encode("cp1252", errors="replace")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
