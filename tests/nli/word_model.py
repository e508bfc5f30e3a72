"""A cross-encoder made by hand: each word of the claim adds its weights to the scores, the evidence none."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def write_tokenizer(folder: Path, words: Sequence[str]) -> None:
    """Writes `tokenizer.json`: a token a word, evidence and claim joined as BERT does."""
    known = {word: at for at, word in enumerate([*SPECIAL, *words])}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))


def write_model(path: Path, weights: Mapping[str, Sequence[float]], *, rounded: bool = False) -> None:
    """Writes an ONNX model whose scores are the sums of the weights of the claim's words.

    Args:
        path: of the file.
        weights: one line of scores a word.
        rounded: whether weights are rounded to eight bits as they are looked up, by the largest of the whole batch.
    """
    width = len(next(iter(weights.values())))
    table = np.array([*([[0.0] * width] * len(SPECIAL)), *weights.values()], dtype=np.float32)
    shape = ["pairs", "tokens"]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, shape)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    nodes: list[Any] = [
        *(_rounding() if rounded else [helper.make_node("Gather", ["table", "input_ids"], ["of_tokens"])]),
        helper.make_node("Mul", ["attention_mask", "token_type_ids"], ["in_claim"]),
        helper.make_node("Cast", ["in_claim"], ["counted"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["counted", "last"], ["column"]),
        helper.make_node("Mul", ["of_tokens", "column"], ["weighed"]),
        helper.make_node("ReduceSum", ["weighed", "middle"], ["scores"], keepdims=0),
    ]
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array([2], dtype=np.int64), "last"),
        numpy_helper.from_array(np.array([1], dtype=np.int64), "middle"),
    ]
    outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["pairs", width])]
    graph = helper.make_graph(nodes, "words", inputs, outputs, constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(made.SerializeToString())


def _rounding() -> list[Any]:
    return [
        helper.make_node("Gather", ["table", "input_ids"], ["exact"]),
        helper.make_node("DynamicQuantizeLinear", ["exact"], ["bytes", "scale", "zero"]),
        helper.make_node("DequantizeLinear", ["bytes", "scale", "zero"], ["of_tokens"]),
    ]
