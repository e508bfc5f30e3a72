"""How long the index of a code base takes: cold, warm, and against parsing alone.

All in one run, in processes of their own, in turn; wall-clock seconds, medians:

* `parse`: the parser alone over the files that the index parses, of all languages (`ast.parse`, tree-sitter).
* `cold`: the index of all files with an empty cache, as many processes as it takes by itself.
* `warm`: the same with the cache that the cold run left.
* `one changed`: the same after one file has got another line (in a copy; the clone is left as it is).

    python benchmarks/facts/run.py --root CLONE
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PARSE = """
import ast, sys, time, warnings
from pathlib import Path
from truthfulness_evaluator.project.languages.table import READERS
warnings.simplefilter("ignore")
root = Path(sys.argv[1])
names = sys.stdin.read().splitlines()
GRAMMARS = {".rs": "rust", ".go": "go", ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx"}
texts = [(name, (root / name).read_bytes()) for name in names]
begin = time.perf_counter()
for name, text in texts:
    suffix = Path(name).suffix
    if suffix in (".py", ".pyi"):
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            pass
    else:
        from truthfulness_evaluator.project.languages.syntax import parse
        parse(GRAMMARS.get(suffix, "javascript"), text.decode("utf-8", "replace"))
print(time.perf_counter() - begin, 0)
"""
INDEX = """
import resource, sys, time
from pathlib import Path
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.project import Project
root = Path(sys.argv[1])
begin = time.perf_counter()
code = Project(root, KeptIndex(root)).code
code.files
print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
FILES = """
import sys
from pathlib import Path
from truthfulness_evaluator.project.project import Project
print(*(path for path, facts in Project(Path(sys.argv[1])).code.files.items() if facts.error != "too large"), sep="\\n")
"""


def measured(code: str, root: Path, cache: str, given: str = "") -> tuple[float, float]:
    """Seconds, and the largest memory of the process in MiB."""
    done = subprocess.run(
        [sys.executable, "-c", code, str(root)],
        input=given,
        text=True,
        capture_output=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": cache},
    )
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        shutil.copytree(args.root, root, symlinks=True, ignore_dangling_symlinks=True)
        files = subprocess.run([sys.executable, "-c", FILES, str(root)], capture_output=True, text=True, check=True)
        names = files.stdout.splitlines()
        lines = sum((root / name).read_bytes().count(b"\n") for name in names)
        times: dict[str, list[tuple[float, float]]] = {"parse": [], "cold": [], "warm": [], "one changed": []}
        for number in range(args.runs):
            with tempfile.TemporaryDirectory() as cache:
                times["parse"].append(measured(PARSE, root, cache, files.stdout))
                times["cold"].append(measured(INDEX, root, cache))
                times["warm"].append(measured(INDEX, root, cache))
                changed = root / names[number % len(names)]
                changed.write_bytes(changed.read_bytes() + b"\n")
                times["one changed"].append(measured(INDEX, root, cache))
    medians = {what: statistics.median(seconds for seconds, _ in runs) for what, runs in times.items()}
    print(f"{lines} lines of code in {len(names)} files, {len(os.sched_getaffinity(0))} processors")
    for what, seconds in medians.items():
        memory = max(memory for _, memory in times[what])
        print(f"{what:12} {seconds:6.2f} s" + (f"  {memory:4.0f} MiB" if memory else ""))
    print(f"cold / parse {medians['cold'] / medians['parse']:.2f}, warm / cold {medians['warm'] / medians['cold']:.2f}")


if __name__ == "__main__":
    main()
