"""Tables written as data: the `list-table` and `csv-table` directives of reStructuredText."""

from collections.abc import Sequence
from dataclasses import replace

from truthfulness_evaluator.documents.rst_builder import Builder, Scope
from truthfulness_evaluator.documents.rst_forms import BULLET
from truthfulness_evaluator.documents.rst_lists import bullet_item
from truthfulness_evaluator.documents.rst_rows import Passage, Row
from truthfulness_evaluator.documents.rst_table_rows import Cell, Table, emit_table
from truthfulness_evaluator.models.document import Container

_DELIMITERS = {"tab": "\t", "space": " "}


def list_table(builder: Builder, rows: Sequence[Row], scope: Scope, heads: int, lead_in: str) -> None:
    """A table that is a list of rows, each a list of cells.

    Args:
        builder: where the rows go.
        rows: the directive's content.
        scope: the directive's content's.
        heads: how many rows are its head.
        lead_in: text of the paragraph before it.
    """
    cells = [[Cell(column, 1, cell) for column, cell in enumerate(_items(row))] for row in _items(rows)]
    _emit(builder, cells, scope, heads, lead_in, "list-table")


def _items(rows: Sequence[Row]) -> list[list[Row]]:
    items: list[list[Row]] = []
    index = 0
    while index < len(rows):
        if BULLET.match(rows[index].text):
            marker = rows[index]
            content, index = bullet_item(rows, index)
            items.append(content or [Row("", marker.end)])
        else:
            index += 1
    return items


def csv_table(
    builder: Builder,
    rows: Sequence[Row],
    scope: Scope,
    heads: int,
    lead_in: str,
    *,
    header: Passage | None,
    delimiter: str,
    quote: str,
) -> None:
    """A table of comma-separated values.

    Args:
        builder: where the rows go.
        rows: the directive's content.
        scope: the directive's content's.
        heads: how many rows of the content are head.
        lead_in: text of the paragraph before it.
        header: the `header` option, rows of the head before those.
        delimiter: the `delim` option.
        quote: the `quote` option.
    """
    separator = _DELIMITERS.get(delimiter, delimiter[:1]) or ","
    records: list[list[Cell]] = []
    for passage in (header, Passage(rows) if rows else None):
        if passage:
            found = _records(passage, separator, quote[:1] or '"')
            heads += len(found) if passage is header else 0
            records += found
    _emit(builder, records, scope, heads, lead_in, "csv-table")


def _records(passage: Passage, separator: str, quote: str) -> list[list[Cell]]:
    """The records of a text; a value in quotes may hold separators and line ends."""
    text = passage.text
    records, values = list[list[Cell]](), list[Cell]()
    position = 0
    while position <= len(text):
        while text.startswith(" ", position):
            position += 1
        start, end, after = _value(text, position, separator, quote)
        values.append(Cell(len(values), 1, passage.rows(start, end)))
        if after >= len(text) or text[after] != separator:
            if len(values) > 1 or start < end:
                records.append(values)
            values = []
        position = after + 1
    return records


def _value(text: str, position: int, separator: str, quote: str) -> tuple[int, int, int]:
    """Begin and end of a value without quotes, and where its separator or line end stands."""
    if text.startswith(quote, position):
        end = position + 1
        while (end := text.find(quote, end)) >= 0 and text.startswith(quote, end + 1):
            end += 2
        if end >= 0:
            return position + 1, end, _end_of_value(text, end + 1, separator)
    end = _end_of_value(text, position, separator)
    return position, end, end


def _end_of_value(text: str, position: int, separator: str) -> int:
    line = text.find("\n", position)
    line = len(text) if line < 0 else line
    end = text.find(separator, position, line)
    return line if end < 0 else end


def _emit(builder: Builder, rows: list[list[Cell]], scope: Scope, heads: int, lead_in: str, name: str) -> None:
    containers = scope.containers
    table = Container("table", name, containers[-1].argument, containers[-1].span)
    emit_table(builder, Table(rows[:heads], rows[heads:]), replace(scope, containers=(*containers, table)), lead_in)
