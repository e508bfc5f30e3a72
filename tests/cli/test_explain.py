"""`truth-eval explain` on a small project, with the real evaluator."""

from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.cli.explaining import Place, place_of
from truthfulness_evaluator.facts.kinds.version import KIND as VERSION_KIND

README = """\
# App

It requires Python 3.9 or newer. See [it](docs/gone.md), and `wget`.

<!-- truth: ignore -- of the first edition -->
It requires Python 2.7 or newer.

## Migration

It required Python 3.8 or newer.

Set the environment variable `KUBE_CONFIG`. The flag `--old` was removed.
"""


@pytest.fixture(autouse=True)
def files(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.11"\n')
    (project / "README.md").write_text(README)


VERSION = """\
README.md:3:13: REFUTED the lowest supported version of Python is 3.9
    why         pyproject.toml says >=3.11
    evidence    pyproject.toml:4
                | requires-python = ">=3.11"
    correction  write 3.11 instead of 3.9 (3:20)
    kind        version: Lowest supported versions
    subject     Python (3:13)
    expected    3.9 (3:20)
    scope       python, written as general
    read in     a paragraph under App
"""
LINE_3 = "  3 | It requires Python 3.9 or newer. See [it](docs/gone.md), and `wget`.\n"


def test_a_place_in_a_line(run: Run) -> None:
    ran = run("explain", "README.md:3:15")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"README.md:3:15\n{LINE_3}\n{VERSION}    rule        ")
    assert "\n\nNot read as claims:\n    3:62 wget: no kind reads it\n" in ran.out
    assert " ".join(VERSION_KIND.checks.split()) in " ".join(ran.out.split())
    assert "docs/gone.md" not in ran.out.partition("REFUTED")[2]


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        pytest.param("README.md:3", [f"README.md:3\n{LINE_3}\n{VERSION}", "links to docs/gone.md"], id="line"),
        pytest.param(
            "README.md:3:5", ["No claim stands at column 5: these are the claims of the line.\n"], id="column"
        ),
        pytest.param(
            "README.md:6",
            [
                "    6:13 the lowest supported version of Python is 2.7: a comment excludes it (of\n"
                "      the first edition)\n\nNo claim was found on this line.\n"
            ],
            id="excluded-by-a-comment",
        ),
        pytest.param(
            "README.md:10",
            [
                "No claim was found on this line: the heading “Migration” tells of the past or of\nplans.\n",
                "1 sentence of prose on this line: not checked",
            ],
            id="heading-of-the-past",
        ),
        pytest.param("README.md:5", ["No claim was found on this line: it is a comment.\n"], id="comment"),
        pytest.param(
            "README.md:4", ["README.md:4\n  4 |\n\nNo claim was found on this line: it is empty.\n"], id="empty"
        ),
        pytest.param("README.md:13", ["README.md:13\n  13 |\n\nNo claim was found"], id="behind-the-last-line-end"),
        pytest.param(
            "README.md:1",
            ["No claim was found on this line: it names nothing that a code base could be\nasked for.\n"],
            id="nothing-named",
        ),
        pytest.param(
            "README.md",
            ["README.md\n\n2 claims: 2 REFUTED.\n", "\nLines 10 to 12 are not read: the heading “Migration” tells"],
            id="whole-document",
        ),
        pytest.param(
            "b.md:1",
            [
                "1:31 KUBE_CONFIG: read as env_var",
                "but not known to be about this project",
                "1:54 --old: no kind reads it: the sentence tells of another time (“removed”)",
            ],
            id="about-others-and-passed-over",
        ),
        pytest.param("CHANGELOG.md:1", ["line: by its name the document tells of the past or"], id="changelog"),
    ],
)
def test_what_is_told(project: Path, run: Run, place: str, parts: list[str]) -> None:
    (project / "b.md").write_text(README.splitlines()[-1])
    (project / "CHANGELOG.md").write_text("It requires Python 3.9 or newer.\n")
    ran = run("explain", place)
    assert (ran.code, ran.err) == (0, "")
    flat = " ".join(ran.out.split())
    for part in parts:
        assert " ".join(part.split()) in flat
    assert "Looked up in" in flat
    assert max(map(len, ran.out.replace(str(project), "").splitlines())) <= 80


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["gone.md:3"], "gone.md cannot be read: there is no such file."),
        (["README.md:99"], "README.md has no line 99: there are 12 lines."),
        (["README.md:0"], "README.md has no line 0: there are 12 lines."),
        (["README.md:1:7"], "Line 1 of README.md has no column 7: it ends at 5."),
        (["README.md:1:0"], "Line 1 of README.md has no column 0: it ends at 5."),
        (["-"], "explain reads a file, not standard input."),
        (["."], ". is a folder. Name a document."),
        (["pyproject.toml"], "pyproject.toml has no format that is read as a document"),
        (["README.md", "--root", "gone"], "the root gone is no folder."),
        (["README.md", "--root", "docs"], "README.md lies outside the root"),
    ],
)
def test_what_cannot_be_explained(project: Path, run: Run, argv: list[str], sentence: str) -> None:
    (project / "docs").mkdir()
    ran = run("explain", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"truth-eval: error: {sentence}")
    assert ran.err.count("\n") == 1


def test_settings_hold(project: Path, run: Run) -> None:
    (project / "truth.toml").write_text('exclude = ["README.md"]')
    ran = run("explain", "README.md:3")
    assert ran.err == "truth-eval: note: README.md is left out of checks, as the patterns of exclude say.\n"
    assert VERSION in ran.out
    (project / "truth.toml").write_text("no_such = 1")
    assert run("explain", "README.md:3").code == 2


def test_colour_only_where_it_is_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in run("explain", "README.md:3").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[31mREFUTED\x1b[0m" in run("explain", "README.md:3").out


def test_what_is_known_of_the_code_base(project: Path, run: Run) -> None:
    (project / "app").mkdir()
    (project / "app" / "__init__.py").write_text("")
    assert "3 files in the tree, 1 source file read" in " ".join(run("explain", "README.md:1").out.split())


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("a.md", Place("a.md")),
        ("a.md:3", Place("a.md", 3)),
        ("a.md:3:", Place("a.md", 3)),
        ("a.md:3:5", Place("a.md", 3, 5)),
        ("docs/a:3.md:7", Place("docs/a:3.md", 7)),
        ("C:\\docs\\a.md:3", Place("C:\\docs\\a.md", 3)),
        (":3", Place(":3")),
        ("there:3", Place("there:3")),
    ],
)
def test_places(project: Path, target: str, place: Place) -> None:
    (project / "there:3").write_text("")
    assert place_of(target) == place


def test_help(run: Run) -> None:
    ran = run("explain", "--help")
    assert ran.code == 0
    assert ran.out.startswith("Usage: truth-eval explain [OPTIONS] {PLACE}\n")
