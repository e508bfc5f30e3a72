"""`--fix` and `--show-fixes` on files, with the real evaluator."""

import io
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.cli import saving
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import read_document, read_text

WRONG = "It needs Python 3.9 or newer."
RIGHT = "It needs Python 3.11 or newer."
DIFF = f"--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-{WRONG}\n+{RIGHT}\n"
FIXED = (
    "a.md:1:10: FIXED the lowest supported version of Python is 3.9: pyproject.toml says >=3.11 (pyproject.toml:4)\n"
    "    wrote 3.11 instead of 3.9\n"
)
SUPPORTED = "Checked 1 claim in 1 document: 1 supported. 1 sentence of prose was not checked; --panel asks chat models."
REFUTED = "Checked 1 claim in 1 document: 1 refuted. 1 sentence of prose was not checked; --panel asks chat models."
FAILED = "Grade F, but 1 claim is refuted: gate failed."


@pytest.fixture(autouse=True)
def manifest(project: Path) -> None:
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.11"\n')
    (project / "a.md").write_text(WRONG + "\n")


def test_fix_writes_and_reports_what_is_left(project: Path, run: Run) -> None:
    assert "1 refuted (1 fixable with --fix)." in run("a.md").out
    ran = run("a.md", "--fix")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{FIXED}Fixed 1 claim in 1 document.\n{SUPPORTED}\nGrade A+.\n"
    assert (project / "a.md").read_text() == RIGHT + "\n"
    again = run("a.md", "--fix")
    assert (again.code, again.out) == (0, f"Nothing to fix.\n{SUPPORTED}\nGrade A+.\n")


def test_what_is_left_fails_the_gate(project: Path, run: Run) -> None:
    (project / "a.md").write_text(f"{WRONG}\n\nSee [the guide](docs/gone.md).\n")
    ran = run("a.md", "--fix", "--quiet")
    assert (ran.code, [line.split()[1] for line in ran.out.splitlines() if line.startswith("a.md")]) == (
        1,
        ["FIXED", "REFUTED"],
    )
    assert run("a.md", "--fix", "--exit-zero").code == 0


def test_show_fixes_writes_nothing(project: Path, run: Run) -> None:
    ran = run("a.md", "--show-fixes")
    assert (ran.code, ran.out) == (1, DIFF)
    assert ran.err == f"Would fix 1 claim in 1 document.\n{REFUTED}\n{FAILED}\n"
    assert (project / "a.md").read_text() == WRONG + "\n"
    assert run("a.md", "--show-fixes", "--quiet").err == ""
    assert run("a.md", "--show-fixes", "--exit-zero").code == 0


def test_both_write_and_show(project: Path, run: Run) -> None:
    ran = run("a.md", "--fix", "--show-fixes")
    assert (ran.code, ran.out, ran.err) == (0, DIFF, f"Fixed 1 claim in 1 document.\n{SUPPORTED}\nGrade A+.\n")
    assert (project / "a.md").read_text() == RIGHT + "\n"


def test_the_report_goes_to_its_file(project: Path, run: Run) -> None:
    assert run("a.md", "--show-fixes", "--output", "r.json").out == DIFF
    assert '"verdict": "REFUTES"' in (project / "r.json").read_text()
    assert run("a.md", "--fix", "--output", "r.json").out == ""
    assert '"verdict": "REFUTES"' not in (project / "r.json").read_text()


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["-", "--fix"], "--fix writes files, and standard input is none. --show-fixes shows the corrections."),
        (["a.md", "-", "--stdin-filename", "b.md", "--fix"], "--fix writes files, and standard input is none."),
        (["a.md", "--show-fixes", "-f", "json"], "--show-fixes and --format json both write to standard output."),
    ],
)
def test_usage_errors(project: Path, run: Run, argv: list[str], sentence: str) -> None:
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"truth-eval: error: {sentence}")
    assert (project / "a.md").read_text() == WRONG + "\n"


def test_standard_input_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode() + b"\n")))
    assert run("-", "--stdin-filename", "a.md", "--show-fixes").out == DIFF


TEXTS = [
    pytest.param("One.\r\n\r\n{}\r\n\r\nTwo.\r\n", "utf-8", id="crlf"),
    pytest.param("One.\r\n\r\n{}\n\nTwo.\r\n", "utf-8", id="mixed-line-ends"),
    pytest.param("One.\r\r{}\r\rTwo.\r", "utf-8", id="lone-cr"),
    pytest.param("\ufeff{}\n", "utf-8", id="byte-order-mark"),
    pytest.param("{}", "utf-8", id="no-line-end"),
    pytest.param("Größe: 1\n\n{}\t\n\n\fTwo\x85 \u2028.\n", "utf-8", id="odd-characters"),
    pytest.param("Größe: 1\n\n{}\n", "latin-1", id="latin-1"),
    pytest.param("\ufeffGröße π 🙂\n\n{}\n", "utf-16-le", id="utf-16"),
    pytest.param("\ufeffGröße π 🙂\r\n\r\n{}\r\n", "utf-16-be", id="utf-16-big-endian"),
    pytest.param("\ufeffGröße\n\n{}\n", "utf-32-le", id="utf-32"),
    pytest.param("* _x_  \n*   {}  \n* <b>y</b>&nbsp;\\*\n", "utf-8", id="markup"),
    pytest.param("| a | b |\n|---|:-:|\n| x  | y |\n\n> {}\n", "utf-8", id="table-and-quote"),
]


