"""The model that is part of the package: a small cross-encoder and the exact features, calibrated."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from truthfulness_evaluator.core.errors import MissingPartError
from truthfulness_evaluator.nli.combination import Combination, Numbers, most, seen
from truthfulness_evaluator.nli.encoder import Encoder, Window
from truthfulness_evaluator.nli.estimate import Estimate, Pair, Thresholds
from truthfulness_evaluator.text.pairs import FEATURES, features_of

NAME = "nli"
FOLDER = Path(__file__).parent / "weights"
"""`judge.onnx`, `tokenizer.json`, `combination.json`; how they were made stands in `MODEL_CARD.md` beside them."""
_FILES = ("judge.onnx", "tokenizer.json", "combination.json")
_CONFLICT = 0.5
"""Probability from which on a window says something, where another window says the opposite."""


@dataclass(frozen=True)
class EmbeddedModel:
    """An `EntailmentModel`: cross-encoder and exact features, weighed by a calibrated combination."""

    encoder: Encoder
    combination: Combination
    version: str

    @classmethod
    def of(cls, folder: Path) -> "EmbeddedModel":
        """The one in a folder.

        Raises:
            MissingPartError: a file is not there.
            ValueError: the combination is of other features than this version has.
        """
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise MissingPartError(f"the embedded judge is not whole: {folder / missing[0]} is missing.")
        digest = hashlib.sha256()
        for name in _FILES:
            digest.update(hashlib.sha256((folder / name).read_bytes()).digest())
        return cls(Encoder.of(folder), Combination.of(folder / "combination.json"), digest.hexdigest()[:16])

    @property
    def name(self) -> str:
        """`nli`."""
        return NAME

    @property
    def thresholds(self) -> Thresholds:
        """Where 93 % of each verdict is right on development rows."""
        return self.combination.thresholds

    def estimates(self, pairs: Sequence[Pair]) -> list[Estimate]:
        """One estimate a pair."""
        read = self.encoder.begin(pairs)
        exact = exact_features(pairs)  # While the encoder computes, which leaves Python to others.
        windows = read()
        lines = self.combination.probabilities(seen(windows, exact)) if pairs else ()
        return [_estimate(each, line) for each, line in zip(windows, lines, strict=True)]

    def relevances(self, pairs: Sequence[Pair]) -> list[float]:
        """What the cross-encoder alone does not leave open."""
        return [1 - most(each)[2] for each in self.encoder.windows(pairs)]


def exact_features(pairs: Sequence[Pair]) -> Numbers:
    """The values of each pair's exact features, a line a pair."""
    lines = [each.values() for each in features_of(pairs)]
    return np.array(lines, dtype=np.float64).reshape(-1, len(FEATURES))


def _estimate(windows: Sequence[Window], line: Numbers) -> Estimate:
    if not windows:
        return Estimate(0.0, 0.0, 1.0)
    supporting = max(windows, key=lambda each: each.support)
    contradicting = max(windows, key=lambda each: each.contradiction)
    return Estimate(
        support=float(line[0]),
        contradiction=float(line[1]),
        open=float(line[2]),
        supporting=supporting.span,
        contradicting=contradicting.span,
        conflict=supporting.span != contradicting.span
        and min(supporting.support, contradicting.contradiction) >= _CONFLICT,
    )


@cache
def embedded() -> EmbeddedModel:
    """The model of the package, loaded once.

    Raises:
        MissingPartError: the package was installed without it.
    """
    return EmbeddedModel.of(FOLDER)


__all__ = ["FOLDER", "NAME", "EmbeddedModel", "embedded", "exact_features"]
