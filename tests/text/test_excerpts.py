"""Long texts shortened around what matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.excerpts import excerpt

TEXT = "The first sentence is here. What matters is this. It ends with more words."
WORDS = st.lists(st.sampled_from(["a", "ferry", "sails", "twice.", "Weather", "permitting,"]), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("text", "kept", "most", "expected"),
    [
        pytest.param(TEXT, (0, 5), 100, TEXT, id="short"),
        pytest.param(f"\n {TEXT} \n", (0, 5), 100, TEXT, id="no blanks around"),
        pytest.param(TEXT, (28, 49), 40, "What matters is this. It ends with more", id="from a sentence"),
        pytest.param(TEXT, (60, 64), 30, "It ends with more words.", id="to the end"),
        pytest.param(TEXT, (0, 3), 12, "The first", id="from the beginning"),
        pytest.param(TEXT, (0, 74), 30, "The first sentence is here.", id="longer than what fits"),
        pytest.param("x" * 100, (50, 60), 20, "x" * 20, id="one long word"),
        pytest.param("", (0, 0), 10, "", id="empty"),
    ],
)
def test_what_is_shown(text: str, kept: Span, most: int, expected: str) -> None:
    start, end = excerpt(text, kept, most)
    assert text[start:end] == expected


@given(words=WORDS, place=st.integers(0, 300), length=st.integers(1, 40), most=st.integers(60, 200))
def test_no_word_is_cut_and_what_is_kept_is_seen(words: list[str], place: int, length: int, most: int) -> None:
    text = " ".join(words)
    kept = min(place, len(text) - 1), min(place + length, len(text))
    start, end = excerpt(text, kept, most)
    assert end - start <= most
    assert start == 0 or text[start - 1] == " "
    assert end == len(text) or text[end] == " "
    if most - length >= 24:  # room for the words that it begins and ends in
        assert start <= kept[0]
        assert kept[1] <= end + 1