@pytest.mark.parametrize(("text", "encoding"), TEXTS)
def test_everything_else_stays_byte_for_byte(project: Path, run: Run, text: str, encoding: str) -> None:
    file = project / "a.md"
    file.write_bytes(text.format(WRONG).encode(encoding))
    assert run("a.md", "--fix").code == 0
    assert file.read_bytes() == text.format(RIGHT).encode(encoding)


@pytest.mark.parametrize("command", [("git", "apply"), ("patch", "-p1", "-s", "--binary")], ids=["git", "patch"])
def test_the_diff_applies(project: Path, command: tuple[str, ...]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not there")
    right: dict[Path, bytes] = {}
    (project / "docs").mkdir()
    for row in TEXTS:
        text, encoding = map(str, row.values)
        file = project / "docs" / f"größe {row.id}.md"
        file.write_bytes(text.format(WRONG).encode(encoding))
        right[file] = text.format(RIGHT).encode(encoding)
    program = [sys.executable, "-m", "truthfulness_evaluator", "docs", "--show-fixes", "-q"]
    shown = subprocess.run(program, cwd=project, capture_output=True, check=False)
    subprocess.run(command, cwd=project, input=shown.stdout, check=True, capture_output=True)
    assert {file: file.read_bytes() for file in right} == right


def test_a_file_is_fixed_once(project: Path, run: Run) -> None:
    (project / "b.md").symlink_to("a.md")
    ran = run("a.md", "./a.md", str(project / "a.md"), "b.md", "--fix")
    assert (ran.code, ran.out.count("FIXED")) == (0, 1)
    assert (project / "a.md").read_text() == RIGHT + "\n"


def test_links_and_permissions_stay(project: Path, run: Run) -> None:
    real = project / "real" / "a.md"
    real.parent.mkdir()
    (project / "a.md").rename(real)
    (project / "a.md").symlink_to("real/a.md")
    real.chmod(0o640)
    assert run("a.md", "--fix").code == 0
    assert (project / "a.md").is_symlink()
    assert (real.read_text(), stat.S_IMODE(real.stat().st_mode)) == (RIGHT + "\n", 0o640)
    assert [file.name for file in real.parent.iterdir()] == ["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"<!-- truth: ignore -->\n{WRONG}\n", id="block"),
        pytest.param(f"{WRONG} <!-- truth: ignore version -- old -->\n", id="line"),
        pytest.param(f"<!-- truth: ignore-file -->\n\n{WRONG}\n", id="file"),
    ],
)
def test_what_comments_exclude_is_not_fixed(project: Path, run: Run, text: str) -> None:
    (project / "a.md").write_text(text)
    assert run("a.md", "--fix").code == 0
    assert (project / "a.md").read_text() == text


def test_what_settings_exclude_is_not_fixed(project: Path, run: Run) -> None:
    (project / "truth.toml").write_text('exclude = ["a.md"]')
    run("a.md", "--fix")
    assert (project / "a.md").read_text() == WRONG + "\n"


def test_a_read_only_file(project: Path, run: Run) -> None:
    (project / "a.md").chmod(0o444)
    (project / "b.md").write_text(WRONG)
    ran = run("a.md", "b.md", "--fix")
    assert ran.code == 3
    assert ran.err == "truth-eval: error: a.md is not corrected: the file is read-only.\n"
    assert (
        ran.out.splitlines()[-1] == "Grade D, but 1 claim is refuted: gate failed. 1 document could not be corrected."
    )
    assert ((project / "a.md").read_text(), (project / "b.md").read_text()) == (WRONG + "\n", RIGHT)


def test_a_file_that_has_changed(project: Path) -> None:
    before = read_document(project / "a.md", "a.md")
    (project / "a.md").write_text("new\n")
    with pytest.raises(DocumentError, match=r"^a\.md is not corrected: the file has changed since it was read\.$"):
        saving.save(project / "a.md", before, read_text(RIGHT, "a.md"))
    assert (project / "a.md").read_text() == "new\n"


def test_a_file_that_is_gone(project: Path) -> None:
    before = read_document(project / "a.md", "a.md")
    (project / "a.md").unlink()
    with pytest.raises(DocumentError, match=r"^a\.md is not corrected: no such file or directory\.$"):
        saving.save(project / "a.md", before, before)


def test_a_write_that_fails_leaves_the_file(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    ran = run("a.md", "--fix")
    assert (ran.code, ran.err) == (3, "truth-eval: error: a.md is not corrected: no space left on device.\n")
    assert (project / "a.md").read_text() == WRONG + "\n"
    assert sorted(file.name for file in project.iterdir()) == ["a.md", "pyproject.toml"]


def test_a_terminal_gets_no_control_characters(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.md").write_text(f"{WRONG} \x1b[2J\t\x07.\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    shown = run("a.md", "--show-fixes", "-q").out
    assert f"-{WRONG} \\x1b[2J\t\\x07.\n" in shown
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    assert f"\x1b[31m-{WRONG} \\x1b[2J\t\\x07.\x1b[0m\n" in run("a.md", "--show-fixes", "-q").out
