"""The baseline as text and data."""

import json
from collections.abc import Collection

import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import FailOn, Policy, weighed
from truthfulness_evaluator.gate.baseline import Change, Entry, changed, gone, parse, verdicts, written
from truthfulness_evaluator.models import Claim, Standing, TruthfulnessReport, Verdict, VerificationResult

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO


def entry(key: str, document: str = "a.md", *, kind: str = "path", text: str = "x", unsettled: bool = False) -> Entry:
    return Entry(id=key, document=document, kind=kind, verdict=N if unsettled else R, text=text)


def report(document: str = "a.md", *, complete: bool = True, **found: Verdict) -> TruthfulnessReport:
    """A weighed report in which everything that is not supported is a finding."""
    made = TruthfulnessReport(
        source_document=document,
        status="complete" if complete else "incomplete",
        claims=[Claim(id=key, text="x", kind="path", source_document=document) for key in found],
        verifications=[
            VerificationResult(claim_id=key, verdict=verdict, confidence=1.0, explanation="")
            for key, verdict in found.items()
        ],
    )
    return weighed([made], lambda _: Policy(fail_on=FailOn.UNSUPPORTED))[0]


def test_one_finding_a_line_sorted_by_what_a_reader_looks_for() -> None:
    entries = [
        entry("4", "b.md"),
        entry("3", kind="link"),
        entry("2", text='\u00fc\u2028\n"', unsettled=True),
        entry("1", text='\u00fc\u2028\n"'),
    ]
    text = written(entries)
    assert (
        text
        == """\
{
  "tool": "truthfulness-evaluator",
  "schema_version": 1,
  "findings": [
    {"id": "3", "document": "a.md", "kind": "link", "verdict": "REFUTES", "text": "x"},
    {"id": "1", "document": "a.md", "kind": "path", "verdict": "REFUTES", "text": "\u00fc\u2028\\n\\""},
    {"id": "2", "document": "a.md", "kind": "path", "verdict": "NOT_ENOUGH_INFO", "text": "\u00fc\u2028\\n\\""},
    {"id": "4", "document": "b.md", "kind": "path", "verdict": "REFUTES", "text": "x"}
  ]
}
"""
    )
    assert written(reversed(entries)) == text
    assert sorted(parse(text, "f"), key=str) == sorted(entries, key=str)


def test_a_finding_more_is_a_line_more() -> None:
    before, after = (written([entry(key) for key in keys]).splitlines() for keys in ("ac", "abc"))
    assert [line for line in after if line not in before] == [line for line in after if '"b"' in line]
    assert [line for line in before if line not in after] == []


HEAD = '{"tool": "truthfulness-evaluator", "schema_version": 1, "findings": '
REPAIR = "Repair it, or delete it and write a new one with --update-baseline."
FOREIGN = "f is no baseline of truth-eval. Name another file with --baseline."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("", f"The baseline f is not valid JSON (line 1). {REPAIR}", id="empty"),
        pytest.param(HEAD + "[\n<<<<<<< ours", f"The baseline f is not valid JSON (line 2). {REPAIR}", id="conflict"),
        pytest.param("[" * 100_000, f"The baseline f is not valid JSON. {REPAIR}", id="nested"),
        pytest.param("[]", FOREIGN, id="list"),
        pytest.param('{"version": "1.5.0", "results": {}}', FOREIGN, id="another-tool"),
        pytest.param('{"tool": "truthfulness-evaluator"}', FOREIGN, id="no-version"),
        pytest.param('{"tool": {"name": "truthfulness-evaluator"}, "schema_version": "1"}', FOREIGN, id="a-report"),
        pytest.param(
            '{"tool": "truthfulness-evaluator", "schema_version": 2}',
            "The baseline f is of version 2, and this truth-eval reads versions up to 1. Update truth-eval.",
            id="newer",
        ),
        pytest.param(HEAD + "{}}", f"The baseline f has no list of findings. {REPAIR}", id="no-list"),
        pytest.param(HEAD + "[3]}", f"Finding 1 of the baseline f is no object. {REPAIR}", id="no-entry"),
        pytest.param(
            HEAD + '[{"id": "a", "document": "a.md", "kind": "path", "verdict": "SUPPORTS"}]}',
            f"Finding 1 of the baseline f has no or a wrong 'verdict'. {REPAIR}",
            id="wrong-verdict",
        ),
        pytest.param(HEAD + "[{}]}", f"Finding 1 of the baseline f has no or a wrong 'id'. {REPAIR}", id="no-id"),
    ],
)
def test_what_is_no_baseline(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text, "f")
    assert str(caught.value) == sentence


