"""How often the passages that are found for a claim hold the place in the code that decides it.

    python benchmarks/retrieval_code/run.py docstrings CLONE ...
    python benchmarks/retrieval_code/run.py drift --clones CLONES [--rows benchmarks/driftbench/rows.jsonl]
    python benchmarks/retrieval_code/run.py foreign CLONE OTHER_CLONE
    python benchmarks/retrieval_code/run.py speed CLONE DOCUMENT

`docstrings`: the first sentence of each function's docstring is a claim; a copy of the code base without any docstring
is searched; found is what overlaps the function. `drift`: the lines of DriftBench are claims, searched in the tree of
their commit; found is what holds the line that decides it, or at least its file. `foreign`: sentences of one code base
are looked for in another one, where nothing is to be found: how relevant is the best passage? `speed`: see its figures.
"""

import argparse
import ast
import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.documents.reading import read_document
from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence, is_thin
from truthfulness_evaluator.models import Claim, Evidence
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.sentences import sentences

DEPTHS = (1, 3, 5, 10)
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
FEWEST_WORDS = 5
"""Words of a sentence that is a claim: `Get the name.` tells no function from others."""


def claim_of(text: str, document: str, heading: str = "") -> Claim:
    """A claim with a heading path."""
    context = f"{heading}\n{text}" if heading else None
    return Claim(id="1", text=text, source_document=document, context=context)


def rank(evidence: list[Evidence], hits: Callable[[Evidence], bool]) -> int:
    """The number of the first passage that hits, counted from 1; 0 where none does."""
    return next((number for number, each in enumerate(evidence, 1) if hits(each)), 0)


def told(title: str, ranks: list[int]) -> str:
    """Shares of claims whose rank is within each depth."""
    shares = (f"{sum(0 < each <= depth for each in ranks) / max(1, len(ranks)):.1%} at {depth}" for depth in DEPTHS)
    return f"{title}: {len(ranks)} claims, found " + ", ".join(shares)


def overlaps(evidence: Evidence, path: str, first: int, last: int) -> bool:
    """Whether a passage has one of some lines."""
    place = evidence.location
    if place is None or place.path != path or place.line is None:
        return False
    return place.line <= last and first <= (place.end_line or place.line)


# Docstrings ---------------------------------------------------------------------------------------------------


def stripped(text: str) -> tuple[str, list[tuple[str, str, bool]]]:
    """A Python file without its docstrings, and name, first sentence and publicness of those of functions."""
    lines = text.splitlines(keepends=True)
    found: list[tuple[str, str, bool]] = []

    def visit(node: ast.AST, path: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS | ast.ClassDef):
                name = f"{path}.{child.name}"
                if isinstance(child, FUNCTIONS) and (said := ast.get_docstring(child)):
                    first = " ".join(said.split("\n\n")[0].split())
                    found.append((name, next((first[a:b] for a, b in sentences(first)), first), child.name[0] != "_"))
                visit(child, name)
            else:
                visit(child, path)

    tree = ast.parse(text)
    visit(tree, "")
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
            continue
        if not isinstance(first.value.value, str) or lines[first.lineno - 1].lstrip()[:1] not in "\"'rRbBuU":
            continue
        last = first.end_lineno or first.lineno
        indent = lines[first.lineno - 1][: first.col_offset]
        lines[first.lineno - 1 : last] = [f"{indent}pass\n"] + [""] * (last - first.lineno)
    return "".join(lines), found


def places(text: str) -> dict[str, tuple[int, int]]:
    """First and last line of each function, by its qualified name."""
    found: dict[str, tuple[int, int]] = {}

    def visit(node: ast.AST, path: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS | ast.ClassDef):
                name = f"{path}.{child.name}"
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                found.setdefault(name, (first, child.end_lineno or first))
                visit(child, name)
            else:
                visit(child, path)

    visit(ast.parse(text), "")
    return found


