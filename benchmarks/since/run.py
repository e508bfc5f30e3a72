"""How long `truth-eval --since` takes after one option has changed, against the whole run on a new machine.

In one run, in processes of their own, wall-clock seconds, medians. All in a copy of the clone, which is left as it is:

* `cold`: `truth-eval` without a path, the cache empty.
* `warm`: the same with the cache that the cold run left.
* `since`: one option of a command line has got another name in the code, which is then put back; `--since HEAD`.

    python benchmarks/since/run.py --root CLONE
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OPTIONS = """
import sys
from pathlib import Path
from truthfulness_evaluator.project.project import Project
project = Project(Path(sys.argv[1]))
for path, facts in project.code.files.items():
    for option in facts.options:
        for name in option.names:
            if len(name) > 6 and name.startswith("--"):
                print(path, name, sep="\\t")
lines = sum((project.tree.text(path) or "").count("\\n") for path in project.tree.files if path.endswith(".py"))
print(lines)
"""


def seconds(root: Path, cache: str, *arguments: str) -> tuple[float, str]:
    """Wall-clock seconds of a run of truth-eval, and the last but one line that it printed."""
    beside = Path(sys.executable).with_name("truth-eval")
    program = str(beside) if beside.exists() else shutil.which("truth-eval") or "truth-eval"
    begin = time.perf_counter()
    done = subprocess.run(
        [program, "--exit-zero", *arguments],
        cwd=root,
        text=True,
        capture_output=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": cache},
    )
    return time.perf_counter() - begin, done.stdout.splitlines()[-2]


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        shutil.copytree(args.root, root, symlinks=True, ignore_dangling_symlinks=True)
        # What a partial clone lacks, or the copy left out, is no change.
        identity = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.invalid")
        subprocess.run(["git", *identity, "commit", "-qam", "as copied", "--allow-empty"], cwd=root, check=True)
        found = subprocess.run([sys.executable, "-c", OPTIONS, str(root)], capture_output=True, text=True, check=True)
        *options, lines = found.stdout.splitlines()
        if not options:
            sys.exit(f"{args.root} declares no option.")
        times: dict[str, list[float]] = {"cold": [], "warm": [], "since": []}
        said = ""
        for number in range(args.runs):
            path, name = options[number * len(options) // args.runs].split("\t")
            with tempfile.TemporaryDirectory() as cache:
                times["cold"].append(seconds(root, cache)[0])
                times["warm"].append(seconds(root, cache)[0])
                before = (root / path).read_bytes()
                (root / path).write_bytes(before.replace(name.encode(), name.encode() + b"-renamed"))
                taken, said = seconds(root, cache, "--since", "HEAD")
                (root / path).write_bytes(before)
                times["since"].append(taken)
                print(f"{name} of {path}: {taken:.2f} s. {said}")
    medians = {what: statistics.median(runs) for what, runs in times.items()}
    print(f"{lines} lines of Python, {len(os.sched_getaffinity(0))} processors")
    for what, median in medians.items():
        print(f"{what:6} {median:6.2f} s")
    print(f"since / cold {medians['since'] / medians['cold']:.2f}")


if __name__ == "__main__":
    main()
