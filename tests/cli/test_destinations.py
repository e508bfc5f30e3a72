"""`--format` with and without files, and the job of GitHub Actions."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fake_evaluator import Run

pytestmark = pytest.mark.usefixtures("evaluators")

FINDING = "a.md:2:7: REFUTED it flies: seen\n"
SUMMARY = "Checked 2 claims in 1 document: 1 supported, 1 refuted.\nGrade C-, but 1 claim is refuted: gate failed.\n"
ANNOTATION = "::error file=a.md,line=2,col=7,title=REFUTED prose::it flies: seen\n"


@pytest.fixture(autouse=True)
def document(project: Path) -> None:
    (project / "a.md").write_text("TRUE it runs\nFALSE it flies\n")


def test_each_format_goes_to_its_file(project: Path, run: Run) -> None:
    ran = run("a.md", "-f", "sarif:r.sarif", "-f", "junit:r.xml", "--format", "text", "-f", "jsonl:r.jsonl")
    assert (ran.code, ran.out, ran.err) == (1, FINDING + SUMMARY, "")
    assert json.loads((project / "r.sarif").read_text())["version"] == "2.1.0"
    assert ElementTree.parse(project / "r.xml").getroot().get("tests") == "2"
    assert len((project / "r.jsonl").read_text().splitlines()) == 2


def test_the_summary_goes_to_standard_error_where_no_text_is_printed(project: Path, run: Run) -> None:
    ran = run("a.md", "-f", "markdown:r.md")
    assert (ran.out, ran.err) == ("", SUMMARY)
    assert (project / "r.md").read_text().splitlines()[3].startswith("**Grade C-, but 1 claim is refuted: gate failed.")
    ran = run("a.md", "-f", "gitlab", "-f", "json:r.json")
    assert (json.loads(ran.out)[0]["severity"], ran.err) == ("major", SUMMARY)


@pytest.mark.parametrize(
    ("argv", "files", "out"),
    [
        (["-f", "json:-"], {}, "{"),
        (["-f", "json", "-o", "r"], {"r": "{"}, ""),
        (["-f", "text", "-f", "json:r", "-o", "s"], {"r": "{", "s": "a"}, ""),
        (["-f", "text:-", "-o", "r.json"], {"r.json": "{"}, "a"),
        (["-f", "json:r", "-o", "-"], {"r": "{"}, ""),
        (["-f", "json:r", "-o", "s.jsonl"], {"r": "{", "s.jsonl": '{"id"'}, ""),
        (["-f", "json:a:b"], {"a:b": "{"}, ""),
    ],
    ids=["named-output", "one-for-the-file", "the-free-one-for-the-file", "suffix-for-the-file", "no-file", "both",
         "colon"],
)  # fmt: skip
def test_what_goes_where(project: Path, run: Run, argv: list[str], files: Mapping[str, str], out: str) -> None:
    before = {path.name for path in project.iterdir()}
    ran = run("a.md", *argv)
    assert ran.out.startswith(out)
    assert bool(ran.out) is bool(out)
    written = {path.name: path.read_text() for path in project.iterdir() if path.name not in before}
    assert written.keys() == files.keys()
    assert [name for name, start in files.items() if not written[name].startswith(start)] == []


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["-f", "pdf:r"], "The report format 'pdf' is not available. Available: github, gitlab, html, json, "),
        (["-f", "r.sarif"], "The report format 'r.sarif' is not available."),
        (["-f", "sarif:"], "--format sarif: names no file. Write --format sarif, or --format sarif:FILE."),
        (
            ["-f", "json", "-f", "sarif"],
            "--format json and --format sarif both write to standard output. "
            "Give one of them a file: --format sarif:FILE.",
        ),
        (["-f", "json:-", "-f", "text"], "--format json:- and --format text both write to standard output."),
        (["-f", "json", "-f", "text", "-f", "sarif", "-o", "r"], "--format text and --format sarif both write to"),
        (["-f", "json:r", "-f", "text:./r"], "--format json:r and --format text:./r name the same file."),
        (["-f", "json:r", "-o", "r"], "--format json:r and --output r name the same file."),
        (["-f", "json:gone/r"], "--format json:gone/r: there is no folder gone. Make it first."),
        (["-f", "json:."], "--format json:. is a folder. Name a file."),
        (["-f", "text:a.md"], "--format text:a.md would replace a document that is checked. Name another file."),
        (["--show-fixes", "-f", "json:-"], "--show-fixes and --format json:- both write to standard output."),
    ],
)
def test_usage_errors(project: Path, run: Run, argv: list[str], sentence: str) -> None:
    before = {path: path.read_bytes() for path in project.iterdir()}
    ran = run("a.md", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"truth-eval: error: {sentence}")
    assert {path: path.read_bytes() for path in project.iterdir()} == before


# GitHub Actions ---------------------------------------------------------------------------------------------


@pytest.fixture
def job(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A job of GitHub Actions; its summary's file."""
    summary = project.parent / "summary.md"
    summary.write_text("# Before\n")
    for name, value in {
        "ACTIONS": "true",
        "STEP_SUMMARY": str(summary),
        "SERVER_URL": "https://git.example",
        "REPOSITORY": "o/p",
        "SHA": "abc",
    }.items():
        monkeypatch.setenv(f"GITHUB_{name}", value)
    return summary


