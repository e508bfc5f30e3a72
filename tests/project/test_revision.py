"""What changed since a revision."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.project.changed_names import changed_names
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.revision import changes_since

Git = Callable[..., str]
Write = Callable[[Mapping[str, str]], Path]
Commit = Callable[[Mapping[str, str]], str]


def test_committed_uncommitted_and_untracked_changes_count(root: Path, commit: Commit, write: Write) -> None:
    first = commit({"a.py": "a = 1\n", "b.py": "", "c.py": "", ".gitignore": "*.log\n", "same.py": ""})
    commit({"a.py": "a = 2\n"})
    write({"b.py": "b = 1\n", "d e/ü.py": "", "x.log": ""})
    (root / "c.py").unlink()
    since = changes_since(root, first)
    assert since.paths == {"a.py", "b.py", "c.py", "d e/ü.py"}
    assert (since.text("a.py"), since.text("c.py"), since.text("d e/ü.py")) == ("a = 1\n", "", None)


def test_nothing_changed_since_the_present_commit(root: Path, commit: Commit) -> None:
    commit({"a.py": ""})
    assert not changes_since(root, "HEAD").paths


def test_a_branch_is_compared_with_where_it_left_the_revision(root: Path, git: Git, commit: Commit) -> None:
    commit({"a.py": ""})
    git("checkout", "--quiet", "-b", "topic")
    commit({"mine.py": ""})
    git("checkout", "--quiet", "main")
    commit({"theirs.py": ""})
    git("checkout", "--quiet", "topic")
    assert changes_since(root, "main").paths == {"mine.py"}


def test_paths_are_relative_to_a_root_within_the_repository(root: Path, commit: Commit, write: Write) -> None:
    commit({"package/a.py": "old\n", "other/b.py": ""})
    write({"package/a.py": "new\n", "other/b.py": "new\n"})
    since = changes_since(root / "package", "HEAD")
    assert since.paths == {"a.py"}
    assert since.text("a.py") == "old\n"


@pytest.mark.parametrize("revision", ["nowhere", "--help", "", "HEAD~7"])
def test_a_revision_that_is_not_known_is_said(root: Path, commit: Commit, revision: str) -> None:
    commit({"a.py": ""})
    with pytest.raises(UsageError, match="knows no revision"):
        changes_since(root, revision)


def test_no_program_that_the_settings_of_a_repository_name_is_run(
    root: Path, git: Git, commit: Commit, write: Write
) -> None:
    commit({"a.py": "a = 1\n", ".gitattributes": "* filter=own\n"})
    for setting in ("clean", "smudge", "process"):
        git("config", f"filter.own.{setting}", f"touch '{root}/ran'; cat")
    git("config", "filter.own.required", "true")
    write({"a.py": "a = 2\n"})
    since = changes_since(root, "HEAD")
    assert (since.paths, since.text("a.py")) == ({"a.py"}, "a = 1\n")
    assert not (root / "ran").exists()


def test_a_filter_that_cannot_be_switched_off_is_said(root: Path, git: Git, commit: Commit) -> None:
    commit({"a.py": ""})
    git("config", "filter.a=b.clean", "true")
    with pytest.raises(UsageError, match="a filter that cannot be switched off"):
        changes_since(root, "HEAD")


def test_a_folder_that_is_no_repository_is_said(root: Path) -> None:
    with pytest.raises(UsageError, match="What changed in"):
        changes_since(root, "HEAD")


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("def send(to, size=1): ...\n", "def send(to, size=2): ...\n", {"send", "size"}),
        ("def send(to): ...\n", "\n\n\ndef send(to): ...\n", set[str]()),
        ("LIMIT = 4\n", "LIMIT = 5\n", {"LIMIT"}),
        ("class A:\n    x = 1\n    y = 1\n", "class A:\n    x = 1\n", {"A.y", "y"}),
        (
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--jobs',\n    default=1)\n",
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--jobs',\n    default=2)\n",
            {"--jobs"},
        ),
        (
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--jobs')\n",
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--workers')\n",
            {"--jobs", "--workers"},
        ),
        ("import os\nx = os.environ['APP_A']\n", "import os\nx = os.environ['APP_B']\n", {"APP_A", "APP_B", "x"}),
        ("# one\n", "# two\n", {"one", "two"}),
    ],
    ids=["parameter", "moved", "constant", "attribute", "default", "option", "variable", "comment"],
)
def test_names_that_a_change_of_code_is_about(
    root: Path, commit: Commit, write: Write, old: str, new: str, names: set[str]
) -> None:
    commit({"app.py": old, "keep.py": "import os\n"})
    write({"app.py": new})
    assert changed_names(Project(root), changes_since(root, "HEAD")) == names


def test_names_of_files_that_no_language_reads(root: Path, commit: Commit, write: Write) -> None:
    commit({"Makefile": "build:\n\tmake it\n", "docs/old.md": "", "docs/kept.md": "", "notes/a.md": ""})
    (root / "docs/old.md").rename(root / "docs/new.md")
    (root / "notes/a.md").unlink()
    (root / "notes").rmdir()
    write({"Makefile": "built:\n\tmake it\n"})
    found = changed_names(Project(root), changes_since(root, "HEAD"))
    assert found == {"build", "built", "docs/old.md", "old.md", "docs/new.md", "new.md", "notes/a.md", "a.md", "notes"}
