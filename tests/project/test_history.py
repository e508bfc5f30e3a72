from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.project import history as history_module
from truthfulness_evaluator.project.history import History, Removal, read_history

Git = Callable[..., str]
Write = Callable[[Mapping[str, str]], Path]
Commit = Callable[[Mapping[str, str]], str]

LONG = "\n".join(f"line {i}" for i in range(40))
OTHER = "\n".join(f"other {i}" for i in range(40))


def today(removal: Removal | None) -> tuple[str, str | None] | None:
    return None if removal is None else (removal.path, removal.renamed_to)


@pytest.fixture
def renamed(root: Path, git: Git, commit: Commit) -> Path:
    """A history of deletions and renames; `deleted` and `moved` are its commits' names."""
    commit(
        {
            "a.md": LONG,
            "old/one.md": LONG + "1",
            "old/sub/two.md": OTHER + "2",
            "kept.md": "kept",
            "gone.md": "gone",
            "empty.txt": "",
            "back.md": "back",
        }
    )
    git("rm", "--quiet", "gone.md", "empty.txt", "back.md")
    commit({"other.txt": ""})
    git("tag", "deleted")
    git("mv", "a.md", "b.md")
    git("mv", "old", "new")
    commit({"back.md": "again"})
    git("tag", "moved")
    (root / "docs").mkdir()
    git("mv", "b.md", "docs/c.md")
    commit({"docs/c.md": LONG + "\nmore"})
    return root


@pytest.mark.parametrize(
    ("path", "renamed_to"),
    [
        ("gone.md", None),
        ("./gone.md", None),
        ("empty.txt", None),
        ("a.md", "docs/c.md"),
        ("b.md", "docs/c.md"),
        ("old/one.md", "new/one.md"),
        ("old/sub/two.md", "new/sub/two.md"),
        ("old", "new"),
        ("old/", "new"),
        ("old/sub", "new/sub"),
    ],
)
def test_removals(renamed: Path, path: str, renamed_to: str | None) -> None:
    removal = read_history(renamed).removal(path)
    assert today(removal) == (path.strip("./") if path[0] == "." else path.rstrip("/"), renamed_to)


@pytest.mark.parametrize("path", ["kept.md", "back.md", "never.md", "new", "docs/c.md", "..", ".", "../x", "/gone.md"])
def test_what_is_there_or_never_was_is_not_removed(renamed: Path, path: str) -> None:
    assert read_history(renamed).removal(path) is None


def test_a_removal_names_its_commit_and_day(renamed: Path, git: Git) -> None:
    commit = git("rev-parse", "deleted").strip()
    day = git("show", "--no-patch", "--format=%cs", "deleted").strip()
    assert read_history(renamed).removal("gone.md") == Removal("gone.md", commit[:10], day, None)


def test_what_was_deleted_after_its_rename_is_nowhere(renamed: Path, git: Git, commit: Commit) -> None:
    git("rm", "--quiet", "docs/c.md")
    commit({})
    assert today(read_history(renamed).removal("a.md")) == ("a.md", None)


def test_files_of_a_folder_that_went_apart_give_no_new_folder(git: Git, commit: Commit) -> None:
    commit({"old/a.md": LONG, "old/b.md": OTHER, "x": "x"})
    root = Path(git("rev-parse", "--show-toplevel").strip())
    (root / "one").mkdir()
    (root / "two").mkdir()
    git("mv", "old/a.md", "one/a.md")
    git("mv", "old/b.md", "two/b.md")
    commit({})
    assert today(read_history(root).removal("old")) == ("old", None)


def test_a_folder_of_which_only_caches_are_left_is_removed(root: Path, git: Git, write: Write, commit: Commit) -> None:
    commit({".gitignore": "*.pyc\n", "app/old/a.py": LONG, "app/b.py": "b"})
    git("mv", "app/old", "app/new")
    commit({})
    write({"app/old/a.pyc": "x"})
    assert today(read_history(root).removal("app/old")) == ("app/old", "app/new")


