"""HHEM-2.1-Open without its code: a T5 that transformers has, its weights under another name.

Its `modeling_hhem_v2.py` makes a `T5ForTokenClassification` of the configuration of `foundation` (google/flan-t5-base),
keeps it as `t5`, reads a prompt with that foundation's tokenizer and takes the scores of the first token.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.families import ModelConfig
from truthfulness_evaluator.nli.hub import Place, brought
from truthfulness_evaluator.nli.reading import tokenizer_of

_PREFIX = "t5."
_SHARED = {"transformer.shared.weight", "transformer.encoder.embed_tokens.weight"}
"""Two names of one table: the file may have either."""


def hhem_of(place: Place, config: ModelConfig, transformers: Any) -> tuple[Tokenizer, Any]:
    """Its tokenizer and the T5 with its weights.

    Raises:
        UsageError: the weights are no such model's, or its foundation is not there.
    """
    foundation = _foundation(place, config)
    made = transformers.T5ForTokenClassification(
        transformers.T5Config.from_pretrained(str(foundation), local_files_only=True, num_labels=2)
    )
    path = place.folder / "model.safetensors"
    try:
        found = import_module("safetensors.torch").load_file(str(path))
        weights = {name.removeprefix(_PREFIX): each for name, each in found.items()}
        missing, unexpected = made.load_state_dict(weights, strict=False)
    except Exception as error:  # SafetensorError, OSError, and RuntimeError where the shapes differ.
        raise UsageError(f"{path} cannot be loaded: {next(iter(str(error).splitlines()), '')}") from error
    lacking = sorted(set(missing) - _SHARED) or (sorted(_SHARED) if set(missing) >= _SHARED else [])
    if lacking or unexpected:
        raise UsageError(f"{path} has not the weights of {config.foundation}: {[*lacking, *unexpected][0]} is amiss.")
    return tokenizer_of(foundation / "tokenizer.json"), made


def _foundation(place: Place, config: ModelConfig) -> Path:
    folder = place.folder / "foundation"
    if folder.is_dir():
        return folder
    if not place.of_hub:
        raise UsageError(
            f"{place.spec} has no folder named foundation.",
            hint=f"Put config.json and tokenizer.json of {config.foundation} there.",
        )
    return brought(config.foundation, None, offline=place.offline, wanted=("config.json", "tokenizer.json"))


__all__ = ["hhem_of"]
