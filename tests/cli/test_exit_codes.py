from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_evaluator import Run

pytestmark = pytest.mark.usefixtures("evaluators")

ROWS = [
    pytest.param({"a.md": "TRUE x"}, ["a.md"], 0, id="0-supported"),
    pytest.param({"a.md": ""}, ["a.md"], 0, id="0-empty-document"),
    pytest.param({"a.md": "just prose"}, ["a.md"], 0, id="0-nothing-to-judge"),
    pytest.param({"a.md": "TRUE x\nOPEN y"}, ["a.md"], 0, id="0-not-settled"),
    pytest.param({"a.md": "FALSE x"}, ["a.md"], 1, id="1-refuted"),
    pytest.param({"a.md": "FALSE x"}, ["a.md", "--exit-zero"], 0, id="0-exit-zero"),
    pytest.param({"a.md": "FALSE x"}, ["a.md", "--fail-on", "never"], 0, id="0-fail-on-never"),
    pytest.param({"a.md": "FALSE x"}, ["a.md", "--exit-zero", "--fail-on", "never"], 0, id="0-both-names"),
    pytest.param({"a.md": "TRUE x\nOPEN y"}, ["a.md", "--fail-on", "unsupported"], 1, id="1-unsupported"),
    pytest.param({"a.md": "VAGUE y"}, ["a.md", "--fail-on", "unsupported"], 0, id="0-unverifiable"),
    pytest.param({"a.md": "FALSE x"}, ["a.md", "--exit-zero", "--fail-under", "B"], 1, id="1-fail-under"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--fail-under", "a+"], 0, id="0-fail-under"),
    pytest.param({"a.md": "OPEN x"}, ["a.md", "--fail-under", "A"], 1, id="1-the-grade-given-by-hand-is-f"),
    pytest.param({"a.md": ""}, ["a.md", "--fail-under", "A"], 0, id="0-no-grade"),
    pytest.param({"a.md": "FALSE x"}, ["a.md", "gone.md"], 1, id="1-before-3"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "gone.md"], 3, id="3-one-missing"),
    pytest.param({"a.md": "TRUE x", "b.md": "\0\0"}, ["a.md", "b.md"], 3, id="3-one-binary"),
    pytest.param({"a.md": "TRUE x", "empty/b.py": ""}, ["a.md", "empty"], 3, id="3-folder-without-documents"),
    pytest.param({"a.md": "TRUE x\nLOST y"}, ["a.md"], 3, id="3-not-judged"),
    pytest.param({"a.md": "LOST y"}, ["a.md", "--exit-zero"], 3, id="3-not-hidden-by-exit-zero"),
    pytest.param({}, ["gone.md"], 2, id="2-all-missing"),
    pytest.param({}, ["no/such/folder/gone.md"], 2, id="2-no-such-folder"),
    pytest.param({}, [], 2, id="2-no-readme-no-docs"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--no-such-flag"], 2, id="2-unknown-flag"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--fail-on", "sometimes"], 2, id="2-fail-on"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--fail-under", "E"], 2, id="2-fail-under"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--exit-zero", "--fail-on", "refuted"], 2, id="2-contradiction"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--root", "gone"], 2, id="2-root"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--root", "a.md"], 2, id="2-root-is-a-file"),
    pytest.param({"a.md": "TRUE x", "sub/b.md": ""}, ["a.md", "--root", "sub"], 2, id="2-outside-the-root"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--format", "pdf"], 2, id="2-format"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--output", "r.pdf"], 2, id="2-suffix"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--output", "gone/r.json"], 2, id="2-output-folder"),
    pytest.param({"a.md": "TRUE x", "d/b": ""}, ["a.md", "--output", "d"], 2, id="2-output-is-a-folder"),
    pytest.param({"a.txt": "TRUE x"}, ["a.txt", "--output", "a.txt"], 2, id="2-output-is-a-document"),
    pytest.param({"a.md": "TRUE x"}, ["a.md", "--stdin-filename", "b.md"], 2, id="2-stdin-filename-alone"),
    pytest.param({"a.md": "TRUE x"}, [""], 2, id="2-empty-path"),
    pytest.param({"a.md": "TRUE x", "truth.toml": "fail_on = 3"}, ["a.md"], 2, id="2-settings"),
    pytest.param({"a.md": "TRUE x\nSTOP"}, ["a.md"], 130, id="130-interrupted"),
    pytest.param({"a.md": "FALSE x", "b.md": "STOP"}, ["a.md", "b.md"], 130, id="130-before-1"),
]


@pytest.mark.parametrize(("files", "argv", "code"), ROWS)
def test_exit_code(project: Path, run: Run, files: Mapping[str, str], argv: list[str], code: int) -> None:
    for name, text in files.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    ran = run(*argv)
    assert ran.code == code, ran
    if code == 2:
        assert ran.out == ""
        assert ran.err.strip(), "an error says what to do"
    assert "Traceback" not in ran.err


def test_what_is_done_is_printed_when_interrupted(project: Path, run: Run) -> None:
    (project / "a.md").write_text("FALSE x")
    (project / "b.md").write_text("STOP")
    assert run("a.md", "b.md").out.splitlines() == [
        "a.md:1:7: REFUTED x: seen",
        "Checked 1 claim in 1 document: 1 refuted.",
        "Interrupted: the rest was not checked.",
    ]


def test_a_bug_keeps_its_traceback(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.md").write_text("TRUE x")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("truthfulness_evaluator.cli.run.decide", broken)
    with pytest.raises(ZeroDivisionError):
        run("a.md")
