"""Everything in one command: `python -m training` mixes, trains, exports, evaluates and writes the model card.

Said again, it goes on where it was cut off.
"""

import argparse
import json
import shlex
import sys
import time
from pathlib import Path

from training.card import ablation, card, last_note, limits, notice
from training.data import DEFAULT, NoDataError, digest, training_pairs
from training.mix import composition, mixed

_WORK = Path(__file__).parent / "work"


def main() -> int:
    """0 where all pairs have been seen and the card is written, 3 where training has to go on, 2 without data."""
    options = _parser().parse_args()
    try:
        return _run(options)
    except (NoDataError, ValueError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT, help="folder of labelled claims (default: %(default)s)")
    parser.add_argument("--work", type=Path, default=_WORK, help="folder for checkpoints and results")
    parser.add_argument("--pairs", type=int, default=200_000, help="of a round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="of the mix (default: %(default)s)")
    parser.add_argument("--steps", type=int, help="at which training ends, if the mix has more (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=120.0, help="of training in this run (default: %(default)s)")
    parser.add_argument("--rows", type=int, help="of each evaluation set at most, for a trial")
    parser.add_argument("--start", type=Path, help="start.pt of an earlier run, to begin with its weights")
    parser.add_argument("--export", action="store_true", help="export and evaluate even if pairs are left")
    return parser


def _run(options: argparse.Namespace) -> int:
    began = time.monotonic()
    options.work.mkdir(parents=True, exist_ok=True)
    known = training_pairs(options.data)
    chosen = [pair for pair in known if pair.split == "train"]
    pairs = mixed(chosen, size=options.pairs, rounds=options.rounds, seed=options.seed)
    of_mix = digest(pairs)
    print(f"{len(pairs):,} pairs, digest {of_mix[:12]}, after {time.monotonic() - began:.0f} s", flush=True)
    from training.train import train

    whole = train(
        pairs,
        options.work,
        digest=of_mix,
        seed=options.seed,
        minutes=options.minutes,
        start=options.start,
        most=options.steps,
    )
    if not whole and not options.export:
        print("cut off: say the same again to go on, or add --export to see how good it is so far")
        return 3
    from training.evaluate import evaluate, table
    from training.export import export

    judge = export(options.work)
    print(f"{judge}: {judge.stat().st_size / 1e6:.1f} MB", flush=True)
    result = evaluate(options.data, options.work, rows=options.rows)
    (options.work / "figures.json").write_text(json.dumps(result, indent=1) + "\n")
    licences = sorted({(pair.dataset, pair.licence) for pair in pairs})
    text = card(
        command=shlex.join(["python", "-m", "training", *_said(options)]),
        seed=options.seed,
        digest=of_mix,
        composition=composition(pairs),
        licences=licences,
        note=last_note(options.work),
        size=judge.stat().st_size,
        table=table(result),
        ablation=ablation(result),
        limits=limits(result),  # type: ignore[arg-type]
    )
    (options.work / "MODEL_CARD.md").write_text(text)
    (options.work / "NOTICE").write_text(notice(licences))
    print(table(result))
    return 0 if whole else 3


def _said(options: argparse.Namespace) -> list[str]:
    """The options that make the result what it is."""
    known = {
        "--pairs": options.pairs,
        "--rounds": options.rounds,
        "--steps": options.steps,
        "--seed": options.seed,
        "--start": options.start,
    }
    return [part for name, value in known.items() if value is not None for part in (name, str(value))]


if __name__ == "__main__":
    sys.exit(main())
