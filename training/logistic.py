# pyright: basic, reportMissingImports=false
# numpy is a dependency of training alone: where it is not installed, strict types have nothing to hold on to.
"""Logistic regression for three labels of which a pair may leave two open."""

from collections import deque
from dataclasses import dataclass

import numpy as np

_MEMORY = 10
"""Steps whose curvature L-BFGS remembers (J. Nocedal, "Updating quasi-Newton matrices with limited storage", 1980)."""


@dataclass(frozen=True)
class Logistic:
    """Probabilities from features: softmax of a linear function of the standardised features."""

    mean: np.ndarray
    scale: np.ndarray
    weights: np.ndarray
    """One row a feature and a last one for the constant, a column a label."""

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        """One row a pair, a column a label; rows add up to 1."""
        return _softmax(_design(features, self.mean, self.scale) @ self.weights)


def fit(
    features: np.ndarray, possible: np.ndarray, weight: np.ndarray, *, ridge: float = 1e-4, steps: int = 300
) -> Logistic:
    """The regression under which what is known of the pairs is most probable.

    Args:
        features: a row a pair.
        possible: a row a pair, 1 for each label that may be true of it, else 0.
        weight: of each pair, positive.
        ridge: how much large weights cost.
        steps: at most.
    """
    mean, scale = features.mean(0), features.std(0) + 1e-6
    design = _design(features, mean, scale)
    weight = weight / weight.sum()
    shape = (design.shape[1], possible.shape[1])

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        weights = flat.reshape(shape)
        found = _softmax(design @ weights)
        meant = found * possible
        total = meant.sum(1, keepdims=True) + 1e-12
        slope = design.T @ ((found - meant / total) * weight[:, None]) + ridge * weights
        return float(-(weight * np.log(total[:, 0])).sum() + ridge / 2 * (weights**2).sum()), slope.ravel()

    return Logistic(mean, scale, _minimum(loss, np.zeros(shape[0] * shape[1]), steps).reshape(shape))


def _design(features: np.ndarray, mean: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return np.hstack([(features - mean) / scale, np.ones((len(features), 1))])


def _softmax(scores: np.ndarray) -> np.ndarray:
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def _minimum(loss, point: np.ndarray, steps: int) -> np.ndarray:
    """Where a smooth function is least, by L-BFGS with halved steps."""
    pairs: deque[tuple[np.ndarray, np.ndarray]] = deque(maxlen=_MEMORY)
    value, slope = loss(point)
    for _ in range(steps):
        direction = -_curved(slope, pairs)
        downhill = float(direction @ slope)
        if downhill > -1e-10:
            break
        size = 1.0
        while size > 1e-8:
            following = point + size * direction
            new_value, new_slope = loss(following)
            if new_value <= value + 1e-4 * size * downhill:
                break
            size /= 2
        else:
            break
        step, change = following - point, new_slope - slope
        if float(step @ change) > 1e-12:
            pairs.append((step, change))
        point, value, slope = following, new_value, new_slope
    return point


def _curved(slope: np.ndarray, pairs) -> np.ndarray:
    direction = slope.copy()
    kept: list[float] = []
    for step, change in reversed(pairs):
        share = float(step @ direction) / float(step @ change)
        kept.append(share)
        direction -= share * change
    if pairs:
        step, change = pairs[-1]
        direction *= float(step @ change) / float(change @ change)
    for (step, change), share in zip(pairs, reversed(kept), strict=True):
        direction += (share - float(change @ direction) / float(step @ change)) * step
    return direction
