"""`--baseline` and `--update-baseline` on files, with the real evaluator."""

import json
from pathlib import Path

import pytest
from fake_evaluator import Run

OLD = "It needs Python 3.9 or newer."
NEW = "It needs Python 3.8 or newer."
RIGHT = "It needs Python 3.11 or newer."
FILE = ".truth-baseline.json"


@pytest.fixture(autouse=True)
def documents(project: Path) -> None:
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.11"\n')
    (project / "docs").mkdir()
    (project / "README.md").write_text(f"# App\n\n{OLD}\n")
    (project / "docs" / "b.md").write_text(f"{OLD}\n")


def known(project: Path, name: str = FILE) -> list[tuple[str, str]]:
    """Document and text of each entry."""
    content = json.loads((project / name).read_text(encoding="utf-8"))
    return [(entry["document"], entry["text"]) for entry in content["findings"]]


STATED = "the lowest supported version of Python is "
README, B = ("README.md", STATED + "3.9"), ("docs/b.md", STATED + "3.9")


def test_what_is_known_fails_no_more_and_what_is_new_does(project: Path, run: Run) -> None:
    assert run().code == 1
    first = run("--update-baseline")
    assert first.code == 0
    assert first.err == f"truth-eval: note: The baseline {FILE} is written: 2 findings, 2 added, 0 removed.\n"
    assert known(project) == [README, B]
    again = run()
    assert (again.code, again.err) == (0, "")
    assert again.out == (
        "Checked 2 claims in 2 documents: 2 refuted (2 fixable with --fix). 2 sentences of prose were not checked; "
        "--panel asks chat models. "
        "2 findings are known from the baseline.\nGrade F, although 2 claims are refuted.\n"
    )
    (project / "README.md").write_text(f"# App\n\n{NEW}\n\n\n- {OLD}\n")
    ran = run()
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith(f"README.md:3:10: REFUTED {STATED}3.8: ")
    assert "README.md:6" not in ran.out
    assert ran.out.splitlines()[-1] == "Grade F, but 1 claim is newly refuted: gate failed."


def test_verbose_lists_what_is_known(run: Run) -> None:
    run("--update-baseline")
    assert f"README.md:3:10: KNOWN {STATED}3.9: " in run("--verbose").out
    assert "KNOWN" not in run().out


def test_what_no_longer_occurs_is_told(project: Path, run: Run) -> None:
    run("--update-baseline")
    (project / "README.md").write_text("# App\n")
    one = "truth-eval: note: 1 entry of the baseline no longer occurs: run --update-baseline.\n"
    assert (run().err, run("README.md").err, run("docs").err, run("--quiet").err) == (one, one, "", "")
    (project / "docs" / "b.md").unlink()
    assert run("README.md").err == (
        "truth-eval: note: 2 entries of the baseline no longer occur: run --update-baseline.\n"
    )
    ran = run("README.md", "--update-baseline")
    assert ran.err == f"truth-eval: note: The baseline {FILE} is written: 0 findings, 0 added, 2 removed.\n"
    assert known(project) == []


def test_entries_of_other_documents_stay(project: Path, run: Run) -> None:
    run("--update-baseline")
    (project / "docs" / "b.md").write_text(f"{NEW}\n")
    assert run("docs", "--update-baseline").code == 0
    assert known(project) == [README, ("docs/b.md", STATED + "3.8")]
    before = (project / FILE).read_bytes()
    ran = run("README.md", "--update-baseline")
    assert ran.err == f"truth-eval: note: The baseline {FILE} is up to date: 2 findings.\n"
    assert (project / FILE).read_bytes() == before


def test_a_document_that_cannot_be_read_keeps_its_entries(project: Path, run: Run) -> None:
    run("--update-baseline")
    (project / "docs" / "b.md").write_bytes(b"\0\0")
    assert run("--update-baseline").code == 3
    assert known(project) == [README, B]


