"""Larger models by name: `nli:PATH_OR_NAME`."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from tokenizers import Tokenizer

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import Span
from truthfulness_evaluator.nli.estimate import Estimate, Pair, Thresholds
from truthfulness_evaluator.nli.families import Family, ModelConfig, config_of, family_of, labels_for, longest_of
from truthfulness_evaluator.nli.files import Files, files_in
from truthfulness_evaluator.nli.hub import Place, place_of
from truthfulness_evaluator.nli.labels import Labels, read
from truthfulness_evaluator.nli.reading import Reader, tokenizer_of
from truthfulness_evaluator.nli.session import FirstToken, Row, Scores, Session
from truthfulness_evaluator.text.windows import together

_READING = 1
"""Counts the changes of how a pair is put to a model: part of every version."""
_SAYS = 0.5
"""Probability from which on a window says something: the threshold of a model that nobody calibrated, too."""
UNCALIBRATED = Thresholds(supports=_SAYS, refutes=_SAYS)
"""A named model's probabilities are its own: from where on they are right often enough is not measured."""

_Read = tuple[Span, tuple[float, float, float]]


class Scorer(Protocol):
    """What turns rows of tokens into scores, a line a row. Thread-safe."""

    def scores(self, rows: Sequence[Row], *, pad: int = 0) -> Scores:
        """The scores; `pad` is the token that fills short rows."""
        ...


@dataclass(frozen=True)
class NamedModel:
    """An `EntailmentModel` that a user named."""

    name: str
    version: str
    thresholds: Thresholds
    labels: Labels
    reader: Reader
    scorer: Scorer
    pad: int

    def estimates(self, pairs: Sequence[Pair]) -> list[Estimate]:
        """One estimate a pair. Where a claim leaves no room for evidence the model says nothing."""
        return [_estimate(each) for each in self._read([list(self.reader.rows(*pair)) for pair in pairs])]

    def relevances(self, pairs: Sequence[Pair]) -> list[float]:
        """What it does not leave open, of the first window of each evidence text.

        A model with two classes tells only what supports the claim.
        """
        found = self._read([list(islice(self.reader.rows(*pair), 1)) for pair in pairs])
        return [1 - each[0][1][2] if each else 0.0 for each in found]

    def _read(self, asked: Sequence[Sequence[tuple[Span, Row]]]) -> list[list[_Read]]:
        rows = [row for each in asked for _, row in each]
        if not rows:
            return [[] for _ in asked]
        lines = iter(read(self.scorer.scores(rows, pad=self.pad), self.labels))
        return [[(span, next(lines)) for span, _ in each] for each in asked]


def _estimate(windows: Sequence[_Read]) -> Estimate:
    if not windows:
        return Estimate(0.0, 0.0, 1.0)
    supporting = max(windows, key=lambda each: each[1][0])[0]
    contradicting = max(windows, key=lambda each: each[1][1])[0]
    all_said = together([said for _, said in windows])
    support, contradiction, left = all_said.probabilities()
    conflict = supporting != contradicting and all_said.is_conflict(_SAYS)
    return Estimate(support, contradiction, left, supporting, contradicting, conflict)


def named(spec: str, *, offline: bool = False, thresholds: Thresholds = UNCALIBRATED) -> NamedModel:
    """The model that `nli:PATH_OR_NAME` names, loaded.

    A folder (or an ONNX file in one) is read as it is. A name of the Hugging Face hub, as `owner/name` or
    `owner/name@revision`, calls the hub for what is not yet in its local cache. An ONNX file is preferred; else
    safetensors weights are run by transformers, the extra `nli`. No code of a model is run, no pickle is opened.

    Args:
        spec: the path or name, without `nli:`.
        offline: whether the hub must not be called; the environment's `HF_HUB_OFFLINE` says it, too.
        thresholds: from where on the model is taken at its word, 0 to 1.

    Raises:
        UsageError: it cannot be used; the message says what is missing.
        MissingPartError: there is no such model, or the extra is not installed.
    """
    place = place_of(spec, offline=offline)
    config = config_of(place.folder)
    family = family_of(config, title=place.title, where=spec)
    labels = labels_for(config, family, where=spec)
    files = files_in(place.folder, chosen=place.chosen, where=spec)
    longest = longest_of(config, place.folder)
    tokenizer, scorer = _loaded(place, files, config, family)
    model = NamedModel(
        name=f"nli:{spec}",
        version=_version(files, family, longest),
        thresholds=thresholds,
        labels=labels,
        reader=Reader.of(tokenizer, family, config, longest),
        scorer=scorer,
        pad=config.pad,
    )
    _try(model)
    return model


def _loaded(place: Place, files: Files, config: ModelConfig, family: Family) -> tuple[Tokenizer, Scorer]:
    if files.is_onnx:
        session = FirstToken if family is Family.HHEM else Session
        return tokenizer_of(place.folder / "tokenizer.json"), session(files.weights[0])
    from truthfulness_evaluator.nli import torch_session  # The extra `nli`: only where it is needed.

    return torch_session.loaded(place, config, family)


def _try(model: NamedModel) -> None:
    """Asks it once: what does not fit together is told at the start and not in the middle of a run."""
    rows = [row for _, row in model.reader.rows("a", "a")]
    where = model.name.removeprefix("nli:")
    try:
        scores = model.scorer.scores(rows, pad=model.pad)
    except UsageError:
        raise
    except Exception as error:  # Whatever runs the model has exceptions of its own.
        raise UsageError(f"{where} cannot be run: {next(iter(str(error).splitlines()), '')}") from error
    if scores.ndim != 2 or scores.shape[1] != model.labels.count:
        raise UsageError(
            f"{where} gives scores of the shape {'x'.join(map(str, scores.shape[1:]))}; its configuration names "
            f"{model.labels.count} classes."
        )


def _version(files: Files, family: Family, longest: int) -> str:
    digest = hashlib.sha256(f"{_READING} {family} {longest}".encode())
    for path in sorted((*files.weights, *files.beside)):
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


__all__ = ["UNCALIBRATED", "NamedModel", "Scorer", "named"]
