# pyright: basic, reportMissingImports=false
# numpy, onnxruntime and tokenizers are dependencies of training alone.
"""The exported model asked about pairs: windows over long evidence, the claim never cut, and the combination."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from training.data import Pair
from training.floor import feature_rows, weights_of
from training.logistic import Logistic, fit
from training.metrics import Probabilities
from truthfulness_evaluator.text.pairs import FEATURES
from truthfulness_evaluator.text.windows import together, windows

WINDOW, OVERLAP = 120, 40
"""Words of a window of evidence, and those that two share: with a claim it mostly stays below 256 tokens."""
_TOKENS = 4096
"""Tokens of a batch with padding."""
_LEAST = 1e-4
"""A probability's least, before its logarithm is taken."""


@dataclass(frozen=True)
class Encoder:
    """The exported cross-encoder."""

    session: onnxruntime.InferenceSession
    tokenizer: Tokenizer

    @classmethod
    def of(cls, folder: Path) -> "Encoder":
        """The one that `export` wrote into a folder."""
        providers = ["CPUExecutionProvider"]
        session = onnxruntime.InferenceSession(str(folder / "judge.onnx"), providers=providers)
        return cls(session, Tokenizer.from_file(str(folder / "tokenizer.json")))

    def judged(self, pairs: Sequence[Pair]) -> list[Probabilities]:
        """Probabilities of pairs: support and contradiction each the most that a window of the evidence gives."""
        owners: list[int] = []
        texts: list[tuple[str, str]] = []
        for at, pair in enumerate(pairs):
            spans = windows(pair.evidence, most=WINDOW, overlap=OVERLAP) or [(0, 0)]
            owners += [at] * len(spans)
            texts += [(pair.evidence[a:b], pair.claim) for a, b in spans]
        found: list[list[Probabilities]] = [[] for _ in pairs]
        for owner, row in zip(owners, self._scored(texts), strict=True):
            found[owner].append((float(row[0]), float(row[1]), float(row[2])))
        return [together(each).probabilities() for each in found]

    def _scored(self, texts: Sequence[tuple[str, str]]) -> np.ndarray:
        rows = self.tokenizer.encode_batch(list(texts))
        order = sorted(range(len(rows)), key=lambda at: len(rows[at].ids))
        scores = np.zeros((len(rows), 3), dtype=np.float32)
        first = 0
        while first < len(order):
            last = first + 1
            while last < len(order) and (last + 1 - first) * len(rows[order[last]].ids) <= _TOKENS:
                last += 1
            chosen = order[first:last]
            scores[chosen] = self.session.run(None, _padded([rows[at] for at in chosen]))[0]
            first = last
        grown = np.exp(scores - scores.max(1, keepdims=True))
        return grown / grown.sum(1, keepdims=True)


def _padded(rows) -> dict[str, np.ndarray]:
    longest = max(len(row.ids) for row in rows)
    ids = np.zeros((len(rows), longest), dtype=np.int64)
    mask, segments = np.zeros_like(ids), np.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row.ids)] = row.ids
        mask[at, : len(row.ids)] = 1
        segments[at, : len(row.ids)] = row.type_ids
    return {"ids": ids, "mask": mask, "segments": segments}


def joined(found: Sequence[Probabilities], exact: np.ndarray | None) -> np.ndarray:
    """What the combination sees: logarithms of the encoder's probabilities, and the exact features."""
    logs = np.log(np.maximum(np.array(found), _LEAST))
    if exact is None:
        return logs
    # How much a conflict counts depends on what the encoder says, so each stands by its support as well.
    return np.hstack([logs, exact, exact * np.array(found)[:, :1]])


def combination(pairs: Sequence[Pair], found: Sequence[Probabilities], *, exact: bool) -> Logistic:
    """A calibrated judge learnt on development rows; without the exact features it is the encoder's calibration."""
    rows = joined(found, feature_rows(pairs) if exact else None)
    possible = np.array([pair.possible for pair in pairs], dtype=float)
    return fit(rows, possible, weights_of(pairs), ridge=1e-3)


def saved(model: Logistic, path: Path, *, threshold: float) -> None:
    """Writes a combination as JSON, with the names of what it sees."""
    names = [f"log {label}" for label in ("supported", "refuted", "open")]
    names += [*FEATURES, *(f"{name} * supported" for name in FEATURES)]
    rows = {
        "names": names,
        "mean": model.mean.tolist(),
        "scale": model.scale.tolist(),
        "weights": model.weights.tolist(),
    }
    path.write_text(json.dumps({"threshold": threshold} | rows, indent=1) + "\n")
