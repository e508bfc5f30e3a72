"""SARIF reports. The schema they are held to is written by hand, see `fixtures/sarif-2.1.0-part.schema.json`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest

from truthfulness_evaluator import __version__
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.models import Evidence, Location, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.sarif import SCHEMA, SarifFormatter

PART = json.loads((Path(__file__).parent.parent / "fixtures" / "sarif-2.1.0-part.schema.json").read_text("utf-8"))
RULES = kinds()[:1]

PLACE = {"artifactLocation": {"uri": "docs/run.md", "uriBaseId": "%SRCROOT%"}}
RUN = {
    "tool": {
        "driver": {
            "name": "truth-eval",
            "semanticVersion": __version__,
            "rules": [
                {"id": name, "shortDescription": {"text": f"Statements of the kind {name}"}}
                for name in ("cli_option", "default_value", "env_var", "symbol")
            ],
        }
    },
    "invocations": [
        {
            "executionSuccessful": False,
            "toolExecutionNotifications": [
                {
                    "level": "error",
                    "message": {
                        "text": "Could not be judged: There is a module `app.jobs`: slow: timeout (after 30 s)"
                    },
                    "locations": [{"physicalLocation": {**PLACE, "region": {"startLine": 9, "startColumn": 1}}}],
                    "associatedRule": {"id": "symbol", "index": 3},
                }
            ],
        }
    ],
    "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
    "columnKind": "unicodeCodePoints",
    "results": [
        {
            "ruleId": "default_value",
            "ruleIndex": 1,
            "level": "error",
            "message": {"text": "`--jobs` defaults to 8: the default is 4 ([src/app/cli.py:57](1))"},
            "locations": [
                {
                    "physicalLocation": {
                        **PLACE,
                        "region": {
                            "startLine": 3,
                            "startColumn": 10,
                            "endLine": 3,
                            "endColumn": 29,
                            "charOffset": 17,
                            "charLength": 19,
                        },
                    }
                }
            ],
            "relatedLocations": [
                {
                    "id": 1,
                    "message": {"text": "src/app/cli.py:57"},
                    "physicalLocation": {
                        "artifactLocation": {"uri": "src/app/cli.py", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 57},
                    },
                }
            ],
            "partialFingerprints": {"truthEvalClaim/v1": "jobs"},
            "fixes": [
                {
                    "description": {"text": "Write 4 instead of 8"},
                    "artifactChanges": [
                        {
                            **PLACE,
                            "replacements": [
                                {
                                    "deletedRegion": {
                                        "startLine": 3,
                                        "startColumn": 28,
                                        "endLine": 3,
                                        "endColumn": 29,
                                        "charOffset": 35,
                                        "charLength": 1,
                                    },
                                    "insertedContent": {"text": "4"},
                                }
                            ],
                        }
                    ],
                }
            ],
            "properties": {"confidence": 1.0},
        }
    ],
}


def run_of(text: str) -> dict[str, Any]:
    """The one run of a report, which fits the schema."""
    content = json.loads(text)
    jsonschema.validate(content, PART)
    return cast("dict[str, Any]", content["runs"][0])


def test_the_whole_report(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    content = {"$schema": SCHEMA, "version": "2.1.0", "runs": [RUN]}
    assert SarifFormatter(texts=texts, rules=()).format([report]) == json.dumps(content, indent=2) + "\n"


def test_a_rule_for_each_kind_of_fact() -> None:
    rules = run_of(SarifFormatter().format([]))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [kind.name for kind in kinds()]
    first = RULES[0]
    assert rules[0] == {
        "id": first.name,
        "name": "Path",
        "shortDescription": {"text": first.title},
        "fullDescription": {"text": first.checks},
        "help": {"text": rules[0]["help"]["text"]},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["documentation"], "precision": "high", "problem.severity": "error"},
    }
    assert rules[0]["help"]["text"].startswith(f"{first.checks} It abstains where: ")


def test_rules_that_occur_are_known_and_numbered(report: TruthfulnessReport) -> None:
    run = run_of(SarifFormatter().format([report]))
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[row["ruleIndex"]] for row in run["results"]] == [row["ruleId"] for row in run["results"]]
    assert len(set(rules)) == len(rules)


def test_without_texts_a_fix_is_told_by_its_offset(report: TruthfulnessReport) -> None:
    (result,) = run_of(SarifFormatter(rules=RULES).format([report]))["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 10}
    replacement = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["deletedRegion"] == {"charOffset": 35, "charLength": 1}


def test_what_the_gate_asks_for_is_a_note(report: TruthfulnessReport, texts: dict[str, str]) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    results = run_of(SarifFormatter(shown=shown, texts=texts, rules=RULES).format([report]))["results"]
    assert [(row["ruleId"], row["level"]) for row in results] == [("default_value", "error"), ("env_var", "note")]


def test_a_run_without_failures_was_successful_and_notices_are_notes() -> None:
    reports = [TruthfulnessReport(source_document=name, notices=["The history is shallow."]) for name in "ab"]
    assert run_of(SarifFormatter(rules=RULES).format(reports))["invocations"] == [
        {
            "executionSuccessful": True,
            "toolExecutionNotifications": [{"level": "note", "message": {"text": "The history is shallow."}}],
        }
    ]


def test_what_a_person_is_to_review_is_no_fix(refuted: Callable[..., TruthfulnessReport]) -> None:
    report = refuted("x", replacement="y", needs_review=True)
    assert "fixes" not in run_of(SarifFormatter(rules=RULES).format([report]))["results"][0]


@pytest.mark.parametrize(
    ("document", "prefix", "uri"),
    [
        ("a b/ö#?%.md", "", "a%20b/%C3%B6%23%3F%25.md"),
        ("c:x.md", "", "c%3Ax.md"),
        ("a\\b[1](2).md", "", "a%5Cb%5B1%5D%282%29.md"),
        ("docs/a.md", "sub dir", "sub%20dir/docs/a.md"),
        ("\udcff.md", "", "%FF.md"),
    ],
    ids=["escaped", "no-scheme", "marks", "below-the-repository", "no-utf-8"],
)
def test_paths_are_relative_addresses(
    refuted: Callable[..., TruthfulnessReport], document: str, prefix: str, uri: str
) -> None:
    (result,) = run_of(SarifFormatter(prefix=prefix, rules=RULES).format([refuted("x", document=document)]))["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}}


def _proof(location: Location) -> Evidence:
    return Evidence(
        source="s", source_type="web", content="c", relevance_score=1.0, supports_claim=False, location=location
    )


@pytest.mark.parametrize(
    ("location", "link", "artifact"),
    [
        (Location(path="a[1]\\b.py"), r"[a\[1\]\\b.py](1)", {"uri": "a%5B1%5D%5Cb.py", "uriBaseId": "%SRCROOT%"}),
        (Location(url="https://a.example/ä b?c=d"), "[https://a.example/ä b?c=d](1)",
         {"uri": "https://a.example/%C3%A4%20b?c=d"}),
    ],
    ids=["path", "url"],
)  # fmt: skip
def test_evidence_is_linked(
    refuted: Callable[..., TruthfulnessReport], location: Location, link: str, artifact: dict[str, str]
) -> None:
    report = refuted("x", evidence=[_proof(location), _proof(location)])
    (result,) = run_of(SarifFormatter(rules=RULES).format([report]))["results"]
    assert result["message"]["text"] == f"x ({link})"
    assert [row["physicalLocation"]["artifactLocation"] for row in result["relatedLocations"]] == [artifact]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [here](1) and [there](https://a.example)", "see [here] (1) and [there] (https://a.example)"),
        ("{0} of ${HOME} {a}", "{{0}} of ${HOME} {a}"),
        ("one\ntwo\x1b", r"one two\x1b"),
        ("[x] (1)", "[x] (1)"),
    ],
    ids=["links", "placeholders", "line-ends", "no-link"],
)
def test_texts_are_data(refuted: Callable[..., TruthfulnessReport], text: str, expected: str) -> None:
    (result,) = run_of(SarifFormatter(rules=RULES).format([refuted(text)]))["results"]
    assert result["message"]["text"] == expected
