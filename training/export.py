# pyright: basic, reportMissingImports=false
# torch and onnxruntime are dependencies of training alone.
"""The trained model as ONNX with weights of eight bits, and what a further run starts from in half precision."""

from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

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
    quantize_dynamic(
        str(full),
        str(small),
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        extra_options={"MatMulConstBOnly": True},
    )
    full.unlink()
    tokenizer().save(str(folder / "tokenizer.json"))
    half = {
        name: value.half() for name, value in model.state_dict().items() if not name.startswith(("words", "places"))
    }
    torch.save(half, folder / "start.pt")
    return small
