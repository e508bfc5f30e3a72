"""What a panel of chat models costs in calls, steps, tokens, time and memory, against the fake server of the tests.

    python benchmarks/panel/run.py [--claims 5 20 60 200] [--runs 3] [--agent-steps 0 2] [--latency 0.2] [--keep FOLDER]

A made-up code base of 8 files of 200 lines, with its documents (`material.py`), is given to the command line in a
process of its own; two judges, `gpt-4o` and `claude-sonnet-4-5`, vote on what `gpt-4o-mini` finds. The server, in a
process of its own, takes `--latency` seconds for each answer; the two vendors have an address each. Nothing is kept
from one run to the next. Of several runs, the median of each figure counts.

calls        what the server has answered
steps        the longest chain of calls of which each begins after the end of the one before, by the server's clock
tokens       of all prompts, by the server's count: four characters each
start-up     seconds of the same command without models, which looks facts up and asks nobody
vendors      the same with the models and a document that states nothing: the vendors' modules are loaded
wall         seconds of the whole process
ratio        wall to steps x latency + start-up
of vendors   wall to steps x latency + vendors
memory       the most that the process held, in MB of 1,000,000 bytes
judged       claims with a verdict, of those that the document states
found        claims whose evidence has a line of the function that decides them
passages     on a claim, and their characters

What is wanted stands in `WANTED`. Below each row stands whether each of it was reached; if not, the exit code is 1.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from material import Material, Statement, document

BENCHMARK = Path(__file__).resolve().parent
SERVER = BENCHMARK.parents[1] / "tests" / "fakellm"
JUDGES = ("gpt-4o", "claude-sonnet-4-5")
FINDER = "gpt-4o-mini"
SIZES = (5, 20, 60, 200)
SEED = 1


@dataclass(frozen=True)
class Figures:
    """Of one run, or the medians of several."""

    calls: float
    steps: float
    tokens: float
    startup_s: float
    vendors_s: float
    wall_s: float
    ratio: float
    of_vendors: float
    memory_mb: float
    judged: float
    found: float
    passages: float
    characters: float

    def __str__(self) -> str:
        return (
            f"{self.calls:6.0f} {self.steps:5.0f} {self.tokens:7,.0f} {self.startup_s:6.2f} s {self.vendors_s:5.2f} s"
            f" {self.wall_s:5.2f} s {self.ratio:6.2f} {self.of_vendors:10.2f} {self.memory_mb:6.0f} {self.judged:6.0f}"
            f" {self.found:5.0f} {self.passages:4.1f} ({self.characters:.0f})"
        )


@dataclass(frozen=True)
class Wanted:
    """The most that is allowed."""

    calls: int
    steps: int
    tokens: int
    ratio: float = 1.5
    memory_mb: float = 250.0


WANTED = {60: Wanted(calls=40, steps=6, tokens=45_000), 200: Wanted(calls=80, steps=12, tokens=90_000)}
"""By the number of claims, without the agent; of other numbers, ratio and memory alone."""
_ONLY = Wanted(calls=sys.maxsize, steps=sys.maxsize, tokens=sys.maxsize)


AGENT = [
    {"tool": "search", "args": {"text": "{keyword}"}},
    {"tool": "read_file", "args": {"path": "stores/depot.py", "start": 100, "end": 140}},
    {"answer": "Done."},
]
"""What the model does that looks further for claims with little evidence."""


@contextmanager
def server(latency_s: float, log: Path) -> Iterator[int]:
    """The fake server: its port."""
    scenario = log.with_name("scenario.json")
    scenario.write_text(json.dumps({"latency_s": latency_s, "agent": AGENT}), encoding="utf-8")
    command = [sys.executable, str(SERVER), "--port", "0", "--scenario", str(scenario), "--log", str(log)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if "127.0.0.1:" in line)
        yield int(line.rpartition("127.0.0.1:")[2].strip().split("/")[0])
    finally:
        process.kill()
        process.wait()


def environment(port: int, home: Path, agent_steps: int) -> dict[str, str]:
    """Of the command: the models at the server, and no settings of the user."""
    own = ("TRUTH_", "OPENAI_", "ANTHROPIC_", "GITHUB_", "LANG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return kept | {
        "XDG_CONFIG_HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        # Two vendors have two servers: calls to each are paced on their own.
        "OPENAI_BASE_URL": f"http://localhost:{port}/v1",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
        "OPENAI_API_KEY": "none",
        "ANTHROPIC_API_KEY": "none",
        "TRUTH_EXTRACTION_MODEL": FINDER,
        "TRUTH_AGENT_STEPS": str(agent_steps),
    }


def timed(command: Sequence[str], root: Path, variables: dict[str, str]) -> tuple[float, float]:
    """Seconds that a command takes, and the most memory that it held, in MB.

    Raises:
        RuntimeError: it failed.
    """
    began = time.perf_counter()
    errors = root.parent / "stderr"
    with errors.open("wb") as sink:
        process = subprocess.Popen(command, cwd=root, env=variables, stdout=subprocess.DEVNULL, stderr=sink)
        _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    if status:
        raise RuntimeError(f"{' '.join(command)}: {status}\n{errors.read_text(encoding='utf-8')}")
    unit = 1 if sys.platform == "darwin" else 1024
    return took, usage.ru_maxrss * unit / 1_000_000


def chain(calls: Sequence[dict[str, Any]]) -> int:
    """The largest number of calls of which each begins when the one before has ended."""
    spans = sorted((call["time"] + call["duration_s"], call["time"]) for call in calls)
    length, free = 0, 0.0
    for end, start in spans:
        if start >= free:
            length, free = length + 1, end
    return length


def one_run(
    root: Path, statements: Sequence[Statement], log: Path, variables: dict[str, str], latency: float
) -> Figures:
    """The figures of a run."""
    report = root.parent / "report.json"
    command = [str(Path(sys.executable).with_name("truth-eval")), "README.md", "--root", ".", "--exit-zero"]
    command += ["--no-cache", "--quiet", "-f", f"json:{report}"]
    asking = [*command, *(part for name in JUDGES for part in ("--model", name))]
    text = document(statements)
    (root / "README.md").write_text("# Stores\n", encoding="utf-8")
    vendors_s, _ = timed(asking, root, variables)
    (root / "README.md").write_text(text, encoding="utf-8")
    startup_s, _ = timed(command, root, variables)
    log.write_text("", encoding="utf-8")
    wall_s, memory_mb = timed(asking, root, variables)
    calls = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    steps = chain(calls)
    results = json.loads(report.read_text(encoding="utf-8"))["reports"][0]
    claims = {claim["id"]: claim["text"] for claim in results["claims"]}
    judged = {claims[each["claim_id"]]: each for each in results["verifications"]}
    evidence = [each["evidence"] for each in judged.values()]
    found = sum(
        any(_decides(each, one) for one in judged.get(f"{each.text}.", {}).get("evidence", ())) for each in statements
    )
    return Figures(
        calls=len(calls),
        steps=steps,
        tokens=sum(call["prompt_tokens"] for call in calls),
        startup_s=startup_s,
        vendors_s=vendors_s,
        wall_s=wall_s,
        ratio=wall_s / (steps * latency + startup_s),
        of_vendors=wall_s / (steps * latency + vendors_s),
        memory_mb=memory_mb,
        judged=len(judged),
        found=found,
        passages=statistics.mean(map(len, evidence)) if evidence else 0,
        characters=statistics.mean(sum(len(one["content"]) for one in each) for each in evidence) if evidence else 0,
    )


def _decides(statement: Statement, evidence: dict[str, Any]) -> bool:
    place = evidence["location"]
    if place["path"] != statement.path:
        return False
    return place["line"] <= statement.last and statement.first <= place["end_line"]


def medians(runs: Sequence[Figures]) -> Figures:
    """Of each figure."""
    return Figures(*(statistics.median(getattr(run, each.name) for run in runs) for each in fields(Figures)))


def judged(figures: Figures, claims: int, agent_steps: int) -> list[str]:
    """Of each figure that something is wanted of, whether that was reached."""
    wanted = WANTED.get(claims, _ONLY) if not agent_steps else _ONLY
    told = [f"judged {'ok' if figures.judged == claims else f'MISSED: {figures.judged:.0f} of {claims}'}"]
    for each in fields(Wanted):
        value, most = getattr(figures, each.name), getattr(wanted, each.name)
        if most < sys.maxsize:
            told.append(f"{each.name} {'ok' if value <= most else f'MISSED: {value:,.3f} > {most:,}'}")
    return told


def main() -> int:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--agent-steps", type=int, nargs="+", default=[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds of each answer")
    parser.add_argument("--keep", type=Path, help="copy the code base with its last document, report and log here")
    args = parser.parse_args()
    material = Material.made(SEED)
    failed = False
    print("claims agent  calls steps  tokens start-up vendors    wall  ratio of vendors memory judged found passages")
    with tempfile.TemporaryDirectory() as folder:
        root, log = Path(folder, "stores"), Path(folder, "log.jsonl")
        root.mkdir()
        material.write(root)
        with server(args.latency, log) as port:
            for agent_steps in args.agent_steps:
                for claims in args.claims:
                    statements = material.chosen(claims, SEED)
                    variables = environment(port, Path(folder, "home"), agent_steps)
                    runs = [one_run(root, statements, log, variables, args.latency) for _ in range(args.runs)]
                    middle = medians(runs)
                    told = judged(middle, claims, agent_steps)
                    failed = failed or any("MISSED" in each for each in told)
                    print(
                        f"{claims:6} {agent_steps:5} {middle}\n    {'; '.join(told)}",
                        flush=True,
                    )
        if args.keep:
            shutil.copytree(folder, args.keep, dirs_exist_ok=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
