"""How long a whole run takes, against parsing alone.

The reference is a Python process that imports the modules that the run has loaded at its end, and calls `ast.parse`
on the Python files that the run reads. Both are measured in turn, as processor seconds of whole processes; the ratio
of the medians counts.

    python benchmarks/speed/run.py --root CLONE [DOCUMENT ...]
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

REFERENCE = """
import ast, contextlib, importlib, pathlib, sys, warnings
warnings.simplefilter("ignore")
modules, files = sys.stdin.read().split("\\0")
for name in modules.split():
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
root = pathlib.Path(sys.argv[1])
for name in files.splitlines():
    with contextlib.suppress(SyntaxError, ValueError):
        ast.parse((root / name).read_bytes())
"""
MODULES = """
import contextlib, io, sys
from truthfulness_evaluator.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    main(sys.argv[1:])
print(*(name for name in sys.modules if not name.startswith("_")), file=sys.stdout)
"""
FILES = """
import sys
from pathlib import Path
from truthfulness_evaluator.project.project import Project
print(*Project(Path(sys.argv[1])).code.files, sep="\\n")
"""


def seconds(command: list[str], cwd: Path, given: str = "") -> float:
    """Processor seconds of a process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, input=given, text=True, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", help="default: what truth-eval checks by itself")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    root = args.root.resolve()
    beside = Path(sys.executable).with_name("truth-eval")
    truth_eval = str(beside) if beside.exists() else shutil.which("truth-eval") or "truth-eval"
    found = subprocess.run([sys.executable, "-c", FILES, str(root)], capture_output=True, text=True, check=True).stdout
    lines = sum((root / name).read_bytes().count(b"\n") for name in found.splitlines() if name.endswith(".py"))
    run = [truth_eval, *args.documents, "--root", str(root), "--exit-zero", "--quiet"]
    loaded = subprocess.run([sys.executable, "-c", MODULES, *run[1:]], capture_output=True, text=True, cwd=root)
    reference = [sys.executable, "-c", REFERENCE, str(root)]
    given = f"{loaded.stdout}\0{found}"
    times = [(seconds(run, root), seconds(reference, root, given)) for _ in range(args.runs + 1)][1:]
    ours, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{lines} lines of Python in {len(found.splitlines())} files")
    print(f"whole run {ours:.2f} s, imports and ast.parse {theirs:.2f} s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
