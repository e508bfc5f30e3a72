"""Long evidence as windows."""

import pytest

from truthfulness_evaluator.text.windows import Together, together, windows

_TEXT = "Alpha one two. Beta three four. Gamma five six.\nDelta seven eight. Epsilon nine ten."


@pytest.mark.parametrize(
    ("text", "most", "overlap", "wanted"),
    [
        pytest.param("  short one ", 5, 2, ["short one"], id="one window, without white space"),
        pytest.param(" \n ", 5, 2, [], id="nothing"),
        pytest.param(
            _TEXT,
            6,
            3,
            [
                "Alpha one two. Beta three four.",
                "Beta three four. Gamma five six.",
                "Gamma five six.\nDelta seven eight.",
                "Delta seven eight. Epsilon nine ten.",
            ],
            id="whole sentences overlap",
        ),
        pytest.param(
            _TEXT,
            6,
            0,
            ["Alpha one two. Beta three four.", "Gamma five six.\nDelta seven eight.", "Epsilon nine ten."],
            id="without overlap",
        ),
        pytest.param("a b c d e f g", 4, 2, ["a b c d", "c d e f", "e f g"], id="a sentence too long is cut"),
    ],
)
def test_windows(text: str, most: int, overlap: int, wanted: list[str]) -> None:
    assert [text[start:end] for start, end in windows(text, most=most, overlap=overlap)] == wanted


def test_no_word_is_lost() -> None:
    text = "\n".join(f"Row {n} | " + " | ".join(f"cell{n}x{m}" for m in range(n)) for n in range(30))
    shown = {word for start, end in windows(text, most=20, overlap=8) for word in text[start:end].split()}
    assert shown == set(text.split())
    assert all(len(text[start:end].split()) <= 20 for start, end in windows(text, most=20, overlap=8))


def test_overlap_is_less_than_a_window() -> None:
    with pytest.raises(ValueError, match="overlap is 5: wanted from 0 to less than most, 5"):
        windows("text", most=5, overlap=5)


@pytest.mark.parametrize(
    ("said", "wanted", "conflict"),
    [
        pytest.param([(0.1, 0.2, 0.7), (0.6, 0.1, 0.3)], (0.6, 0.2, 0.2), False, id="each the most"),
        pytest.param([(0.8, 0.1, 0.1), (0.1, 0.8, 0.1)], (0.5, 0.5, 0.0), True, id="conflict"),
        pytest.param([], (0.0, 0.0, 1.0), False, id="no window"),
    ],
)
def test_together(said: list[tuple[float, float, float]], wanted: tuple[float, float, float], conflict: bool) -> None:
    found = together(said)
    assert isinstance(found, Together)
    assert found.probabilities() == pytest.approx(wanted)
    assert found.is_conflict(0.5) is conflict
