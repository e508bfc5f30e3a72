"""Texts that are taken out of files: the way back, and which corrections the file takes."""

import pytest

from truthfulness_evaluator.documents.corrections import can_take
from truthfulness_evaluator.documents.extracts import ExtractText
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.models import Correction
from truthfulness_evaluator.models.places import Places


@pytest.fixture
def places() -> Places:
    """Of `[a&b](c)`, taken out of `<a href=c>a&amp;b</a>`."""
    taken = ExtractText("<a href=c>a&amp;b</a>")
    taken.put("[", (0, 10))
    taken.copy(10, 11)
    taken.put("&", (11, 16))
    taken.copy(16, 17)
    taken.put("](", (17, 21))
    taken.copy(8, 9)
    taken.put(")", (17, 21))
    assert taken.text == "[a&b](c)"
    return taken.places


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((0, 1), (0, 10)),
        ((1, 2), (10, 11)),
        ((1, 4), (10, 17)),
        ((2, 3), (11, 16)),
        ((6, 7), (8, 9)),
        ((0, 8), (0, 21)),
        ((2, 2), (11, 11)),
        ((8, 8), (17, 17)),
    ],
)
def test_the_way_back(places: Places, span: tuple[int, int], expected: tuple[int, int]) -> None:
    assert places.span(span) == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [((10, 11), True), ((8, 9), True), ((11, 16), False), ((10, 12), False), ((10, 10), False), ((0, 3), False)],
)
def test_what_is_copied(places: Places, span: tuple[int, int], expected: bool) -> None:
    assert places.is_copied(span) is expected


def test_an_empty_text_has_a_way_back() -> None:
    places = ExtractText("<p>").places
    assert (places.span((0, 0)), places.is_copied((0, 1))) == ((0, 0), False)


def test_what_is_taken_back_leaves_no_trace() -> None:
    taken = ExtractText("abc")
    taken.copy(0, 1)
    size = taken.size
    taken.put("`", (1, 2))
    taken.copy(1, 3)
    taken.cut(size)
    assert (taken.text, taken.size, taken.last, taken.places) == ("a", 1, "a", Places((0,), ((0, 1),), (True,)))


@pytest.mark.parametrize(
    ("name", "text", "old", "new", "expected"),
    [
        ("a.md", "It is `a&b`.", "a&b", "<", True),
        ("a.html", "<p>It is <code>a</code>.", "a", "b", True),
        ("a.html", "<p>It is <code>a</code>.", "a", "<b>", False),
        ("a.html", "<p>It is <code>a&amp;b</code>.", "a&amp;b", "b", False),
        ("a.html", "<p>It <b>is</b> so.", "is</b> so", "was so", False),
        ("a.html", "<p>See <a href='x.md'>it</a>.", "x.md", "y.md", True),
    ],
)
def test_corrections_are_taken_where_the_file_reads_like_the_text(
    name: str, text: str, old: str, new: str, expected: bool
) -> None:
    at = text.index(old)
    correction = Correction(span=(at, at + len(old)), replacement=new)
    assert can_take(read_text(text, name), correction) is expected
