# pyright: basic, reportMissingImports=false
# numpy is a dependency of training alone.
"""The combination of what the exported cross-encoder says and the exact features, learnt on development rows."""

from collections.abc import Sequence

import numpy as np

from training.data import Pair
from training.floor import feature_rows, weights_of
from training.logistic import fit
from training.metrics import Probabilities
from truthfulness_evaluator.nli.combination import Combination, seen
from truthfulness_evaluator.nli.encoder import Encoder, Window
from truthfulness_evaluator.nli.estimate import Thresholds
from truthfulness_evaluator.text.pairs import FEATURES

ENCODER = "encoder"
_NOTHING = Thresholds(1.0, 1.0)
_RIDGE = 1e-3


class Rows:
    """Pairs with all that a combination sees of them; computed once.

    Args:
        encoder: that is asked.
        pairs: in their order.
        exact: whether the exact features are seen: without them it is the cross-encoder, calibrated.
    """

    def __init__(self, encoder: Encoder, pairs: Sequence[Pair]) -> None:
        self.pairs = list(pairs)
        self.windows: list[list[Window]] = encoder.windows([(pair.claim, pair.evidence) for pair in pairs])
        self._exact = feature_rows(pairs)

    def seen(self, without: frozenset[str] = frozenset()) -> np.ndarray:
        """What a combination sees; what is left out is 0 for all pairs.

        Args:
            without: names of exact features, or `ENCODER`.
        """
        windows = [[] for _ in self.pairs] if ENCODER in without else self.windows
        exact = self._exact * np.array([name not in without for name in FEATURES])
        return seen(windows, exact)


def combination(rows: Rows, without: frozenset[str] = frozenset()) -> Combination:
    """A calibrated judge learnt on development rows; its thresholds are set later."""
    possible = np.array([pair.possible for pair in rows.pairs], dtype=float)
    found = fit(rows.seen(without), possible, weights_of(rows.pairs), ridge=_RIDGE)
    return Combination(found.mean, found.scale, found.weights, _NOTHING)


def judged(model: Combination, rows: Rows, without: frozenset[str] = frozenset()) -> list[Probabilities]:
    """The combination's probabilities."""
    return [(float(s), float(r), float(n)) for s, r, n in model.probabilities(rows.seen(without))]