def test_the_baseline_vouches_for_no_name(project: Path, run: Run) -> None:
    (project / "app").mkdir()
    (project / "app" / "cli.py").write_text(
        "import argparse\n\nargparse.ArgumentParser('app').add_argument('--jobs')\n"
    )
    (project / "pyproject.toml").write_text('[project]\nname = "app"\n[project.scripts]\napp = "app.cli:main"\n')
    (project / "README.md").write_text("```\n$ app --loud-mode\n```\n")
    assert ": REFUTED `app` has the option `--loud-mode`" in run("README.md").out
    run("README.md", "--update-baseline")
    assert len(known(project)) == 1
    assert ": KNOWN `app` has the option `--loud-mode`" in run("README.md", "--verbose").out


def test_another_file(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("--baseline", "docs/known.json", "--update-baseline").code == 0
    assert known(project, "docs/known.json") == [README, B]
    assert not (project / FILE).exists()
    assert (run().code, run("--baseline", "docs/known.json").code) == (1, 0)
    (project / "truth.toml").write_text('baseline = "docs/known.json"\n')
    assert run().code == 0
    monkeypatch.chdir(project / "docs")
    assert run(str(project / "README.md")).code == 0, "a setting begins at the root"
    assert run(str(project / "README.md"), "--baseline", "known.json").code == 0, "a flag in the working folder"
    monkeypatch.setenv("TRUTH_BASELINE", "docs/none.json")
    assert run(str(project / "README.md")).code == 2


@pytest.mark.parametrize(
    ("argv", "content", "sentence"),
    [
        pytest.param([], b"{", "The baseline .truth-baseline.json is not valid JSON (line 1).", id="broken"),
        pytest.param(["--update-baseline"], b"{", "The baseline .truth-baseline.json is not valid", id="not-replaced"),
        pytest.param([], b"\xff", "The baseline .truth-baseline.json is not UTF-8 text.", id="binary"),
        pytest.param([], b"{}", ".truth-baseline.json is no baseline of truth-eval.", id="foreign"),
        pytest.param(
            [],
            b'{"tool": "truthfulness-evaluator", "schema_version": 9}',
            "The baseline .truth-baseline.json is of version 9,",
            id="newer",
        ),
        pytest.param(["--baseline", "n.json"], b"", "The baseline n.json is not there. --update-baseline", id="gone"),
        pytest.param(["--baseline", "docs"], b"", "The baseline docs cannot be read: Is a directory.", id="folder"),
        pytest.param(
            ["--baseline", "no/n.json", "--update-baseline"],
            b"",
            "The baseline no/n.json cannot be written: No such file or directory.",
            id="no-folder",
        ),
        pytest.param(["-", "--update-baseline"], b"", "--update-baseline records documents", id="standard-input"),
    ],
)
def test_usage_errors(project: Path, run: Run, argv: list[str], content: bytes, sentence: str) -> None:
    if content:
        (project / FILE).write_bytes(content)
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith(f"truth-eval: error: {sentence}")
    assert not content or (project / FILE).read_bytes() == content


def test_a_link_out_of_the_root_is_not_followed(project: Path, run: Run) -> None:
    outside = project.parent / "outside.json"
    (project / FILE).symlink_to(outside)
    ran = run("--update-baseline")
    assert ran.code == 2
    assert ran.err.startswith(f"truth-eval: error: The baseline {FILE} leads out of the root")
    assert not outside.exists()
    assert run("--update-baseline", "--baseline", FILE).code == 0, "who names it means it"
    assert outside.exists()


def test_a_project_names_no_baseline_outside_its_root(project: Path, run: Run) -> None:
    (project / "truth.toml").write_text('baseline = "../known.json"\n')
    ran = run()
    assert ran.code == 2
    assert "baseline is '../known.json' (truth.toml): a project's settings may not name paths outside" in ran.err


def test_a_byte_order_mark_and_other_line_ends_change_nothing(project: Path, run: Run) -> None:
    run("--update-baseline")
    content = (project / FILE).read_bytes()
    (project / FILE).write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    assert run().code == 0


def test_an_interrupted_run_writes_nothing(
    project: Path, run: Run, evaluators: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "README.md").write_text("FALSE x\nSTOP\n")
    assert run("README.md", "--update-baseline").code == 130
    assert not (project / FILE).exists()


def test_fixed_findings_are_not_known(project: Path, run: Run) -> None:
    run("--update-baseline")
    assert known(project) == [README, B]
    assert run("--fix", "--update-baseline").code == 0
    assert (known(project), (project / "docs" / "b.md").read_text()) == ([], f"{RIGHT}\n")
