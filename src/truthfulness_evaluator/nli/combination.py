"""What the cross-encoder says and the exact features put together: calibrated probabilities."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truthfulness_evaluator.nli.encoder import Window
from truthfulness_evaluator.nli.estimate import Thresholds
from truthfulness_evaluator.text.pairs import FEATURES

Numbers = NDArray[np.float64]
_LEAST = 1e-4
"""A probability's least, before its logarithm is taken."""
NAMES = (
    *(f"log {label}" for label in ("supported", "refuted", "open")),
    *FEATURES,
    *(f"{name} * supported" for name in FEATURES),
)
"""What a combination sees of a pair, in this order."""


def most(windows: Sequence[Window]) -> tuple[float, float, float]:
    """Supported, refuted, open: support and contradiction each the most that any window gives, adding up to 1."""
    support = max((each.support for each in windows), default=0.0)
    contradiction = max((each.contradiction for each in windows), default=0.0)
    total = max(1.0, support + contradiction)
    return support / total, contradiction / total, max(0.0, 1 - support - contradiction)


def seen(windows: Sequence[Sequence[Window]], exact: Numbers) -> Numbers:
    """What a combination sees, a line a pair, a column for each of `NAMES`.

    Args:
        windows: of each pair.
        exact: the values of each pair's exact features, a line a pair.
    """
    found = np.array([most(each) for each in windows], dtype=np.float64).reshape(-1, 3)
    # How much a conflict counts depends on what the encoder says, so each feature stands by its support as well.
    return np.hstack([np.log(np.maximum(found, _LEAST)), exact, exact * found[:, :1]])


@dataclass(frozen=True)
class Combination:
    """Multinomial logistic regression over what is `seen`, standardised."""

    mean: Numbers
    scale: Numbers
    weights: Numbers
    """A line for each of `NAMES` and a last one for the constant, a column for each of supported, refuted, open."""
    thresholds: Thresholds

    @classmethod
    def of(cls, path: Path) -> "Combination":
        """The one that training wrote into a JSON file.

        Raises:
            ValueError: it is of other features than this version has.
        """
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if kept["names"] != list(NAMES):
            raise ValueError(f"{path} is of other features than this version has")
        mean, scale, weights = (np.array(kept[name], dtype=np.float64) for name in ("mean", "scale", "weights"))
        return cls(mean, scale, weights, Thresholds(**kept["thresholds"]))

    def written(self) -> str:
        """The JSON that `of` reads."""
        numbers = {name: getattr(self, name).tolist() for name in ("mean", "scale", "weights")}
        thresholds = {"supports": self.thresholds.supports, "refutes": self.thresholds.refutes}
        return json.dumps({"names": list(NAMES), "thresholds": thresholds, **numbers}, indent=1) + "\n"

    def probabilities(self, rows: Numbers) -> Numbers:
        """A line for each line of what is `seen`: supported, refuted, open."""
        design = np.hstack([(rows - self.mean) / self.scale, np.ones((len(rows), 1))])
        scores = design @ self.weights
        grown = np.exp(scores - scores.max(1, keepdims=True))
        return grown / grown.sum(1, keepdims=True)


__all__ = ["NAMES", "Combination", "Numbers", "most", "seen"]
