"""Documents that are odd, broken or not there: one sentence each, and the rest is checked."""

import os
from pathlib import Path

import pytest
from small_project import GOOD, Run, write

from truthfulness_evaluator.documents.reading import read_document

UNREAD = "Grade A+, but 1 document could not be read."

ODD = [
    pytest.param({"a.md": ""}, "", id="empty"),
    pytest.param({"a.md": "\ufeff"}, "", id="only-a-mark"),
    pytest.param({"a.md": "\n \n\t\n"}, "", id="blank"),
    pytest.param({"a.md": "It is nice here.\n"}, "", id="nothing-to-check"),
    pytest.param({"a.md": b"caf\xe9 `src/shelf/cli.py`\n"}, "", id="latin-1"),
    pytest.param({"a.md": b"\xc3\x28 \xff `src/shelf/cli.py`\n"}, "", id="invalid-utf-8"),
    pytest.param({"a.md": "> " * 3000 + "deep\n"}, "nested deeper than 100 levels", id="nested-quotes"),
    pytest.param({"a.md": "".join("  " * i + "- x\n" for i in range(400))}, "nested deeper", id="nested-lists"),
    pytest.param({"a.rst": "".join("  " * i + "* x\n\n" for i in range(400))}, "", id="nested-lists-rst"),
    pytest.param({"a.md": "[" * 20_000 + "*" * 20_000 + "`" * 20_000 + "<" * 20_000}, "", id="open-marks"),
    pytest.param({"a.rst": "`" * 20_000 + "*" * 20_000 + "|" * 20_000 + "_" * 20_000}, "", id="open-marks-rst"),
    pytest.param({"a.md": "<!-- truth: skip -->\n"}, "no such marker `truth: skip`", id="unknown-comment"),
    pytest.param({"a.md": "---\n: [\n---\n"}, "", id="broken-front-matter"),
    pytest.param({"a.html": ""}, "", id="empty-page"),
    pytest.param({"a.html": "<p" * 20_000 + "<a href='" * 5000}, "", id="open-tags"),
    pytest.param({"a.html": "<ul><li>" * 3000 + "deep"}, "nested deeper than 100 levels", id="nested-lists-html"),
    pytest.param({"a.html": b"caf\xe9 <code>src/shelf/cli.py</code>"}, "", id="latin-1-page"),
    pytest.param({"a.ipynb": '{"cells": [5, {"cell_type": "markdown", "source": 5}]}'}, "", id="odd-cells"),
    pytest.param({"a.py": ""}, "", id="empty-module"),
    pytest.param({"a.py": "def f(:\n"}, "a.py: No docstrings were read: it is no Python", id="broken-module"),
    pytest.param({"a.py": "'" * 3 + "x" + "(" * 500}, "No docstrings were read", id="open-module"),
    pytest.param({"a.1": ".TH A 1\n" + ".RS\n" * 5000 + ".nf\n"}, "", id="nested-man-page"),
    pytest.param({"a.1": ".SH\n" + "\\" * 5000}, "", id="open-man-page"),
    pytest.param({"a.txt": "usage: a\n" + "  -x\n" * 3000}, "", id="help-without-text"),
    pytest.param({"CITATION.cff": "version: [\n- {"}, "", id="broken-citation"),
    pytest.param({"a.rst": ".. table::\n\n   ==== ==\n   a\n"}, "", id="broken-table"),
]


@pytest.mark.parametrize(("files", "note"), ODD)
def test_an_odd_document_is_no_error(project: Path, run: Run, files: dict[str, str | bytes], note: str) -> None:
    write(project, files)
    ran = run(*files, "good.md", "--verbose")
    assert (ran.code, ran.out.splitlines()[-3:-2]) == (0, [GOOD])
    if note:
        assert ran.err.count("\n") == 1
        assert note in ran.err
    else:
        assert ran.err == ""


UNREADABLE = [
    pytest.param({}, "a.md", "a.md cannot be read: there is no such file.", id="missing"),
    pytest.param({}, "no/such/a.md", "no/such/a.md cannot be read: there is no such file.", id="missing-folder"),
    pytest.param({"a.md": bytes(range(256))}, "a.md", "a.md is not text: it holds zero bytes.", id="binary"),
    pytest.param({"a.ipynb": ""}, "a.ipynb", "a.ipynb is no notebook: it is no JSON", id="empty-notebook"),
    pytest.param({"a.ipynb": "{" * 9}, "a.ipynb", "a.ipynb is no notebook: it is no JSON", id="broken-notebook"),
    pytest.param({"a.ipynb": '{"a":' * 99_999}, "a.ipynb", "a.ipynb is no notebook: it is nested", id="deep-notebook"),
    pytest.param({"a.ipynb": b"\0"}, "a.ipynb", "a.ipynb is not text: it holds zero bytes.", id="binary-notebook"),
    pytest.param({"a.1": "words"}, "a.1", "a.1 has no format that is read as a document", id="no-man-page"),
    pytest.param({"a.html": b"<p>\0"}, "a.html", "a.html is not text: it holds zero bytes.", id="binary-page"),
    pytest.param({"a.md": b"\x89PNG\r\n\x1a\n\0\0"}, "a.md", "a.md is not text: it holds zero bytes.", id="image"),
    pytest.param({"src/shelf/x.js": ""}, "src/shelf/x.js", "has no format that is read as a document", id="code"),
    pytest.param({"empty/x.py": ""}, "empty", "empty holds no documents; files that git ignores", id="no-documents"),
    pytest.param({"../other/a.md": "x"}, "../other/a.md", "../other/a.md lies outside the root", id="outside"),
    pytest.param({}, "a\0b.md", "A path cannot hold a zero character.", id="zero-character"),
]


