# pyright: basic, reportMissingImports=false
# numpy is a dependency of training alone.
"""The floor that a trained judge has to pass: a regression on the exact features alone."""

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from training.data import Pair
from training.logistic import Logistic, fit
from training.metrics import Probabilities
from truthfulness_evaluator.text.pairs import features

_MOST_OF_A_SET = 8000
"""Pairs of a set that are learnt from: the weights of 40 features need no more."""

_FEW = 3000
"""Pairs below which further processes take longer to start than they save."""


def feature_rows(pairs: Sequence[Pair]) -> np.ndarray:
    """The features of pairs, a row each, computed by all processors where there are many."""
    if len(pairs) < _FEW:
        return np.array([_row(pair) for pair in pairs])
    # Not by fork: torch and onnxruntime may have threads by now, and a copy of their locks would wait for ever.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return np.array(list(pool.map(_row, pairs, chunksize=256)))


def _row(pair: Pair) -> tuple[float, ...]:
    return features(pair.claim, pair.evidence).values()


def chosen(pairs: Sequence[Pair], *, most: int = _MOST_OF_A_SET) -> list[Pair]:
    """Of each set the first pairs in their order, at most so many."""
    seen: Counter[str] = Counter()
    kept: list[Pair] = []
    for pair in pairs:
        seen[pair.dataset] += 1
        if seen[pair.dataset] <= most:
            kept.append(pair)
    return kept


def weights_of(pairs: Sequence[Pair]) -> np.ndarray:
    """Each set counts the square root of its pairs, supported and not supported the same within it."""
    sizes = Counter(pair.dataset for pair in pairs)
    sides = Counter((pair.dataset, pair.label == "SUPPORTS") for pair in pairs)
    return np.array([sizes[p.dataset] ** 0.5 / sides[p.dataset, p.label == "SUPPORTS"] for p in pairs])


def learnt(pairs: Sequence[Pair]) -> Logistic:
    """The regression on the exact features of pairs."""
    return fit(feature_rows(pairs), np.array([pair.possible for pair in pairs], dtype=float), weights_of(pairs))


def judged(model: Logistic, pairs: Sequence[Pair]) -> list[Probabilities]:
    """The regression's probabilities."""
    return [(float(s), float(r), float(n)) for s, r, n in model.probabilities(feature_rows(pairs))]
