# pyright: basic, reportMissingImports=false
# torch and onnx are dependencies of training alone.
"""The trained model as ONNX with weights of eight bits, and what a further run starts from in half precision."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from training.model import tokenizer
from training.train import trained

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export(folder: Path) -> Path:
    """Writes `judge.onnx`, `tokenizer.json` and `start.pt` from the checkpoint of a folder.

    Returns:
        The path of `judge.onnx`.
    """
    model = trained(folder)
    ids = torch.ones(2, 8, dtype=torch.long)
    segments = torch.tensor([[0] * 4 + [1] * 4] * 2)
    full = folder / "judge.full.onnx"
    with torch.no_grad():
        torch.onnx.export(
            model,
            (ids, torch.ones_like(ids), segments),
            str(full),
            input_names=list(INPUTS),
            output_names=["scores"],
            dynamic_axes={name: {0: "pairs", 1: "tokens"} for name in INPUTS} | {"scores": {0: "pairs"}},
            opset_version=17,
            dynamo=False,
        )
    small = folder / "judge.onnx"
    onnx.save(with_small_weights(onnx.load(str(full))), str(small))
    full.unlink()
    tokenizer().save(str(folder / "tokenizer.json"))
    half = {
        name: value.half() for name, value in model.state_dict().items() if not name.startswith(("words", "places"))
    }
    torch.save(half, folder / "start.pt")
    return small


_LEAST = 4096
"""Numbers of a weight from which on it is worth to be made small."""


def with_small_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with eight bits a weight and a scale for each column of a matrix, or row of a table.

    Only weights are rounded. Activations are not, unlike in dynamic quantization, which takes one scale for a whole
    batch: there a pair's scores depend on the pairs that stand beside it (by up to 0.3 here), and are further from
    the model's (0.037 on average, weights alone 0.005).
    """
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    made: dict[str, list[onnx.NodeProto]] = {}
    for node in list(graph.node):
        at = {"MatMul": 1, "Gemm": 1, "Gather": 0}.get(node.op_type)
        if at is None or node.input[at] not in weights:
            continue
        name = node.input[at]
        values = numpy_helper.to_array(weights[name])
        if values.ndim != 2 or values.size < _LEAST:
            continue
        if node.op_type == "Gather":
            _as_small_table(graph, node, values)
        else:
            transposed = any(each.name == "transB" and each.i for each in node.attribute)
            made[node.name] = [_small_matrix(graph, node, values, axis=0 if transposed else 1)]
    nodes = [each for node in graph.node for each in (*made.get(node.name, ()), node)]
    used = {name for node in nodes for name in node.input}
    kept = [each for each in graph.initializer if each.name in used]
    copies = [onnx.NodeProto.FromString(each.SerializeToString()) for each in nodes]
    del graph.node[:]
    graph.node.extend(copies)
    small = [onnx.TensorProto.FromString(each.SerializeToString()) for each in kept]
    del graph.initializer[:]
    graph.initializer.extend(small)
    onnx.checker.check_model(model)
    return model


def _rounded(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers from -127 to 127, and the scale of each line along an axis."""
    scale = np.maximum(np.abs(values).max(axis=1 - axis, keepdims=True) / 127, 1e-12).astype(np.float32)
    return np.round(values / scale).astype(np.int8), scale


def _small_matrix(graph: onnx.GraphProto, node: onnx.NodeProto, values: np.ndarray, axis: int) -> onnx.NodeProto:
    small, scale = _rounded(values, axis)
    name = node.input[1]
    graph.initializer.append(numpy_helper.from_array(small, f"{name}.small"))
    graph.initializer.append(numpy_helper.from_array(scale.ravel(), f"{name}.scale"))
    node.input[1] = f"{name}.full"
    return helper.make_node("DequantizeLinear", [f"{name}.small", f"{name}.scale"], [f"{name}.full"], axis=axis)


def _as_small_table(graph: onnx.GraphProto, node: onnx.NodeProto, values: np.ndarray) -> None:
    """Turns a look-up of full rows into one of small rows and of their scales."""
    small, scale = _rounded(values, 0)
    name, places, result = node.input[0], node.input[1], node.output[0]
    graph.initializer.append(numpy_helper.from_array(small, f"{name}.small"))
    graph.initializer.append(numpy_helper.from_array(scale, f"{name}.scale"))
    at = next(number for number, each in enumerate(graph.node) if each is node or each.name == node.name)
    steps = [
        helper.make_node("Gather", [f"{name}.small", places], [f"{result}.small"]),
        helper.make_node("Gather", [f"{name}.scale", places], [f"{result}.scale"]),
        helper.make_node("Cast", [f"{result}.small"], [f"{result}.cast"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{result}.cast", f"{result}.scale"], [result]),
    ]
    del graph.node[at]
    for number, step in enumerate(steps):
        graph.node.insert(at + number, step)
