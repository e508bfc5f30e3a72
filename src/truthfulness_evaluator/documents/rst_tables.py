"""Tables drawn with characters: grid tables and simple tables of reStructuredText.

Columns of a table are columns of the screen: a wide East Asian character takes two, a combining one none.
"""

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthfulness_evaluator.documents.rst_builder import Body, BodyReader
from truthfulness_evaluator.documents.rst_forms import GRID_BORDER
from truthfulness_evaluator.documents.rst_rows import Row, span_of
from truthfulness_evaluator.documents.rst_table_rows import Cell, Table, emit_table
from truthfulness_evaluator.documents.rst_text import character_width
from truthfulness_evaluator.models.document import Container
from truthfulness_evaluator.text.patterns import regex

_GRID_HEAD = regex(r"\+=[=+]+=\+$")
_SIMPLE_BORDER = regex(r"=+[ =]*$")
_SPAN_LINE = regex(r"-[ -]*$")
_FILLER = "\0"
"""Stands for the second column of a wide character."""


class _Drawing:
    """A row by screen columns."""

    __slots__ = ("_indexes", "_row", "text")

    def __init__(self, row: Row) -> None:
        self._row = row
        self.text = row.text
        self._indexes: list[int] | None = None
        if not row.text.isascii():
            columns: list[str] = []
            self._indexes = []
            for index, character in enumerate(row.text):
                width = character_width(character)
                columns += (character + _FILLER)[:width]
                self._indexes += [index] * width
            self.text = "".join(columns)

    def cut(self, left: int, right: int | None = None) -> Row:
        """The part of the row between two screen columns."""
        if self._indexes is None:
            return self._row.cut(left, right)
        end = len(self._row.text)
        begin = self._indexes[left] if left < len(self._indexes) else end
        stop = self._indexes[right] if right is not None and right < len(self._indexes) else None
        return self._row.cut(begin, stop)


def grid_table(reader: BodyReader, body: Body, index: int) -> int:
    """A table with all borders drawn; one that is broken is kept as code."""
    end = index
    while (line := body.text(end)) and line[0] in "+|":
        end += 1
    bottom = end - 1
    while bottom > index + 1 and not GRID_BORDER.match(body.text(bottom)):
        bottom -= 1
    if bottom > index + 1:
        end = bottom + 1
    _emit(reader, body, index, end, "grid", _grid(body.rows[index:end]))
    return end


def simple_table(reader: BodyReader, body: Body, index: int) -> int:
    """A table with borders above, below and under its head; one that is broken is kept as code."""
    found = 0
    for end in range(index + 1, len(body.rows)):
        line = body.text(end)
        if line[:1] != "=" or not _SIMPLE_BORDER.match(line):
            continue
        found += 1
        if found == 2 or not body.text(end + 1):
            _emit(reader, body, index, end + 1, "simple", _simple(body.rows[index : end + 1]))
            return end + 1
    _emit(reader, body, index, index + 1, "simple", None)
    return index + 1


def _emit(reader: BodyReader, body: Body, start: int, end: int, name: str, table: Table | None) -> None:
    builder, rows = reader.builder, body.rows[start:end]
    lead_in = builder.lead_in(body)
    if table is None:
        builder.code(span_of(rows), body.scope, "", lead_in)
    else:
        scope = body.scope.inside(Container("table", name, span=span_of(rows)))
        emit_table(builder, table, scope, lead_in)
    body.lead = None


@dataclass(frozen=True, slots=True)
class _Box:
    """A cell of a grid: its borders' rows and columns."""

    top: int
    left: int
    bottom: int
    right: int


def _grid(rows: Sequence[Row]) -> Table | None:
    drawings = [_Drawing(row) for row in rows]
    lines = [drawing.text for drawing in drawings]
    width = len(lines[0])
    if len(lines) < 3 or any(len(line) != width or line[-1] not in "+|" for line in lines):
        return None
    heads = [index for index, line in enumerate(lines) if _GRID_HEAD.match(line)]
    if len(heads) > 1 or (heads and heads[0] in (0, len(lines) - 1)):
        return None
    if heads:
        lines[heads[0]] = lines[heads[0]].replace("=", "-")
    boxes = _boxes(lines)
    if boxes is None:
        return None
    lefts = sorted({box.left for box in boxes} | {box.right for box in boxes})
    columns = {left: number for number, left in enumerate(lefts)}
    groups: dict[int, list[Cell]] = {}
    for box in sorted(boxes, key=lambda box: (box.top, box.left)):
        content = [drawings[number].cut(box.left + 1, box.right) for number in range(box.top + 1, box.bottom)]
        columns_taken = columns[box.right] - columns[box.left]
        groups.setdefault(box.top, []).append(Cell(columns[box.left], columns_taken, content))
    head = heads[0] if heads else 0
    return Table(
        head=[cells for top, cells in groups.items() if top < head],
        rows=[cells for top, cells in groups.items() if top >= head],
    )


