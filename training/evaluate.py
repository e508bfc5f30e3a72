# pyright: basic, reportMissingImports=false
# numpy and onnxruntime are dependencies of training alone.
"""Figures on the evaluation sets: of the exact features alone, of the encoder alone, and of both together.

python -m training.evaluate                  the exact features alone, learnt on all training rows
python -m training.evaluate --work FOLDER    and the model that was exported there
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from training.additions import lengthened, unsettled
from training.data import DEFAULT, NoDataError, Pair, digest, evaluation_sets, training_pairs
from training.metrics import Probabilities, figures, risk_coverage, said_at, thresholds_for
from truthfulness_evaluator.nli.combination import Combination
from truthfulness_evaluator.nli.estimate import Thresholds
from truthfulness_evaluator.text.pairs import FEATURES

if TYPE_CHECKING:
    from training.judging import Rows

RIGHT = 0.93
"""Share of what is said at the threshold of a verdict that has to be right on development rows. These are of the sets
that the judge has learnt from: on others less of it is right."""
_OF_NUMBERS = ("numbers", "dates", "units", "versions", "bounds", "conflict")
_OF_NAMES = ("name",)
_OF_WORDS = (
    *("negation", "claim_negated", "evidence_negated", "both_negated", "opposite", "hedge", "comparison"),
    *("all_too_many", "only_added", "most_added", "some_of_all", "none_differs", "superlative_added"),
)


def _of(*starts: str) -> frozenset[str]:
    return frozenset(name for name in FEATURES if name.startswith(starts))


GROUPS = {
    "numbers, dates, units, versions": _of(*_OF_NUMBERS),
    "names": _of(*_OF_NAMES),
    "negation, quantifiers, opposites, hedges": _of(*_OF_WORDS),
    "coverage, order, retrieval, lengths": frozenset(FEATURES) - _of(*_OF_NUMBERS, *_OF_NAMES, *_OF_WORDS),
    "all exact features": frozenset(FEATURES),
}
"""Parts of the exact features that the ablation leaves out."""
_SEED = 1
"""Of what is drawn for development rows."""
_MOST_OF_DEVELOPMENT = 1500
"""Development rows of a set: with all of tabfact's tables the encoder would be asked about little else."""
Ask = Callable[[list[Pair]], list[Probabilities]]


def measured(ask: Ask, sets: dict[str, list[Pair]], thresholds: Thresholds) -> dict[str, object]:
    """The figures of a judge on all sets, as plain data; the mean is over sets that have both sides."""
    rows: dict[str, object] = {}
    two_sided: list[float] = []
    pairs: list[Pair] = []
    found: list[Probabilities] = []
    for name, each in sets.items():
        said = ask(each)
        its = figures(each, said)
        rows[name] = asdict(its) | {"said": asdict(said_at(each, said, thresholds))}
        if its.two_sided:
            two_sided.append(its.balanced_accuracy)
        pairs += each
        found += said
    return {
        "mean_balanced_accuracy": sum(two_sided) / len(two_sided),
        "thresholds": asdict(thresholds),
        "said": asdict(said_at(pairs, found, thresholds)),
        "risk_coverage": {limit: asdict(each) for limit, each in risk_coverage(pairs, found).items()},
        "sets": rows,
    }