def test_a_rename_there_and_back_ends(git: Git, commit: Commit, root: Path) -> None:
    commit({"a.md": LONG, "x": "x"})
    for old, new in (("a.md", "b.md"), ("b.md", "a.md"), ("a.md", "b.md")):
        git("mv", old, new)
        commit({})
    (root / "b.md").unlink()
    assert today(read_history(root).removal("a.md")) == ("a.md", None)


def test_other_branches_do_not_count(root: Path, git: Git, commit: Commit) -> None:
    commit({"a.md": "a"})
    git("checkout", "--quiet", "-b", "side")
    commit({"side.md": "s"})
    git("rm", "--quiet", "side.md", "a.md")
    commit({"y": "y"})
    git("checkout", "--quiet", "main")
    git("rm", "--quiet", "--cached", "a.md")
    (root / "a.md").unlink()
    history = read_history(root)
    assert (history.removal("side.md"), history.removal("a.md"), history.known) == (None, None, True)


def test_what_a_merged_branch_deleted_counts(root: Path, git: Git, commit: Commit) -> None:
    commit({"a.md": "a", "b.md": "b"})
    git("checkout", "--quiet", "-b", "side")
    git("rm", "--quiet", "a.md")
    commit({})
    git("checkout", "--quiet", "main")
    commit({"c.md": "c"})
    git("merge", "--quiet", "--no-ff", "--message=m", "side")
    assert today(read_history(root).removal("a.md")) == ("a.md", None)


def test_a_folder_of_a_repository(root: Path, git: Git, commit: Commit) -> None:
    commit({"sub/a.md": LONG, "sub/keep": "x", "outer.md": OTHER})
    git("mv", "sub/a.md", "sub/b.md")
    git("mv", "outer.md", "moved.md")
    commit({})
    history = read_history(root / "sub")
    assert (today(history.removal("a.md")), history.removal("outer.md")) == (("a.md", "b.md"), None)


def test_names_with_odd_characters(root: Path, git: Git, commit: Commit) -> None:
    commit({"dä hin/ä b\t.md": "x", "x": "x"})
    git("rm", "--quiet", "dä hin/ä b\t.md")
    commit({})
    assert today(read_history(root).removal("dä hin/ä b\t.md")) == ("dä hin/ä b\t.md", None)


def no_repository(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    other = root.parent / "other"
    other.mkdir()
    return other


def no_commit(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    return root


def shallow(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    commit({"a.md": "a"})
    git("rm", "--quiet", "a.md")
    commit({"b.md": "b"})
    git("clone", "--quiet", "--depth=1", f"file://{root}", str(root.parent / "shallow"))
    return root.parent / "shallow"


def no_git(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    commit({"a.md": "a"})
    monkeypatch.setenv("PATH", "")
    return root


def too_slow(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    commit({"a.md": "a"})
    monkeypatch.setattr(history_module, "LISTING_TIMEOUT", 0.0)
    return root


def lost_commits(root: Path, git: Git, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> Path:
    first = commit({"a.md": "a"})
    commit({"b.md": "b"})
    (root / ".git/objects" / first[:2] / first[2:]).unlink()
    return root


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (no_repository, "not a git repository"),
        (no_commit, "there is no commit yet"),
        (shallow, "the clone is shallow"),
        (no_git, "git is not installed"),
        (too_slow, "git took more than 0 seconds"),
        (lost_commits, ""),
    ],
)
def test_a_history_that_is_not_known(
    make: Callable[[Path, Git, Commit, pytest.MonkeyPatch], Path],
    why: str,
    root: Path,
    git: Git,
    commit: Commit,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history: History = read_history(make(root, git, commit, monkeypatch))
    assert (history.known, why in history.why_unknown, history.removal("a-missing.md")) == (False, True, None)


def test_nothing_of_a_repository_is_run(tmp_path: Path, root: Path, git: Git, commit: Commit) -> None:
    commit({"a.md": LONG, ".gitattributes": "*.md diff=trap\n"})
    git("mv", "a.md", "b.md")
    commit({"b.md": LONG + "x"})
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for setting in ("core.pager", "diff.external", "diff.trap.command", "diff.trap.textconv", "gpg.program"):
        git("config", setting, str(trap))
    git("config", "log.showSignature", "true")
    assert today(read_history(root).removal("a.md")) == ("a.md", "b.md")
    assert not (tmp_path / "sprung").exists()