@pytest.mark.parametrize(("files", "path", "sentence"), UNREADABLE)
def test_an_unreadable_document(
    project: Path, run: Run, files: dict[str, str | bytes], path: str, sentence: str
) -> None:
    write(project, files)
    ran = run("good.md", path, "--verbose")
    assert ran.code == 3, ran
    assert ran.err.startswith("truth-eval: error: ")
    assert ran.err.count("\n") == 1
    assert sentence in ran.err
    assert ran.out.splitlines()[::2] == [GOOD, UNREAD]


@pytest.mark.parametrize("path", ["gone.md", "src/shelf", "src/shelf/app.js"])
def test_nothing_that_could_be_read(run: Run, path: str, project: Path) -> None:
    write(project, {"src/shelf/app.js": "let x = 1\n"})
    ran = run(path)
    assert (ran.code, ran.out) == (2, "")
    assert [line[:18] for line in ran.err.splitlines()] == ["truth-eval: error:"] * 2
    assert ran.err.endswith("error: Nothing could be read.\n")


def test_a_name_that_is_too_long(project: Path, run: Run) -> None:
    ran = run("x" * 5000 + ".md")
    assert ran.code == 2
    assert ran.err.count("\n") == 2


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is readable to root")
def test_a_document_that_may_not_be_read(project: Path, run: Run) -> None:
    write(project, {"a.md": "x"})
    (project / "a.md").chmod(0)
    ran = run("good.md", "a.md")
    assert (ran.code, ran.err) == (3, "truth-eval: error: a.md cannot be read: permission denied.\n")


@pytest.mark.parametrize(
    ("before", "end"),
    [("", "\r\n"), ("", "\r"), ("\ufeff", "\n"), ("\ufeff", "\r\n")],
    ids=["crlf", "cr", "bom", "both"],
)
@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt"])
def test_line_ends_and_marks_move_no_place(project: Path, run: Run, name: str, before: str, end: str) -> None:
    lines = ["Title", "=====", "", "One.", "", "It says ``--max-workers`` defaults to 8.", ""]
    write(project, {name: before + end.join(lines)})
    first = run(name).out.splitlines()[0]
    assert first.startswith(f"{name}:6:"), first
    write(project, {name: "\n".join(lines)})
    assert run(name).out.splitlines()[0] == first


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_encodings_with_a_mark(project: Path, run: Run, encoding: str) -> None:
    mark = "" if encoding in ("utf-16", "utf-8-sig") else "\ufeff"
    write(project, {"a.md": (mark + "Größe: `src/shelf/cli.py`\n").encode(encoding)})
    assert run("a.md", "--verbose").out.startswith("a.md:1:")


def test_a_link_to_itself(project: Path, run: Run) -> None:
    (project / "loop.md").symlink_to("loop.md")
    ran = run("loop.md", "good.md", "--verbose")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert ran.err.startswith("truth-eval: error: loop.md cannot be read: too many levels of symbolic links")
    assert GOOD in ran.out


def test_a_link_to_itself_in_a_folder(project: Path, run: Run) -> None:
    (project / "loop.md").symlink_to("loop.md")
    ran = run(".", "--verbose")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert ran.err.startswith("truth-eval: error: loop.md cannot be read: too many levels of symbolic links")
    assert GOOD in ran.out


def test_a_folder_that_leads_back_to_the_root(project: Path, run: Run) -> None:
    (project / "around").symlink_to(project, target_is_directory=True)
    ran = run(".", "around/good.md", "--verbose")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.out.splitlines()[:-2]] == ["good.md", "around/good.md"]


def test_a_link_out_of_the_root(project: Path, run: Run) -> None:
    write(project.parent, {"other/secret.md": "Read `src/gone.py`.\n"})
    (project / "link.md").symlink_to(project.parent / "other" / "secret.md")
    (project / "folder").symlink_to(project.parent / "other", target_is_directory=True)
    ran = run("folder", "good.md", "--verbose")
    assert ran.code == 3
    assert "folder" in ran.err
    assert GOOD in ran.out
    assert run("link.md").code == 0


def test_a_document_that_vanishes_during_the_run(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"a.md": "x", "b.md": "x"})

    def vanishing(path: Path, name: str) -> object:
        (project / "b.md").unlink(missing_ok=True)
        return read_document(path, name)

    monkeypatch.setattr("truthfulness_evaluator.cli.reading.read_document", vanishing)
    ran = run("a.md", "b.md", "good.md", "--verbose")
    assert (ran.code, ran.err) == (3, "truth-eval: error: b.md cannot be read: there is no such file.\n")
    assert GOOD in ran.out
