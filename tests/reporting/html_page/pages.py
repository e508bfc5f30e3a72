"""Whole pages as they are to be, without our style and script. Run as a program, it writes them anew."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from page_reader import body
from rich_report import NAME, TEXT, rich_report

import panel_report
import reviewed_report
import sides_report
from truthfulness_evaluator.models import Claim, Location, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter

FOLDER = Path(__file__).parent / "expected"


def one_document() -> str:
    """Every block and every verdict."""
    formatter = HtmlFormatter(
        texts={NAME: TEXT}, closing="1 claim could not be *judged*.", links="https://git.example/kettle/blob/abc/"
    )
    return formatter.format([rich_report()])


def several_documents() -> str:
    """An index, a document in which all is supported, one that is not shown, and one with nothing to check."""
    return HtmlFormatter(texts={NAME: TEXT, "a.txt": "ONE\n\nIt takes --x.\n"}).format(
        [
            simple_report("a.txt", Verdict.SUPPORTS, (14, 17)),
            simple_report("b.md", Verdict.NOT_ENOUGH_INFO, (0, 3)),
            TruthfulnessReport(source_document="c.md", status="empty"),
            rich_report(),
        ]
    )


def panel() -> str:
    """What chat models said: votes, rounds, failures, injections, usage."""
    formatter = HtmlFormatter(
        texts={panel_report.NAME: panel_report.TEXT}, links="https://git.example/kettle/blob/abc/"
    )
    return formatter.format([panel_report.panel_report()])


def sides() -> str:
    """What a judge of prose said of sources: the claim and its passage, the words that decide, how sure it is."""
    return HtmlFormatter(texts={sides_report.NAME: sides_report.TEXT}).format([sides_report.sides_report()])


def reviewed() -> str:
    """What people decided, with what the judges had said, and what still waits for them."""
    return HtmlFormatter(texts={panel_report.NAME: panel_report.TEXT}).format([reviewed_report.reviewed_report()])


def simple_report(name: str, verdict: Verdict, span: tuple[int, int]) -> TruthfulnessReport:
    """A report with one claim."""
    claim = Claim(
        id=f"{name[0]}1",
        text="There is `--x`",
        source_document=name,
        source_span=span,
        location=Location(path=name, line=3, column=10),
        kind="cli_option",
    )
    result = VerificationResult(
        claim_id=claim.id, verdict=verdict, confidence=0.9, explanation="", model_votes={"facts": verdict}
    )
    return TruthfulnessReport(source_document=name, overall_grade="A", claims=[claim], verifications=[result])


PAGES = {
    "one.html": one_document,
    "panel.html": panel,
    "reviewed.html": reviewed,
    "several.html": several_documents,
    "sides.html": sides,
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(body(page()), encoding="utf-8")
