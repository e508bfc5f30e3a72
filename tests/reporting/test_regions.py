import pytest

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.regions import Region, region
from truthfulness_evaluator.text.lines import Lines


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param("abc\ndef", (4, 6), Region(4, 2, 2, 1, 2, 3), id="in-a-line"),
        pytest.param("abc\ndef", (1, 6), Region(1, 5, 1, 2, 2, 3), id="over-lines"),
        pytest.param("a\r\nb\rc", (3, 6), Region(3, 3, 2, 1, 3, 2), id="line-ends"),
        pytest.param("ä👍z", (2, 3), Region(2, 1, 1, 3, 1, 4), id="characters-not-bytes"),
        pytest.param("abc", (3, 3), Region(3, 0, 1, 4, 1, 4), id="an-insertion-at-the-end"),
        pytest.param("\ufeffab\ncd", (1, 2), Region(0, 1, 1, 1, 1, 2), id="mark-before-the-first"),
        pytest.param("\ufeffab\ncd", (4, 5), Region(3, 1, 2, 1, 2, 2), id="mark-lines-before"),
        pytest.param("\ufeffab", (0, 2), Region(0, 1, 1, 1, 1, 2), id="mark-within"),
        pytest.param("abc", (2, 4), None, id="outside"),
        pytest.param("abc", (2, 1), None, id="backwards"),
    ],
)
def test_region(text: str, span: Span, expected: Region | None) -> None:
    assert region(Lines(text), span) == expected
