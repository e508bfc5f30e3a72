from collections.abc import Callable

import pytest

from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.github import SUMMARY_LIMIT, GithubFormatter, harmless, job_summary
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter

COMMANDS = """\
::error file=docs/run.md,line=3,col=10,endLine=3,endColumn=29,title=REFUTED default_value::\
`--jobs` defaults to 8: the default is 4 (src/app/cli.py:57)%0Awrite 4 instead of 8
::notice file=docs/run.md,line=9,col=1,title=FAILED symbol::\
There is a module `app.jobs`: slow: timeout (after 30 s)
"""


def test_refuted_claims_are_errors_and_failures_notices(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    assert GithubFormatter(texts=texts).format([report]) == COMMANDS


def test_without_texts_there_is_no_end(report: TruthfulnessReport) -> None:
    assert GithubFormatter().format([report]) == COMMANDS.replace(",endLine=3,endColumn=29", "")


def test_what_fails_the_gate_otherwise_is_a_warning(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    names = [line.split(" ")[0] for line in GithubFormatter(shown=shown).format([report]).splitlines()]
    assert names == ["::error", "::warning", "::notice"]


def test_paths_begin_at_the_repository(report: TruthfulnessReport) -> None:
    command = GithubFormatter(prefix="packages/app").format([report]).splitlines()[0]
    assert command.startswith("::error file=packages/app/docs/run.md,line=3,")


@pytest.mark.parametrize(
    ("document", "text", "expected"),
    [
        ("a,b:c%.md", "x", "::error file=a%2Cb%3Ac%25.md,title=REFUTED prose::x"),
        ("a\nb\r.md", "x", "::error file=a%0Ab%0D.md,title=REFUTED prose::x"),
        ("-", "x", "::error title=REFUTED prose::x"),
        ("a.md", "100 %, a: b", "::error file=a.md,title=REFUTED prose::100 %25, a: b"),
        ("a.md", "one\r\n::add-mask::two", "::error file=a.md,title=REFUTED prose::one ::add-mask::two"),
        ("a.md", "\x1b[31mred", r"::error file=a.md,title=REFUTED prose::\x1b[31mred"),
        ("a.md", "%0A::debug::x", "::error file=a.md,title=REFUTED prose::%250A::debug::x"),
    ],
    ids=["properties", "line-ends-in-a-name", "standard-input", "message", "line-ends", "terminal", "escaped-before"],
)
def test_texts_are_data(refuted: Callable[..., TruthfulnessReport], document: str, text: str, expected: str) -> None:
    assert GithubFormatter().format([refuted(text, document=document)]) == f"{expected}\n"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("a.md:1:1: REFUTED ::error::x\n", "a.md:1:1: REFUTED ::error::x\n"),
        ("::error::x\n", "\\::error::x\n"),
        ("a\n \t::stop-commands::x\n", "a\n\\ \t::stop-commands::x\n"),
        ("a.md: ##[add-mask]x", "a.md: ## [add-mask]x"),
        ("# a ## b", "# a ## b"),
    ],
    ids=["in-a-line", "at-the-beginning", "behind-spaces", "old-form", "no-command"],
)
def test_nothing_in_a_log_is_a_command(log: str, expected: str) -> None:
    assert harmless(log) == expected


def test_the_summary_of_a_job(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    closing, links = "Grade D, but 1 claim is refuted: gate failed.", "https://example.org/o/p/blob/c0ffee/"
    formatter = MarkdownFormatter(closing=closing, texts=texts, links=links, limit=SUMMARY_LIMIT)
    assert job_summary([report], closing=closing, texts=texts, links=links) == formatter.format([report])
