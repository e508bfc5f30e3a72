"""PDF: words of a page in reading order, whole words, pages, and what cannot be read."""

from collections.abc import Sequence

import pytest

from pdf_files import Written, column, pdf_file
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.pdf import read_pdf
from truthfulness_evaluator.documents.pdf_layout import Line, paragraphs

LEFT = column(
    72, 640, "The ferry crosses the strait in", "forty minutes and carries two", "hundred cars on its lower deck.",
    "In winter it sails only twice a", "day, as the wind is too strong",
)  # fmt: skip
RIGHT = column(
    320, 640, "for the smaller of its engines.", "Tickets are sold on board, and", "children travel free of charge.",
    "Dogs are kept on the upper deck", "throughout the whole crossing.",
)  # fmt: skip
WHOLE = (
    "The ferry crosses the strait in forty minutes and carries two hundred cars on its lower deck. In winter it sails "
    "only twice a day, as the wind is too strong for the smaller of its engines. Tickets are sold on board, and "
    "children travel free of charge. Dogs are kept on the upper deck throughout the whole crossing."
)
FOOTNOTE = "1 The company has published these figures for the whole of its fleet since the spring of 1998."
TABLE = [
    (x, y, 10.0, text)
    for y, row in ((640, ("Port", "Ships", "Built")), (628, ("Arna", "12", "1908")), (616, ("Bodal", "7", "1931")))
    for x, text in zip((72, 240, 400), row, strict=True)
]
MORE_TABLE = [(90.0 + 110 * each, 760.0 - 12 * row, 10.0, f"{row}{each}") for row in range(6) for each in range(4)]
ROWS = " ".join(f"{row}{each}" for row in range(6) for each in range(4))

BLANK: list[Sequence[Written]] = [()] * 7
Shown = list[tuple[str, str, tuple[str, ...], int]]


def shown(*pages: Sequence[Written], upwards: Sequence[Written] = ()) -> Shown:
    document = read_pdf("a.pdf", pdf_file(*pages, upwards=upwards))

    def page(at: int) -> int:
        return [number for (start, _), number in document.pages if start <= at][-1]

    return [
        (block.kind.value, document.text[slice(*block.text_span)], block.heading_path, page(block.span[0]))
        for block in document.blocks
    ]


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        pytest.param(
            [column(72, 700, "It keeps twelve vol-", "umes of letters on each of its", "shelves.")],
            [("paragraph", "It keeps twelve volumes of letters on each of its shelves.", (), 1)],
            id="a broken word is mended",
        ),
        pytest.param(
            [column(72, 700, "A well-known harbour, and a well-", "known lighthouse, stand there.")],
            [("paragraph", "A well-known harbour, and a well-known lighthouse, stand there.", (), 1)],
            id="a hyphen that the word has elsewhere is kept",
        ),
        pytest.param(
            [column(72, 700, "The years 1990-", "1995 were dry.")],
            [("paragraph", "The years 1990- 1995 were dry.", (), 1)],
            id="a range of numbers is no broken word",
        ),
        pytest.param(
            [[*LEFT, *RIGHT]],
            [("paragraph", WHOLE, (), 1)],
            id="two columns",
        ),
        pytest.param(
            [[each for pair in zip(LEFT, RIGHT, strict=True) for each in pair]],
            [("paragraph", WHOLE, (), 1)],
            id="two columns drawn line by line",
        ),
        pytest.param(
            [[*column(72, 700, "Crossings of the strait and all of its islands", size=18), *LEFT, *RIGHT]],
            [
                ("heading", "Crossings of the strait and all of its islands", (), 1),
                ("paragraph", WHOLE, ("Crossings of the strait and all of its islands",), 1),
            ],
            id="a heading over both columns",
        ),
        pytest.param(
            [[*LEFT, *RIGHT, *column(72, 560, FOOTNOTE, size=8)]],
            [("paragraph", WHOLE, (), 1), ("paragraph", FOOTNOTE, (), 1)],
            id="a footnote below both columns",
        ),
        pytest.param(
            [[*MORE_TABLE, *column(72, 670, FOOTNOTE, size=8), *LEFT, *RIGHT]],
            [("paragraph", ROWS, (), 1), ("paragraph", FOOTNOTE, (), 1), ("paragraph", WHOLE, (), 1)],
            id="a table above both columns that has more pieces than they have",
        ),
        pytest.param(
            [[*LEFT, *[(x, y - 5, size, text) for x, y, size, text in RIGHT], *column(72, 560, FOOTNOTE, size=8)]],
            [("paragraph", WHOLE, (), 1), ("paragraph", FOOTNOTE, (), 1)],
            id="columns whose lines stand at other heights",
        ),
        pytest.param(
            [column(72, 700, "It was compared with the Arna-", "BX2 engine of the older ferry.")],
            [("paragraph", "It was compared with the Arna-BX2 engine of the older ferry.", (), 1)],
            id="no word goes on with a capital",
        ),
        pytest.param(
            [[*column(72, 700, "The engine gives \x03 kilowatts."), *column(72, 650, "\x03\x04#\x05 \x06\x07\x08!")]],
            [("paragraph", "The engine gives \N{REPLACEMENT CHARACTER} kilowatts.", (), 1)],
            id="characters that the file does not name, and a line of them",
        ),
        pytest.param(
            [TABLE],
            [("paragraph", "Port Ships Built Arna 12 1908 Bodal 7 1931", (), 1)],
            id="a table is read row by row",
        ),
        pytest.param(
            [
                [*column(72, 750, "Yearbook 1"), *column(72, 700, "The first page ends with words"), (300, 40, 9, "1")],
                [*column(72, 750, "Yearbook 2"), *column(72, 700, "that the second page ends."), (300, 40, 9, "2")],
                [*column(72, 750, "Yearbook 3"), *column(72, 700, "The third is alone."), (300, 40, 9, "3")],
            ],
            [
                ("paragraph", "The first page ends with words that the second page ends.", (), 1),
                ("paragraph", "The third is alone.", (), 3),
            ],
            id="running heads and page numbers are left out, and a sentence goes on overleaf",
        ),
        pytest.param(
            [
                [
                    *column(72, 700, "One paragraph ends here."),
                    *column(72, 670, "Another begins, and it", "goes on below."),
                ]
            ],
            [
                ("paragraph", "One paragraph ends here.", (), 1),
                ("paragraph", "Another begins, and it goes on below.", (), 1),
            ],
            id="a gap parts paragraphs",
        ),
    ],
)
def test_reading_order(pages: list[Sequence[Written]], expected: Shown) -> None:
    assert shown(*pages) == expected


