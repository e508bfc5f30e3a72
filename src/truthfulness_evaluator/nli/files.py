"""Which files of a folder are a model."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from truthfulness_evaluator.core.errors import UsageError

ONNX = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx")
"""Names of ONNX files, the first that is there is taken."""
BESIDE = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "spm.model",
    "spiece.model",
    "sentencepiece.bpe.model",
)
"""Files beside the weights that say how to ask the model."""
_SAFE = "model.safetensors"
_SAFE_PARTS = "model.safetensors.index.json"
_PICKLED = ("pytorch_model.bin", "pytorch_model.bin.index.json", "tf_model.h5", "flax_model.msgpack")


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a model."""

    weights: tuple[Path, ...]
    beside: tuple[Path, ...]
    is_onnx: bool


def weights_among(names: Iterable[str], *, where: str) -> tuple[str, ...]:
    """The files with weights that are taken of a model's files.

    ONNX where a tokenizer is there that needs no further package; else safetensors.

    Args:
        names: paths within the model's folder, with slashes.
        where: the model, for messages.

    Raises:
        UsageError: there are no weights, or only such as are a program (pickle).
    """
    there = set(names)
    onnx = next((name for name in ONNX if name in there), None)
    if onnx and ("tokenizer.json" in there or not there & {_SAFE, _SAFE_PARTS}):
        return _onnx_with_data(onnx, there)
    if _SAFE in there:
        return (_SAFE,)
    if _SAFE_PARTS in there:
        parts = [name for name in there if name.startswith("model-") and name.endswith(".safetensors")]
        return (_SAFE_PARTS, *sorted(parts))
    if there & set(_PICKLED):
        raise UsageError(
            f"{where} has only pickled weights, which are programs and are not opened.",
            hint="Convert it to safetensors or ONNX, or name a revision that has them, as in owner/name@refs/pr/1.",
        )
    raise UsageError(f"{where} has no weights: wanted is {', '.join(ONNX)} or {_SAFE}.")


def _onnx_with_data(name: str, there: Iterable[str]) -> tuple[str, ...]:
    """An ONNX file, and the files with its tensors where it is too large to hold them (`model.onnx_data`)."""
    return (name, *sorted(other for other in there if other.startswith(f"{name}_data") or other == f"{name}.data"))


def files_in(folder: Path, *, chosen: str | None, where: str) -> Files:
    """The files of a model that is in a folder.

    Args:
        folder: where its config.json is.
        chosen: path of the weights within it where the user named them; None: the first that is there.
        where: the model as the user named it, for messages.

    Raises:
        UsageError: there are no weights that can be used.
    """
    names = sorted(each.relative_to(folder).as_posix() for pattern in ("*", "onnx/*") for each in folder.glob(pattern))
    weights = _onnx_with_data(chosen, names) if chosen else weights_among(names, where=where)
    beside = tuple(folder / name for name in BESIDE if name in names)
    return Files(tuple(folder / name for name in weights), beside, weights[0].endswith(".onnx"))


__all__ = ["BESIDE", "ONNX", "Files", "files_in", "weights_among"]
