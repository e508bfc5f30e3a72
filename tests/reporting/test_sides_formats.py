"""Whole reports on prose that was judged against sources. Run as a program, it writes them anew."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from sides_report import NAME, TEXT, sides_report
from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter
from truthfulness_evaluator.reporting.text import TextFormatter

FOLDER = Path(__file__).parent / "sides_expected"
ALL = frozenset(Verdict)


def _text(width: int, *, color: bool = False) -> str:
    formatter = TextFormatter(width=width, color=color, shown=ALL, texts={NAME: TEXT})
    return formatter.format([sides_report()]).replace("\x1b", "ESC")


FORMATS: dict[str, Callable[[], str]] = {
    "color.txt": lambda: _text(80, color=True),
    "narrow.txt": lambda: _text(80),
    "report.md": lambda: MarkdownFormatter(texts={NAME: TEXT}).format([sides_report()]),
    "wide.txt": lambda: _text(120),
    "wide_color.txt": lambda: _text(120, color=True),
}


@pytest.mark.parametrize("file", FORMATS)
def test_whole_reports(file: str) -> None:
    assert FORMATS[file]() == (FOLDER / file).read_text(encoding="utf-8")


def test_no_report_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FORMATS)


@pytest.mark.parametrize("width", [40, 80, 109, 110, 160, 300])
def test_no_line_below_a_finding_is_wider_than_the_terminal(width: int) -> None:
    lines = [line for line in _text(width).splitlines() if line.startswith("    ")]
    assert max(map(len, lines)) <= min(width, 160)


def test_colours_are_all_that_they_add() -> None:
    plain = re.sub(r"ESC\[\d+(;\d+)?m", "", _text(80, color=True))
    signs = re.compile(r" *[\^=][\^= ]*")
    assert plain.splitlines() == [line for line in _text(80).splitlines() if not signs.fullmatch(line)]


HOSTILE = (
    "a | b 8",
    "`8 | b`",
    "</td>8",
    "<!-- 8",
    "**8** @me #8",
    "8\x1b[31m",
    "8\\",
    "[8](javascript:8)",
    "8\n\n# 8",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_texts_hold_stays_in_its_cell(hostile: str) -> None:
    report = sides_report()
    claim, result = report.claims[0].model_copy(update={"text": f"It is 9 {hostile}"}), report.verifications[0]
    evidence = result.evidence[0].model_copy(update={"content": hostile, "source": hostile, "location": None})
    vote = result.votes[0].model_copy(
        update={"citations": [result.votes[0].citations[0].model_copy(update={"quote": hostile, "span": None})]}
    )
    changed = report.model_copy(
        update={
            "claims": [claim],
            "verifications": [result.model_copy(update={"evidence": [evidence], "votes": [vote]})],
        }
    )
    markdown = MarkdownFormatter().format([changed])
    (place,) = (at for at, line in enumerate(markdown.splitlines()) if line.startswith("  | Claim |"))
    for line in (markdown.splitlines()[place], markdown.splitlines()[place + 2]):
        assert re.sub(r"\\.", "", line).count("|") == 3
        plain = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", re.sub(r"\\.", "", line))
        assert not re.search(r"<(?!/?(?:b|em|br)>)|@me|\]\(", plain)
    assert "\x1b" not in TextFormatter().format([changed])


def _of_conflict() -> TruthfulnessReport:
    report = sides_report()
    (at,) = (at for at, result in enumerate(report.verifications) if result.needs_review)
    return report.model_copy(update={"claims": [report.claims[at]], "verifications": [report.verifications[at]]})


def test_a_conflict_of_sources_is_listed_whatever_is_shown() -> None:
    shown = TextFormatter(shown=frozenset(), width=40, quiet=True).format([_of_conflict()])
    assert shown.splitlines()[1:] == [
        '    for:     a.md:3: "The harbour is',
        '             safe in all weathers."',
        '    against: b.md:7: "The harbour is not',
        '             safe in winter."',
    ]


def test_quotes_of_one_judge_on_both_sides_are_marked_as_such() -> None:
    (result,) = (report := _of_conflict()).verifications
    citations = [
        each.model_copy(update={"supports": side})
        for vote, side in zip(result.votes, (True, False), strict=True)
        for each in vote.citations
    ]
    torn = result.votes[0].model_copy(update={"verdict": Verdict.NOT_ENOUGH_INFO, "citations": citations})
    report = report.model_copy(update={"verifications": [result.model_copy(update={"votes": [torn]})]})
    page = HtmlFormatter().format([report])
    assert '<mark class="s" title="gpt-4o">' in page
    assert '<mark class="r" title="gpt-4o">' in page


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_sources_say_against_each_other_is_escaped(hostile: str) -> None:
    (result,) = (report := _of_conflict()).verifications
    evidence = [each.model_copy(update={"content": hostile, "source": hostile}) for each in result.evidence]
    evidence = [each.model_copy(update={"location": None}) for each in evidence]
    votes = [
        vote.model_copy(
            update={"citations": [each.model_copy(update={"quote": hostile, "span": None}) for each in vote.citations]}
        )
        for vote in result.votes
    ]
    changed = result.model_copy(update={"evidence": evidence, "votes": votes})
    report = report.model_copy(update={"verifications": [changed]})
    assert "\x1b" not in TextFormatter().format([report])
    markdown = MarkdownFormatter().format([report])
    (stated,) = (line for line in markdown.splitlines() if line.startswith("  Against: "))
    plain = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", re.sub(r"\\.", "", stated))
    assert not re.search(r"<|@me|\]\(|\*\*", plain)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, written in FORMATS.items():
        (FOLDER / name).write_text(written(), encoding="utf-8")
