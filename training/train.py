# pyright: basic, reportMissingImports=false
# torch is a dependency of training alone.
"""Training that can be cut off at any time: what it has learnt is kept every few minutes, and it goes on from there."""

import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from training.buckets import batches
from training.data import Pair
from training.model import LONGEST, Judge, fresh, frozen, tokenizer

RATE = 1.2e-4
HEAD_RATE = 5e-4
WARM = 0.05
"""Share of steps in which the rate rises to its full height; after them it falls in a line to a tenth."""
KEEP_SECONDS = 240.0
_SMOOTH = 0.05
"""Of certainty that is withheld: labels of crowds are not all right."""

Encoded = tuple[list[int], list[int]]
"""Tokens, and for each 1 where it belongs to the claim."""


def encoded(pairs: Sequence[Pair]) -> list[Encoded]:
    """Pairs as tokens, at most `LONGEST`: the evidence is cut, never the claim."""
    found = tokenizer().encode_batch([(pair.evidence, pair.claim[: LONGEST * 3]) for pair in pairs])
    return [(each.ids, each.type_ids) for each in found]


def tensors(rows: Sequence[Encoded]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Tokens, mask and segments of a batch, padded to its longest row."""
    longest = max(len(ids) for ids, _ in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask, segments = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, kinds) in enumerate(rows):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        mask[row, : len(tokens)] = 1
        segments[row, : len(tokens)] = torch.tensor(kinds)
    return ids, mask, segments


def loss_of(scores: torch.Tensor, possible: torch.Tensor) -> torch.Tensor:
    """What is wrong with scores, where some labels of each pair may be true."""
    log = torch.log_softmax(scores, 1)
    meant = torch.logsumexp(log.masked_fill(possible == 0, -1e4), 1)
    return -((1 - _SMOOTH) * meant + _SMOOTH * log.mean(1)).mean()


def rate_at(step: int, steps: int) -> float:
    """The share of the full rate at a step.

    Example:
        >>> rate_at(0, 100), rate_at(5, 100), round(rate_at(100, 100), 2)
        (0.2, 1.0, 0.1)
    """
    warm = max(1, math.ceil(steps * WARM))
    return (step + 1) / warm if step < warm else 1 - 0.9 * (step - warm) / max(1, steps - warm)


def train(
    pairs: Sequence[Pair],
    folder: Path,
    *,
    digest: str,
    seed: int,
    minutes: float,
    start: Path | None = None,
    most: int | None = None,
) -> bool:
    """Trains, or goes on training, for some minutes.

    Args:
        pairs: the mix; the same as before where training goes on.
        folder: where `checkpoint.pt` and `log.jsonl` are kept.
        digest: of the mix: a checkpoint of another is refused.
        seed: of the head, the order and dropout (in the head alone: few pairs are seen twice).
        minutes: after which it stops, with a checkpoint.
        most: steps at which it ends, with the rate at its lowest, where there are more; None: all of them.
        start: what an earlier run left in `start.pt`; counts where there is no checkpoint yet.

    Returns:
        Whether all pairs have been seen, or so many steps are done.

    Raises:
        ValueError: the checkpoint in the folder is of another mix or seed, or `start` is of another network.
    """
    rows = encoded(pairs)
    order = batches([len(ids) for ids, _ in rows], seed=seed)[:most]
    possible = torch.tensor([pair.possible for pair in pairs], dtype=torch.float32)
    model = fresh(seed)
    if start is not None:
        _started(model, start)
    head = [each for name, each in model.named_parameters() if name.startswith("head.")]
    body = [each for name, each in model.named_parameters() if not name.startswith("head.") and each.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.01, fused=True
    )
    done = _resumed(folder / "checkpoint.pt", model, optimizer, digest, seed)
    if done:
        print(f"goes on at step {done} of {len(order)}")
    began = kept = time.monotonic()
    model.train()
    seen, losses = 0, 0.0
    for step in range(done, len(order)):
        for group, full in zip(optimizer.param_groups, (RATE, HEAD_RATE), strict=True):
            group["lr"] = full * rate_at(step, len(order))
        torch.manual_seed(seed * 1_000_003 + step)  # so that a run that was cut off drops out what it would have
        chosen = order[step]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(*tensors([rows[at] for at in chosen]))
        loss = loss_of(scores.float(), possible[chosen])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        seen, losses, now = seen + len(chosen), losses + loss.item(), time.monotonic()
        last = step + 1 == len(order) or now - began > minutes * 60
        if last or now - kept > KEEP_SECONDS:
            _keep(folder / "checkpoint.pt", model, optimizer, digest, seed, step + 1)
            count = step + 1 - done
            note = {
                "step": step + 1,
                "steps": len(order),
                "loss": round(losses / count, 4),
                "pairs_a_second": round(seen / (now - began), 1),
            }
            with (folder / "log.jsonl").open("a") as log:
                log.write(json.dumps(note) + "\n")
            print(json.dumps(note), flush=True)
            kept = now
        if last:
            return step + 1 == len(order)
    return True


def _keep(path: Path, model: Judge, optimizer: torch.optim.Optimizer, digest: str, seed: int, step: int) -> None:
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "digest": digest,
        "seed": seed,
        "step": step,
    }
    unfinished = path.with_suffix(".new")
    torch.save(state, unfinished)
    unfinished.replace(path)


def _resumed(path: Path, model: Judge, optimizer: torch.optim.Optimizer, digest: str, seed: int) -> int:
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    if (state["digest"], state["seed"]) != (digest, seed):
        raise ValueError(f"{path} is of another mix or seed: name another folder with --work, or remove it")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return int(state["step"])


def _started(model: Judge, start: Path) -> None:
    state = {name: value.float() for name, value in torch.load(start, weights_only=True).items()}
    missing, unexpected = model.load_state_dict(state, strict=False)
    if unexpected or any(not name.startswith(("words", "places")) for name in missing):
        raise ValueError(f"{start} holds the weights of another network")


def trained(folder: Path) -> Judge:
    """The model of the checkpoint in a folder, for judging."""
    model = Judge()
    model.load_state_dict(torch.load(folder / "checkpoint.pt", weights_only=True)["model"])
    frozen(model)
    return model.eval()


def portions(rows: Sequence[Encoded], size: int) -> Iterator[list[int]]:
    """The places of rows in batches of about the same length."""
    order = sorted(range(len(rows)), key=lambda at: len(rows[at][0]))
    for at in range(0, len(order), size):
        yield order[at : at + size]
