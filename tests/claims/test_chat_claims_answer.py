import pytest

from claims.documents_made import item, made
from truthfulness_evaluator.claims.chat_answer import (
    Answer,
    Answered,
    Placed,
    Placing,
    is_faithful,
    merged_statements,
    read_answer,
)
from truthfulness_evaluator.claims.extraction import Statement
from truthfulness_evaluator.claims.quoting import SectionQuotes
from truthfulness_evaluator.claims.sections import sections
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.text.qualifiers import numbers_of

GOOD = Answered("It reads files.", "Acme reads files.")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"claims": [item("It reads files.", "Acme reads files.")]}, Answer((GOOD,)), id="as asked"),
        pytest.param([item("It reads files.", "Acme reads files.")], Answer((GOOD,)), id="the list alone"),
        pytest.param({"claims": []}, Answer(), id="none"),
        pytest.param(
            {"claims": [{"quote": "It reads files.", "text": "Acme\nreads files."}]},
            Answer((GOOD,)),
            id="without status, on two lines",
        ),
        pytest.param(
            {"claims": [item("It is so.", "It is so.", "what is meant.")]},
            Answer((Answered("It is so.", "It is so.", "what is meant"),)),
            id="ambiguous",
        ),
        pytest.param(
            {"claims": [item("It is so.", "It is so.", "")]},
            Answer((Answered("It is so.", "It is so.", "it cannot be told what is meant"),)),
            id="ambiguous without a reason",
        ),
        pytest.param(
            {"claims": [{"quote": "It is so.", "text": "It is so.", "status": "AMBIGUOUS", "reason": "how"}]},
            Answer((Answered("It is so.", "It is so.", "how"),)),
            id="status in capitals",
        ),
        pytest.param(
            {
                "claims": [
                    item(""),
                    {"text": "a b"},
                    {"quote": "a b", "text": " "},
                    {"quote": 1, "text": "a"},
                    "a",
                    None,
                ]
            },
            Answer(malformed=6),
            id="without quote or text",
        ),
        pytest.param(
            {"claims": [{"quote": "It is so.", "text": "It is so.", "status": "opinion"}]},
            Answer(malformed=1),
            id="unknown status",
        ),
        pytest.param(
            {"claims": [item("It reads files.", "Acme reads files."), {}]}, Answer((GOOD,), 1), id="one of two"
        ),
        pytest.param({"claims": {"a": 1}}, Answer(malformed=1), id="no list"),
        pytest.param({"result": {"ok": True}}, Answer(malformed=1), id="another object"),
        pytest.param("It reads files.", Answer(malformed=1), id="a text"),
        pytest.param(None, Answer(malformed=1), id="nothing"),
    ],
)
def test_read_answer(value: JsonValue, expected: Answer) -> None:
    assert read_answer(value) == expected


