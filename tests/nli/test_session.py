"""ONNX models asked row by row."""

from pathlib import Path

import numpy as np
import pytest

from nli.word_model import write_model
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.batches import batches
from truthfulness_evaluator.nli.session import Row, Session, probabilities


def test_rows_of_any_length_get_their_own_scores_in_their_order(tmp_path: Path) -> None:
    write_model(tmp_path / "m.onnx", {"one": [1.0, 0.0, 0.0], "two": [0.0, 2.0, 0.0]})
    rows: list[Row] = [
        ([2, 5, 3], [0, 1, 1]),
        ([2, 4, 4, 4, 4, 3], [0, 1, 1, 1, 1, 1]),
        ([2, 4, 5, 3], [0, 0, 1, 1]),
    ]
    found = Session(tmp_path / "m.onnx", threads=1).scores(rows)
    assert found.tolist() == [[0, 2, 0], [4, 0, 0], [0, 2, 0]]


def test_what_is_said_of_a_row_does_not_depend_on_the_rows_beside_it(tmp_path: Path) -> None:
    write_model(tmp_path / "m.onnx", {"small": [0.1, 0.2, 0.3], "large": [90.0, 0.0, 1.0]}, rounded=True)
    session = Session(tmp_path / "m.onnx", threads=2)
    small, large = ([2, 4, 3], [0, 1, 1]), ([2, 5, 5, 3], [0, 1, 1, 1])
    alone = session.scores([small])[0].tolist()
    assert alone == pytest.approx([0.1, 0.2, 0.3], abs=0.01)
    assert session.scores([large, small, large])[1].tolist() == alone


def test_a_row_that_fails_fails_those_who_asked_for_it(tmp_path: Path) -> None:
    write_model(tmp_path / "m.onnx", {"one": [1.0, 0.0, 0.0]})
    session = Session(tmp_path / "m.onnx", threads=1)
    good: list[Row] = [([2, 4, 3], [0, 1, 1])] * 50
    before = session.begin(good)
    with pytest.raises(Exception, match="out of data bounds"):
        session.scores([*good, ([2, 99, 3], [0, 1, 1])])
    assert before().tolist() == session.scores(good).tolist() == [[1, 0, 0]] * 50


def test_no_rows(tmp_path: Path) -> None:
    write_model(tmp_path / "m.onnx", {"one": [1.0, 0.0, 0.0]})
    assert Session(tmp_path / "m.onnx", threads=1).scores([]).shape[0] == 0


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.onnx").write_bytes(b"no model")
    with pytest.raises(UsageError, match=r"m\.onnx cannot be used as an ONNX model"):
        Session(tmp_path / "m.onnx")


@pytest.mark.parametrize(
    ("lengths", "tokens", "wanted"),
    [
        pytest.param([], 10, [], id="nothing"),
        pytest.param([3, 3, 3], 6, [[0, 1], [2]], id="full"),
        pytest.param([9, 2, 2], 6, [[1, 2], [0]], id="one that is longer than a batch is alone"),
        pytest.param([1, 5], 6, [[0], [1]], id="padding counts"),
    ],
)
def test_batches(lengths: list[int], tokens: int, wanted: list[list[int]]) -> None:
    assert list(batches(lengths, tokens=tokens)) == wanted


def test_probabilities_of_large_scores() -> None:
    found = probabilities(np.array([[1000.0, 1000.0, 0.0]], dtype=np.float32))
    assert found.tolist() == [[0.5, 0.5, 0.0]]
