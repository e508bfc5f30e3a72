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

    def seen(self, *, exact: bool, encoder: bool = True) -> np.ndarray:
        """What a combination sees: with the exact features, with the encoder, or with one of them set to nothing."""
        windows = self.windows if encoder else [[] for _ in self.pairs]
        return seen(windows, self._exact if exact else np.zeros_like(self._exact))


def combination(rows: Rows, *, exact: bool = True, encoder: bool = True) -> Combination:
    """A calibrated judge learnt on development rows; its thresholds are set later."""
    possible = np.array([pair.possible for pair in rows.pairs], dtype=float)
    found = fit(rows.seen(exact=exact, encoder=encoder), possible, weights_of(rows.pairs), ridge=_RIDGE)
    return Combination(found.mean, found.scale, found.weights, _NOTHING)


def judged(model: Combination, rows: Rows, *, exact: bool = True, encoder: bool = True) -> list[Probabilities]:
    """The combination's probabilities."""
    found = model.probabilities(rows.seen(exact=exact, encoder=encoder))
    return [(float(s), float(r), float(n)) for s, r, n in found]
