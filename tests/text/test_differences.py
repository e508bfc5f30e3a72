"""The words on which it hangs whether a claim follows from a passage."""

import pytest

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.deciding_words import names_of, negations_of, quantifiers_of, statements_of
from truthfulness_evaluator.text.differences import Differences, Mark, differences

ROWS = "Port: Arna; Ships: 9\nPort: Bergen; Ships: 12"
CASES = [
    pytest.param("It has 8 rooms.", "It has 4 rooms.", "8 number differs", "4 number differs", id="number"),
    pytest.param(
        "It has 8 rooms.", "It has eight rooms and 4 halls.", "8 number agrees", "eight number agrees", id="in words"
    ),
    pytest.param("It took two weeks.", "It took 14 days.", "two weeks number agrees", "14 days number agrees"),
    pytest.param("It sails twice a day.", "It sails once a day.", "twice number differs", "once number differs"),
    pytest.param("It has 8 rooms.", "It has rooms.", "8 number missing", "", id="no number"),
    pytest.param(
        "It has 8 rooms.",
        "The 3 halls are large, it has 4 rooms, and 2 gates.",
        "8 number differs",
        "4 number differs",
        id="the number of the same thing",
    ),
    pytest.param(
        "The 3 halls have 8 rooms.",
        "The 3 halls have 4 rooms.",
        "3 number agrees, 8 number differs",
        "3 number agrees, 4 number differs",
        id="a number that agrees is no other's",
    ),
    pytest.param("Opened on 3 May 1999.", "Opened in 1998.", "3 May 1999 date differs", "1998 date differs", id="date"),
    pytest.param("Needs 3.11.", "Version 3.10 is needed.", "3.11 number differs", "3.10 version differs", id="version"),
    pytest.param(
        "Needs 3.11.", "Version 3.11.2 is needed.", "3.11 number agrees", "3.11.2 version agrees", id="short version"
    ),
    pytest.param("Port Arna has 12 ships.", ROWS, "12 number differs", "9 number differs", id="its own row"),
    pytest.param("It is not kept.", "It is kept.", "not negation differs", "", id="negation"),
    pytest.param("It is kept.", "It isn't kept.", "", "isn't negation differs", id="negation of the passage"),
    pytest.param("It is kept.", "It is kept. It is not shared.", "", "", id="negation of another sentence"),
    pytest.param("It is kept.", "It is kept; it is not shared.", "", "", id="negation of another clause"),
    pytest.param("It is not kept.", "It was never kept.", "", "", id="both negated"),
    pytest.param("It is kept.", "It is kept, not only read.", "", "", id="not only"),
    pytest.param("Prices rose.", "Prices fell.", "rose opposite differs", "fell opposite differs", id="opposite"),
    pytest.param("Prices rose.", "Prices rose, then fell.", "", "", id="both opposites"),
    pytest.param("All pay.", "Most pay.", "All quantifier differs", "Most quantifier differs", id="quantifier"),
    pytest.param("People pay.", "Only people pay.", "", "Only quantifier differs", id="a limit is dropped"),
    pytest.param("People pay.", "All people pay.", "", "", id="less than the passage"),
    pytest.param("It holds at most 4.", "It holds at most 4.", "4 number agrees", "4 number agrees", id="at most"),
    pytest.param(
        "It was built by Anna Berg.",
        "It was built by Lars Holm of Arna.",
        "Anna Berg name differs",
        "Lars Holm name differs, Arna name differs",
        id="name",
    ),
    pytest.param("It was built by Anna.", "It was built by somebody.", "Anna name missing", "", id="no name"),
    pytest.param("Los Angeles has it.", "It is in Arna.", "Los Angeles name differs", "Arna name differs"),
    pytest.param("It was built by Anna.", "ANNA's house. Lars lives there.", "", "", id="name elsewhere"),
    pytest.param("It keeps no 8 files.", "files = keep(8, None)", "8 number agrees", "8 number agrees", id="code"),
    pytest.param("It was raised to 40.", "In 2.4 it was raised to 30.", "40 number differs", "30 number differs"),
    pytest.param("", "", "", "", id="empty"),
    pytest.param("It has 8 rooms.", " \n ", "8 number missing", "", id="blank"),
]  # fmt: skip


def shown(text: str, marks: tuple[Mark, ...]) -> str:
    return ", ".join(f"{text[slice(*mark.span)]} {mark.kind.value} {mark.how}" for mark in marks)


@pytest.mark.parametrize(("claim", "passage", "here", "there"), CASES)
def test_marks(claim: str, passage: str, here: str, there: str) -> None:
    found = differences(claim, passage)
    assert (shown(claim, found.claim), shown(passage, found.passage)) == (here, there)


PASSAGE = "The hall has 4 rooms. The barn has 8 rooms. Nobody uses the barn."


@pytest.mark.parametrize(
    ("decided", "there"),
    [
        pytest.param(None, "8 number agrees", id="unknown"),
        pytest.param((0, 21), "8 number agrees", id="agreement is looked for everywhere"),
        pytest.param((44, 50), "8 number agrees, Nobody negation differs", id="a part of a sentence"),
        pytest.param((900, 999), "8 number agrees", id="outside"),
    ],
)
def test_the_part_that_decided(decided: Span | None, there: str) -> None:
    assert shown(PASSAGE, differences("The barn has 8 rooms.", PASSAGE, decided=decided).passage) == there


def test_kinds_are_those_that_do_not_agree() -> None:
    found = differences("All 8 rooms of Arna opened in 1999.", "Most of the 8 rooms opened in 1998.")
    assert [kind.value for kind in found.kinds] == ["date", "quantifier", "name"]
    assert Differences().kinds == ()


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("One is here; two are there — so far. Three.", ["One is here; ", "two are there — ", "so far.", "Three."]),
        ("Port: Arna; Ships: 9\nPort: B; Ships: 12", ["Port: Arna; Ships: 9\n", "Port: B; Ships: 12"]),
        ("Rules:\n* one\n* two\n1. three", ["Rules:\n", "* one\n", "* two\n", "1. three"]),
        ("A line that is\nwrapped goes on.", ["A line that is\nwrapped goes on."]),
        ("", []),
    ],
)
def test_statements(text: str, statements: list[str]) -> None:
    assert [text[start:end] for start, end in statements_of(text)] == statements


@pytest.mark.parametrize(
    ("text", "negations", "quantifiers", "names"),
    [
        ("We can't see Arna.", ["can't"], [], ["Arna"]),
        ("See no. 5 of at most 10, some 40 here.", [], [], []),
        ("The Ferry To Arna Sails Again", [], [], []),
        ("It runs NumPy, always.", [], ["always"], ["NumPy"]),
    ],
)
def test_words(text: str, negations: list[str], quantifiers: list[str], names: list[str]) -> None:
    assert [text[slice(*span)] for span in negations_of(text)] == negations
    assert [text[slice(*span)] for spans in quantifiers_of(text).values() for span in spans] == quantifiers
    assert [text[slice(*span)] for span in names_of(text)] == names
