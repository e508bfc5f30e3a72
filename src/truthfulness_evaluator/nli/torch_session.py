"""Cross-encoders with safetensors weights, run by transformers and torch: the extra `nli`."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.nli.batches import batches
from truthfulness_evaluator.nli.families import Family, ModelConfig
from truthfulness_evaluator.nli.hhem import hhem_of
from truthfulness_evaluator.nli.hub import Place
from truthfulness_evaluator.nli.reading import tokenizer_of
from truthfulness_evaluator.nli.session import Row, Scores, filled

INSTALL = 'Install them with: pip install "truthfulness-evaluator[nli]"'


class TorchSession:
    """A model of transformers, on the processor, in single precision. Thread-safe.

    Args:
        model: a `PreTrainedModel` that gives scores as `logits`.
        torch: the module.
        by_token: whether it gives scores of each token: those of the first one count.
        has_segments: whether it takes segments.
    """

    def __init__(self, model: Any, torch: Any, *, by_token: bool = False, has_segments: bool = True) -> None:
        self._model = model.float().eval()
        self._torch = torch
        self._by_token = by_token
        self._has_segments = has_segments

    def scores(self, rows: Sequence[Row], *, pad: int = 0) -> Scores:
        """The model's scores, a line a row, in batches of about the same length.

        Args:
            rows: one or more, of any lengths.
            pad: the token that fills short rows.
        """
        found = [
            (places, self._batch([rows[at] for at in places], pad)) for places in batches([len(r[0]) for r in rows])
        ]
        scores = np.zeros((len(rows), *found[0][1].shape[1:]), dtype=np.float32)
        for places, lines in found:
            scores[places] = lines
        return scores

    def _batch(self, rows: Sequence[Row], pad: int) -> Scores:
        tokens, mask, segments = (self._torch.from_numpy(each) for each in filled(rows, pad))
        given = {"input_ids": tokens, "attention_mask": mask}
        if self._has_segments:
            given["token_type_ids"] = segments
        with self._torch.inference_mode():
            scores = self._model(**given).logits.numpy()
        return scores[:, 0, :] if self._by_token else scores


def loaded(place: Place, config: ModelConfig, family: Family) -> tuple[Tokenizer, TorchSession]:
    """A model's tokenizer and what runs it.

    Raises:
        MissingPartError: the extra is not installed.
        UsageError: transformers cannot load the model without running code of it, or weights are missing.
    """
    try:
        torch, transformers = import_module("torch"), import_module("transformers")
    except ImportError as error:
        raise MissingPartError(
            f"{place.spec} has no ONNX file; its weights need packages that are not installed.", hint=INSTALL
        ) from error
    if family is Family.HHEM:
        tokenizer, model = hhem_of(place, config, transformers)
        return tokenizer, TorchSession(model, torch, by_token=True, has_segments=False)
    if "AutoModelForSequenceClassification" in config.auto_map:
        raise UsageError(f"{place.spec} comes with code of its own, which is not run; an ONNX export of it can be.")
    model = _model(place, transformers)
    has_segments = (getattr(model.config, "type_vocab_size", 0) or 0) > 1
    return _tokenizer(place, transformers), TorchSession(model, torch, has_segments=has_segments)


def _model(place: Place, transformers: Any) -> Any:
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    try:
        model, found = transformers.AutoModelForSequenceClassification.from_pretrained(
            str(place.folder),
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            output_loading_info=True,
        )
    except Exception as error:  # Its errors are of many kinds: OSError, ValueError, KeyError, SafetensorError.
        raise UsageError(f"{place.spec} cannot be loaded: {_first_line(error)}") from error
    missing = sorted(found["missing_keys"]) + sorted(str(each) for each in found.get("mismatched_keys", ()))
    if missing:
        raise UsageError(f"{place.spec} was not trained to classify: its weights lack {missing[0]}.")
    return model


def _tokenizer(place: Place, transformers: Any) -> Tokenizer:
    path = place.folder / "tokenizer.json"
    if path.is_file():
        return tokenizer_of(path)
    try:
        made = transformers.AutoTokenizer.from_pretrained(
            str(place.folder), local_files_only=True, trust_remote_code=False, use_fast=True
        )
        return made.backend_tokenizer
    except Exception as error:  # As above; a slow tokenizer has no `backend_tokenizer`.
        raise UsageError(f"{place.spec} has no tokenizer.json, nor can one be made: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


__all__ = ["INSTALL", "TorchSession", "loaded"]
