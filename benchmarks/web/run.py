"""Searches the web for the claims of one document, without a chat model and with one: requests, calls and time.

    python benchmarks/web/run.py [--claims 50] [--sites 50] [--delay 0.1] [--latency 0.2] [--runs 3]

A small web (`truthfulness_evaluator.testing`) in this process has three pages for each claim (`material.py`), each of
which takes `--delay` seconds, as its search and each robots.txt do. What looks for evidence is a process of its own
(`look.py`), with the settings that a user has; a fake server of chat models in a third one takes `--latency` seconds
for each answer. Each is run with an empty cache, and then again with what that has kept. Of several runs, the median of
each figure counts.

searches     asked of the search, in all and a claim
fetches      pages asked of the sites, and how often the page was asked that was asked most
robots       robots.txt asked
calls        answers of the model, in all and a claim, and tokens of their prompts
found        claims whose evidence has a passage of the page that states it
harbours     claims whose evidence has a passage of the page that only a further query finds, of those that have one
wall         seconds from the claims to their evidence, modules loaded; of these, processor time of the process
chain        seconds of the longest chain of steps of which each must wait for the one before: see `chain.py`
ratio        wall to chain
again        requests and calls of the second run, its seconds, and whether its evidence is the same to the byte

What is wanted stands in `missed`. Below each row stands what was not reached; if anything, the exit code is 1.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from chain import Page, chain_s
from material import Statement, document, statements

from truthfulness_evaluator.testing import SmallWeb

BENCHMARK = Path(__file__).resolve().parent
SERVER = BENCHMARK.parents[1] / "tests" / "fakellm"
SEED = 1
PAUSE_S = 0.5
"""Between two pages of one host: the fetcher's own."""
MOST_SEARCHES, MOST_RESULTS = 3, 5
"""A claim, and pages a search, by the settings."""
WANTED_RATIO = 2.0
_WARM = "Warm"
_WARM_UP = f"The {_WARM} Upper ferry carries 7 cars since 1901."


@dataclass(frozen=True)
class Figures:
    """Of one run and its second one, or the medians of several."""

    searches: float
    fetches: float
    most_of_a_page: float
    robots: float
    calls: float
    tokens: float
    found: float
    harbours: float
    failures: float
    startup_s: float
    wall_s: float
    cpu_s: float
    chain_s: float
    ratio: float
    again_requests: float
    again_calls: float
    again_s: float
    again_same: float


@contextmanager
def model_server(claims: Sequence[Statement], latency_s: float, log: Path) -> Generator[str]:
    """The fake server of chat models: its address."""
    scenario = log.with_name("scenario.json")
    searches = [{"pattern": each.name, "queries": [each.further] if each.further else []} for each in claims]
    scenario.write_text(json.dumps({"latency_s": latency_s, "searches": searches}), encoding="utf-8")
    command = [sys.executable, str(SERVER), "--port", "0", "--scenario", str(scenario), "--log", str(log)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if "127.0.0.1:" in line)
        port = int(line.rpartition("127.0.0.1:")[2].strip().split("/")[0])
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def steps_of(web: SmallWeb, claims: Sequence[Statement]) -> list[list[list[Page]]]:
    """For each claim and each of its searches, the pages that it was the first of the claim's to name.

    Args:
        web: after the run.
        claims: that were searched for.
    """
    queries = [query for query in web.search.queries if _WARM not in query]
    steps: list[list[list[Page]]] = []
    for claim in claims:
        seen: set[str] = set()
        steps.append([])
        for query in (each for each in queries if claim.name in each.replace('"', "")):
            urls = [hit.url for hit in web.search.find(query)[:MOST_RESULTS] if hit.url not in seen]
            seen.update(urls)
            steps[-1].append([(_site(url), urlsplit(url).path) for url in urls])
    return steps


def _site(url: str) -> int:
    """The site of an address, which is told by its host and port."""
    host, port = urlsplit(url).hostname or "", urlsplit(url).port or 0
    return int(host.rpartition(".")[2]) * 100_000 + port


def _is_robots(path: str) -> bool:
    return urlsplit(path).path == "/robots.txt"


