"""Figures over probabilities."""

import pytest

from training.data import Pair
from training.metrics import Probabilities, calibration_error, figures, grouped, said_at, thresholds_for
from truthfulness_evaluator.nli.estimate import Thresholds


def _pair(label: str, scheme: str = "3way", *, name: str = "", group: str = "") -> Pair:
    return Pair(name or label, "made", "c", "e", label, scheme, "test", group)


_S, _R, _N = (0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8)
_PAIRS = [_pair(label, name=str(n)) for n, label in enumerate(["SUPPORTS"] * 2 + ["REFUTES"] * 2 + ["NOT_ENOUGH_INFO"])]


def test_figures() -> None:
    found: list[Probabilities] = [_S, _N, _R, _S, _N]
    its = figures(_PAIRS, found)
    assert (its.rows, its.two_sided) == (5, True)
    assert its.balanced_accuracy == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert its.macro_f1 == pytest.approx((1 / 2 + 2 / 3 + 2 / 3) / 3)
    assert its.calibration_error == pytest.approx(0.2)


def test_a_set_with_one_side_alone() -> None:
    its = figures([_pair("NOT_ENOUGH_INFO", "SN", name="a"), _pair("REFUTES", "SN", name="b")], [_S, _R])
    assert (its.balanced_accuracy, its.two_sided) == (0.5, False)


def test_no_pairs() -> None:
    with pytest.raises(ValueError, match="no pairs to measure"):
        figures([], [])


def test_the_most_supporting_evidence_set_counts() -> None:
    pairs = [_pair("NOT_ENOUGH_INFO", "SN", group="g"), _pair("SUPPORTS", "SN", group="g"), _pair("REFUTES", name="x")]
    rows, found = grouped(pairs, [_S, _N, _R])
    assert [(row.label, each) for row, each in zip(rows, found, strict=True)] == [("SUPPORTS", _S), ("REFUTES", _R)]


def test_certain_and_wrong_is_badly_calibrated() -> None:
    assert calibration_error([_pair("SUPPORTS")], [(1.0, 0.0, 0.0)]) == 0
    assert calibration_error([_pair("REFUTES")], [(1.0, 0.0, 0.0)]) == 1
    assert calibration_error([_pair("NOT_ENOUGH_INFO", "SN")], [(0.1, 0.45, 0.45)]) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("threshold", "share", "right", "refutes", "refutes_right"),
    [
        pytest.param(0.0, 1.0, 2 / 5, 1, 1.0, id="everything"),
        pytest.param(0.5, 3 / 5, 2 / 3, 1, 1.0, id="some"),
        pytest.param(0.9, 0.0, 1.0, 0, 1.0, id="nothing"),
    ],
)
def test_what_is_said(threshold: float, share: float, right: float, refutes: int, refutes_right: float) -> None:
    found: list[Probabilities] = [_S, _N, _R, _S, _N]
    said = said_at(_PAIRS, found, Thresholds(threshold, threshold))
    if threshold:
        assert (said.share, said.right, said.refutes, said.refutes_right) == pytest.approx(
            (share, right, refutes, refutes_right)
        )
    assert said.share == pytest.approx(share)


def test_a_refutation_is_not_judged_where_only_unsupported_is_known() -> None:
    said = said_at([_pair("NOT_ENOUGH_INFO", "SN")], [_R], Thresholds(0.5, 0.5))
    assert (said.right, said.refutes) == (1.0, 0)


def test_threshold() -> None:
    pairs = [_pair("SUPPORTS", name=str(n)) for n in range(3)] + [_pair("NOT_ENOUGH_INFO")]
    found: list[Probabilities] = [(0.9, 0.0, 0.1)] * 3 + [(0.6, 0.0, 0.4)]
    assert thresholds_for(pairs, found, right=0.85) == Thresholds(0.61, 1.0)
    assert thresholds_for(pairs, found, right=0.75) == Thresholds(0.01, 1.0)
    pairs = [_pair("REFUTES", name=str(n)) for n in range(3)] + [_pair("SUPPORTS")]
    found = [(0.1, 0.8, 0.1)] * 3 + [(0.2, 0.7, 0.1)]
    assert thresholds_for(pairs, found, right=0.85) == Thresholds(1.0, 0.71)
    assert thresholds_for([_pair("REFUTES")], [(1.0, 0.0, 0.0)], right=0.85) == Thresholds(1.0, 1.0)