def docstrings(clone: Path, most: int) -> None:
    """Look for the functions that first sentences of docstrings are about."""
    tree = Project(clone).tree
    folder = Path(tempfile.mkdtemp(prefix="retrieval-"))
    claims: list[tuple[str, str, tuple[int, int]]] = []
    for path in tree.files:
        text = tree.text(path)
        if text is None:
            continue
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".py"):
            try:
                text, found = stripped(text)
                lines = places(text)
            except (SyntaxError, ValueError):
                found, lines = [], {}
            if str(tree.role(path)) == "code":
                claims += [
                    (sentence, path, lines[name])
                    for name, sentence, public in found
                    if public and name in lines and len(sentence.split()) >= FEWEST_WORDS
                ]
        target.write_text(text, encoding="utf-8", newline="")
    random.Random(1).shuffle(claims)
    gatherer = CodeBaseEvidence(Project(folder), max_items=max(DEPTHS))
    ranks: list[int] = []
    thin: Counter[tuple[bool, bool]] = Counter()
    best: list[float] = []
    for sentence, path, (first, last) in claims[:most]:
        claim = claim_of(sentence, "docs/none.md")
        evidence = gatherer.passages(claim)
        ranks.append(rank(evidence, lambda each, p=path, a=first, b=last: overlaps(each, p, a, b)))
        thin[is_thin(claim, evidence), 0 < ranks[-1] <= 5] += 1
        best.append(max((each.relevance_score for each in evidence), default=0.0))
    shutil.rmtree(folder)
    print(told(clone.name, ranks))
    for is_it in (True, False):
        total = thin[is_it, True] + thin[is_it, False]
        print(f"  {'thin' if is_it else 'not thin'}: {total}, found at 5: {thin[is_it, True]}")
    print("  best relevance, deciles:", deciles(best))


