from collections.abc import Callable
from dataclasses import replace

import pytest

from truthfulness_evaluator.models import Claim, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.text import TextFormatter, summary_line
from truthfulness_evaluator.reporting.totals import total

REFUTED = """\
docs/run.md:3:10: REFUTED `--jobs` defaults to 8: the default is 4 (src/app/cli.py:57)
    write 4 instead of 8
"""
SUMMARY = """\
Checked 4 claims in 1 document: 1 supported, 1 refuted, 1 not settled, 1 could not be judged. \
1 sentence of prose was not checked.
"""
ALL = """\
docs/run.md:3:10: SUPPORTED There is an option `--jobs`: it is declared (src/app/cli.py:12)
docs/run.md:3:10: REFUTED `--jobs` defaults to 8: the default is 4 (src/app/cli.py:57)
    write 4 instead of 8
docs/run.md:4:10: NOT_ENOUGH_INFO The environment variable `APP_HOME` is read: \
no code reads a name that is built at run time
docs/run.md:9:1: FAILED There is a module `app.jobs`: slow: timeout (after 30 s)
"""


def test_findings_then_summary_then_grade(report: TruthfulnessReport) -> None:
    assert TextFormatter().format([report]) == f"{REFUTED}{SUMMARY}Grade D.\n"


def test_closing_stands_for_the_grade(report: TruthfulnessReport) -> None:
    formatter = TextFormatter(closing="Grade D, but 1 claim is refuted: gate failed.")
    assert formatter.format([report]).endswith(f"{SUMMARY}Grade D, but 1 claim is refuted: gate failed.\n")


def test_verbose_lists_all_by_place(report: TruthfulnessReport) -> None:
    assert TextFormatter(verbose=True, quiet=True).format([report]) == ALL


def test_quiet_leaves_findings_only(report: TruthfulnessReport) -> None:
    assert TextFormatter(quiet=True).format([report]) == REFUTED


def test_quiet_with_nothing_found_is_empty() -> None:
    assert TextFormatter(quiet=True).format([TruthfulnessReport(source_document="a.md")]) == ""


def test_verdicts_to_show(report: TruthfulnessReport) -> None:
    shown = frozenset({Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO})
    lines = TextFormatter(quiet=True, shown=shown).format([report]).splitlines()
    assert [line.split(" ")[1] for line in lines if not line.startswith(" ")] == [
        "REFUTED",
        "NOT_ENOUGH_INFO",
    ]


def test_the_document_shows_what_a_correction_replaces(
    refuted: Callable[..., TruthfulnessReport],
) -> None:
    report = refuted("x", replacement="y")
    assert TextFormatter(quiet=True).format([report]) == "a.md: REFUTED x\n    write y\n"
    with_text = TextFormatter(quiet=True, texts={"a.md": "z!"})
    assert with_text.format([report]) == "a.md: REFUTED x\n    write y instead of z\n"


def test_an_empty_replacement_removes(refuted: Callable[..., TruthfulnessReport]) -> None:
    formatter = TextFormatter(quiet=True, texts={"a.md": "z!"})
    assert formatter.format([refuted("x", replacement="")]) == "a.md: REFUTED x\n    remove z\n"


def test_a_place_that_the_message_names_is_not_repeated(report: TruthfulnessReport) -> None:
    results = [
        result.model_copy(update={"explanation": "src/app/cli.py:57 says 4"})
        for result in report.verifications
        if result.verdict == Verdict.REFUTES
    ]
    lines = TextFormatter(quiet=True).format([report.model_copy(update={"verifications": results})])
    assert lines.splitlines()[0] == ("docs/run.md:3:10: REFUTED `--jobs` defaults to 8: src/app/cli.py:57 says 4")


def test_color_paints_the_label_only_where_asked(report: TruthfulnessReport) -> None:
    painted = TextFormatter(color=True, quiet=True).format([report])
    assert "\x1b[1m\x1b[31mREFUTED\x1b[0m" in painted
    assert "\x1b" not in TextFormatter(quiet=True).format([report])


@pytest.mark.parametrize(
    ("text", "explanation", "document", "expected"),
    [
        ("\x1b[2J`--x` exists", "no\x07ne", "a.md", r"a.md: REFUTED \x1b[2J`--x` exists: no\x07ne"),
        ("[red]x[/red]", "<b>no</b>", "a.md", "a.md: REFUTED [red]x[/red]: <b>no</b>"),
        ("one\ntwo", "b.md:1:1: SUPPORTED\nc", "a.md", "a.md: REFUTED one two: b.md:1:1: SUPPORTED c"),
        ("\u202etxt", "", "a.md", r"a.md: REFUTED \u202etxt"),
        ("x", "", "a\n\x1b.md", r"a\n\x1b.md: REFUTED x"),
        ("It is so.", "it is not", "a.md", "a.md: REFUTED It is so: it is not"),
    ],
    ids=["terminal", "markup", "line-ends", "bidirectional", "file-name", "full-stop"],
)
def test_texts_are_data(
    refuted: Callable[..., TruthfulnessReport], text: str, explanation: str, document: str, expected: str
) -> None:
    report = refuted(text, explanation=explanation, document=document)
    assert TextFormatter(quiet=True).format([report]) == expected + "\n"


def test_several_documents_have_one_summary(report: TruthfulnessReport) -> None:
    other = TruthfulnessReport(source_document="b.md", status="empty")
    lines = TextFormatter().format([report, other]).splitlines()
    assert lines[2].startswith("Checked 4 claims in 2 documents: 1 supported, 1 refuted,")
    assert lines[3:] == ["Grade C-."]


def _prose(number: int, kind: str = "prose") -> list[Claim]:
    return [Claim(id=f"{kind}{n}", text="x", source_document="a.md", kind=kind) for n in range(number)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "Nothing to check in 1 document."),
        ({"not_checked": _prose(1)}, "Nothing to check in 1 document. 1 sentence of prose was not checked."),
        (
            {"not_checked": _prose(2) + _prose(3, "link")},
            "Nothing to check in 1 document. 2 sentences of prose were not checked. 3 other claims were not checked.",
        ),
        ({"ignored": _prose(2)}, "Nothing to check in 1 document. 2 claims were ignored as comments or settings ask."),
    ],
    ids=["empty", "one-sentence", "other-kinds", "ignored"],
)
def test_summary_line(changes: dict[str, list[Claim]], expected: str) -> None:
    report = TruthfulnessReport(source_document="a.md").model_copy(update=changes)
    assert summary_line(total([report])) == expected


def test_a_result_without_its_claim_still_shows(refuted: Callable[..., TruthfulnessReport]) -> None:
    report = refuted("x").model_copy(update={"claims": []})
    assert replace(TextFormatter(), quiet=True).format([report]) == "a.md: REFUTED c\n"