def test_a_stamp_in_the_margin_is_left_out() -> None:
    assert shown([*LEFT, *RIGHT], upwards=[(60, 600, 12, "archive:2004.1")]) == [("paragraph", WHOLE, (), 1)]


def test_a_page_that_is_turned_is_read() -> None:
    written = [(100.0, 72.0, 10.0, "It sails twice a day, as"), (112.0, 72.0, 10.0, "the wind is too strong.")]
    assert shown([], upwards=written) == [("paragraph", "It sails twice a day, as the wind is too strong.", (), 1)]


@pytest.mark.parametrize(
    ("pages", "notices"),
    [
        pytest.param([LEFT], (), id="all read"),
        pytest.param([LEFT, (), LEFT], ("page 2 has no text (scanned, or empty) and cannot be read",), id="one"),
        pytest.param(
            [LEFT, *BLANK],
            ("pages 2, 3, 4, 5, 6 and 2 more have no text (scanned, or empty) and cannot be read",),
            id="many",
        ),
        pytest.param(BLANK, ("it has no text, only pictures such as scanned pages, which are not read",), id="none"),
    ],
)
def test_pages_without_text_are_named(pages: list[Sequence[Written]], notices: tuple[str, ...]) -> None:
    assert read_pdf("a.pdf", pdf_file(*pages)).notices == notices


def test_what_is_no_pdf() -> None:
    with pytest.raises(DocumentError) as caught:
        read_pdf("a.pdf", b"words")
    assert str(caught.value) == "a.pdf cannot be read: it is no PDF, or it is damaged."


def test_a_page_that_was_made_to_take_long_is_read_from_top_to_bottom() -> None:
    """Each line begins right of all above it, so that every height and every gap may part two columns."""
    steps = [
        Line(f"step {number} of a very long stair", n := number * 11.0, -n, n + 10, 9 - n) for number in range(4000)
    ]
    (paragraph,) = paragraphs([steps])
    assert paragraph.text == " ".join(step.text for step in steps)


def test_a_file_with_more_pages_than_are_wanted_is_not_read() -> None:
    file = pdf_file(LEFT, LEFT, LEFT)
    assert read_pdf("a.pdf", file, most_pages=3).pages
    with pytest.raises(DocumentError, match="it has 3 pages, and 2 are read at most"):
        read_pdf("a.pdf", file, most_pages=2)
