"""Models of a few words, made where a test needs them: what they say can be worked out by hand."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper
from onnx import helper as _helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORDS = ("not", "ferry", "sails", "daily", "dogs", "travel", "free", "museum", "opens", "monday")
VOCABULARY = {word: at for at, word in enumerate((*SPECIAL, *WORDS))}
THREE = ("entailment", "neutral", "contradiction")
ALL_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def tokenizer(*, separators: int = 1) -> Tokenizer:
    """Words of lower case; a pair is joined by so many separators."""
    made: Any = Tokenizer(WordLevel(VOCABULARY, unk_token="[UNK]"))
    made.normalizer = Lowercase()
    made.pre_tokenizer = Whitespace()
    made.add_special_tokens(list(SPECIAL))
    between = " ".join(["[SEP]:0"] * separators)
    made.post_processor = TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair=f"[CLS]:0 $A:0 {between} $B:1 [SEP]:1",
        special_tokens=[(each, VOCABULARY[each]) for each in SPECIAL],
    )
    return made


def model(labels: Sequence[str], *, inputs: Sequence[str] = ALL_INPUTS, by_token: bool = False) -> onnx.ModelProto:
    """A cross-encoder that counts.

    A word that both texts have is worth 2 for support, a `not` that only one of them has 20 against it and 10 for
    contradiction; the other classes have 3. The first half of a row is what stands before the first separator.

    Args:
        labels: the classes in the order of the scores; those that do not begin with e, s or c have 3.
        inputs: what it asks for; those that it has no use for are asked for all the same.
        by_token: whether it gives the scores for every token; those of other tokens than the first are 0.
    """
    helper: Any = _helper
    size = len(VOCABULARY)
    words = np.array([0.0] * len(SPECIAL) + [1.0] * len(WORDS), dtype=np.float32)
    is_not = np.array([float(word == "not") for word in VOCABULARY], dtype=np.float32)
    kinds = [label.strip("0123456789")[0] for label in labels]
    shared_weight = np.array([[2.0 if kind in "es" else 0.0 for kind in kinds]], dtype=np.float32)
    not_weight = np.array([[{"e": -20.0, "s": -20.0, "c": 10.0}.get(kind, 0.0) for kind in kinds]], dtype=np.float32)
    constant = np.array([0.0 if kind in "esc" else 3.0 for kind in kinds], dtype=np.float32)
    constants = {
        "depth": np.array(size, dtype=np.int64),
        "onoff": np.array([0.0, 1.0], dtype=np.float32),
        "sep": np.array(VOCABULARY["[SEP]"], dtype=np.int64),
        "pad": np.array(VOCABULARY["[PAD]"], dtype=np.int64),
        "one": np.array(1, dtype=np.int64),
        "second": np.array([1], dtype=np.int64),
        "last": np.array([2], dtype=np.int64),
        "words": words,
        "is_not": is_not.reshape(size, 1),
        "shared_weight": shared_weight,
        "not_weight": not_weight,
        "constant": constant,
    }
    nodes = [
        helper.make_node("OneHot", ["input_ids", "depth", "onoff"], ["hot"]),
        helper.make_node("Equal", ["input_ids", "sep"], ["is_sep"]),
        helper.make_node("Cast", ["is_sep"], ["sep_number"], to=TensorProto.INT64),
        helper.make_node("CumSum", ["sep_number", "one"], ["seps"], exclusive=1),
        helper.make_node("Min", ["seps", "one"], ["counted"]),
    ]
    segments = "token_type_ids" if "token_type_ids" in inputs else "counted"
    if "attention_mask" in inputs:
        mask = "attention_mask"
    else:
        nodes += [
            helper.make_node("Equal", ["input_ids", "pad"], ["is_pad"]),
            helper.make_node("Not", ["is_pad"], ["is_token"]),
            helper.make_node("Cast", ["is_token"], ["token_mask"], to=TensorProto.INT64),
        ]
        mask = "token_mask"
    nodes += [
        helper.make_node("Mul", [segments, mask], ["of_claim"]),
        helper.make_node("Sub", [mask, "of_claim"], ["of_evidence"]),
    ]
    for name in ("of_claim", "of_evidence"):
        nodes += [
            helper.make_node("Cast", [name], [f"{name}_f"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", [f"{name}_f", "last"], [f"{name}_3"]),
            helper.make_node("Mul", ["hot", f"{name}_3"], [f"{name}_hot"]),
            helper.make_node("ReduceMax", [f"{name}_hot"], [f"{name}_words"], axes=[1], keepdims=0),
        ]
    nodes += [
        helper.make_node("Mul", ["of_claim_words", "of_evidence_words"], ["both"]),
        helper.make_node("Mul", ["both", "words"], ["shared_words"]),
        helper.make_node("ReduceSum", ["shared_words", "second"], ["shared"], keepdims=1),
        helper.make_node("Sub", ["of_claim_words", "of_evidence_words"], ["difference"]),
        helper.make_node("Abs", ["difference"], ["distance"]),
        helper.make_node("MatMul", ["distance", "is_not"], ["nots"]),
        helper.make_node("MatMul", ["shared", "shared_weight"], ["from_shared"]),
        helper.make_node("MatMul", ["nots", "not_weight"], ["from_nots"]),
        helper.make_node("Add", ["from_shared", "from_nots"], ["sum"]),
        helper.make_node("Add", ["sum", "constant"], ["row_scores" if by_token else "logits"]),
    ]
    if by_token:
        constants["zero"] = np.array(0.0, dtype=np.float32)
        nodes += [
            helper.make_node("Unsqueeze", ["row_scores", "second"], ["first"]),
            helper.make_node("Mul", ["first", "zero"], ["other"]),
            helper.make_node("Concat", ["first", "other"], ["logits"], axis=1),
        ]
    shape = ["rows", 2, len(labels)] if by_token else ["rows", len(labels)]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["rows", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def save(
    folder: Path,
    *,
    labels: Sequence[str] = THREE,
    inputs: Sequence[str] = ALL_INPUTS,
    config: Mapping[str, object] | None = None,
    file: str = "model.onnx",
    separators: int = 1,
    by_token: bool = False,
) -> Path:
    """A folder with a tiny model in ONNX, as exporters write it; returns it."""
    weights = folder / file
    weights.parent.mkdir(parents=True, exist_ok=True)
    weights.write_bytes(model(labels, inputs=inputs, by_token=by_token).SerializeToString())
    tokenizer(separators=separators).save(str(folder / "tokenizer.json"))
    written: dict[str, object] = {
        "architectures": ["BertForSequenceClassification"],
        "model_type": "bert",
        "id2label": {str(at): label for at, label in enumerate(labels)},
        "max_position_embeddings": 48,
        "pad_token_id": 0,
    }
    (folder / "config.json").write_text(json.dumps({**written, **(config or {})}), encoding="utf-8")
    return folder