def _placed(text: str, *claims: Answered, name: str = "page.md", section: int = 0) -> tuple[list[str], Placed]:
    """The document's own characters for each claim."""
    document = made(text, name)
    quotes = tuple(SectionQuotes(each) for each in sections(document))
    placed = Placing(document, quotes).place(quotes[section], claims)
    return [document.text[slice(*statement.span)] for statement in placed.statements], placed


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        pytest.param("It reads files.", "It reads files.", "It reads files.", id="to the letter"),
        pytest.param(
            "It *reads* [all files](a.md) here.",
            "It reads all files here",
            "It *reads* [all files](a.md) here",
            id="without markup",
        ),
        pytest.param(
            "It *reads* [all files](a.md) here.",
            "It *reads* [all files](a.md)",
            "It *reads* [all files](a.md)",
            id="with markup",
        ),
        pytest.param(
            "It **sets** `a_b` to 8.", "It sets a_b to 8.", "It **sets** `a_b` to 8.", id="without marks of code"
        ),
        pytest.param(
            "It **sets** `a_b` to 8.", "It sets `a_b` to 8.", "It **sets** `a_b` to 8.", id="with marks of code"
        ),
        pytest.param("It **sets** a\\_b to 8.", "It sets a_b to 8.", "It **sets** a\\_b to 8.", id="without an escape"),
        pytest.param(
            "It’s read —\nthen closed.",
            "It's  read - then closed.",
            "It’s read —\nthen closed.",
            id="other dashes, quotation marks and white space",
        ),
        pytest.param(
            "It reads `</document>`.", "It reads `&lt;/document>`.", "It reads `</document>`.", id="as a fence shows it"
        ),
        pytest.param("> It reads\n> all files.", "It reads all files.", "It reads\n> all files.", id="a quotation"),
        pytest.param("| Key | Value |\n|---|---|\n| a | one |", "| a | one |", "| a | one |", id="a row"),
        pytest.param("| Key | Value |\n|---|---|\n| **a** | one |", "a | one", "**a** | one", id="cells of a row"),
        pytest.param(
            "- It reads:\n  - files here",
            "It reads:\n  - files here",
            "It reads:\n  - files here",
            id="lead-in and item",
        ),
    ],
)
def test_a_quote_becomes_its_place(text: str, quote: str, expected: str) -> None:
    found, placed = _placed(f"# A\n\n{text}\n\nIt is all said here.", Answered(quote, quote))
    assert (found, placed.dropped) == ([expected], 0)


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("It writes files.", id="invented"),
        pytest.param("It reads 9 files.", id="altered"),
        pytest.param("read all", id="in code"),
        pytest.param("It is its own heading", id="a heading"),
        pytest.param("It reads 8 files. It ends here.", id="over what is left out"),
        pytest.param("It reads 8 files. " * 1000, id="much too long"),
        pytest.param("...", id="says nothing"),
    ],
)
def test_a_claim_without_its_quote_is_dropped(quote: str) -> None:
    text = "# It is its own heading\n\nIt reads 8 files.\n\n```\nread all\n```\n\nIt ends here."
    assert _placed(text, Answered(quote, quote)) == ([], Placed(dropped=1))


def test_a_quote_in_another_section_is_found_there() -> None:
    long = " ".join(f"It keeps record {number}." for number in range(400))
    text = f"# A\n\n{long}\n\n# B\n\nIt reads files."
    found, placed = _placed(text, Answered("It reads files.", "It reads files."), section=0)
    assert (found, placed) == (["It reads files."], Placed(placed.statements, elsewhere=1))


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param([("It is small.", "A is small."), ("It is small.", "A is small.")], [0, 1], id="same text twice"),
        pytest.param(
            [("It is small.", "A is small."), ("It is small.", "A is not large.")], [0, 0], id="one that is split"
        ),
        pytest.param(
            [("It is small.", "A is small."), ("It is new.", "A is new."), ("It is small.", "B is small.")],
            [0, 9, 1],
            id="another one between",
        ),
        pytest.param(
            [("It is new.", "A is new."), ("It is small.", "B is small."), ("It is small.", "B is small.")],
            [9, 1, 0],
            id="what is ahead goes first",
        ),
        pytest.param([("It is small.", "A is small.")] * 3, [0, 1, 0], id="more often than it stands"),
    ],
)
def test_a_quote_that_stands_twice_takes_its_places_in_turn(claims: list[tuple[str, str]], expected: list[int]) -> None:
    text = "# A\n\nIt is small. It is new.\n\n# B\n\nIt is small."
    places = {text.index("It is small."): 0, text.rindex("It is small."): 1, text.index("It is new."): 9}
    _, placed = _placed(text, *(Answered(*claim) for claim in claims))
    assert [places[statement.span[0]] for statement in placed.statements] == expected


