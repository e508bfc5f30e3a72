from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from truthfulness_evaluator.models import Claim, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.junit import JunitFormatter

REPORT = """\
<?xml version="1.0" encoding="utf-8"?>
<testsuites name="truth-eval" tests="4" failures="1" errors="1" skipped="1">
  <testsuite name="docs/run.md" tests="4" failures="1" errors="1" skipped="1">
    <testcase classname="docs/run.md" name="cli_option: There is an option `--jobs`" file="docs/run.md" line="3" />
    <testcase classname="docs/run.md" name="default_value: `--jobs` defaults to 8" file="docs/run.md" line="3">
      <failure message="the default is 4" type="REFUTES">\
docs/run.md:3:10: REFUTED `--jobs` defaults to 8: the default is 4 (src/app/cli.py:57)
write 4 instead of 8</failure>
    </testcase>
    <testcase classname="docs/run.md" name="env_var: The environment variable `APP_HOME` is read" \
file="docs/run.md" line="4">
      <skipped message="no code reads a name that is built at run time" />
    </testcase>
    <testcase classname="docs/run.md" name="symbol: There is a module `app.jobs`" file="docs/run.md" line="9">
      <error message="slow: timeout (after 30 s)" type="timeout">\
docs/run.md:9:1: FAILED There is a module `app.jobs`: slow: timeout (after 30 s)</error>
    </testcase>
  </testsuite>
</testsuites>
"""


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode("utf-8", "backslashreplace"))


def test_a_suite_for_the_document_and_a_case_for_each_claim(report: TruthfulnessReport) -> None:
    assert JunitFormatter().format([report]) == REPORT


def test_what_fails_the_gate_otherwise_is_a_failure_too(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    suites = parsed(JunitFormatter(shown=shown).format([report]))
    assert [element.get("type") for element in suites.iter("failure")] == ["REFUTES", "NOT_ENOUGH_INFO"]
    assert (suites.get("failures"), suites.get("skipped")) == ("2", "0")


def test_the_counts_are_those_of_all_suites(report: TruthfulnessReport) -> None:
    empty = TruthfulnessReport(source_document="b.md", status="empty")
    suites = parsed(JunitFormatter().format([report, empty, report]))
    assert [suite.get("tests") for suite in suites] == ["4", "0", "4"]
    assert [suites.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["8", "2", "2", "2"]


def test_equal_claims_have_names_of_their_own() -> None:
    claims = [Claim(id=key, text="a.py exists", source_document="a.md", kind="path") for key in "abc"]
    results = [
        VerificationResult(claim_id=key, verdict=Verdict.SUPPORTS, confidence=1.0, explanation="") for key in "abc"
    ]
    report = TruthfulnessReport(source_document="a.md", claims=claims, verifications=results)
    names = [case.get("name") for case in parsed(JunitFormatter().format([report])).iter("testcase")]
    assert names == ["path: a.py exists", "path: a.py exists (2)", "path: a.py exists (3)"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>&amp;</b> \"'", "<b>&amp;</b> \"'"),
        ("]]><failure/>", "]]><failure/>"),
        ("one\r\n two\t", "one two"),
        ("\x00\x08\x1b[31m\x7f", r"\x00\x08\x1b[31m\x7f"),
        ("a\ufffeb\uffff", "a\ufffdb\ufffd"),
        ("\ud800", r"\ud800"),
        ("\u202e 你好 👍", r"\u202e 你好 👍"),
    ],
    ids=["markup", "section-end", "white-space", "controls", "no-characters", "surrogate", "letters"],
)
def test_texts_are_data(refuted: Callable[..., TruthfulnessReport], text: str, shown: str) -> None:
    sound = refuted("x")
    claims = [sound.claims[0].model_copy(update={"text": text})]
    results = [sound.verifications[0].model_copy(update={"explanation": text})]
    report = sound.model_copy(update={"claims": claims, "verifications": results})
    suites = parsed(JunitFormatter().format([report]))
    (case,) = suites.iter("testcase")
    (failure,) = case
    assert (case.get("name"), failure.get("message")) == (f"prose: {shown}", shown)
    assert (failure.text or "").startswith("a.md: REFUTED ")