def development(pairs: Sequence[Pair]) -> list[Pair]:
    """Development rows, with such made from them as the sets lack and the product meets every day.

    Evidence that is on the topic and does not settle the claim, and evidence among sentences on something else: the
    sets' own evidence always decides, or nearly so.
    """
    from training.floor import chosen

    dev = chosen([pair for pair in pairs if pair.split == "dev"], most=_MOST_OF_DEVELOPMENT)
    rng = random.Random(_SEED)
    drawn = rng.sample(dev, len(dev))
    return [*dev, *islice(unsettled(drawn, rng), len(dev) // 6), *islice(lengthened(drawn, rng), len(dev) // 6)]


def evaluate(data: Path, work: Path | None, *, rows: int | None = None) -> dict[str, object]:
    """All figures; thresholds come from development rows.

    Args:
        data: the folder of claims.
        work: a folder with an exported model, where there is one; its combination is written there.
        rows: of each set at most, for a trial; None: all.

    Raises:
        NoDataError: the data is not there.
    """
    from training.floor import chosen, judged, learnt

    pairs = training_pairs(data)
    sets = {name: each[:rows] for name, each in evaluation_sets(data).items()}
    dev = development(pairs)
    learn = chosen([pair for pair in pairs if pair.split == "train"])
    if rows is not None:
        learn, dev = learn[:: max(1, len(learn) // (rows * 20))], dev[:: max(1, len(dev) // (rows * 10))]
    floor = learnt(learn)
    thresholds = thresholds_for(dev, judged(floor, dev), right=RIGHT)
    every = [pair for each in sets.values() for pair in each]
    result: dict[str, object] = {
        "data": {"learnt": digest(learn), "development": digest(dev), "evaluation": digest(every)},
        "exact features": measured(lambda each: judged(floor, each), sets, thresholds),
    }
    if work is not None and (work / "judge.onnx").exists():
        result |= _with_encoder(work, dev, sets)
    return result


def _with_encoder(work: Path, dev: list[Pair], sets: dict[str, list[Pair]]) -> dict[str, object]:
    from training.judging import Rows, combination, judged
    from truthfulness_evaluator.nli.encoder import Encoder

    encoder = Encoder.of(work)
    rows = {id(each): Rows(encoder, each) for each in sets.values()}
    # The thresholds come from other rows than the combination, and rows of one evidence text are on one side.
    learn, tune = (
        Rows(encoder, [pair for pair in dev if crc32(pair.evidence.encode()) % 2 == side]) for side in (0, 1)
    )
    result: dict[str, object] = {}
    every = frozenset(FEATURES)
    for name, without in (("encoder", every), ("combination", frozenset[str]())):
        model = combination(learn, without)
        model = replace(model, thresholds=thresholds_for(tune.pairs, judged(model, tune, without), right=RIGHT))

        def ask(
            pairs: list[Pair], model: Combination = model, without: frozenset[str] = without
        ) -> list[Probabilities]:
            return judged(model, rows[id(pairs)], without)

        result[name] = measured(ask, sets, model.thresholds)
        if not without:
            (work / "combination.json").write_text(model.written())
    return result | {"ablation": _ablation(learn, tune, sets, rows)}


def _ablation(
    learn: "Rows", tune: "Rows", sets: dict[str, list[Pair]], rows: dict[int, "Rows"]
) -> dict[str, dict[str, float]]:
    """What the combination is without each of its parts, learnt anew: means over the sets, and what is said."""
    from training.judging import ENCODER, combination, judged

    found: dict[str, dict[str, float]] = {}
    for name, without in {"nothing": frozenset[str](), **GROUPS, "the cross-encoder": frozenset([ENCODER])}.items():
        model = combination(learn, without)
        thresholds = thresholds_for(tune.pairs, judged(model, tune, without), right=RIGHT)

        def ask(
            pairs: list[Pair], model: Combination = model, without: frozenset[str] = without
        ) -> list[Probabilities]:
            return judged(model, rows[id(pairs)], without)

        its: dict[str, Any] = measured(ask, sets, thresholds)
        found[name] = {"mean_balanced_accuracy": its["mean_balanced_accuracy"]} | {
            key: its["said"][key] for key in ("share", "right", "refutes_right")
        }
    return found


def table(result: dict[str, object]) -> str:
    """The figures as a Markdown table: a row a set, balanced accuracy / macro-F1 / calibration error of each judge."""
    judges = [name for name in result if name not in ("data", "ablation")]
    lines = ["| Set | Rows | " + " | ".join(judges) + " |", "|---|---|" + "---|" * len(judges)]
    first: dict[str, dict[str, float]] = result[judges[0]]["sets"]  # type: ignore[index,call-overload]
    for name, row in first.items():
        cells = [result[judge]["sets"][name] for judge in judges]  # type: ignore[index,call-overload]
        shown = (f"{c['balanced_accuracy']:.3f} / {c['macro_f1']:.3f} / {c['calibration_error']:.2f}" for c in cells)
        lines.append(f"| {name} | {row['rows']:,} | " + " | ".join(shown) + " |")
    means = (f"{result[judge]['mean_balanced_accuracy']:.3f}" for judge in judges)  # type: ignore[index,call-overload]
    lines.append("| mean, sets with both sides | | " + " | ".join(means) + " |")
    said = [result[judge]["said"] for judge in judges]  # type: ignore[index,call-overload]
    shown = (
        f"{s['share']:.0%} said, {s['right']:.0%} right; SUPPORTS {s['supports_right']:.0%} of {s['supports']:,}, "
        f"REFUTES {s['refutes_right']:.0%} of {s['refutes']:,}"
        for s in said
    )
    return "\n".join([*lines, "| at the thresholds | | " + " | ".join(shown) + " |"])


def main() -> int:
    """Measures and prints; 0, or 2 where the data is not there."""
    parser = argparse.ArgumentParser(prog="python -m training.evaluate", description="Figures on the evaluation sets.")
    parser.add_argument("--data", type=Path, default=DEFAULT, help="folder of labelled claims")
    parser.add_argument("--work", type=Path, help="folder with an exported model")
    parser.add_argument("--rows", type=int, help="of each set at most, for a trial")
    parser.add_argument("--json", type=Path, help="file for all figures")
    options = parser.parse_args()
    try:
        result = evaluate(options.data, options.work, rows=options.rows)
    except NoDataError as error:
        print(f"training.evaluate: {error}", file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    print(table(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
