"""What the configuration of a named model says of how it is to be asked."""

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.labels import Labels, are_unnamed, labels_of

LONGEST = 2048
"""Tokens that a model is given at once, even where it takes more: attention needs memory with the square of them."""
USUAL = 512
"""Tokens where no file says how many a model takes."""
_UNSAID = 1_000_000
"""From here on a tokenizer's limit means that it has none."""
_OFFSET = re.compile(r"(xlm-)?roberta(-xl|-prelayernorm)?|camembert|mpnet|longformer|data2vec-text|xmod")
"""Model types whose table of places begins after the padding token's: two places of it are no tokens."""
_PROMPT = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {text1}\n\nHypothesis: {text2}"
_FOUNDATION = "google/flan-t5-base"


class Family(StrEnum):
    """How a model reads a pair."""

    PAIR = "pair"
    """Evidence and claim as a pair of texts, as the tokenizer joins them: all models of natural language inference."""
    MINICHECK = "MiniCheck"
    """Document, one end-of-sequence token, claim: https://github.com/Liyan06/MiniCheck, `minicheck/inference.py`."""
    HHEM = "HHEM-2.1"
    """A prompt with both, scored at its first token: https://huggingface.co/vectara/hallucination_evaluation_model,
    `modeling_hhem_v2.py`."""


class ModelConfig(BaseModel):
    """The fields of a `config.json` that matter here."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    architectures: list[str] = []
    model_type: str = ""
    id2label: dict[int, str] = {}
    max_position_embeddings: int | None = None
    pad_token_id: int | None = None
    auto_map: dict[str, Any] = {}
    origin: str = Field(default="", alias="_name_or_path")
    prompt: str = _PROMPT
    foundation: str = _FOUNDATION

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, fields: object) -> object:
        """A field that is null says as much as one that is missing."""
        if not isinstance(fields, dict):
            return fields
        said = cast("dict[str, object]", fields)
        return {name: value for name, value in said.items() if value is not None}

    @property
    def pad(self) -> int:
        """The token that fills short rows."""
        return self.pad_token_id or 0


def config_of(folder: Path) -> ModelConfig:
    """The `config.json` of a folder.

    Raises:
        UsageError: it is missing or no such file.
    """
    path = folder / "config.json"
    try:
        return ModelConfig.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise UsageError(f"{folder} is no model: it has no config.json.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        said = ": ".join([*(str(each) for each in first["loc"]), first["msg"]])
        raise UsageError(f"{path} is no configuration of a model: {said}.") from error


def family_of(config: ModelConfig, *, title: str, where: str) -> Family:
    """How the model is asked.

    MiniCheck is told by the name of the model, its own or in its configuration: nothing else of it differs.

    Args:
        config: its configuration.
        title: its name on the hub, or of its folder.
        where: its name or path as the user gave it, for messages.

    Raises:
        UsageError: it is no cross-encoder.
    """
    if config.model_type == "HHEMv2":
        return Family.HHEM
    other = [each for each in config.architectures if not each.endswith("ForSequenceClassification")]
    if other:
        raise UsageError(_other(other[0], where))
    return Family.MINICHECK if re.search("minicheck", f"{title} {config.origin}", re.IGNORECASE) else Family.PAIR


def _other(architecture: str, where: str) -> str:
    if architecture.endswith("ForConditionalGeneration"):
        return f"{where} is a {architecture}, which writes text; only models that classify pairs of texts can judge."
    if architecture.endswith("ForCausalLM"):
        return f"{where} is a {architecture}, a chat model: let a server run it, and name it with --model."
    return f"{where} is a {architecture}; only models for sequence classification can judge."


def labels_for(config: ModelConfig, family: Family, *, where: str) -> Labels:
    """What the classes mean.

    MiniCheck and HHEM-2.1 have no names for theirs: by their documentation class 1 is "supported" and "consistent".

    Raises:
        UsageError: nothing says it.
    """
    if are_unnamed(config.id2label) and family is not Family.PAIR and len(config.id2label) in (0, 2):
        return Labels(support=1, contradiction=None, count=2)
    return labels_of(config.id2label, where=where)


def longest_of(config: ModelConfig, folder: Path) -> int:
    """Tokens that the model is given at once.

    The least of what its places allow (`max_position_embeddings` of config.json), what its tokenizer is made for
    (`model_max_length` of tokenizer_config.json) and `LONGEST`; `USUAL` where none of its files says it.
    """
    said = [limit for limit in (_places(config), _tokenizer_limit(folder)) if limit is not None]
    return min([*said, LONGEST]) if said else USUAL


def _places(config: ModelConfig) -> int | None:
    places = config.max_position_embeddings
    if places is None or places < 1:
        return None
    return places - config.pad - 1 if _OFFSET.fullmatch(config.model_type) else places


def _tokenizer_limit(folder: Path) -> int | None:
    try:
        said = json.loads((folder / "tokenizer_config.json").read_bytes()).get("model_max_length")
    except (OSError, ValueError, AttributeError):
        return None
    return int(said) if isinstance(said, int | float) and 0 < said < _UNSAID else None


__all__ = ["LONGEST", "USUAL", "Family", "ModelConfig", "config_of", "family_of", "labels_for", "longest_of"]
