"""What reports list of findings by what they mean for the gate."""

import json
from collections.abc import Callable

import pytest

from truthfulness_evaluator.models import Standing, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.finding import findings
from truthfulness_evaluator.reporting.github import GithubFormatter
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.jsonl import JsonLinesFormatter
from truthfulness_evaluator.reporting.junit import JunitFormatter
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter
from truthfulness_evaluator.reporting.sarif import SarifFormatter
from truthfulness_evaluator.reporting.table import load_formatter
from truthfulness_evaluator.reporting.text import TextFormatter, summary_line
from truthfulness_evaluator.reporting.totals import total

Make = Callable[..., TruthfulnessReport]


def standing(report: TruthfulnessReport, gate: Standing | None, verdict: Verdict) -> TruthfulnessReport:
    (result,) = report.verifications
    return report.model_copy(update={"verifications": [result.model_copy(update={"gate": gate, "verdict": verdict})]})


ROWS = [
    pytest.param(None, Verdict.REFUTES, True, id="not-weighed"),
    pytest.param(Standing.FAILS, Verdict.REFUTES, True, id="fails"),
    pytest.param(Standing.ADVISES, Verdict.REFUTES, True, id="advises"),
    pytest.param(Standing.KNOWN, Verdict.REFUTES, False, id="known"),
    pytest.param(Standing.FAILS, Verdict.NOT_ENOUGH_INFO, True, id="not-settled-fails"),
    pytest.param(Standing.ADVISES, Verdict.NOT_ENOUGH_INFO, False, id="not-settled-advises"),
    pytest.param(Standing.KNOWN, Verdict.NOT_ENOUGH_INFO, False, id="not-settled-known"),
    pytest.param(None, Verdict.NOT_ENOUGH_INFO, False, id="not-settled-not-weighed"),
]


@pytest.mark.parametrize(("gate", "verdict", "listed"), ROWS)
@pytest.mark.parametrize("name", ["text", "github", "gitlab", "rdjson", "sarif"])
def test_lists(refuted: Make, name: str, gate: Standing | None, verdict: Verdict, listed: bool) -> None:
    report = standing(refuted("it is so and so"), gate, verdict)
    assert ("it is so and so" in load_formatter(name)().format([report])) is listed


@pytest.mark.parametrize(("gate", "verdict", "listed"), ROWS)
def test_junit_has_all_and_what_is_listed_fails(
    refuted: Make, gate: Standing | None, verdict: Verdict, listed: bool
) -> None:
    written = JunitFormatter().format([standing(refuted("x"), gate, verdict)])
    assert ("<failure" in written, "<skipped" in written) == (listed, not listed)


@pytest.mark.parametrize("gate", [None, *Standing])
def test_json_lines_have_all_and_say_what_it_means(refuted: Make, gate: Standing | None) -> None:
    (line,) = JsonLinesFormatter().format([standing(refuted("x"), gate, Verdict.REFUTES)]).splitlines()
    assert json.loads(line)["gate"] == (gate.value if gate else None)


@pytest.mark.parametrize(
    ("gate", "verdict", "heading"),
    [
        (Standing.FAILS, Verdict.REFUTES, "### Refuted (1)"),
        (Standing.ADVISES, Verdict.REFUTES, "### Refuted (1)"),
        (Standing.KNOWN, Verdict.REFUTES, "<summary>Known from the baseline (1)</summary>"),
        (Standing.FAILS, Verdict.NOT_ENOUGH_INFO, "### Not settled (1)"),
        (Standing.ADVISES, Verdict.NOT_ENOUGH_INFO, "<summary>Not settled (1)</summary>"),
        (Standing.KNOWN, Verdict.NOT_ENOUGH_INFO, "<summary>Known from the baseline (1)</summary>"),
    ],
)
def test_markdown_sections(refuted: Make, gate: Standing, verdict: Verdict, heading: str) -> None:
    lines = MarkdownFormatter().format([standing(refuted("x"), gate, verdict)]).splitlines()
    assert [line for line in lines if line.startswith(("###", "<summary>"))] == [heading]


@pytest.mark.parametrize(
    ("gate", "told"), [(None, False), (Standing.FAILS, False), (Standing.ADVISES, False), (Standing.KNOWN, True)]
)
def test_a_card_of_the_html_report_says_what_is_known(refuted: Make, gate: Standing | None, told: bool) -> None:
    written = HtmlFormatter().format([standing(refuted("x"), gate, Verdict.REFUTES)])
    assert ("it stands in the baseline" in written) is told


@pytest.mark.parametrize(
    ("gate", "command"), [(None, "error"), (Standing.FAILS, "error"), (Standing.ADVISES, "warning")]
)
def test_advice_is_a_warning_on_github(refuted: Make, gate: Standing | None, command: str) -> None:
    assert GithubFormatter().format([standing(refuted("x"), gate, Verdict.REFUTES)]).startswith(f"::{command} ")


def test_sarif_says_how_many_are_known(refuted: Make) -> None:
    (run,) = json.loads(SarifFormatter().format([standing(refuted("x"), Standing.KNOWN, Verdict.REFUTES)]))["runs"]
    said = [each["message"]["text"] for each in run["invocations"][0]["toolExecutionNotifications"]]
    assert (run["results"], said) == ([], ["1 finding is known from the baseline."])


def test_verbose_text_labels_what_is_known(refuted: Make) -> None:
    report = standing(refuted("x", explanation="y"), Standing.KNOWN, Verdict.REFUTES)
    assert TextFormatter(verbose=True, quiet=True).format([report]) == "a.md: KNOWN x: y\n"
    assert [row.label for row in findings(report)] == ["KNOWN"]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(1, "1 finding is known from the baseline."), (2, "2 findings are known from the baseline.")],
)
def test_the_summary_counts_what_is_known(refuted: Make, number: int, sentence: str) -> None:
    reports = [standing(refuted("x"), Standing.KNOWN, Verdict.REFUTES)] * number
    assert summary_line(total(reports)).endswith(f". {sentence}")
