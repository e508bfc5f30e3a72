"""`truth-eval batch`: flags, exit codes, and rows that are checked against a code base."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from fake_evaluator import Run

ROW = b'{"answer": "`--jobs` defaults to 8.", "id": 1}\n'


@pytest.fixture
def program(project: Path) -> Path:
    """A code base with a command line."""
    (project / "pyproject.toml").write_text('[project]\nname = "fast"\n[project.scripts]\nfast = "fast:main"\n')
    (project / "fast.py").write_text(
        "import argparse\n\n\ndef main():\n    parser = argparse.ArgumentParser('fast')\n"
        "    parser.add_argument('--jobs', type=int, default=4)\n    parser.parse_args()\n"
    )
    return project


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_facts_are_looked_up(program: Path, run: Run) -> None:
    (program / "in.jsonl").write_bytes(ROW + b'{"answer": "The `--jobs` option is nice. All is well.", "id": 2}\n')
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--root", ".")
    first, second = _rows(program / "out.jsonl")
    assert (first["status"], first["grade"], first["counts"]["refuted"]) == ("complete", "D", 1)
    claim = next(each for each in first["claims"] if each["verdict"] == "REFUTES")
    assert (claim["kind"], claim["explanation"]) == ("default_value", "the default is 4")
    assert [(each["source"], each["line"]) for each in claim["evidence"]] == [("fast.py", 6)]
    assert {each["status"] for each in second["claims"] if each["kind"] == "prose"} == {"not_checked"}
    assert ran.code == 0
    assert ran.out == ""
    assert "2 rows: 2 complete.\n" in ran.err


def test_standard_input(program: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROW), encoding="utf-8"))
    assert run("batch", "-", "-o", "out.jsonl", "--root", ".").code == 0
    assert [row["id"] for row in _rows(program / "out.jsonl")] == [1]


def test_quiet(program: Path, run: Run) -> None:
    (program / "in.jsonl").write_bytes(ROW)
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--root", ".", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_all_rows_against_sources(project: Path, run: Run) -> None:
    (project / "notes.md").write_text("The ferry sails on Mondays.\n")
    (project / "in.jsonl").write_bytes(b'{"answer": "The ferry sails daily.", "contexts": ["Other."]}\n')
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--judge", "none", "--sources", "notes.md", "setup.py")
    assert ran.code == 0, ran.err
    (row,) = _rows(project / "out.jsonl")
    assert row["columns"] == {"contexts": ["Other."]}
    assert [each["status"] for each in row["claims"]] == ["not_checked"]
    assert "note: Prose is not judged against the sources" in ran.err


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        pytest.param(b"", 0, "The input has no rows.\n", id="empty"),
        pytest.param(ROW + b"{", 3, "2 rows: 1 complete, 1 failed.\nFailures: 1 bad row.\n", id="one-broken"),
        pytest.param(
            b"{\n[]\n",
            2,
            "truth-eval: error: None of the first 2 rows can be judged. Line 1: The line is no JSON: Expecting "
            "property name enclosed in double quotes at column 2.\n",
            id="all-broken",
        ),
    ],
)
def test_exit_codes(program: Path, run: Run, data: bytes, code: int, said: str) -> None:
    (program / "in.jsonl").write_bytes(data)
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--root", ".")
    assert ran.code == code
    assert said.splitlines()[0] in ran.err.splitlines()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["in.jsonl"], "Missing option"),
        (["-o", "out.jsonl"], "Missing argument"),
        (["none.jsonl", "-o", "out.jsonl"], "none.jsonl cannot be read: no such file or directory."),
        (["in.jsonl", "-o", "."], "--output . is a folder."),
        (["in.jsonl", "-o", "in.jsonl"], "--output in.jsonl would replace the input."),
        (["in.jsonl", "-o", "no/out.jsonl"], "--output no/out.jsonl: there is no folder no."),
        (["in.jsonl", "-o", "out.jsonl"], "It has no contexts among its other columns (id): name one with"),
        (["in.jsonl", "-o", "out.jsonl", "--root", "none"], "the root none is no folder."),
        (["in.jsonl", "-o", "out.jsonl", "--cache", "a", "--no-cache"], "--cache names a file to keep things in"),
        (["in.jsonl", "-o", "out.jsonl", "--screen", "m"], "--screen is about chat models, and none is asked."),
        (["in.jsonl", "-o", "out.jsonl", "--model", "gpt-4o"], "OPENAI_API_KEY is not set."),
        (["in.jsonl", "-o", "out.jsonl", "--panel", "--offline"], "offline"),
        (
            ["in.jsonl", "-o", "out.jsonl", "--sources", "in.jsonl", "--contexts-field", "c"],
            "--sources and --contexts-field both say what rows are checked against.",
        ),
    ],
)
def test_wrong_arguments(project: Path, run: Run, argv: list[str], said: str) -> None:
    (project / "in.jsonl").write_bytes(ROW)
    ran = run("batch", *argv)
    assert ran.code == 2
    assert said in " ".join(ran.err.replace("│", " ").split())
    assert not (project / "out.jsonl").exists()
    assert (project / "in.jsonl").read_bytes() == ROW
