"""How fast the embedded judge is and what it takes: beside the bare model, and as a whole run over many rows.

    python benchmarks/nli/run.py [--rows 1000] [--pairs 270] [--rounds 5]

* Pairs a second of `EmbeddedModel.estimates`, as a ratio to onnxruntime alone with the same tokens. Alone it has all
  processors and no tokens, windows or features to make. It is asked in batches of several sizes, by length, padded, as
  well as row by row, on all processors or one processor a row; the quickest of these counts. Both are measured in turn;
  medians of the rounds count.
* Most memory of a process that judges these pairs, beside one that has only the modules loaded.
* How long the model takes to load, in processes of their own.
* Rows a second of `truth-eval batch`: answers of 3 sentences with 3 contexts of 80 words.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import material
import onnxruntime

from truthfulness_evaluator.nli.batches import batches
from truthfulness_evaluator.nli.embedded import FOLDER, EmbeddedModel
from truthfulness_evaluator.nli.encoder import OVERLAP, WINDOW
from truthfulness_evaluator.nli.session import Row, filled, processors
from truthfulness_evaluator.text.windows import windows

SIZES = (0, 1024, 4096, 16384)
"""Tokens of a batch of the bare model; 0: row by row."""
MOST = """
from pathlib import Path
status = Path("/proc/self/status").read_text()  # getrusage would count what the parent had when it forked.
print(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
"""
"""Prints the most memory that the process has had, in KiB."""
IDLE = f"""
import truthfulness_evaluator.nli.embedded, truthfulness_evaluator.judges.nli, truthfulness_evaluator.pipeline
{MOST}
"""
JUDGING = f"""
import sys, json
import truthfulness_evaluator.judges.nli, truthfulness_evaluator.pipeline
from truthfulness_evaluator.nli.embedded import embedded
embedded().estimates([tuple(pair) for pair in json.load(sys.stdin)])
{MOST}
"""
WHOLE = f"""
import sys
from truthfulness_evaluator.cli import main
try:
    main(["batch", "--judge", "nli", *sys.argv[1:]])
finally:
    {MOST.strip().replace(chr(10), chr(10) + "    ")}
"""
LOADING = """
import time
from truthfulness_evaluator.nli.embedded import embedded
start = time.perf_counter()
embedded()
print(time.perf_counter() - start)
"""


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000, help="0: none")
    parser.add_argument("--pairs", type=int, default=270)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    if not (FOLDER / "judge.onnx").is_file():
        raise SystemExit(f"There are no weights in {FOLDER}.")
    pairs = material.pairs(args.pairs)
    compare(pairs, args.rounds)
    memory(pairs)
    loading = sorted(float(_child(LOADING)) for _ in range(args.rounds))
    print(f"loading: {statistics.median(loading):.2f} s ({loading[0]:.2f} to {loading[-1]:.2f})")
    if args.rows:
        batch(args.rows)


def compare(pairs: Sequence[tuple[str, str]], rounds: int) -> None:
    """Prints pairs a second, ours and the bare model's."""
    model = EmbeddedModel.of(FOLDER)
    texts = [
        (passage[a:b], claim) for claim, passage in pairs for a, b in windows(passage, most=WINDOW, overlap=OVERLAP)
    ]
    tokens = model.encoder.rows(texts)
    runtime: Any = onnxruntime  # Any: most of it is compiled and has no types.
    bare = runtime.InferenceSession(str(FOLDER / "judge.onnx"), providers=["CPUExecutionProvider"])
    ways: dict[str, Callable[[], object]] = {"estimates": lambda: model.estimates(pairs)}
    for size in SIZES:
        name = f"bare, batches of {size:,} tokens" if size else "bare, row by row"
        ways[name] = lambda size=size: asked(bare, tokens, size)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    single = runtime.InferenceSession(str(FOLDER / "judge.onnx"), options, providers=["CPUExecutionProvider"])
    threads = ThreadPoolExecutor(processors())

    def alone(row: Row) -> None:
        asked(single, [row], 0)

    ways["bare, a row a processor"] = lambda: list(threads.map(alone, tokens))
    model.estimates(pairs[:9])
    asked(bare, tokens[:9], 0)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            taken[name].append(time.perf_counter() - start)
    mean = statistics.mean(len(ids) for ids, _ in tokens)
    print(f"{len(pairs)} pairs, {len(tokens)} windows of {mean:.0f} tokens, {os.cpu_count()} processors")
    for name, times in taken.items():
        print(f"{name}: {len(pairs) / statistics.median(times):.1f} pairs a second")
    quickest = min((name for name in ways if name != "estimates"), key=lambda name: statistics.median(taken[name]))
    ratios = sorted(b / a for a, b in zip(taken["estimates"], taken[quickest], strict=True))
    print(f"ratio to {quickest}: {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def asked(bare: Any, rows: Sequence[Row], tokens: int) -> None:
    """Asks the bare model about all rows."""
    places = batches([len(ids) for ids, _ in rows], tokens=tokens) if tokens else ([at] for at in range(len(rows)))
    for some in places:
        ids, mask, segments = filled([rows[at] for at in some], 0)
        bare.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": segments})


def memory(pairs: Sequence[tuple[str, str]]) -> None:
    """Prints the most memory of a process that judges, and of one that has only the modules."""
    idle, judging = int(_child(IDLE)), int(_child(JUDGING, json.dumps(pairs)))
    print(f"memory: {judging / 1024:.0f} MiB, modules alone {idle / 1024:.0f} MiB")


def batch(number: int) -> None:
    """Prints rows a second of a whole run, and its most memory."""
    with tempfile.TemporaryDirectory() as name:
        source, output = Path(name, "answers.jsonl"), Path(name, "judged.jsonl")
        source.write_text("".join(f"{line}\n" for line in material.rows(number)), encoding="utf-8")
        start = time.perf_counter()
        command = [sys.executable, "-c", WHOLE, str(source), "-o", str(output), "--no-cache"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=name)
        taken = time.perf_counter() - start
        written = len(output.read_bytes().splitlines()) if output.exists() else 0
    print(run.stderr.rstrip())
    print(f"batch: {written} rows, {written / taken:.2f} a second; most memory {int(run.stdout) / 1024:.0f} MiB")


def _child(code: str, given: str = "") -> str:
    run = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True)
    return run.stdout


if __name__ == "__main__":
    main()
