"""Code bases that are odd or broken: they are checked as far as they can be read."""

from pathlib import Path

import pytest
from small_project import GOOD, Run, git, write

from truthfulness_evaluator.project.tree import Tree

STATED = "`--max-workers` defaults to 8.\n"
REFUTED = "a.md:1:29: REFUTED `--max-workers` defaults to 8: the default is 4 (src/shelf/cli.py:4)"

BROKEN = [
    pytest.param({"src/shelf/bad.py": "def (:\n"}, "1 source file could not be parsed", id="syntax-error"),
    pytest.param({"src/shelf/old.py": "print 'hello'\n"}, "1 source file could not be parsed", id="python-2"),
    pytest.param({"src/shelf/odd.py": b"\xff\xfe\x00"}, "", id="binary-source"),
    pytest.param({"src/shelf/latin.py": b"# caf\xe9\nx = 1\n"}, "", id="latin-1-source"),
    pytest.param({"src/shelf/deep.py": "x = " + "(" * 5000 + ")" * 5000}, "1 source file could not be", id="deep"),
    pytest.param({"src/shelf/sum.py": "x = " + "1 + " * 20_000 + "1\n"}, None, id="long-sum"),
    pytest.param({"src/shelf/zero.py": "x = '\0'\n"}, None, id="zero-character"),
    pytest.param({"setup.cfg": "[metadata\nname"}, "", id="setup-cfg"),
    pytest.param({"package.json": "{"}, "", id="package-json"),
    pytest.param({"Cargo.toml": "= ="}, "", id="cargo-toml"),
    pytest.param({"go.mod": "((("}, "", id="go-mod"),
    pytest.param({"setup.py": "setup("}, None, id="setup-py"),
    pytest.param({"requirements.txt": "-r requirements.txt\n\0[[[\n"}, "", id="requirements"),
]


@pytest.mark.parametrize(("files", "note"), BROKEN)
def test_a_broken_file_costs_only_itself(
    project: Path, run: Run, files: dict[str, str | bytes], note: str | None
) -> None:
    write(project, {**files, "a.md": STATED})
    ran = run("good.md", "a.md", "--verbose")
    assert ran.code == 1, ran
    assert GOOD in ran.out.splitlines()
    assert REFUTED in ran.out.splitlines()
    assert "could not be judged" not in ran.out
    if note is not None:
        assert note in ran.err


def test_a_manifest_that_does_not_parse(project: Path, run: Run) -> None:
    write(project, {"pyproject.toml": "[project\nname = ", "a.md": f"Requires Python 3.9 or newer.\n\n{STATED}"})
    ran = run("a.md", "good.md", "--verbose")
    assert ran.code == 1
    assert GOOD in ran.out.splitlines()
    assert [line for line in ran.out.splitlines() if "REFUTED" in line] == [REFUTED.replace("a.md:1", "a.md:3")]


def test_a_name_that_a_broken_file_may_define_is_not_refuted(project: Path, run: Run) -> None:
    write(project, {"src/shelf/bad.py": "def (:\nclass Shelf: pass\n", "a.md": "Use `shelf.bad.Shelf.add`.\n"})
    assert run("a.md").code == 0


def test_a_root_that_is_no_repository(project: Path, run: Run) -> None:
    write(project, {"a.md": "See [it](docs/gone.md).\n"})
    ran = run("good.md", "--verbose")
    assert (ran.code, ran.err) == (0, "")
    assert GOOD in ran.out


def test_a_root_that_is_no_folder(project: Path, run: Run) -> None:
    for root in ("gone", "good.md"):
        ran = run("good.md", "--root", root)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"truth-eval: error: the root {root} is no folder. Give the folder of the code base.\n"


def test_a_repository_without_commits(project: Path, run: Run) -> None:
    git(project, "init", "-q")
    write(project, {"a.md": "See [it](docs/gone.md), and `docs/gone.md`.\n"})
    ran = run("good.md", "a.md", "--verbose")
    assert GOOD in ran.out
    assert ran.code in (0, 1)
    assert "fatal" not in ran.err


def test_a_broken_repository(project: Path, run: Run) -> None:
    write(project, {".git": "gitdir: /nowhere\n"})
    ran = run("good.md", "--verbose")
    assert (ran.code, ran.out.splitlines()[0]) == (0, GOOD)


