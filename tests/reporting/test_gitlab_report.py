import json
from collections.abc import Callable

import pytest

from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.gitlab import GitlabFormatter

REPORT = """\
[
  {
    "description": "`--jobs` defaults to 8: the default is 4 (src/app/cli.py:57). Write 4 instead of 8",
    "check_name": "default_value",
    "fingerprint": "jobs",
    "severity": "major",
    "location": {
      "path": "docs/run.md",
      "lines": {
        "begin": 3,
        "end": 3
      }
    }
  },
  {
    "description": "There is a module `app.jobs`: slow: timeout (after 30 s)",
    "check_name": "symbol",
    "fingerprint": "asked",
    "severity": "info",
    "location": {
      "path": "docs/run.md",
      "lines": {
        "begin": 9
      }
    }
  }
]
"""


def test_an_issue_for_each_refuted_claim_and_each_failure(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    assert GitlabFormatter(texts=texts).format([report]) == REPORT


def test_what_fails_the_gate_otherwise_is_minor(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    issues = json.loads(GitlabFormatter(shown=shown).format([report]))
    assert [issue["severity"] for issue in issues] == ["major", "minor", "info"]


def test_a_claim_without_a_place_is_on_the_first_line(report: TruthfulnessReport) -> None:
    claims = [claim.model_copy(update={"location": None, "source_span": None}) for claim in report.claims]
    issues = json.loads(GitlabFormatter(prefix="sub").format([report.model_copy(update={"claims": claims})]))
    assert issues[-1]["location"] == {"path": "sub/docs/run.md", "lines": {"begin": 1}}


@pytest.mark.parametrize(
    ("text", "expected"), [("a\nb", "a b"), ("\x1b[31m", r"\x1b[31m"), ('"x" \\ <b>', '"x" \\ <b>')]
)
def test_texts_are_data(refuted: Callable[..., TruthfulnessReport], text: str, expected: str) -> None:
    assert json.loads(GitlabFormatter().format([refuted(text)]))[0]["description"] == expected
