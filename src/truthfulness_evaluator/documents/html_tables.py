"""Tables of a page: each row is one block, written as Markdown writes it."""

from dataclasses import dataclass, field

from truthfulness_evaluator.documents.html_flow import Box, Flow, Run, in_order
from truthfulness_evaluator.documents.markdown_html import Tag
from truthfulness_evaluator.models.document import Block, BlockKind
from truthfulness_evaluator.models.location import Span


@dataclass(slots=True)
class Row:
    """A row that is still open."""

    cells: list[Span] = field(default_factory=list[Span])
    texts: list[str] = field(default_factory=list[str])
    cell_start: int | None = None
    plain_start: int = 0
    are_heads: bool = True
    is_regular: bool = True
    """Whether each cell is one column wide."""


@dataclass(slots=True)
class Table:
    """A table that is still open."""

    header: tuple[str, ...] = ()
    is_regular: bool = True
    """Whether no cell so far reaches into the rows below it."""
    row: Row | None = None


class Tables:
    """The tables that are open; one within a row of another is read as text of its cell."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._open: list[Table] = []

    @property
    def row(self) -> Row | None:
        """The row that text goes to; None: text flows."""
        return self._open[-1].row if self._open else None

    def open(self, at: int) -> None:
        """A table begins, where no row is open."""
        flow = self._flow
        flow.flush(at)
        lead_in = flow.scope.paragraph or flow.scope.lead_in
        flow.enter(Box("table", flow.taken.size), lead_in)
        self._open.append(Table())

    def close(self, at: int) -> None:
        """The table ends."""
        self.end_row(at)
        self._flow.flush(at)
        self._flow.leave()
        self._open.pop()

    def begin_row(self, at: int) -> None:
        """A row begins."""
        if self._open:
            self._flow.flush(at)
            self._open[-1].row = Row()

    def begin_cell(self, tag: Tag) -> None:
        """A cell begins."""
        row, flow = self.row, self._flow
        if row is None:
            return
        run = flow.begun()
        at = tag.span[0]
        flow.taken.put("| " if not row.cells else " | ", (at, at))
        row.cell_start, row.plain_start = flow.taken.size, len(run.plain)
        row.are_heads &= tag.name == "th"
        row.is_regular &= tag.attribute("colspan") is None
        self._open[-1].is_regular &= tag.attribute("rowspan") is None

    def end_cell(self) -> None:
        """The cell ends."""
        row, run = self.row, self._flow.run
        if row is None or row.cell_start is None or run is None:
            return
        end = max(row.cell_start, run.end)
        self._flow.taken.cut(end)
        row.cells.append((row.cell_start, end))
        row.texts.append(" ".join("".join(run.plain[row.plain_start :]).split()))
        row.cell_start = None

    def end_row(self, at: int) -> None:
        """The row ends: at its tag, or where something begins that no row can hold."""
        row, run, flow = self.row, self._flow.run, self._flow
        if row is None:
            return
        if run is not None:
            while run.open_marks:
                flow.close_mark(run.open_marks[-1].name, (at, at))
        self.end_cell()
        table = self._open[-1]
        table.row = None
        if run is not None and row.cells:
            self._add(table, row, run)
            flow.separate(at)
        flow.run = None

    def _add(self, table: Table, row: Row, run: Run) -> None:
        flow = self._flow
        is_header = not table.header and row.are_heads and any(row.texts)
        has_header = row.is_regular and table.is_regular and len(row.cells) == len(table.header)
        span = (run.start, max(run.start, run.end))
        inlines = in_order(run.inlines)
        header = table.header if has_header else ()
        cells = tuple((min(start, span[1]), min(end, span[1])) for start, end in row.cells)
        if any(row.texts) or inlines:
            flow.add(Block(BlockKind.TABLE_ROW, span, span, inlines=inlines, header=header, cells=cells))
        if is_header:
            table.header = tuple(row.texts)
