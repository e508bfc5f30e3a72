# pyright: basic, reportMissingImports=false
"""Learns which sentences are worth checking: the weights of `claims/checkworthiness.py`, in half a minute.

    python -m training.checkable [--data FOLDER] [--claims FOLDER] [-o FILE]

Learnt from the training half of ClaimBuster (sentences of US debates, labelled by people; CC-BY-4.0) and, so that what
is not said in debates counts as well, from 500 claims of research and reference works (SciTail, Check-COVID, SciFact,
WiCE), which are all worth checking. Nothing of the test half, nor of FactCheckBench, is seen. The probability at which
both classes are told apart best is found by cross-validation on the training half.
"""

import argparse
import gzip
import hashlib
import json
import random
import sys
import zlib
from pathlib import Path

import numpy as np

from training.data import DEFAULT, NoDataError
from truthfulness_evaluator.claims.checkworthiness import FILE, Checkworthiness, buckets

SENTENCES = DEFAULT.parent / "extraction"
BITS = 16
RIDGE = 1e-5
STEPS = 200
FOLDS = 4
SEED = 1
OTHERS = 500
SETS = ("scitail", "check_covid", "scifact_rationale", "wice_oracle")
Row = tuple[str, int]


def rows_of(path: Path, split: str) -> list[Row]:
    """Sentences of a file with their labels.

    Raises:
        NoDataError: there is no such file.
    """
    if not path.is_file():
        raise NoDataError(f"{path} is not there: name the folder of sentences with --data")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(row["text"], row["label"]) for row in rows if row["split"] == split]


def other_claims(folder: Path) -> list[Row]:
    """Claims of research and reference works, shuffled, each once."""
    path = folder / "train.jsonl.gz"
    if not path.is_file():
        raise NoDataError(f"{path} is not there: name the folder of claims with --claims")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        found = list(dict.fromkeys(row["claim"] for row in rows if row["dataset"] in SETS))
    random.Random(SEED).shuffle(found)
    return [(claim, 1) for claim in found[:OTHERS]]


class Matrix:
    """Sentences as sparse rows of equal length."""

    def __init__(self, texts: list[str]) -> None:
        found = [sorted(buckets(text, BITS)) for text in texts]
        self.rows = len(texts)
        self.row = np.repeat(np.arange(self.rows), [len(each) for each in found])
        self.column = np.array([bucket for each in found for bucket in each])
        self.value = np.repeat([1 / np.sqrt(len(each)) for each in found], [len(each) for each in found])

    def scores(self, weights: np.ndarray, bias: float) -> np.ndarray:
        """Of each sentence, above 0 where it is rather worth checking."""
        return np.bincount(self.row, self.value * weights[self.column], self.rows) + bias

    def slope(self, errors: np.ndarray) -> np.ndarray:
        """How the loss changes with each weight, from how it changes with each score."""
        return np.bincount(self.column, self.value * errors[self.row], 1 << BITS)


def fitted(matrix: Matrix, labels: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights and bias by Adam on all rows at once: the same each time.

    Args:
        matrix: a row a sentence.
        labels: 1 for worth checking.
        weight: of each sentence; 0 leaves it out.
    """
    share = np.where(labels > 0, 0.5 / (weight * labels).sum(), 0.5 / (weight * (1 - labels)).sum()) * weight
    point, mean, square = (np.zeros((1 << BITS) + 1) for _ in range(3))
    for step in range(1, STEPS + 1):
        errors = (1 / (1 + np.exp(-matrix.scores(point[:-1], point[-1]))) - labels) * share
        slope = np.append(matrix.slope(errors) + RIDGE * point[:-1], errors.sum())
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        point -= 0.3 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-6)
    return point[:-1], float(point[-1])


def macro_f1(labels: np.ndarray, found: np.ndarray) -> float:
    """Mean of the F1 of both classes, in per cent."""
    total = 0.0
    for label in (0, 1):
        right = ((found == label) & (labels == label)).sum()
        total += 2 * right / ((found == label).sum() + (labels == label).sum())
    return 50 * total


def best_threshold(matrix: Matrix, labels: np.ndarray, counted: np.ndarray) -> tuple[float, float]:
    """The probability that tells both classes apart best, were they equally frequent, on rows not learnt from, and the
    macro-F1 at it, in per cent.

    Args:
        matrix: a row a sentence.
        labels: 1 for worth checking.
        counted: which rows count for the choice.
    """
    folds = np.random.default_rng(SEED).integers(0, FOLDS, matrix.rows)
    scores = np.zeros(matrix.rows)
    for fold in range(FOLDS):
        weights, bias = fitted(matrix, labels, (folds != fold).astype(float))
        scores[folds == fold] = matrix.scores(weights, bias)[folds == fold]
    found = 1 / (1 + np.exp(-scores[counted]))
    known = labels[counted]
    even = np.where(known > 0, 1 / known.sum(), 1 / (1 - known).sum())

    def quality(threshold: float) -> float:
        told = found >= threshold
        total = 0.0
        for label in (False, True):
            right = even[(told == label) & (known == label)].sum()
            total += 2 * right / (even[told == label].sum() + even[known == label].sum())
        return 50 * float(total)

    best = max(np.arange(0.05, 0.95, 0.01), key=quality)
    return float(best), quality(best)


def learn(sentences: Path, claims: Path) -> Checkworthiness:
    """The regression, from the two folders."""
    own = rows_of(sentences / "claimbuster.jsonl.gz", "train")
    rows = own + other_claims(claims)
    print("learning from", len(own), "and", len(rows) - len(own), "rows,", digest(rows)[:12])
    matrix = Matrix([text for text, _ in rows])
    labels = np.array([label for _, label in rows], float)
    weights, bias = fitted(matrix, labels, np.ones(len(rows)))
    threshold, quality = best_threshold(matrix, labels, np.arange(len(rows)) < len(own))
    print(f"cross-validation, both classes as frequent: macro-F1 {quality:.1f} at {threshold:.2f}")
    scale = float(np.abs(weights).max() / 127)
    packed = np.round(weights / scale).astype(np.int8).tobytes()
    return Checkworthiness(packed, BITS, scale, bias, round(threshold, 2))


def digest(rows: list[Row]) -> str:
    """SHA-256 of what was learnt from."""
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


def main() -> int:
    """Learns and writes; 2 where the data is not there."""
    parser = argparse.ArgumentParser(description="Learn which sentences are worth checking.")
    parser.add_argument("--data", type=Path, default=SENTENCES, help="folder of claimbuster.jsonl.gz")
    parser.add_argument("--claims", type=Path, default=DEFAULT, help="folder of train.jsonl.gz")
    parser.add_argument("-o", "--output", type=Path, default=FILE)
    given = parser.parse_args()
    try:
        model = learn(given.data, given.claims)
    except NoDataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    head = {"bits": model.bits, "scale": model.scale, "bias": model.bias, "balanced": model.balanced}
    given.output.write_bytes(json.dumps(head).encode() + b"\n" + zlib.compress(model.weights, 9))
    print(given.output, given.output.stat().st_size, "bytes; threshold", model.balanced)
    return 0


if __name__ == "__main__":
    sys.exit(main())
