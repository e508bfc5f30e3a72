"""Queries that a chat model writes."""

import pytest

from truthfulness_evaluator.evidence.web.deciding.written_queries import is_about, is_repeated, plain_query
from truthfulness_evaluator.models import Claim

CLAIM = Claim(
    id="1",
    text="The ferry to Bodal has carried 200 cars since 1998.",
    source_document="a.md",
    context="Boats of Arna\nThe ferry to Bodal has carried 200 cars since 1998.",
)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        pytest.param("ferry Bodal capacity", "ferry Bodal capacity", id="words"),
        pytest.param("  ferry\n\tBodal\x00 capacity ", "ferry Bodal capacity", id="one line"),
        pytest.param('"Port of Bodal" ferry', '"Port of Bodal" ferry', id="a phrase"),
        pytest.param('ferry "Bodal capacity', "ferry Bodal capacity", id="an open quote"),
        pytest.param('ferry "" Bodal', "ferry Bodal", id="an empty phrase"),
        pytest.param("ferry site:evil.example", "ferry", id="a site"),
        pytest.param('ferry intitle:"you won" cars', "ferry cars", id="an operator with a phrase"),
        pytest.param('"site:evil.example ferry" cars', '"ferry" cars', id="an operator in a phrase"),
        pytest.param("https://evil.example/x ferry", "ferry", id="an address"),
        pytest.param("ferry -Bodal +cars !g !!images", "ferry Bodal cars g images", id="signs before words"),
        pytest.param("ferry OR boats AND NOT cars", "ferry or boats and not cars", id="connectives"),
        pytest.param("ferry: 200 cars (1998)", "ferry 200 cars 1998", id="punctuation"),
        pytest.param("12.5% of 1,250 on 2021-03-04 at 10:30", "12.5% of 1,250 on 2021-03-04 at 10:30", id="numbers"),
        pytest.param("C++ and C# in O'Reilly's AT&T", "C++ and C# in O'Reilly's AT&T", id="signs within words"),
        pytest.param("Fähre nach Bodø Fahrplan", "Fähre nach Bodø Fahrplan", id="letters beyond ASCII"),
        pytest.param("渡し船 の 時刻表", "渡し船 の 時刻表", id="another script"),
        pytest.param("site:a.example", "", id="nothing is left"),
        pytest.param("?!", "", id="signs alone"),
        pytest.param("ferry " * 60, "ferry " * 32 + "ferry", id="cut at a word"),
        pytest.param("x" * 300, "x" * 200, id="a word that never ends"),
        pytest.param('"' + "ferry " * 60 + '"', "ferry " * 32 + "ferry", id="a phrase that is cut is none"),
    ],
)
def test_plain_query(written: str, plain: str) -> None:
    assert plain_query(written) == plain


@pytest.mark.parametrize(
    ("query", "about"),
    [
        pytest.param("capacity of ferries", True, id="another form of a word"),
        pytest.param("Arna timetable", True, id="a word of the heading"),
        pytest.param("timetable 1998", True, id="a date"),
        pytest.param("free casino chips", False, id="nothing"),
        pytest.param("has the since", False, id="stop words"),
    ],
)
def test_is_about(query: str, about: bool) -> None:
    assert is_about(query, CLAIM) is about


@pytest.mark.parametrize(
    ("query", "repeated"),
    [
        pytest.param("ferry Bodal cars", True, id="the same"),
        pytest.param('cars of "Bodal ferries"', True, id="another order and form"),
        pytest.param("ferry Bodal cars 1998", False, id="a word more"),
        pytest.param("ferry Bodal", False, id="a word less"),
    ],
)
def test_is_repeated(query: str, repeated: bool) -> None:
    assert is_repeated(query, ["something else", "ferry Bodal cars"]) is repeated