def test_what_a_later_version_adds_is_passed_over() -> None:
    row = {**entry("a").model_dump(mode="json"), "since": "2030"}
    assert parse(HEAD + json.dumps([row]) + ', "more": 1}', "f") == (entry("a"),)


@pytest.mark.parametrize(
    ("known", "verdict", "standing"),
    [
        pytest.param([], R, Standing.FAILS, id="not-there"),
        pytest.param([entry("a")], R, Standing.KNOWN, id="there"),
        pytest.param([entry("a")], N, Standing.KNOWN, id="got-better"),
        pytest.param([entry("a", unsettled=True)], N, Standing.KNOWN, id="not-settled"),
        pytest.param([entry("a", unsettled=True)], R, Standing.FAILS, id="got-worse"),
        pytest.param([entry("b")], R, Standing.FAILS, id="another"),
        pytest.param([entry("a")], S, None, id="true-now"),
    ],
)
def test_what_is_known(known: list[Entry], verdict: Verdict, standing: Standing | None) -> None:
    (found,) = weighed([report(a=verdict)], lambda _: Policy(fail_on=FailOn.UNSUPPORTED), verdicts(known))
    assert found.verifications[0].gate is standing


A, B, OTHER = entry("a"), entry("b"), entry("o", "other.md")
CHANGES = [
    pytest.param([], [report(a=R, b=S)], [], Change((A,), 1, 0), id="first"),
    pytest.param([A], [report(a=R)], [], Change((A,), 0, 0), id="same"),
    pytest.param([A, B], [report(b=R)], [A], Change((B,), 0, 1), id="corrected"),
    pytest.param([A], [report(b=R)], [A], Change((B,), 1, 1), id="another-instead"),
    pytest.param([A], [report(a=N)], [], Change((entry("a", unsettled=True),), 0, 0), id="got-better"),
    pytest.param([A, OTHER], [report(b=R)], [A], Change((B, OTHER), 1, 1), id="another-document-is-kept"),
    pytest.param([entry("z", "deleted.md")], [report()], [entry("z", "deleted.md")], Change((), 0, 1), id="deleted"),
    pytest.param([A], [report(b=R, complete=False)], [], Change((A, B), 1, 0), id="not-checked-in-full"),
    pytest.param([A], [], [], Change((A,), 0, 0), id="nothing-checked"),
]


@pytest.mark.parametrize(("entries", "reports", "missing", "change"), CHANGES)
def test_after_a_run(
    entries: list[Entry], reports: list[TruthfulnessReport], missing: list[Entry], change: Change
) -> None:
    there: Collection[str] = {"a.md", "other.md"}
    assert gone(entries, reports, there.__contains__) == missing
    assert changed(entries, reports, there.__contains__) == change
    assert gone(change.entries, reports, there.__contains__) == []


def test_a_long_claim_is_cut() -> None:
    claim = Claim(id="a", text="word " * 50, kind="prose", source_document="a.md")
    result = VerificationResult(claim_id="a", verdict=R, confidence=1.0, explanation="")
    long = TruthfulnessReport(source_document="a.md", claims=[claim], verifications=[result])
    (found,) = changed([], weighed([long]), lambda _: True).entries
    assert found.text == "word " * 19 + "word..."
