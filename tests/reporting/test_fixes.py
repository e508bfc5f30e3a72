import subprocess
from pathlib import Path

import pytest

from truthfulness_evaluator import apply_corrections
from truthfulness_evaluator.models import Correction, Span, Verdict, VerificationResult
from truthfulness_evaluator.reporting.fixes import Moves, corrected, unified_diff

TEXT = "0123456789"
Rows = list[tuple[int, int, str]]
OVERLAPS = "it overlaps another correction"
OUTSIDE = "it lies outside of the document"


def made_of(rows: Rows) -> list[Correction]:
    return [Correction(span=(start, end), replacement=text) for start, end, text in rows]


@pytest.mark.parametrize(
    ("rows", "text", "skipped"),
    [
        pytest.param([], TEXT, [], id="nothing"),
        pytest.param([(2, 4, "x")], "01x456789", [], id="shorter"),
        pytest.param([(8, 9, "eight"), (0, 1, "zero")], "zero1234567eight9", [], id="any-order"),
        pytest.param([(0, 10, "")], "", [], id="all"),
        pytest.param([(2, 4, "ab"), (4, 6, "cd")], "01abcd6789", [], id="side-by-side"),
        pytest.param([(2, 4, "x"), (2, 4, "x")], "01x456789", [], id="equal-ones-are-one"),
        pytest.param([(2, 4, "x"), (2, 4, "y")], TEXT, [(2, 4), (2, 4)], id="same-place"),
        pytest.param([(2, 5, "x"), (4, 6, "y"), (8, 9, "z")], "01234567z9", [(2, 5), (4, 6)], id="overlap"),
        pytest.param([(0, 9, "x"), (1, 2, "y"), (5, 6, "z")], TEXT, [(0, 9), (1, 2), (5, 6)], id="within-one"),
        pytest.param([(3, 3, "x")], "012x3456789", [], id="insertion"),
        pytest.param([(3, 3, "x"), (3, 5, "y")], TEXT, [(3, 3), (3, 5)], id="insertion-at-an-edge"),
        pytest.param([(3, 3, "x"), (3, 3, "y")], TEXT, [(3, 3), (3, 3)], id="two-insertions"),
        pytest.param([(2, 4, "23")], TEXT, [], id="no-change"),
        pytest.param([(2, 4, "23"), (3, 5, "x")], "012x56789", [], id="no-change-overlaps-nothing"),
    ],
)
def test_corrections(rows: Rows, text: str, skipped: list[Span]) -> None:
    done = corrected(TEXT, made_of(rows))
    assert done.text == text
    assert [(each.correction.span, each.reason) for each in done.skipped] == [(span, OVERLAPS) for span in skipped]


@pytest.mark.parametrize(
    ("encoding", "replacement", "reason"),
    [
        ("utf-8", "π", None),
        ("utf-16-le", "π", None),
        ("latin-1", "é", None),
        ("latin-1", "π", "'π' cannot be written in LATIN-1"),
        ("utf-8", "a\udc80", "'\\udc80' cannot be written in UTF-8"),
    ],
)
def test_what_an_encoding_lacks_is_skipped(encoding: str, replacement: str, reason: str | None) -> None:
    done = corrected(TEXT, made_of([(0, 1, replacement), (5, 6, "x")]), encoding=encoding)
    assert [each.reason for each in done.skipped] == ([reason] if reason else [])
    assert done.text == (f"0{TEXT[1:5]}x6789" if reason else f"{replacement}1234x6789")


def test_a_place_outside_of_the_text_is_skipped() -> None:
    done = corrected(TEXT, made_of([(9, 11, "x"), (5, 3, "y")]))
    assert (done.text, [each.reason for each in done.skipped]) == (TEXT, [OUTSIDE, OUTSIDE])


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("needs_review", [False, True])
def test_only_refuted_claims_are_corrected(verdict: Verdict, needs_review: bool) -> None:
    result = VerificationResult(
        claim_id="c",
        verdict=verdict,
        confidence=1.0,
        explanation="",
        correction=Correction(span=(0, 1), replacement="x"),
        needs_review=needs_review,
    )
    is_made = verdict is Verdict.REFUTES and not needs_review
    assert apply_corrections(TEXT, [result]) == ("x123456789" if is_made else TEXT)


@pytest.mark.parametrize("rows", [[(2, 4, "long"), (6, 9, "")], [(0, 0, "in"), (10, 10, "out")], []])
def test_moves_lead_back(rows: Rows) -> None:
    corrections = tuple(made_of(rows))
    text, moves = corrected(TEXT, corrections).text, Moves(corrections)
    assert [text[slice(*place)] for place in moves.places] == [each.replacement for each in corrections]
    for offset, character in enumerate(text):
        if any(start <= offset < end for start, end in moves.places):
            assert moves.touches((offset, offset + 1))
        else:
            assert TEXT[moves.before(offset)] == character


BEFORE = "".join(f"line {number}\n" for number in range(1, 21))
DIFFS = [
    pytest.param("a\n", "a\n", "a.md", "", id="none"),
    pytest.param("a\n", "b\n", "a.md", "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+b\n", id="one-line"),
    pytest.param(
        "a",
        "b",
        "a b.md",
        "--- a/a b.md\t\n+++ b/a b.md\t\n@@ -1 +1 @@\n"
        "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        id="no-line-end-and-a-space-in-the-name",
    ),
    pytest.param(
        BEFORE,
        BEFORE.replace("line 2\n", "zwei\n").replace("line 9\n", "neun\n").replace("line 20\n", "zwanzig\n"),
        "docs/a.md",
        "--- a/docs/a.md\n+++ b/docs/a.md\n"
        "@@ -1,12 +1,12 @@\n line 1\n-line 2\n+zwei\n line 3\n line 4\n line 5\n line 6\n line 7\n line 8\n"
        "-line 9\n+neun\n line 10\n line 11\n line 12\n"
        "@@ -17,4 +17,4 @@\n line 17\n line 18\n line 19\n-line 20\n+zwanzig\n",
        id="hunks",
    ),
    pytest.param(
        "a\nb\nc\n", "a\nc\n", "a.md", "--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,2 @@\n a\n-b\n c\n", id="a-line-less"
    ),
    pytest.param("a\r\nb\rc\n", "a\r\nb\rd\n", "a.md",
        "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n a\r\n-b\rc\n+b\rd\n", id="line-ends-are-kept"),
    pytest.param("a\n", "b\n", 'a"\n.md', '--- "a/a\\"\\n.md"\n+++ "b/a\\"\\n.md"\n@@ -1 +1 @@\n-a\n+b\n', id="quoted"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "name", "diff"), DIFFS)
def test_unified_diff(before: str, after: str, name: str, diff: str) -> None:
    assert unified_diff(before, after, name) == diff


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a\nb", "c\nb", id="no-line-end"),
        pytest.param("a\nb", "a\nb\n", id="line-end-added"),
        pytest.param("\n\n\na\n", "\n\n\n", id="at-the-end"),
        pytest.param("a\n", "", id="emptied"),
        pytest.param("a\r\n\fb\x85\u2028c\r\nd", "a\r\n\fb\x85\u2028C\r\nd", id="other-line-ends"),
        pytest.param(BEFORE, "new\n" + BEFORE.replace("line 9\n", "").replace("line 13", "13"), id="many"),
    ],
)
def test_git_applies_it(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "a b.md"
    file.write_bytes(before.encode())
    diff = unified_diff(before, after, "a b.md")
    subprocess.run(["git", "apply"], cwd=tmp_path, input=diff.encode(), check=True, capture_output=True)
    assert file.read_bytes() == after.encode()
