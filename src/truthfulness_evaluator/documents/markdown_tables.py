"""Cells of a table row with their places."""

from itertools import pairwise

from truthfulness_evaluator.documents.markdown_source import Content
from truthfulness_evaluator.text.patterns import regex

_PIPE = regex(r"(?<!\\)\|")
_ESCAPED_PIPE = regex(r"\\\|")
_BLANK = " \t\n\v\f\r"


def row_cells(row: str, offset: int) -> list[Content]:
    r"""The cells of a row, as GitHub splits it: a pipe after a backslash splits nothing, also within code.

    Args:
        row: the row without blanks around it.
        offset: where the row stands in the document.

    Example:
        >>> [(cell.text, cell.offsets) for cell in row_cells(r"| a | `x \| y` |", 100)]
        [('a', (102,)), ('`x | y`', (106, 110))]
    """
    bounds = [-1, *(match.start() for match in _PIPE.finditer(row)), len(row)]
    parts = [(start + 1, end) for start, end in pairwise(bounds)]
    if parts and parts[0][0] == parts[0][1]:
        parts = parts[1:]
    if parts and parts[-1][0] == parts[-1][1]:
        parts = parts[:-1]
    return [_cell(row, start, end, offset) for start, end in parts]


def _cell(row: str, start: int, end: int, offset: int) -> Content:
    start += len(row[start:end]) - len(row[start:end].lstrip(_BLANK))
    written = row[start:end].rstrip(_BLANK)
    starts, offsets = [0], [offset + start]
    for dropped, match in enumerate(_ESCAPED_PIPE.finditer(written)):
        if match.start() == 0:
            offsets[0] += 1
        else:
            starts.append(match.start() - dropped)
            offsets.append(offset + start + match.start() + 1)
    return Content(_ESCAPED_PIPE.sub("|", written), tuple(starts), tuple(offsets))