def deciles(values: list[float]) -> list[float]:
    """Nine values that part a list in ten."""
    ordered = sorted(values)
    return [round(ordered[len(ordered) * tenth // 10], 2) for tenth in range(1, 10)] if ordered else []


# DriftBench ---------------------------------------------------------------------------------------------------


def checked_out(clone: Path, commit: str, folder: Path) -> None:
    """The tree of a commit, without touching the clone; what a partial clone lacks is left out."""
    environment = {**os.environ, "GIT_INDEX_FILE": str(folder / "index")}
    git = ["git", "-C", str(clone)]
    subprocess.run([*git, "read-tree", commit], env=environment, check=True, capture_output=True)
    subprocess.run(
        [*git, "checkout-index", "-a", "-f", "-q", f"--prefix={folder}/tree/"], env=environment, capture_output=True
    )


def drift(clones: Path, rows: Path, kind: str, missed: bool) -> None:
    """Look for the places that decide the lines of DriftBench."""
    by_tree: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in rows.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] == kind and row.get("evidence"):
            by_tree[row["repo"], row["commit"]].append(row)
    ranks: dict[str, list[int]] = defaultdict(list)
    for (repo, commit), group in by_tree.items():
        folder = Path(tempfile.mkdtemp(prefix="retrieval-"))
        try:
            checked_out(clones / repo.replace("/", "+"), commit, folder)
            gatherer = CodeBaseEvidence(Project(folder / "tree"), max_items=max(DEPTHS))
            for row in group:
                looked(gatherer, folder / "tree", row, ranks, missed)
        finally:
            shutil.rmtree(folder)
    for name in sorted(ranks, key=lambda name: (not name.startswith("all"), name)):
        print(told(name, ranks[name]))


def looked(
    gatherer: CodeBaseEvidence, root: Path, row: dict[str, Any], ranks: dict[str, list[int]], missed: bool
) -> None:
    """Ranks of the passages that hold the place, and of those of its file."""
    lines = (root / row["path"]).read_bytes().decode("utf-8", "replace").splitlines()
    text = " ".join(" ".join(lines[row["line"] - 1 : row["line"] - 1 + row["lines"]]).split())
    evidence = gatherer.passages(claim_of(text, row["path"]))
    wanted = [(each["path"], each["line"]) for each in row["evidence"] if each["line"] > 0]
    if not any((root / path).is_file() for path, _ in wanted):
        ranks["all, left out: decided by what is not there"].append(0)
        return
    place = rank(evidence, lambda each: any(overlaps(each, path, line, line) for path, line in wanted))
    file = rank(evidence, lambda each: any(each.source == path for path, _ in wanted))
    ranks["all, the place"].append(place)
    ranks["all, its file"].append(file)
    ranks[f"{row['category']}, the place"].append(place)
    if missed and not 0 < place <= 5:
        print(
            f"{row['id']} {row['category']}: {text[:150]!r}\n  wanted {wanted}, found",
            *(str(e.location) for e in evidence[:5]),
        )


# Others -------------------------------------------------------------------------------------------------------


def prose(clone: Path) -> Iterator[Claim]:
    """The sentences of a code base's documents."""
    for path in Project(clone).tree.files:
        if path.endswith((".md", ".rst")) and "change" not in path.lower() and "/test" not in path:
            yield from ProseClaims().find(read_document(clone / path, path)).claims


def foreign(clone: Path, other: Path) -> None:
    """Look for what one code base's documents say in another code base, and in its own."""
    claims = list(prose(clone))
    random.Random(1).shuffle(claims)
    for where, title in ((clone, "own"), (other, "another")):
        gatherer = CodeBaseEvidence(Project(where))
        found = [gatherer.passages(claim) for claim in claims[:400]]
        best = [max((each.relevance_score for each in evidence), default=0.0) for evidence in found]
        none = sum(not evidence for evidence in found)
        thin = sum(is_thin(claim, evidence) for claim, evidence in zip(claims, found, strict=False))
        print(f"{title}: {len(best)} claims, without evidence {none}, thin {thin}; deciles {deciles(best)}")


def speed(clone: Path, document: str) -> None:
    """How long it takes to index a code base, and to look up the sentences of a document, repeated to 1,000."""
    claims = list(ProseClaims().find(read_document(clone / document, document)).claims)
    gatherer = CodeBaseEvidence(Project(clone))
    times = [time.process_time()]
    characters = sum(len(gatherer.files.text(path) or "") for path in gatherer.files.paths)
    lines = sum((gatherer.files.text(path) or "").count("\n") for path in gatherer.files.paths)
    times.append(time.process_time())
    passages = len(gatherer.index.passages)
    times.append(time.process_time())
    gatherer.symbols.find(("x",))
    times.append(time.process_time())
    asyncio.run(gatherer.gather((claims * 1000)[:1000]))
    times.append(time.process_time())
    read, index, symbols, look = (b - a for a, b in pairwise(times))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{clone.name}: {lines} lines, {characters} characters, {passages} passages; reading {read:.2f} s,")
    print(f"  index {index:.2f} s, code index {symbols:.2f} s, 1,000 claims {look:.2f} s, {memory} MiB")


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    part = parts.add_parser("docstrings")
    part.add_argument("clones", nargs="+", type=Path)
    part.add_argument("--most", type=int, default=500, help="claims of a code base, drawn by chance")
    part = parts.add_parser("drift")
    part.add_argument("--clones", type=Path, required=True)
    part.add_argument("--rows", type=Path, default=Path(__file__).parents[1] / "driftbench" / "rows.jsonl")
    part.add_argument("--kind", choices=("drift", "true"), default="drift")
    part.add_argument("--missed", action="store_true")
    part = parts.add_parser("foreign")
    part.add_argument("clone", type=Path)
    part.add_argument("other", type=Path)
    part = parts.add_parser("speed")
    part.add_argument("clone", type=Path)
    part.add_argument("document")
    args = parser.parse_args()
    if args.what == "docstrings":
        for clone in args.clones:
            docstrings(clone, args.most)
    elif args.what == "drift":
        drift(args.clones, args.rows, args.kind, args.missed)
    elif args.what == "foreign":
        foreign(args.clone, args.other)
    else:
        speed(args.clone, args.document)


if __name__ == "__main__":
    main()
