import io
import json
import sys
from pathlib import Path

import pytest
from fake_evaluator import FakeEvaluator, Run

from truthfulness_evaluator.cli import entry


@pytest.fixture(autouse=True)
def documents(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_ENABLE_STORE", "false")  # `test_kept_runs` has what is said of runs
    (project / "README.md").write_text("TRUE it runs\nFALSE it flies\n")
    (project / "docs").mkdir()
    (project / "docs" / "open.md").write_text("OPEN it swims\nLOST it sinks\n")


FINDING = "README.md:2:7: REFUTED it flies: seen\n"
ONE = "Checked 2 claims in 1 document: 1 supported, 1 refuted.\n"
CLOSING = "Grade C-, but 1 claim is refuted: gate failed.\n"
OUTPUTS = [
    pytest.param(["README.md"], FINDING + ONE + CLOSING, "", id="text"),
    pytest.param(["check", "README.md"], FINDING + ONE + CLOSING, "", id="long-form"),
    pytest.param(["README.md", "-q"], FINDING, "", id="quiet"),
    pytest.param(["docs", "-q"], "", "", id="quiet-and-nothing-found"),
    pytest.param(
        ["README.md", "-v"],
        "README.md:1:6: SUPPORTED it runs: seen\n" + FINDING + ONE + CLOSING,
        "",
        id="verbose",
    ),
    pytest.param(["README.md", "gone.md", "-q"], FINDING, "truth-eval: error: gone.md", id="quiet-keeps-errors"),
    pytest.param(
        [],
        FINDING
        + "Checked 4 claims in 2 documents: 1 supported, 1 refuted, 1 not settled, 1 could not be judged.\n"
        + CLOSING,
        "",
        id="without-a-path",
    ),
    pytest.param(
        ["--fail-on", "unsupported", "docs"],
        "docs/open.md:1:6: NOT_ENOUGH_INFO it swims: seen\n"
        "Checked 2 claims in 1 document: 1 not settled, 1 could not be judged.\n"
        "Grade F, but 1 claim is not settled: gate failed.\n",
        "",
        id="what-fails-the-gate-is-shown",
    ),
    pytest.param(
        ["--exit-zero", "README.md"],
        FINDING + ONE + "Grade C-, although 1 claim is refuted.\n",
        "",
        id="exit-zero-still-shows",
    ),
    pytest.param(
        ["docs/open.md", "--exclude", "docs/"],
        "Nothing to check in 0 documents.\nNo grade: there is no claim that could be checked.\n",
        "truth-eval: note: docs/open.md is left out, as the patterns of exclude say.\n",
        id="excluded-though-named",
    ),
]


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(("argv", "out", "err"), OUTPUTS)
def test_output(run: Run, argv: list[str], out: str, err: str) -> None:
    ran = run(*argv)
    assert ran.out == out
    assert ran.err.startswith(err) if err else ran.err == ""


@pytest.mark.usefixtures("evaluators")
def test_json_on_standard_output_keeps_the_summary_apart(run: Run) -> None:
    ran = run("README.md", "--format", "json")
    assert [report["source_document"] for report in json.loads(ran.out)["reports"]] == ["README.md"]
    assert ran.err == ONE + CLOSING
    assert run("README.md", "--format", "json", "--quiet").err == ""


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize("name", ["r.json", "R.JSON", "r"])
def test_json_in_a_file(project: Path, run: Run, name: str) -> None:
    ran = run("README.md", "--output", name)
    assert (ran.code, ran.out, ran.err) == (1, "", ONE + CLOSING)
    assert json.loads((project / name).read_bytes())["schema_version"] == "1"


@pytest.mark.usefixtures("evaluators")
def test_text_in_a_file_has_no_colour(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    run("README.md", "--output", "r.txt")
    assert (project / "r.txt").read_text() == FINDING + ONE + CLOSING
    assert "\x1b[31mREFUTED\x1b[0m" in run("README.md").out


@pytest.mark.usefixtures("evaluators")
def test_same_input_same_bytes(project: Path, run: Run) -> None:
    run("-o", "one.json")
    run("-o", "two.json")
    assert (project / "one.json").read_bytes() == (project / "two.json").read_bytes()


@pytest.mark.parametrize(
    ("argv", "name", "media_type"),
    [
        (["-"], "-", "text/markdown"),
        (["-", "--stdin-filename", "docs/new.rst"], "docs/new.rst", "text/x-rst"),
        (["-", "--stdin-filename", "docs/open.md", "--root", "."], "docs/open.md", "text/markdown"),
    ],
)
def test_standard_input(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    evaluators: list[FakeEvaluator],
    argv: list[str],
    name: str,
    media_type: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeffTRUE ö\r\n".encode())))
    assert run(*argv).code == 0
    (document,) = evaluators[0].seen
    assert (document.name, document.media_type, document.text) == (name, media_type, "\ufeffTRUE ö\r\n")


def test_standard_input_is_read_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, evaluators: list[FakeEvaluator]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"FALSE x")))
    assert run("-", "README.md", "-").code == 1
    assert [document.name for document in evaluators[0].seen] == ["-", "README.md"]


