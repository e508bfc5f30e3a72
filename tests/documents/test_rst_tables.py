"""Tables of reStructuredText, drawn and written as data."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import BlockKind, Document

Row = tuple[tuple[str, ...], tuple[str, ...]]


def read(source: str) -> Document:
    return RstReader().read("a.rst", dedent(source).lstrip("\n"))


def rows(document: Document) -> list[Row]:
    """Header and cells of each row; the pieces of a cell joined by a space."""
    found: list[Row] = []
    for block in document.blocks:
        if block.kind is BlockKind.TABLE_ROW:
            parts = block.cell_parts or tuple((cell,) for cell in block.cells)
            cells = tuple(" ".join(document.text[slice(*piece)] for piece in pieces) for pieces in parts)
            found.append((block.header, cells))
    return found


CASES: dict[str, tuple[str, list[Row]]] = {
    "grid": (
        """
        +-----+---------+
        | A   | ``B``   |
        +=====+=========+
        | one | 1 and   |
        | two | 2       |
        +-----+---------+
        | x   |         |
        +-----+---------+
        """,
        [((), ("A", "``B``")), (("A", "B"), ("one two", "1 and 2")), (("A", "B"), ("x", ""))],
    ),
    "grid without head": ("+---+---+\n| a | b |\n+---+---+\n", [((), ("a", "b"))]),
    "grid with spans": (
        """
        +---+---+---+
        | A | B | C |
        +===+===+===+
        | both  | c |
        +---+---+---+
        | d | e | f |
        |   +---+---+
        |   | g | h |
        +---+---+---+
        """,
        [
            ((), ("A", "B", "C")),
            (("A", "C"), ("both", "c")),
            (("A", "B", "C"), ("d", "e", "f")),
            (("B", "C"), ("g", "h")),
        ],
    ),
    "grid with wide and combining characters": (
        "+------+----+\n| \u65e5\u672c | b  |\n+------+----+\n| e\u0301    | \u8a9e |\n+------+----+\n",
        [((), ("\u65e5\u672c", "b")), ((), ("e\u0301", "\u8a9e"))],
    ),
    "simple": (
        """
        =====  ========
        A      B
        =====  ========
        one    1

               2
        two    3
        \\      4 and more than fits
        =====  ========
        """,
        [
            ((), ("A", "B")),
            (("A", "B"), ("one", "1 2")),
            (("A", "B"), ("two", "3")),
            (("A", "B"), ("\\", "4 and more than fits")),
        ],
    ),
    "simple with a span": (
        """
        ==  ==  ==
        A and B  C
        ------  --
        A   B   C
        ==  ==  ==
        a   b   c
        ==  ==  ==
        """,
        [
            ((), ("A and B", "C")),
            ((), ("A", "B", "C")),
            (("A and B A", "A and B B", "C"), ("a", "b", "c")),
        ],
    ),
    "simple without head": ("==  ==\na   b\nc   d\n==  ==\n", [((), ("a", "b")), ((), ("c", "d"))]),
    "simple with a cell that is too wide": (
        "====  ==\n``a long one`` b\nc     d\n====  ==\n",
        [((), ("``a long", "one`` b")), ((), ("c", "d"))],
    ),
    "list-table": (
        """
        .. list-table:: Title
           :header-rows: 1

           * - A
             - B
           * - ``a``

               more
             -
        """,
        [((), ("A", "B")), (("A", "B"), ("``a`` more", ""))],
    ),
    "csv-table": (
        '.. csv-table:: Title\n   :header: "A", B\n\n   "one, two", ``x``\n   "say ""hi""", "over\n   lines"\n\n   ,\n',
        [
            ((), ("A", "B")),
            (("A", "B"), ("one, two", "``x``")),
            (("A", "B"), ('say ""hi""', "over lines")),
        ],
    ),
    "csv-table with another delimiter": (
        ".. csv-table::\n   :delim: ;\n   :header-rows: 1\n\n   a;b\n   c;d\n",
        [((), ("a", "b")), (("a", "b"), ("c", "d"))],
    ),
    "csv-table from a file": (".. csv-table::\n   :file: a.csv\n", []),
    "table directive": (".. table:: Title\n\n   =  =\n   a  b\n   =  =\n", [((), ("a", "b"))]),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_rows(source: str, expected: list[Row]) -> None:
    assert rows(read(source)) == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("+---+\n| a |\n", id="grid without bottom"),
        pytest.param("+---+---+\n| a | b |\n+---+--+\n", id="ragged grid"),
        pytest.param("+---+---+\n| a | b |\n+---+ x |\n|   c   |\n+---+---+\n", id="cells that do not close"),
        pytest.param("==  ==\na   b\n", id="simple table without bottom"),
        pytest.param("==  ==\na   b\n==  ===\n", id="bottom wider than top"),
    ],
)
def test_broken_tables_are_no_rows(source: str) -> None:
    assert rows(read(source)) == []


def test_a_cell_spans_its_lines_and_has_its_pieces() -> None:
    document = read("+----+----+\n| a1 | b1 |\n| a2 | b2 |\n+----+----+\n")
    (row,) = document.blocks
    assert row.span == row.text_span == (14, 33)
    assert row.cells == ((14, 28), (19, 33))
    assert row.cell_parts == (((14, 16), (26, 28)), ((19, 21), (31, 33)))


def test_marks_of_all_cells_stand_in_order() -> None:
    document = read("+--------+--------+\n| ``a1`` | ``b1`` |\n| ``a2`` | ``b2`` |\n+--------+--------+\n")
    (row,) = document.blocks
    assert [document.text[slice(*mark.text_span)] for mark in row.inlines] == ["a1", "b1", "a2", "b2"]


def test_rows_stand_in_their_table() -> None:
    document = read("Sizes:\n\n.. list-table:: The title\n\n   * - a\n")
    row = document.blocks[-1]
    assert [(c.kind, c.name, c.argument) for c in row.containers] == [
        ("directive", "list-table", "The title"),
        ("table", "list-table", "The title"),
    ]
    assert row.lead_in == "Sizes:"


def test_two_thousand_rows() -> None:
    line = "| name | ``value`` |\n+------+-----------+\n"
    document = read("+------+-----------+\n" + line * 2000)
    assert len(rows(document)) == 2000