def test_a_shallow_clone_refutes_nothing_more(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    git(project, "init", "-q")
    write(
        project,
        {
            "tools/old.py": "x = 1\n",
            "tools/kept.py": "y = 1\n",
            "a.md": "Run `tools/old.py`, `tools/new.py` and see [it](guide.md).\n",
        },
    )
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "first")
    (project / "tools" / "old.py").unlink()
    git(project, "commit", "-q", "-a", "-m", "second")
    git(project.parent, "clone", "-q", "--depth", "1", project.as_uri(), "shallow")

    def refuted() -> set[str]:
        return {line for line in run("a.md").out.splitlines() if ": REFUTED " in line}

    whole = refuted()
    monkeypatch.chdir(project.parent / "shallow")
    assert len(refuted()) < len(whole)
    assert {line.partition(": REFUTED")[0] for line in refuted()} <= {line.partition(": REFUTED")[0] for line in whole}
    assert "Deleted and renamed paths are not known: the clone is shallow." in run("a.md").err


def test_a_submodule(project: Path, run: Run) -> None:
    other = project.parent / "other"
    write(other, {"lib/x.py": "y = 1\n", "README.md": "See [it](gone.md).\n"})
    git(other, "init", "-q")
    git(other, "add", ".")
    git(other, "commit", "-q", "-m", "first")
    git(project, "init", "-q")
    git(project, "submodule", "add", "-q", other.as_uri(), "sub")
    write(project, {"a.md": "See [it](sub/gone.md), [this](sub/README.md) and `sub/lib/none.py`.\n"})
    ran = run("a.md", "good.md", "--verbose")
    assert ran.code == 0, "what a submodule holds is not known"
    assert GOOD in ran.out


@pytest.mark.parametrize("content", ["x = 1\n" * 3_500_000, "x=1;" * 5_000_000], ids=["lines", "minified"])
def test_a_source_file_of_20_megabytes(project: Path, run: Run, content: str) -> None:
    write(project, {"src/shelf/data.py": content, "a.md": STATED})
    ran = run("a.md")
    assert (ran.code, ran.out.splitlines()[0]) == (1, REFUTED)


def test_a_source_file_that_is_too_large_to_be_parsed_is_named(project: Path, run: Run) -> None:
    write(project, {"src/shelf/data.py": "x = 1\n" * 200_000, "a.md": STATED})
    note = "1 source file too large to be parsed: only the words in it count (src/shelf/data.py)."
    assert run("a.md").err == f"truth-eval: note: {note}\n"


def test_what_a_file_that_is_too_large_to_be_read_may_hold_is_not_refuted(project: Path, run: Run) -> None:
    reads = "import os\n\nos.environ['SHELF_HOME_DIR']\n" + "x = 1\n" * 900_000
    near = "import os\n\nos.environ['SHELF_HOME_DIRS']\n"
    stated = "Set the environment variable `SHELF_HOME_DIR`.\n"
    write(project, {"src/shelf/data.py": reads, "src/shelf/env.py": near, "a.md": stated})
    ran = run("a.md")
    assert ran.code == 0
    assert "src/shelf/data.py" in ran.err


def test_minified_code(project: Path, run: Run) -> None:
    write(project, {"web/app.min.js": "a=function(b){return b+1};" * 40_000, "a.md": STATED})
    assert run("a.md").out.splitlines()[0] == REFUTED


def test_a_source_that_vanishes_during_the_run(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"src/shelf/gone.py": "z = 1\n", "a.md": STATED})
    text = Tree.text

    def vanishing(tree: Tree, path: str) -> str | None:
        (project / "src" / "shelf" / "gone.py").unlink(missing_ok=True)
        return text(tree, path)

    monkeypatch.setattr(Tree, "text", vanishing)
    assert run("a.md").out.splitlines()[0] == REFUTED


def test_a_loop_of_folders(project: Path, run: Run) -> None:
    (project / "src" / "shelf" / "again").symlink_to(project / "src", target_is_directory=True)
    write(project, {"a.md": STATED})
    assert run("a.md").out.splitlines()[0] == REFUTED
