"""How often garbage is collected."""

import gc
import subprocess
import sys

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


def test_the_end_of_a_program_collects_nothing() -> None:
    """What is in a cycle is not looked at any more; what is said on leaving still is."""
    program = (
        "import atexit, sys\n"
        "from truthfulness_evaluator.core.collector import no_collection_at_the_end\n"
        "class Loud:\n"
        "    def __del__(self): print('collected')\n"
        "atexit.register(print, 'left')\n"
        "for _ in range(2): no_collection_at_the_end()\n"
        "def cycle():\n"
        "    one = Loud()\n"
        "    one.own = one\n"
        "cycle()\n"
        "print('done')\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["done", "left"]