def _boxes(lines: Sequence[str]) -> list[_Box] | None:
    """The cells of a grid, from the upper left; None where they do not fill it."""
    bottom, right = len(lines) - 1, len(lines[0]) - 1
    done = [-1] * len(lines[0])
    corners, boxes = [(0, 0)], list[_Box]()
    while corners:
        top, left = heapq.heappop(corners)
        if top == bottom or left == right or top <= done[left]:
            continue
        box = _box(lines, top, left)
        if box is None:
            continue
        if any(reached != top - 1 for reached in done[left : box.right]):
            return None
        done[left : box.right] = [box.bottom - 1] * (box.right - left)
        boxes.append(box)
        heapq.heappush(corners, (top, box.right))
        heapq.heappush(corners, (box.bottom, left))
    complete = all(reached == bottom - 1 for reached in done[:right])
    return boxes if complete else None


def _box(lines: Sequence[str], top: int, left: int) -> _Box | None:
    """The smallest cell with this upper left corner."""
    line = lines[top]
    if line[left] != "+":
        return None
    for right in range(left + 1, len(line)):
        if line[right] == "+":
            bottom = _bottom(lines, top, left, right)
            if bottom is not None:
                return _Box(top, left, bottom, right)
        elif line[right] != "-":
            return None
    return None


def _bottom(lines: Sequence[str], top: int, left: int, right: int) -> int | None:
    for bottom in range(top + 1, len(lines)):
        if lines[bottom][right] == "+":
            border = lines[bottom][left : right + 1]
            if border[0] == "+" and not border.strip("+-"):
                return bottom
        elif lines[bottom][right] != "|":
            return None
        if lines[bottom][left] not in "+|":
            return None
    return None


def _simple(rows: Sequence[Row]) -> Table | None:
    drawings = [_Drawing(row) for row in rows]
    columns = _columns(drawings[0].text.replace("=", "-"))
    if len(drawings[-1].text) != len(drawings[0].text):
        return None
    reader = _SimpleRows(columns)
    head, start, filled = 0, 1, False
    for index in range(1, len(drawings)):
        line = drawings[index].text
        border = index == len(drawings) - 1 or (line[:1] == "=" and _SIMPLE_BORDER.match(line))
        if border or _SPAN_LINE.match(line):
            if not reader.add(drawings[start:index], _columns(line.replace("=", "-"))):
                return None
            start, filled = index + 1, False
            if border and index < len(drawings) - 1:
                head = len(reader.rows)
        elif line[columns[0][0] : columns[0][1]].strip():
            if filled and index != start and not reader.add(drawings[start:index], columns):
                return None
            start, filled = index, True
        elif not filled:
            start = index + 1
    return Table(head=reader.rows[:head], rows=reader.rows[head:])


def _columns(border: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"-+", border)]


class _SimpleRows:
    """Rows of a simple table, by the columns of its top border."""

    def __init__(self, columns: list[tuple[int, int]]) -> None:
        self._columns = columns
        self.rows: list[list[Cell]] = []

    def add(self, drawings: Sequence[_Drawing], columns: Sequence[tuple[int, int]]) -> bool:
        """Add a row; False where its columns do not fit the top border."""
        numbers = {start: number for number, (start, _) in enumerate(self._columns)}
        if columns[-1][1] != self._columns[-1][1] or any(start not in numbers for start, _ in columns):
            return False
        if any(drawing.text for drawing in drawings):
            lines = [_pieces(drawing, columns) for drawing in drawings]
            firsts = [*(numbers[start] for start, _ in columns), len(self._columns)]
            self.rows.append(
                [
                    Cell(first, firsts[place + 1] - first, [line[place] for line in lines])
                    for place, first in enumerate(firsts[:-1])
                ]
            )
        return True


def _pieces(drawing: _Drawing, columns: Sequence[tuple[int, int]]) -> list[Row]:
    """A line by columns; a cell that is too wide goes on to the next space, which docutils calls an error."""
    pieces: list[Row] = []
    left = columns[0][0]
    for (_, end), (following, _) in pairwise(columns):
        right = max(left, end)
        if drawing.text[right:following].strip() or right > end:
            space = drawing.text.find(" ", right)
            right = len(drawing.text) if space < 0 else space
        pieces.append(drawing.cut(left, right))
        left = max(following, right)
    return [*pieces, drawing.cut(left)]
