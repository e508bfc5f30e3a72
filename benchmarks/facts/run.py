"""How long the index of a code base takes: cold, warm, and against parsing alone.

All in one run, in processes of their own, in turn; medians of wall-clock and of processor seconds, the latter with
those of all processes that take part:

* `parse`: the parser alone over the files that the index parses, of all languages (`ast.parse`, tree-sitter), in one
  process; the files are read before.
* `cold`: the index of all files with an empty cache, as many processes as it takes by itself.
* `warm`: the same with the cache that the cold run left.
* `one changed`: the same after one file has got another line (in a copy; the clone is left as it is).

The aims: cold at most 1.5 times `parse`, warm at most 0.3 times cold, less than 500 MB. Other work on the machine
lengthens wall-clock time, and less so the ratios of processor time.

    python benchmarks/facts/run.py CLONE ...
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

PARSE = """
import ast, resource, sys, time, warnings
from pathlib import Path
from truthfulness_evaluator.project.languages.table import READERS
warnings.simplefilter("ignore")
root = Path(sys.argv[1])
names = sys.stdin.read().splitlines()
GRAMMARS = {".rs": "rust", ".go": "go", ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx"}
texts = [(name, (root / name).read_bytes()) for name in names]
begin, used = time.perf_counter(), time.process_time()
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
print(time.perf_counter() - begin, time.process_time() - used, 0)
"""
INDEX = """
import resource, sys, time
from pathlib import Path
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.project import Project
root = Path(sys.argv[1])
def used():
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime, own.ru_maxrss + others.ru_maxrss
begin, before = time.perf_counter(), used()[0]
code = Project(root, KeptIndex(root)).code
code.files
seconds = time.perf_counter() - begin
after, memory = used()
print(seconds, after - before, memory / 1024)
"""
FILES = """
import sys
from pathlib import Path
from truthfulness_evaluator.project.project import Project
print(*(path for path, facts in Project(Path(sys.argv[1])).code.files.items() if facts.error != "too large"), sep="\\n")
"""


class Measured(NamedTuple):
    """What one process took."""

    wall: float
    """Seconds."""
    processors: float
    """Seconds of all processes that took part."""
    memory: float
    """MiB at most, those of the largest other process added: what the two share counts twice."""


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", type=Path, nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    for root in args.roots:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "tree"
            shutil.copytree(root, copy, symlinks=True, ignore_dangling_symlinks=True)
            print(root.name, end=": ", flush=True)
            report(copy, Path(folder), args.runs)


def report(root: Path, folder: Path, runs: int) -> None:
    """Measures one code base, and prints what came of it."""
    files = run(FILES, root, folder).stdout
    names = files.splitlines()
    lines = sum((root / name).read_bytes().count(b"\n") for name in names)
    print(f"{lines:,} lines of code in {len(names)} files, {len(os.sched_getaffinity(0))} processors")
    run(INDEX, root, folder)  # so that the byte code of all modules is there, as it is in an installation
    found: dict[str, list[Measured]] = {"parse": [], "cold": [], "warm": [], "one changed": []}
    for number in range(runs):
        shutil.rmtree(folder / "cache")
        found["parse"].append(measured(PARSE, root, folder, files))
        found["cold"].append(measured(INDEX, root, folder))
        found["warm"].append(measured(INDEX, root, folder))
        changed = root / names[number % len(names)]
        changed.write_bytes(changed.read_bytes() + b"\n")
        found["one changed"].append(measured(INDEX, root, folder))
    medians = {what: [statistics.median(column) for column in zip(*each, strict=True)] for what, each in found.items()}
    print(f"{'':12}  wall-clock  processors  memory")
    for what, (wall, processors, memory) in medians.items():
        print(f"{what:12}  {wall:8.2f} s  {processors:8.2f} s" + (f"  {memory:4.0f} MiB" if memory else ""))
    for what, other, most in (("cold", "parse", 1.5), ("warm", "cold", 0.3)):
        wall, processors = (medians[what][column] / medians[other][column] for column in (0, 1))
        print(f"{what} / {other}: {wall:.2f} by the clock, {processors:.2f} of the processors (aim: at most {most})")


def measured(code: str, root: Path, folder: Path, given: str = "") -> Measured:
    """What a process takes that runs some code."""
    return Measured(*map(float, run(code, root, folder, given).stdout.split()))


def run(code: str, root: Path, folder: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own, with a cache and byte code below a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    places = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "byte-code")}
    return subprocess.run(
        [sys.executable, "-c", code, str(root)],
        input=given,
        text=True,
        capture_output=True,
        check=True,
        env=environment | places,
    )


if __name__ == "__main__":
    main()
