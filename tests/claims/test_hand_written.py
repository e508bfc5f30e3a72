"""The figures of `benchmarks/extraction` that may not get worse."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "extraction" / "run.py"
LEAST = {
    "qualifiers, lossy wordings caught": 0.985,
}
"""The share that is right, where that is not all."""


@pytest.mark.skipif(not SCRIPT.exists(), reason="the benchmarks are not in the source distribution")
def test_figures() -> None:
    script: dict[str, Any] = runpy.run_path(str(SCRIPT))
    rows = script["passages"]()
    figures = script["measure"](rows)
    assert len(rows) >= 60
    shares = {name: figures.right[name] / count for name, count in figures.all.items()}
    assert {name: share for name, share in shares.items() if share < LEAST.get(name, 1)} == {}, figures.wrong
