"""How sources are cut into passages: sentences of one section, rows with their header, the place of each."""

import pytest

from pdf_files import column, pdf_file
from truthfulness_evaluator.documents.source_files import read_source
from truthfulness_evaluator.evidence.text_passages import MOST_CHARACTERS, passages_of

SENTENCE = "The ferry number {} sails from the northern pier at noon on each day of the week. "
LONG = "word " * 300

Row = tuple[int, int, int, tuple[str, ...], str]


def _cut(name: str, content: str | bytes) -> list[Row]:
    data = content if isinstance(content, bytes) else content.encode()
    return [(p.line, p.end_line, p.page, p.within, p.text) for p in passages_of(read_source(name, data))]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("a.md", "", [], id="empty"),
        pytest.param("a.md", "# Only\n\n## Headings\n", [], id="headings alone"),
        pytest.param(
            "a.md",
            "# Ferry\n\nIt sails daily.\nIt carries cars.\n\nDogs are free.\n\n## Fares\n\nA car costs 9.\n",
            [
                (1, 6, 0, ("Ferry",), "# Ferry\n\nIt sails daily.\nIt carries cars.\n\nDogs are free."),
                (8, 10, 0, ("Ferry", "Fares"), "## Fares\n\nA car costs 9."),
            ],
            id="sections are apart, short paragraphs together",
        ),
        pytest.param(
            "a.md",
            "Ports:\n\n| Port | Ships |\n| --- | --- |\n| Arna | 12 |\n| Bodal | 7 |\n",
            [
                (1, 1, 0, (), "Ports:"),
                (5, 6, 0, (), "Port: Arna; Ships: 12\nPort: Bodal; Ships: 7"),
            ],
            id="rows stand with their header",
        ),
        pytest.param(
            "a.csv",
            "port,ships\n" + "".join(f"P{n},{n}\n" for n in range(7)),
            [
                (2, 6, 0, (), "\n".join(f"port: P{n}; ships: {n}" for n in range(5))),
                (7, 8, 0, (), "port: P5; ships: 5\nport: P6; ships: 6"),
            ],
            id="rows of a file",
        ),
        pytest.param(
            "a.txt",
            "Use it so:\n\n    $ sail --now\n",
            [(1, 3, 0, (), "Use it so:\n\n    $ sail --now")],
            id="code stands with its lead-in",
        ),
        pytest.param(
            "a.html",
            "<h1>Ferry</h1>\n<p>It sails <b>daily</b>.</p>\n",
            [(1, 2, 0, ("Ferry",), "Ferry\n\nIt sails daily.")],
            id="HTML: the words, and the lines of the file",
        ),
        pytest.param(
            "a.pdf",
            pdf_file(column(72, 700, "It sails daily."), column(72, 700, "It carries cars.")),
            [(0, 0, 1, (), "It sails daily.\n\nIt carries cars.")],
            id="PDF: the page on which it begins",
        ),
        pytest.param(
            "a.txt", "船は毎日出ます。犬は無料です。", [(1, 1, 0, (), "船は毎日出ます。犬は無料です。")], id="Japanese"
        ),
    ],
)
def test_passages(name: str, content: str | bytes, expected: list[Row]) -> None:
    assert _cut(name, content) == expected


def test_many_sentences_are_cut_in_groups() -> None:
    found = _cut("a.txt", "".join(SENTENCE.format(n) for n in range(12)))
    assert [text.count("ferry") for *_, text in found] == [5, 5, 2]


def test_a_long_sentence_is_cut_between_words_and_nothing_is_lost() -> None:
    found = [text for *_, text in _cut("a.txt", LONG)]
    assert all(len(text) <= MOST_CHARACTERS for text in found)
    assert " ".join(found).split() == LONG.split()
