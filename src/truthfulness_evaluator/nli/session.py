"""A cross-encoder in ONNX: rows of tokens in, scores (logits) out, in batches of about the same length."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from truthfulness_evaluator.core.errors import UsageError

Row = tuple[Sequence[int], Sequence[int]]
"""Token ids of a pair, and for each token 0 or 1: which of both texts it belongs to."""
Scores = NDArray[np.float32]
_ERRORS = 3
"""Level of onnxruntime's log: errors, no warnings."""
TOKENS = 4096
"""Tokens of a batch, padding included: the most that is in memory at once beside the model itself."""


class Session:
    """One ONNX session for all that is asked. Thread-safe.

    Args:
        path: an ONNX file with token ids as its first input, and scores as its output `logits` or its first one. A
            mask of what is no padding and the segments are given where it has inputs for them.
        threads: processors that it uses; 0: all.

    Raises:
        UsageError: the file is no such model.
    """

    def __init__(self, path: Path, *, threads: int = 0) -> None:
        runtime: Any = onnxruntime  # Any: most of it is compiled and has no types.
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = _ERRORS
        try:
            self._session: Any = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # Its own exceptions have no base in common.
            first = next(iter(str(error).splitlines()), "")
            raise UsageError(f"{path} cannot be used as an ONNX model: {first}") from error
        self._inputs = [str(each.name) for each in self._session.get_inputs()]
        outputs = [str(each.name) for each in self._session.get_outputs()]
        self._output = "logits" if "logits" in outputs else outputs[0]

    def scores(self, rows: Sequence[Row], *, pad: int = 0) -> Scores:
        """The model's scores, a line a row.

        Args:
            rows: any number, of any lengths.
            pad: the token that fills short rows.
        """
        found: list[tuple[list[int], Scores]] = [
            (places, self._batch([rows[at] for at in places], pad)) for places in batches([len(row[0]) for row in rows])
        ]
        shape = found[0][1].shape[1:] if found else (0,)
        scores = np.zeros((len(rows), *shape), dtype=np.float32)
        for places, lines in found:
            scores[places] = lines
        return scores

    def _batch(self, rows: Sequence[Row], pad: int) -> Scores:
        return cast("Scores", self._session.run([self._output], self._filled(rows, pad))[0])

    def _filled(self, rows: Sequence[Row], pad: int) -> dict[str, NDArray[np.int64]]:
        tokens, mask, segments = filled(rows, pad)
        return {name: _input(name, at, tokens, mask, segments) for at, name in enumerate(self._inputs)}


class FirstToken(Session):
    """A model that gives scores for each token of a row: those of the first one count."""

    def _batch(self, rows: Sequence[Row], pad: int) -> Scores:
        scores = super()._batch(rows, pad)
        return scores[:, 0] if scores.ndim == 3 else scores


def filled(rows: Sequence[Row], pad: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Rows as tables of one width: token ids, a mask of what is no padding, segments."""
    longest = max(len(ids) for ids, _ in rows)
    tokens = np.full((len(rows), longest), pad, dtype=np.int64)
    mask, segments = np.zeros_like(tokens), np.zeros_like(tokens)
    for line, (ids, which) in enumerate(rows):
        tokens[line, : len(ids)] = ids
        mask[line, : len(ids)] = 1
        segments[line, : len(which)] = which
    return tokens, mask, segments


def _input(
    name: str, at: int, tokens: NDArray[np.int64], mask: NDArray[np.int64], segments: NDArray[np.int64]
) -> NDArray[np.int64]:
    if "mask" in name:
        return mask
    if "type" in name or "segment" in name:
        return segments
    if at == 0 or name in ("input_ids", "ids"):
        return tokens
    raise UsageError(f"an ONNX model with an input {name!r} is not known here.")


def batches(lengths: Sequence[int], *, tokens: int = TOKENS) -> Iterator[list[int]]:
    """The places of rows in batches, the shortest rows first; a batch has at most so many tokens with its padding.

    Example:
        >>> list(batches([5, 100, 4, 90], tokens=200))
        [[2, 0], [3, 1]]
    """
    order = sorted(range(len(lengths)), key=lambda at: lengths[at])
    first = 0
    while first < len(order):
        last = first + 1
        while last < len(order) and (last + 1 - first) * lengths[order[last]] <= tokens:
            last += 1
        yield order[first:last]
        first = last


def probabilities(scores: Scores) -> NDArray[np.float32]:
    """Scores as probabilities: the softmax of each line."""
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


__all__ = ["FirstToken", "Row", "Scores", "Session", "batches", "filled", "probabilities"]