def _look(job: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the process that looks for evidence tells.

    Raises:
        RuntimeError: it failed.
    """
    file = folder / "job.json"
    file.write_text(json.dumps(job), encoding="utf-8")
    command = [sys.executable, str(BENCHMARK / "look.py"), str(file)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def one_run(claims: Sequence[Statement], delay_s: float, latency_s: float | None, folder: Path) -> Figures:
    """The figures of a run with an empty cache and of the one after it.

    Args:
        claims: to look for.
        delay_s: of each answer of the web.
        latency_s: of each answer of the model; None: rules decide.
        folder: an empty one.
    """
    log = folder / "calls.jsonl"
    log.touch()
    with SmallWeb(delay=delay_s) as web, model_server(claims, latency_s or 0.0, log) as model_url:
        web.search.slow(delay_s)
        urls = {(at, n): web.page(page.path, page.html, site=page.site)
                for at, each in enumerate(claims) for n, page in enumerate(each.pages)}  # fmt: skip
        web.page(
            "/warm", f"<title>Warm</title><p>{_WARM_UP}</p>", site=max(p.site for c in claims for p in c.pages) + 1
        )
        job = {
            "claims": [each.text for each in claims],
            "document": document(list(claims)),
            "search": web.search.url,
            "model_url": model_url if latency_s is not None else "",
            "cache": str(folder / "cache.sqlite3"),
            "warm_up": _WARM_UP,
        }
        first = _look(job, folder)
        warm = max(each.site for each in web.requests)
        pages = Counter(
            (each.site, each.path) for each in web.requests if not _is_robots(each.path) and each.site != warm
        )
        robots = sum(_is_robots(each.path) and each.site != warm for each in web.requests)
        searches = sum(_WARM not in query for query in web.search.queries)
        chain = chain_s(
            steps_of(web, claims),
            answer_s=delay_s,
            pause_s=PAUSE_S,
            decision_s=latency_s or 0.0,
            most_searches=MOST_SEARCHES,
        )
        calls = _calls(log)
        had = len(web.requests) + len(web.search.requests)
        again = _look(job, folder)
        new = len(web.requests) + len(web.search.requests) - had
        return Figures(
            searches=searches,
            fetches=pages.total(),
            most_of_a_page=max(pages.values(), default=0),
            robots=robots,
            calls=len(calls),
            tokens=sum(call["prompt_tokens"] for call in calls),
            found=_having(first, claims, urls, 0),
            harbours=_having(first, claims, urls, 2),
            failures=len(first["failures"]),
            startup_s=first["startup_s"],
            wall_s=first["wall_s"],
            cpu_s=first["cpu_s"],
            chain_s=chain,
            ratio=first["wall_s"] / chain,
            again_requests=new,
            again_calls=len(_calls(log)) - len(calls),
            again_s=again["wall_s"],
            again_same=again["found"] == first["found"],
        )


def _calls(log: Path) -> list[dict[str, Any]]:
    """The model's answers, without that on the claim before the clock started."""
    calls = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return calls[1:]


def _having(result: dict[str, Any], claims: Sequence[Statement], urls: dict[tuple[int, int], str], page: int) -> int:
    """Claims with a passage of their page of a number; of the last, those claims alone that it is hidden from."""
    return sum(
        any(source == urls[at, page] for source, _ in passages)
        for at, (passages, claim) in enumerate(zip(result["found"], claims, strict=True))
        if page < 2 or claim.further
    )


def medians(runs: Sequence[Figures]) -> Figures:
    """Of each figure."""
    return Figures(*(statistics.median(getattr(run, each.name) for run in runs) for each in fields(Figures)))


def missed(figures: Figures, claims: Sequence[Statement], *, with_model: bool) -> list[str]:
    """What is wanted and was not reached."""
    hidden = sum(bool(each.further) for each in claims)
    wanted = {
        f"ratio {figures.ratio:.2f} > {WANTED_RATIO}": figures.ratio <= WANTED_RATIO,
        "a page was fetched more than once": figures.most_of_a_page <= 1,
        f"{figures.failures:.0f} failures": not figures.failures,
        f"found {figures.found:.0f} of {len(claims)}": figures.found == len(claims),
        f"harbours {figures.harbours:.0f} of {hidden}": not with_model or figures.harbours == hidden,
        "the second run asked the web": not figures.again_requests,
        "the second run asked the model": not figures.again_calls,
        "the second run found something else": bool(figures.again_same),
    }
    return [words for words, reached in wanted.items() if not reached]


def _row(name: str, figures: Figures, claims: int) -> str:
    same = "same" if figures.again_same else "OTHER"
    return (
        f"{name:8} {figures.searches:4.0f} ({figures.searches / claims:.2f}) {figures.fetches:5.0f} x"
        f"{figures.most_of_a_page:.0f} {figures.robots:6.0f} {figures.calls:4.0f} ({figures.calls / claims:.2f})"
        f" {figures.tokens:7,.0f} {figures.found:5.0f} {figures.harbours:8.0f} {figures.startup_s:7.2f} s"
        f" {figures.wall_s:5.2f} s ({figures.cpu_s:.2f}) {figures.chain_s:5.2f} s {figures.ratio:5.2f}"
        f"  {figures.again_requests:.0f} + {figures.again_calls:.0f}, {figures.again_s:.2f} s, {same}"
    )


def main() -> int:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=50)
    parser.add_argument("--sites", type=int, default=50)
    parser.add_argument("--delay", type=float, default=0.1, help="seconds of each answer of the web")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds of each answer of the model")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    claims = statements(args.claims, args.sites, SEED)
    failed = False
    print(
        "by       searches   fetches robots calls         tokens found harbours start-up wall (busy) chain ratio again"
    )
    for name, latency in (("rules", None), ("a model", args.latency)):
        runs: list[Figures] = []
        for _ in range(args.runs):
            with tempfile.TemporaryDirectory() as folder:
                runs.append(one_run(claims, args.delay, latency, Path(folder)))
        middle = medians(runs)
        told = missed(middle, claims, with_model=latency is not None)
        failed = failed or bool(told)
        print(_row(name, middle, len(claims)) + (f"\n    MISSED: {'; '.join(told)}" if told else ""), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
