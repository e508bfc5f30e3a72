"""Run truth-eval on every row of DriftBench and count what it catches and where it is wrong.

Each document is checked through the command line, in a work tree of the row's commit, with that tree as root.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WORD = re.compile(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*(?:\.[0-9]+)*")
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? ")
NOT_PYTHON = frozenset(
    {"axios", "cobra", "express", "helix", "json-server", "just", "lazygit", "lychee", "rclone", "restic", "ripgrep"}
    | {"ruff", "uv"}
)
Row = dict[str, Any]


@dataclass
class Result:
    """What came of one row."""

    row: Row
    seconds: float = 0.0
    found: int = 0
    covering: list[tuple[set[str], str | None]] = field(default_factory=list)
    """Words that each finding on the row's line names, and the first corrected line."""
    caught: bool = False
    one_word: bool = False
    corrected: bool = False
    error: str = ""


def git(clone: Path, *args: str) -> str:
    """What a git command prints."""
    done = subprocess.run(["git", "-C", str(clone), *args], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def changed_lines(clone: Path, row: Row) -> tuple[list[str], list[str]]:
    """Lines that the fixing commit removed and added at the row's place."""
    diff = git(clone, "diff", "-U0", row["commit"], row["fix_commit"], "--", row["path"])
    first, last = row["line"], row["line"] + row["lines"] - 1
    removed: list[str] = []
    added: list[str] = []
    inside = False
    for line in diff.splitlines():
        if hunk := HUNK.match(line):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            inside = start <= last and start + max(count, 1) - 1 >= first
        elif inside and line[:1] in "+-" and line[:3] not in ("+++", "---"):
            (removed if line[0] == "-" else added).append(line[1:])
    return removed, added


def words(lines: list[str]) -> Counter[str]:
    """Words of lines, in lower case, counted."""
    return Counter(word.lower() for line in lines for word in WORD.findall(line))


def refutations(report: Row, text: str) -> Iterator[tuple[int, int, set[str], str | None]]:
    """First and last line, named words and corrected first line of each refuted claim."""
    verdicts = {result["claim_id"]: result for result in report["verifications"]}
    for claim in report["claims"]:
        result = verdicts.get(claim["id"])
        if result is None or result["verdict"] != "REFUTES":
            continue
        fact, correction = claim["fact"] or {}, result["correction"] or {}
        named = [fact.get("subject"), fact.get("expected"), correction.get("replacement")]
        corrected = None
        if correction:
            start, end = correction["span"]
            fixed = text[:start] + correction["replacement"] + text[end:]
            corrected = fixed[fixed.rfind("\n", 0, start) + 1 :].split("\n", 1)[0].rstrip()
        for start, end in [claim["source_span"], *claim["also_at"]]:
            first = text.count("\n", 0, start) + 1
            last = text.count("\n", 0, max(start, end - 1)) + 1
            yield first, last, {w.lower() for w in WORD.findall(" ".join(filter(None, named)))}, corrected


def check(clones: Path, truth_eval: str, row: Row) -> Result:
    """Check the row's document at the row's commit."""
    result = Result(row)
    clone = clones / row["repo"].replace("/", "+")
    folder = Path(tempfile.mkdtemp(prefix="driftbench-"))
    tree, out = folder / "tree", folder / "out.json"
    try:
        git(clone, "worktree", "add", "-q", "--detach", "--force", "--no-checkout", str(tree), row["commit"])
        git(tree, "read-tree", "HEAD")
        # a clone may lack its largest files: check out what is there
        subprocess.run(["git", "-C", str(tree), "checkout-index", "-a", "-f", "-q"], capture_output=True)
        command = [truth_eval, str(tree / row["path"]), "--root", str(tree), "--format", "json"]
        begin = time.monotonic()
        done = subprocess.run(
            [*command, "--output", str(out), "--exit-zero", "--offline"],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=tree,
        )
        result.seconds = time.monotonic() - begin
        if not out.exists():
            result.error = (done.stderr or done.stdout)[-300:]
            return result
        text = (tree / row["path"]).read_bytes().decode("utf-8", "replace")
        found = list(refutations(json.loads(out.read_text(encoding="utf-8"))["reports"][0], text))
        result.found = len(found)
        last = row["line"] + row["lines"] - 1
        result.covering = [(named, fixed) for a, b, named, fixed in found if a <= last and b >= row["line"]]
        if row["kind"] == "drift" and result.covering:
            score(clone, row, result)
    except subprocess.SubprocessError as error:
        result.error = str(error)
    finally:
        subprocess.run(["git", "-C", str(clone), "worktree", "remove", "--force", str(tree)], capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)
    return result


def score(clone: Path, row: Row, result: Result) -> None:
    """Whether the findings on a drift row name what the maintainer changed, and correct it as the maintainer did."""
    removed, added = changed_lines(clone, row)
    was, now = words(removed), words(added)
    changed = set(was - now) | set(now - was)
    named = [fixed for found, fixed in result.covering if changed & found]
    result.caught = bool(named)
    result.one_word = len(removed) == len(added) == 1 and len(changed) <= 2
    result.corrected = any(fixed is not None and fixed in {line.rstrip() for line in added} for fixed in named)


def shown(results: list[Result], truth: str) -> str:
    """`caught/all` of some results."""
    return f"{sum(getattr(r, truth) for r in results)}/{len(results)}"


def summary(results: list[Result], *, missed: bool) -> Iterator[str]:
    """The table of figures, and what to look at."""
    drift = [r for r in results if r.row["kind"] == "drift"]
    true = [r for r in results if r.row["kind"] == "true"]
    by_category: dict[str, list[Result]] = defaultdict(list)
    for result in drift:
        by_category[result.row["category"]].append(result)
    yield f"{'category':22} {'all':>7} {'Python':>7}"
    for category, rows in sorted(by_category.items(), key=lambda pair: -len(pair[1])):
        python = [r for r in rows if r.row["repo"].split("/")[1] not in NOT_PYTHON]
        yield f"{category:22} {shown(rows, 'caught'):>7} {shown(python, 'caught'):>7}"
    for result in results:
        row = result.row
        place = f"{row['id']} {row['repo']} {row['path']}:{row['line']} {row['category']}"
        if result.error:
            yield f"error {place}: {result.error.strip()}"
        elif row["kind"] == "true" and result.covering:
            yield f"false alarm {place}"
        elif missed and row["kind"] == "drift" and not result.caught:
            yield f"missed {place}"
    seconds = sorted(r.seconds for r in results)
    single = [r for r in drift if r.caught and r.one_word]
    yield (
        f"caught {shown(drift, 'caught')}, corrected {shown([r for r in drift if r.caught], 'corrected')} "
        f"(one-word changes {shown(single, 'corrected')}), "
        f"false alarms {sum(bool(r.covering) for r in true)}/{len(true)}, "
        f"refuted a document {sum(r.found for r in results) / max(1, len(results)):.1f}, "
        f"errors {sum(bool(r.error) for r in results)}, median {seconds[len(seconds) // 2] if seconds else 0:.2f} s"
    )


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=Path, required=True, help="folder with a clone OWNER+NAME of each repository")
    parser.add_argument("--truth-eval", default=shutil.which("truth-eval") or "truth-eval")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=("drift", "true"))
    parser.add_argument("--repo", help="only repositories whose name holds this")
    parser.add_argument("--category")
    parser.add_argument("--python", action="store_true", help="only repositories written in Python")
    parser.add_argument("--missed", action="store_true", help="list the drift rows that were not caught")
    args = parser.parse_args()
    rows: list[Row] = [
        json.loads(line) for line in (Path(__file__).parent / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    rows = [
        row
        for row in rows
        if (not args.kind or row["kind"] == args.kind)
        and (not args.repo or args.repo in row["repo"])
        and (not args.category or row["category"] == args.category)
        and (not args.python or row["repo"].split("/")[1] not in NOT_PYTHON)
    ]
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda row: check(args.clones, args.truth_eval, row), rows))
    for line in summary(results, missed=args.missed):
        print(line)
    if any(result.error for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
