"""A cross-encoder in ONNX: rows of tokens in, scores (logits) out, each row in a call of its own."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
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


class Session:
    """One ONNX session for all that is asked. Thread-safe.

    A row is never in a batch with others, so that what is said of it is the same to the last digit whatever else is
    asked: a model that rounds to eight bits what it computes with does so by the largest number of the whole batch,
    which can move a probability by 0.3, and sums over padding differ in their last digits. It takes no longer: no
    padding is computed, and processors do not wait for each other.

    Args:
        path: an ONNX file with token ids as its first input, and scores as its output `logits` or its first one. A
            mask of what is no padding and the segments are given where it has inputs for them.
        threads: rows that it computes at once, a processor each; 0: as many as there are processors.

    Raises:
        UsageError: the file is no such model.
    """

    def __init__(self, path: Path, *, threads: int = 0) -> None:
        runtime: Any = onnxruntime  # Any: most of it is compiled and has no types.
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = _ERRORS
        try:
            self._session: Any = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # Its own exceptions have no base in common.
            first = next(iter(str(error).splitlines()), "")
            raise UsageError(f"{path} cannot be used as an ONNX model: {first}") from error
        self._inputs = [str(each.name) for each in self._session.get_inputs()]
        outputs = [str(each.name) for each in self._session.get_outputs()]
        self._output = "logits" if "logits" in outputs else outputs[0]
        self._workers = ThreadPoolExecutor(threads or processors(), "nli")

    def scores(self, rows: Sequence[Row], *, pad: int = 0) -> Scores:
        """The model's scores, a line a row.

        Args:
            rows: any number, of any lengths.
            pad: the token that fills short rows, where rows are filled up; here none is.
        """
        return self.begin(rows, pad=pad)()

    def begin(self, rows: Sequence[Row], *, pad: int = 0) -> Callable[[], Scores]:
        """`scores` for callers that have something else to do meanwhile: what is returned waits for them."""
        # Long rows first: at the end no processor is alone with one.
        order = sorted(range(len(rows)), key=lambda at: -len(rows[at][0]))
        lines = {at: self._workers.submit(self._batch, [rows[at]], pad) for at in order}
        return lambda: _together([lines[at] for at in range(len(rows))])

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


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _together(lines: Sequence[Future[Scores]]) -> Scores:
    try:
        found = [line.result() for line in lines]
    except BaseException:
        for line in lines:
            line.cancel()
        raise
    return np.concatenate(found) if found else np.zeros((0, 0), dtype=np.float32)


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


def probabilities(scores: Scores) -> NDArray[np.float32]:
    """Scores as probabilities: the softmax of each line."""
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


__all__ = ["FirstToken", "Row", "Scores", "Session", "filled", "probabilities", "processors"]
