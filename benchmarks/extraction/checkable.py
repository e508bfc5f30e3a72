"""How well claims are told from what nobody can check: macro-F1 on two labelled sets that nothing was learnt from.

* ClaimBuster, the balanced test half: sentences of US debates, worth checking or not. The regression of
  `claims/checkworthiness.py` alone, at the probability that cross-validation on the training half found.
* FactCheckBench: 311 sentences of chat answers, with a claim or without. What `JudgedProse` does: rules, and remarks
  left out.

    python benchmarks/extraction/checkable.py [--data FOLDER] [--verbose]

The data is not committed, for its licences: FOLDER holds `claimbuster.jsonl.gz` and `factcheckbench_sent.jsonl.gz`.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path

from truthfulness_evaluator.claims.checkable import is_remark, reason_against, states_something
from truthfulness_evaluator.claims.checkworthiness import checkworthiness

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "extraction"
YEAR = 2023
"""Of the chat answers: for what is a prediction."""


def rows(path: Path) -> list[tuple[str, bool]]:
    """The sentences of the test half, with whether they are to be checked."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    return [(row["text"], bool(row["label"])) for row in found if row["split"] == "test"]


def macro_f1(known: list[bool], found: list[bool]) -> float:
    """Mean of the F1 of both classes, in per cent."""
    total = 0.0
    for label in (False, True):
        right = sum(a == b == label for a, b in zip(known, found, strict=True))
        total += 2 * right / (known.count(label) + found.count(label))
    return 50 * total


def is_worth_checking(text: str) -> bool:
    """By the regression alone."""
    model = checkworthiness()
    return model.probability(text) >= model.balanced


def is_claim(text: str) -> bool:
    """Whether a sentence becomes a claim that judges are asked about."""
    return states_something(text) and not reason_against(text, YEAR) and not is_remark(text)


def main() -> int:
    """Prints both figures."""
    parser = argparse.ArgumentParser(description="Claims told from what nobody can check.")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--verbose", action="store_true", help="print what is wrong")
    given = parser.parse_args()
    decisions: dict[str, Callable[[str], bool]] = {
        "claimbuster": is_worth_checking,
        "factcheckbench_sent": is_claim,
    }
    for name, decide in decisions.items():
        path = given.data / f"{name}.jsonl.gz"
        if not path.is_file():
            print(f"error: {path} is not there: name the folder of sentences with --data", file=sys.stderr)
            return 2
        data = rows(path)
        known, found = [label for _, label in data], [decide(text) for text, _ in data]
        lost = sum(label and not each for label, each in zip(known, found, strict=True))
        print(
            f"{name}: {len(data)} sentences, macro-F1 {macro_f1(known, found):.1f}, {lost} of {sum(known)} claims lost"
        )
        if given.verbose:
            for (text, label), each in zip(data, found, strict=True):
                if label != each:
                    print("  lost" if label else "  kept", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
