"""Rows of tables as sentences: each cell with the head of its column."""

from collections.abc import Sequence


def row_text(header: Sequence[str], cells: Sequence[str]) -> str:
    """A row with its header; empty cells are left out, and so is a cell that spans columns again.

    Example:
        >>> row_text(("City", "Inhabitants", ""), ("Oslo", "717,710", "capital"))
        'City: Oslo; Inhabitants: 717,710; capital'
    """
    parts: list[str] = []
    for index, cell in enumerate(cells):
        if not cell or (index and cell == cells[index - 1] and _head(header, index) == _head(header, index - 1)):
            continue
        head = _head(header, index)
        parts.append(f"{head}: {cell}" if head and head != cell else cell)
    return "; ".join(parts)


def _head(header: Sequence[str], index: int) -> str:
    return header[index].strip().rstrip(":") if index < len(header) else ""