def test_in_a_job_there_are_annotations_and_a_summary(run: Run, job: Path) -> None:
    ran = run("a.md")
    assert (ran.code, ran.out, ran.err) == (1, FINDING + SUMMARY + ANNOTATION, "")
    assert job.read_text() == (
        "# Before\n"
        "<!-- truth-eval -->\n"
        "## Documentation check\n"
        "\n"
        "**Grade C-, but 1 claim is refuted: gate failed.** "
        "Checked 2 claims in 1 document: 1 supported, 1 refuted.\n"
        "\n"
        "### Refuted (1)\n"
        "\n"
        "- [`a.md:2:7`](https://git.example/o/p/blob/abc/a.md?plain=1#L2): it flies: seen\n"
        "\n"
        "<details>\n"
        "<summary>Supported (1)</summary>\n"
        "\n"
        "- [`a.md`](https://git.example/o/p/blob/abc/a.md): 1 claim\n"
        "\n"
        "</details>\n"
    )


def test_a_job_may_want_more_formats(project: Path, run: Run, job: Path) -> None:
    assert run("a.md", "-f", "github", "-f", "sarif:r.sarif").out == FINDING + SUMMARY + ANNOTATION
    assert (project / "r.sarif").exists()
    assert "## Documentation check" in job.read_text()


@pytest.mark.parametrize(
    "argv", [["-f", "text"], ["-o", "r.txt"], ["-f", "github:r.txt"], ["--show-fixes"], ["-f", "json:r.json"]]
)
def test_what_is_asked_for_holds_in_a_job(run: Run, job: Path, argv: list[str]) -> None:
    assert "::error" not in run("a.md", *argv).out
    assert job.read_text() == "# Before\n"


def test_a_setting_holds_in_a_job(run: Run, job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_OUTPUT_FORMAT", "text")
    assert run("a.md").out == FINDING + SUMMARY


def test_outside_of_a_job_the_format_has_no_summary(run: Run, job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS")
    assert run("a.md").out == FINDING + SUMMARY
    assert run("a.md", "-f", "github").out == FINDING + SUMMARY + ANNOTATION
    assert job.read_text() == "# Before\n"


def test_a_summary_that_cannot_be_written_is_a_note(
    project: Path, run: Run, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(project))
    ran = run("a.md")
    assert (ran.code, ran.out) == (1, FINDING + SUMMARY + ANNOTATION)
    assert ran.err == f"truth-eval: note: The summary of the job is not written to {project}: is a directory.\n"


@pytest.mark.usefixtures("job")
def test_documents_give_no_commands(project: Path, run: Run) -> None:
    (project / "a.md").write_text("FALSE ::error::x ##[add-mask]y")
    shown, _, commands = run("a.md", "-q").out.partition("\n")
    assert shown == "a.md:1:7: REFUTED ::error::x ## [add-mask]y: seen"
    assert commands == "::error file=a.md,line=1,col=7,title=REFUTED prose::::error::x ##[add-mask]y: seen\n"


@pytest.mark.usefixtures("job")
def test_paths_of_a_project_within_a_repository(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    (project / "sub").mkdir()
    (project / "sub" / "b.md").write_text("FALSE x")
    monkeypatch.chdir(project / "sub")
    assert "::error file=sub/b.md,line=1," in run("b.md", "--root", ".").out
    assert json.loads(run("b.md", "--root", ".", "-f", "gitlab").out)[0]["location"]["path"] == "sub/b.md"
    assert "/blob/abc/sub/b.md?plain=1#L1" in run("b.md", "--root", ".", "-f", "markdown").out
    for folder, path in ((project, "sub/b.md"), (project / "sub", "b.md")):
        monkeypatch.chdir(folder)
        rows = json.loads(run(path, "--root", str(project / "sub"), "-f", "rdjson").out)["diagnostics"]
        assert rows[0]["location"]["path"] == path


@pytest.mark.usefixtures("job")
@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["gone.md"], "Nothing could be read."),
        (["a.md", "-f", "pdf"], "The report format 'pdf' is not available."),
        (["b.md", "gone.md"], "Grade A+, but 1 document could not be read.\n"),
        (["c.md"], "No grade, and 1 claim could not be judged.\n"),
    ],
    ids=["nothing-read", "usage", "one-missing", "not-judged"],
)
def test_why_a_job_fails_is_an_annotation(project: Path, run: Run, argv: list[str], problem: str) -> None:
    (project / "b.md").write_text("TRUE x")
    (project / "c.md").write_text("LOST x")
    assert f"\n::error title=truth-eval::{problem}" in f"\n{run(*argv).err}"


def test_outside_of_a_job_there_is_no_annotation_of_errors(run: Run) -> None:
    assert "::error" not in run("gone.md").err
