"""Offsets, lines and columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthfulness_evaluator.text.lines import Lines

TEXT = "one\r\ntwo\rthree\n\nfive\u2028still five"


@pytest.mark.parametrize(
    ("offset", "position"),
    [(0, (1, 1)), (3, (1, 4)), (4, (1, 5)), (5, (2, 1)), (9, (3, 1)), (15, (4, 1)), (16, (5, 1)), (21, (5, 6))],
)
def test_position(offset: int, position: tuple[int, int]) -> None:
    assert Lines(TEXT).position(offset) == position
    assert Lines(TEXT).line_of(offset) == position[0]


@pytest.mark.parametrize(
    ("line", "content"), [(1, "one"), (2, "two"), (3, "three"), (4, ""), (5, "five\u2028still five")]
)
def test_span_of(line: int, content: str) -> None:
    start, end = Lines(TEXT).span_of(line)
    assert TEXT[start:end] == content


@pytest.mark.parametrize("line", [0, -1, 6])
def test_there_is_no_such_line(line: int) -> None:
    with pytest.raises(IndexError, match=f"no line {line} in 5"):
        Lines(TEXT).span_of(line)


def test_an_empty_text_has_one_line() -> None:
    assert Lines("").span_of(1) == (0, 0)
    assert Lines("").position(0) == (1, 1)


@given(st.text(alphabet="a\n\r\t😀é", max_size=30))
def test_every_offset_lies_in_its_line(text: str) -> None:
    lines = Lines(text)
    for offset in range(len(text)):
        line, column = lines.position(offset)
        assert lines.starts[line - 1] + column - 1 == offset
        start, end = lines.span_of(line)
        assert start <= offset
        assert offset < end or text[offset] in "\r\n"
