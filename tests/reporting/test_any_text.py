"""Whatever a document holds, each format stays what it is, and gives the text back where it keeps it."""

import json
import re
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_sarif_report import PART, RULES

from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Evidence,
    Location,
    Review,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
)
from truthfulness_evaluator.reporting.github import GithubFormatter
from truthfulness_evaluator.reporting.gitlab import GitlabFormatter
from truthfulness_evaluator.reporting.jsonl import JsonLinesFormatter
from truthfulness_evaluator.reporting.junit import JunitFormatter
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter
from truthfulness_evaluator.reporting.rdjson import RdjsonFormatter
from truthfulness_evaluator.reporting.sarif import SarifFormatter

TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("`~<>&|[](){}@#:%,\\\r\n\ufeff\x85\u2028"))


REVIEWS = st.builds(
    Review,
    verdict=st.just(Verdict.REFUTES),
    reviewer=TEXTS,
    note=TEXTS,
    machine_verdict=st.none() | st.sampled_from(Verdict),
    machine_explanation=TEXTS,
)


@st.composite
def reports(draw: st.DrawFn) -> tuple[TruthfulnessReport, str]:
    """A report with one refuted claim, and the text of its document."""
    text = draw(TEXTS.filter(bool))
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    name = draw(TEXTS.filter(str.strip))
    claim = Claim(
        id="c",
        text=draw(TEXTS),
        source_document=name,
        source_span=(start, end),
        location=Location(path=name, line=1, column=1),
        kind=draw(st.sampled_from(["path", "prose"])),
    )
    proof = Evidence(
        source=draw(TEXTS),
        source_type="filesystem",
        content=draw(TEXTS),
        relevance_score=1.0,
        supports_claim=False,
        location=draw(st.none() | st.builds(Location, path=TEXTS.filter(bool), line=st.integers(1, 9))),
    )
    result = VerificationResult(
        claim_id="c",
        verdict=Verdict.REFUTES,
        confidence=1.0,
        explanation=draw(TEXTS),
        evidence=[proof],
        correction=Correction(span=(start, end), replacement=draw(TEXTS)),
        review=draw(st.none() | REVIEWS),
    )
    return TruthfulnessReport(source_document=name, claims=[claim], verifications=[result]), text


@given(reports(), st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_format_stays_what_it_is(drawn: tuple[TruthfulnessReport, str], knows_the_text: bool) -> None:
    report, text = drawn
    texts = {report.source_document: text} if knows_the_text else {}
    (line,) = JsonLinesFormatter(texts=texts).format([report]).splitlines()
    assert json.loads(line)["text"] == report.claims[0].text
    command = GithubFormatter(texts=texts).format([report])
    assert re.fullmatch(r"::error file=[^\r\n]*\n", command)
    (issue,) = json.loads(GitlabFormatter(texts=texts).format([report]))
    assert issue["location"]["path"] == report.source_document
    (suite,) = ElementTree.fromstring(JunitFormatter(texts=texts).format([report]))
    assert suite.get("failures") == "1"
    (row,) = json.loads(RdjsonFormatter(texts=texts).format([report]))["diagnostics"]
    assert ("suggestions" in row) is knows_the_text
    jsonschema.validate(json.loads(SarifFormatter(texts=texts, rules=RULES).format([report])), PART)
    written = MarkdownFormatter(texts=texts).format([report])
    assert len(written) <= 65_536


@pytest.mark.parametrize("formatter", [SarifFormatter(rules=RULES), JunitFormatter(), MarkdownFormatter()])
def test_a_name_that_is_no_unicode(formatter: SarifFormatter | JunitFormatter | MarkdownFormatter) -> None:
    claim = Claim.model_construct(id="c", text="x", source_document="\udcff.md", kind="path", also_at=[])
    report = TruthfulnessReport.model_construct(
        source_document="\udcff.md",
        claims=[claim],
        verifications=[VerificationResult(claim_id="c", verdict=Verdict.REFUTES, confidence=1.0, explanation="")],
        unvalidated_claims=[],
        unvalidated_reasons=[],
        not_checked=[],
        ignored=[],
        notices=[],
    )
    assert formatter.format([report]).encode("utf-8")
