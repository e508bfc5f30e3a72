"""How often garbage is collected."""

import gc

import pytest

from truthfulness_evaluator.core.collector import rare_collections


def test_thresholds_are_those_of_before_afterwards() -> None:
    before = gc.get_threshold()
    with rare_collections():
        during = gc.get_threshold()
    assert during[0] > before[0]
    assert gc.get_threshold() == before


def test_thresholds_are_put_back_after_an_error() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="stop"), rare_collections():
        raise ValueError("stop")
    assert gc.get_threshold() == before
