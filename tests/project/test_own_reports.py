"""Reports and baselines of this program vouch for nothing: a second run says what the first one said."""

from pathlib import Path

import pytest

from truthfulness_evaluator import Verdict, evaluate
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.project.own_reports import is_own_report
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tree import tree_of
from truthfulness_evaluator.reporting.table import FORMATS


@pytest.fixture
def root(tmp_path: Path, no_settings: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\n')
    (tmp_path / "app.py").write_text("def handle_suppressed_command():\n    pass\n")
    (tmp_path / "README.md").write_text("# App\n\nCall `handle_supressed_command` to go on.\n")
    return tmp_path


def refuted(root: Path) -> int:
    report = evaluate(root / "README.md", root=root)
    return sum(result.verdict is Verdict.REFUTES for result in report.verifications)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_report_in_the_project_changes_nothing(root: Path, name: str) -> None:
    assert refuted(root) == 1
    suffix = {"text": ".txt", "markdown": ".md", "html": ".html", "junit": ".xml", "jsonl": ".jsonl", "sarif": ".sarif"}
    file = root / f"report{suffix.get(name, '.json')}"
    if name == "github":
        file = file.with_suffix(".txt")
    main([str(root / "README.md"), "--root", str(root), "--exit-zero", "-q", "-f", f"{name}:{file}"])
    assert file.stat().st_size
    if name != "github":  # commands for the log of a job, which is no file
        assert is_own_report(file.read_text(encoding="utf-8"))
        assert refuted(root) == 1


def test_a_baseline_changes_nothing(root: Path) -> None:
    main(
        [
            str(root / "README.md"),
            "--root",
            str(root),
            "-q",
            "--update-baseline",
            "--baseline",
            str(root / "known.json"),
        ]
    )
    assert tree_of(root, ["known.json"]).role("known.json") is Role.GENERATED
    assert refuted(root) == 1


def test_a_report_in_the_docs_folder_is_no_document(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs").mkdir()
    for suffix in ("html", "md", "txt"):
        main(
            [
                str(root / "README.md"),
                "--root",
                str(root),
                "--exit-zero",
                "-q",
                "-o",
                str(root / f"docs/truth.{suffix}"),
            ]
        )
    capsys.readouterr()
    main([str(root), "--root", str(root), "--exit-zero"])
    assert "in 1 document:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    ["", "{}", '{"reports": 1}', "<!doctype html><title>A report</title>", '[{"description": "x"}]', "a:1:2: error x"],
)
def test_files_of_others_are_no_reports(text: str) -> None:
    assert not is_own_report(text)