@pytest.mark.parametrize(
    ("source", "quote", "text", "expected", "kind"),
    [
        pytest.param(
            "It reads files.", "It reads files.", "Acme reads files.", "Acme reads files.", "inferred", id="reworded"
        ),
        pytest.param(
            "It reads `a.md`.", "It reads `a.md`.", "It reads a.md", "It reads a.md", "explicit", id="its own words"
        ),
        pytest.param(
            "It no longer reads files.",
            "reads files",
            "Acme reads files.",
            "It no longer reads files.",
            "explicit",
            id="a quote that leaves out what limits it",
        ),
        pytest.param(
            "It reads up to 8 files.",
            "It reads up to 8 files.",
            "Acme reads 8 files.",
            "It reads up to 8 files.",
            "explicit",
            id="a qualifier is lost",
        ),
        pytest.param(
            "It reads files.",
            "It reads files.",
            "Acme reads 12 files.",
            "It reads files.",
            "explicit",
            id="a number from nowhere",
        ),
        pytest.param(
            "Это читает файлы.",
            "Это читает файлы.",
            "Acme reads files.",
            "Это читает файлы.",
            "explicit",
            id="translated",
        ),
        pytest.param(
            "It reads files.",
            "It reads files.",
            "It " + "reads " * 200,
            "It reads files.",
            "explicit",
            id="much too long",
        ),
        pytest.param("It reads files.", "It reads files.", "Files", "It reads files.", "explicit", id="one word"),
        pytest.param(
            "| Key | Default |\n|---|---|\n| `a` | at most 8 |",
            "| `a` | at most 8 |",
            "The default of `a` is 8",
            "Key: `a`; Default: at most 8",
            "explicit",
            id="a row",
        ),
    ],
)
def test_a_text_that_is_not_faithful_gives_way_to_the_documents(
    source: str, quote: str, text: str, expected: str, kind: str
) -> None:
    _, placed = _placed(f"# A\n\n{source}\n\nIt is all said here.", Answered(quote, text))
    assert [(each.text, each.claim_type) for each in placed.statements] == [(expected, kind)]


def test_what_is_ambiguous_says_why() -> None:
    _, placed = _placed(
        "It is much better here.", Answered("It is much better here.", "It is much better.", "than what")
    )
    assert [each.unverifiable for each in placed.statements] == ["ambiguous: than what"]


@pytest.mark.parametrize(
    ("name", "text", "quote", "expected"),
    [
        pytest.param(
            "page.html",
            "<p>It is <b>small</b> &amp; <a href='x'>quick</a>.</p>",
            "It is small & quick.",
            "It is <b>small</b> &amp; <a href='x'>quick</a>.",
            id="HTML",
        ),
        pytest.param(
            "page.rst",
            "It reads ``a`` and *all* :doc:`files <b>`.",
            "It reads ``a`` and all files.",
            "It reads ``a`` and *all* :doc:`files <b>`.",
            id="reStructuredText",
        ),
        pytest.param(
            "page.txt", "It reads\r\nall files.", "It reads all files.", "It reads\r\nall files.", id="plain text"
        ),
        pytest.param(
            "page.ipynb",
            '{"cells": [{"cell_type": "markdown", "metadata": {}, '
            '"source": ["It *reads*\\n", "all files."]}],'
            ' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
            "It reads all files.",
            'It *reads*\\n", "all files.',
            id="notebook",
        ),
    ],
)
def test_places_of_other_formats(name: str, text: str, quote: str, expected: str) -> None:
    assert _placed(text, Answered(quote, quote), name=name)[0] == [expected]


def test_what_is_said_twice_is_merged() -> None:
    statements = [
        Statement("prose", "Acme is small", (40, 52)),
        Statement("prose", "Acme  is small.", (0, 12)),
        Statement("prose", "Acme is small.", (40, 52)),
        Statement("prose", "acme is small.", (20, 32)),
        Statement("prose", "Acme is small.", (60, 70), unverifiable="ambiguous: how"),
    ]
    assert merged_statements(statements) == [
        Statement("prose", "Acme  is small.", (0, 12), also_at=((40, 52),)),
        statements[3],
        statements[4],
    ]


def test_is_faithful() -> None:
    assert is_faithful("Acme reads up to 8 files.", "It reads up to eight files.", numbers_of("eight"))
    assert not is_faithful("Acme reads 8 files.", "It reads up to eight files.", numbers_of("eight"))
