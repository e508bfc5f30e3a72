"""Rows of a table, however it was written, as blocks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.documents.rst_builder import Builder, Scope
from truthfulness_evaluator.documents.rst_rows import Row, passages_of
from truthfulness_evaluator.models.document import Block, BlockKind
from truthfulness_evaluator.models.location import Span


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell and the columns that it takes."""

    column: int
    """The first of them, counted from 0."""
    columns: int
    """How many."""
    rows: list[Row]
    """Its lines."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table's rows, each a list of cells from the left."""

    head: list[list[Cell]] = field(default_factory=list[list[Cell]])
    rows: list[list[Cell]] = field(default_factory=list[list[Cell]])


def emit_table(builder: Builder, table: Table, scope: Scope, lead_in: str) -> None:
    """Add a block for each row."""
    names: dict[int, str] = {}
    for cells in table.head:
        _emit_row(builder, cells, (), scope, lead_in)
        for cell in cells:
            text = _plain(builder, cell)
            for column in range(cell.column, cell.column + cell.columns):
                above = names.get(column, "")
                names[column] = f"{above} {text}".strip() if text != above else above
    for cells in table.rows:
        header = tuple(names.get(cell.column, "") for cell in cells) if names else ()
        _emit_row(builder, cells, header, scope, lead_in)


def _plain(builder: Builder, cell: Cell) -> str:
    return " ".join(builder.inliner.plain(passage) for passage in passages_of(cell.rows))


def _emit_row(builder: Builder, cells: Sequence[Cell], header: tuple[str, ...], scope: Scope, lead_in: str) -> None:
    parts = tuple(_parts(cell) for cell in cells)
    spans = tuple((pieces[0][0], pieces[-1][1]) for pieces in parts)
    filled = [span for span in spans if span[0] < span[1]]
    if not filled:
        return
    whole = min(start for start, _ in spans), max(end for _, end in spans)
    inlines = [mark for cell in cells for passage in passages_of(cell.rows) for mark in builder.inliner.read(passage)]
    builder.add_block(
        Block(
            kind=BlockKind.TABLE_ROW,
            span=whole,
            text_span=whole,
            heading_path=builder.path,
            containers=scope.containers,
            inlines=tuple(sorted(inlines, key=lambda mark: mark.span)),
            lead_in=lead_in,
            header=header,
            cells=spans,
            cell_parts=parts if any(len(pieces) > 1 for pieces in parts) else (),
        )
    )


def _parts(cell: Cell) -> tuple[Span, ...]:
    """The spans of a cell's lines; of an empty cell, the place where its text would stand."""
    found = tuple(row.stripped().span for row in cell.rows if row.text)
    if found:
        return found
    start = cell.rows[0].start if cell.rows else 0
    return ((start, start),)
