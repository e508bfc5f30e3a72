"""How long a page with 2,000 claims takes to be ready, against the same document without marks.

    python benchmarks/html/run.py [--claims 2000] [--rounds 15]

Needs Chromium and the package `playwright`. Both pages are written by the HTML formatter from the same text: one with
a claim in every sentence, one with none. They are opened in turns, and the time from the beginning of the navigation to
the end of the load event, as the browser tells it, is taken; a page with claims is compared with the one without in
each round, and the median of the rounds counts, so that a busy machine slows down both.
"""

import argparse
import itertools
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    Fact,
    Location,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter

NAME = "docs/manual.md"
FILLER = (
    "the store keeps every page that was fetched *once*, and a later run takes it from `there` unless it is older "
    "than the **limit**; what cannot be read is told in the log with its [address](https://example.org/pages), and "
    "the run goes on with the next one, because a single broken page is no reason to stop a crawl of many hours"
)
FORMS = (
    ("\n{prose}. The option `{option}` defaults to ", ".\n"),
    ("\n{prose}. Without `{option}` it is ", ", {prose}.\n"),
    ("\n* `{option}` (default ", "): {prose}\n"),
    ("* `{option}` (default ", "): {prose}\n"),
    ("* `{option}` (default ", "): {prose}\n"),
    ("\n| Option | Default | Meaning |\n|---|---|---|\n| `{option}` | ", " | {prose} |\n"),
    ("| `{option}` | ", " | {prose} |\n"),
    ("| `{option}` | ", " | {prose} |\n"),
    ("\n```sh\n# {prose}\ncrawl {option} ", "\n```\n"),
    ("\n> {prose}: `{option}` stays ", ".\n"),
)
"""What stands before and behind the value of each claim of a section."""
DENSITIES = {"as in manuals": 45, "dense": 8}
"""Words of prose for each claim. Six repositories with 6,536 claims have 400 characters of text for each, the
documents of them with the most claims about 300, and a few pages of reference 100."""
LIMIT = 3.0
"""How many times as long the page with claims may take."""
READY = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
WHOLE = "() => document.querySelector('noscript') === null"
OUTCOMES = {"mixed": (10, 10), "refuted": (100, 0)}
"""Percent of the claims that are refuted and not settled; the rest is supported."""


def document(claims: int, words_between: int) -> tuple[str, list[Claim]]:
    """A manual of sections with paragraphs, a list, a table and code, and as many claims in it.

    Args:
        claims: how many.
        words_between: other words for each claim.
    """
    text, found = "# Manual\n", list[Claim]()
    filler = itertools.cycle(FILLER.split())
    for number in range(claims):
        place = number % len(FORMS)
        if place == 0:
            text += f"\n## Part {number // len(FORMS) + 1}\n"
        before, behind = FORMS[place]
        option, value = f"--setting-{number}", str(number % 97)
        prose = " ".join(itertools.islice(filler, words_between))
        text += before.format(option=option, prose=prose)
        start = len(text)
        text += value
        found.append(
            Claim(
                id=f"{number:012x}",
                text=f"`{option}` defaults to {value}",
                source_document=NAME,
                source_span=(start, len(text)),
                location=Location(path=NAME, line=text.count("\n") + 1, column=1),
                kind="default_value",
                fact=Fact(kind="default_value", subject=option, expected=value),
            )
        )
        text += behind.format(prose=prose)
    return text, found


def report(claims: list[Claim], refuted: int, unsettled: int) -> TruthfulnessReport:
    """A report on them, with an evidence and a vote each."""
    return TruthfulnessReport(
        source_document=NAME,
        overall_grade="B",
        claims=claims,
        verifications=[_result(number, claim, refuted, unsettled) for number, claim in enumerate(claims)],
    )


def _result(number: int, claim: Claim, refuted: int, unsettled: int) -> VerificationResult:
    share = number * 37 % 100
    verdict = Verdict.REFUTES if share < refuted else Verdict.SUPPORTS
    if refuted <= share < refuted + unsettled:
        verdict = Verdict.NOT_ENOUGH_INFO
    span = claim.source_span or (0, 0)
    path = f"src/manual/part{number % 40}.py"
    proof = Evidence(
        source=path,
        source_type="filesystem",
        content=f'parser.add_argument("--setting-{number}", type=int, default=100, help="how many are kept")',
        relevance_score=1.0,
        supports_claim={Verdict.REFUTES: False, Verdict.SUPPORTS: True}.get(verdict),
        location=Location(path=path, line=number + 1),
    )
    said = {Verdict.REFUTES: "the default is 100", Verdict.SUPPORTS: "the default is that"}.get(verdict, "not known")
    return VerificationResult(
        claim_id=claim.id,
        verdict=verdict,
        confidence=0.99,
        explanation=said,
        evidence=[proof],
        model_votes={"facts": verdict},
        votes=[Vote(judge="facts", verdict=verdict, confidence=0.99, explanation=said)],
        correction=Correction(span=(span[1] - 1, span[1]), replacement="100") if verdict is Verdict.REFUTES else None,
    )


def ready(page: Page, file: Path) -> tuple[float, float]:
    """Milliseconds from the beginning of the navigation to the end of the load event, and until all cards are there."""
    page.goto("about:blank")
    page.goto(file.as_uri(), wait_until="load")
    page.wait_for_function(WHOLE, polling="raf")
    whole = float(page.evaluate("() => performance.now()"))
    return float(page.evaluate(READY)), whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {arguments.claims} claims, {arguments.rounds} rounds, medians")
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        for density, words in DENSITIES.items():
            pages = written(arguments.claims, words)
            print(f"{density}:")
            compare(page, pages, Path(folder), arguments.rounds)
        browser.close()


def written(claims: int, words: int) -> dict[str, str]:
    """The page without marks and those with, by name."""
    text, found = document(claims, words)
    texts = {NAME: text}
    pages = {"without marks": HtmlFormatter(texts=texts).format([TruthfulnessReport(source_document=NAME)])}
    for name, shares in OUTCOMES.items():
        begun = time.perf_counter()
        pages[name] = HtmlFormatter(texts=texts).format([report(found, *shares)])
        print(f"  {name}: {len(text) / claims:.0f} characters a claim, written in {time.perf_counter() - begun:.2f} s")
    return pages


def compare(page: Page, pages: dict[str, str], folder: Path, rounds: int) -> None:
    """Opens the pages in turns and prints how long they took."""
    files = {name: folder / f"{number}.html" for number, name in enumerate(pages)}
    for name, file in files.items():
        file.write_text(pages[name], encoding="utf-8")
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
    for number in range(rounds + 1):
        for name, file in files.items():
            taken = ready(page, file)
            if number:  # the first round warms up
                times[name].append(taken)
    base = [loaded for loaded, _ in times["without marks"]]
    for name, taken in times.items():
        loads = [loaded for loaded, _ in taken]
        median, whole = statistics.median(loads), statistics.median(end for _, end in taken)
        ratio = statistics.median(load / bare for load, bare in zip(loads, base, strict=True))
        print(
            f"  {name}: {median:.0f} ms ({min(loads):.0f} to {max(loads):.0f}), {ratio:.2f} times "
            f"(limit {LIMIT:.0f}); all cards there after {whole:.0f} ms; {len(pages[name]) / 1e6:.2f} MB"
        )


if __name__ == "__main__":
    main()
