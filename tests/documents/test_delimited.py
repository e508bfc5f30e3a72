"""CSV and TSV: rows with their header, and the lines they stand in."""

import pytest

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.delimited import CSV, TSV, DelimitedReader
from truthfulness_evaluator.text.lines import Lines


@pytest.mark.parametrize(
    ("text", "media_type", "expected"),
    [
        pytest.param("", CSV, [], id="empty"),
        pytest.param("port,ships\nArna,12\n", CSV, [("port: Arna; ships: 12", 2, 2)], id="commas"),
        pytest.param("port;ships\nArna;1,5\n", CSV, [("port: Arna; ships: 1,5", 2, 2)], id="semicolons"),
        pytest.param("port\tships\nArna, old\t12\n", TSV, [("port: Arna, old; ships: 12", 2, 2)], id="tabs"),
        pytest.param(
            '\ufeffport,note\r\n"Arna","two\r\npiers, ""old"""\r\nBodal,\r\n',
            CSV,
            [('port: Arna; note: two piers, "old"', 2, 3), ("port: Bodal", 4, 4)],
            id="a byte order mark, and a cell of two lines",
        ),
        pytest.param("Arna,12\nBodal,7\n", CSV, [("Arna; 12", 1, 1), ("Bodal; 7", 2, 2)], id="no header"),
        pytest.param("port,2019,2020\nArna,5,7\n", CSV, [("port: Arna; 2019: 5; 2020: 7", 2, 2)], id="years"),
        pytest.param("a,b\n\nArna,1,left over\n", CSV, [("a: Arna; b: 1; left over", 3, 3)], id="a longer row"),
    ],
)
def test_rows(text: str, media_type: str, expected: list[tuple[str, int, int]]) -> None:
    document = DelimitedReader(media_type).read("a.csv", text)
    assert document.text == text
    assert document.extract is not None
    lines = Lines(text)
    found = [
        (document.extract.text[slice(*row.span)], lines.line_of(placed.span[0]), lines.line_of(placed.span[1] - 1))
        for row, placed in zip(document.extract.blocks, document.blocks, strict=True)
    ]
    assert found == expected


def test_a_cell_that_never_ends() -> None:
    with pytest.raises(DocumentError, match=r"^a\.csv cannot be read as a table: "):
        DelimitedReader().read("a.csv", 'a,b\n"' + "x" * 1_000_001)