def test_a_command_wins_over_a_file_of_its_name(project: Path, run: Run, evaluators: list[FakeEvaluator]) -> None:
    (project / "check").write_text("TRUE x")
    run("check", "README.md")
    run("./check")
    run("README.md", "check")
    assert [[document.name for document in each.seen] for each in evaluators] == [
        ["README.md"],
        ["check"],
        ["README.md", "check"],
    ]


@pytest.mark.parametrize(
    ("argv", "root"),
    [
        (["README.md"], "."),
        (["docs/open.md"], "."),
        (["docs/open.md", "--root", "docs"], "docs"),
        (["sub/a.md"], "sub"),
        (["sub"], "sub"),
    ],
)
def test_root(project: Path, run: Run, evaluators: list[FakeEvaluator], argv: list[str], root: str) -> None:
    (project / "sub").mkdir()
    (project / "sub" / "go.mod").write_text("")
    (project / "sub" / "a.md").write_text("TRUE x")
    run(*argv)
    assert evaluators[0].root == project / root


def test_without_a_path_the_project_around_the_working_folder(
    project: Path, run: Run, evaluators: list[FakeEvaluator], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "docs")
    run()
    assert [document.name for document in evaluators[0].seen] == ["README.md", "docs/open.md"]


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["gone.md"], "gone.md"),
        (["README.md", "-o", "x.pdf"], "The name 'x.pdf' does not say which format to write."),
        (["README.md", "--fail-under", "Z"], "fail_under is 'Z' (argument)"),
        (["README.md", "--fail-on", "often"], "fail_on is 'often' (argument)"),
        (["README.md", "--exit-zero", "--fail-on", "refuted"], "--exit-zero means --fail-on never"),
        (["README.md", "--root", "docs"], "README.md lies outside the root"),
        (["\x1b[2J.md"], r"\x1b[2J.md"),
    ],
)
def test_a_users_mistake_is_a_sentence(run: Run, argv: list[str], sentence: str) -> None:
    ran = run(*argv)
    assert ran.code == 2
    assert ran.err.startswith("truth-eval: error: ")
    assert sentence in ran.err
    assert "\x1b" not in ran.err


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("[bold]x[/bold]", "[bold]x[/bold]"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("%s {0} \\n", "%s {0} \\n"),
    ],
    ids=["escape", "markup", "html", "bidirectional", "placeholders"],
)
def test_texts_come_out_as_they_are(project: Path, run: Run, text: str, shown: str) -> None:
    (project / "a.md").write_text(f"FALSE {text}")
    assert run("a.md", "-q").out == f"a.md:1:7: REFUTED {shown}: seen\n"
    report = json.loads(run("a.md", "-q", "-f", "json").out)["reports"][0]
    assert report["claims"][0]["text"] == text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(
    ("argv", "term", "shown"), [([], "xterm", True), (["-q"], "xterm", False), ([], "dumb", False)]
)
def test_progress_is_for_terminals(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: list[str], term: str, shown: bool
) -> None:
    stream = Terminal()
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stderr", stream)
    run(*argv)
    written = stream.getvalue()
    assert ("Checking 2 of 2: docs/open.md" in written) is shown
    assert written.endswith("\r\x1b[K") is shown


@pytest.mark.usefixtures("evaluators")
def test_an_interrupt_before_the_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "import_module", interrupted)
    assert run("README.md").code == 130


@pytest.mark.usefixtures("evaluators")
def test_a_file_that_vanishes_during_the_run(project: Path, run: Run) -> None:
    (project / "a.md").write_text("TRUE x\nDELETE README.md")
    ran = run("a.md", "README.md")
    assert ran.code == 3
    assert ran.out.endswith("Grade A+, but 1 document could not be read.\n")
    assert ran.err.startswith("truth-eval: error: ")
    assert "README.md" in ran.err


@pytest.mark.usefixtures("evaluators")
@pytest.mark.parametrize(
    ("a", "b", "argv", "err"),
    [
        ("NOTE all", "NOTE all", [], "truth-eval: note: all\n"),
        ("NOTE all\nNOTE one", "NOTE all", [], "truth-eval: note: all\ntruth-eval: note: a.md: one\n"),
        ("TRUE x", "NOTE one\x1b", [], "truth-eval: note: b.md: one\\x1b\n"),
        ("NOTE all", "NOTE all", ["-q"], ""),
    ],
    ids=["of-the-project", "of-a-document", "harmless", "quiet"],
)
def test_notices_are_said_once(project: Path, run: Run, a: str, b: str, argv: list[str], err: str) -> None:
    (project / "a.md").write_text(a)
    (project / "b.md").write_text(b)
    assert run("a.md", "b.md", *argv).err == err
