import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tree import MAX_TEXT_BYTES, read_tree, tree_of

Git = Callable[..., str]
Write = Callable[[Mapping[str, str]], Path]
Commit = Callable[[Mapping[str, str]], str]

SMALL = {
    ".gitignore": "*.log\nbuild/\n!keep.log\n",
    "README.md": "x",
    "src/app/cli.py": "x",
    "src/app/sub/.gitignore": "secret*\n!secret.md\n",
    "src/app/sub/secret.txt": "x",
    "src/app/sub/secret.md": "x",
    "build/out.py": "x",
    "run.log": "x",
    "keep.log": "x",
}
SMALL_LISTED = (
    ".gitignore",
    "README.md",
    "keep.log",
    "src/app/cli.py",
    "src/app/sub/.gitignore",
    "src/app/sub/secret.md",
)


def test_a_walk_honours_ignore_files(write: Write) -> None:
    tree = read_tree(write(SMALL))
    assert (tree.files, tree.notices) == (SMALL_LISTED, ())


def test_git_lists_the_same(write: Write, git: Git) -> None:
    root = write(SMALL)
    git("add", "src", ".gitignore")  # the others are untracked
    tree = read_tree(root)
    assert (tree.files, tree.notices) == (SMALL_LISTED, ())


def test_what_is_tracked_is_listed_though_ignored(write: Write, git: Git) -> None:
    root = write(SMALL)
    git("add", "--force", "build/out.py")
    assert read_tree(root).has("build/out.py")


def test_a_file_that_was_deleted_but_not_committed_is_gone(root: Path, commit: Commit) -> None:
    commit({"a.md": "a", "b.md": "b"})
    (root / "a.md").unlink()
    assert read_tree(root).files == ("b.md",)


def test_a_file_that_was_never_checked_out_is_there(root: Path, git: Git, commit: Commit) -> None:
    commit({"a.md": "a", "b.md": "b"})
    git("update-index", "--skip-worktree", "a.md")
    (root / "a.md").unlink()
    tree = read_tree(root)
    assert (tree.files, tree.text("a.md")) == (("a.md", "b.md"), None)


def test_a_file_whose_content_a_partial_clone_lacks_is_there(root: Path, git: Git, commit: Commit) -> None:
    commit({"large.bin": "large", "b.md": "b"})
    blob = git("rev-parse", "HEAD:large.bin").strip()
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    (root / "large.bin").unlink()
    assert read_tree(root).files == ("b.md", "large.bin")


def test_a_folder_of_a_repository(root: Path, git: Git, commit: Commit) -> None:
    commit({".gitignore": "*.tmp\n/sub/out/\n", "sub/a.md": "a", "sub/deep/b.md": "b", "other/c.md": "c"})
    tree = read_tree(root / "sub")
    assert (tree.files, tree.directories) == (("a.md", "deep/b.md"), {"deep"})
    assert [tree.ignored(path) for path in ("x.tmp", "out/x", "deep/out/x", "a.md")] == [True, True, False, False]


def test_a_root_that_its_repository_ignores_is_walked(root: Path, commit: Commit, write: Write) -> None:
    commit({".gitignore": "scratch/\n"})
    write({"scratch/a.md": "a"})
    assert read_tree(root / "scratch").files == ("a.md",)


@pytest.mark.parametrize("broken", ["no git", "no repository"])
def test_a_repository_that_git_cannot_read_is_walked(
    write: Write, git: Git, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    root = write(SMALL)
    if broken == "no git":
        monkeypatch.setenv("PATH", "")
    else:
        (root / ".git/config").write_text("[core\n")
    tree = read_tree(root)
    assert tree.files == SMALL_LISTED
    assert [notice.startswith("Files were listed without git: ") for notice in tree.notices] == [True]


def test_a_missing_root_is_said(tmp_path: Path) -> None:
    tree = read_tree(tmp_path / "missing")
    assert (tree.files, len(tree.notices)) == ((), 1)


def test_variables_of_a_git_hook_do_not_lead_elsewhere(
    tmp_path: Path, commit: Commit, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit({"a.md": "a"})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert read_tree(root).files == ("a.md",)


def test_nothing_of_a_repository_is_run(tmp_path: Path, root: Path, git: Git, commit: Commit) -> None:
    commit({"a.md": "a"})
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(trap, hooks / "post-index-change")
    git("config", "core.fsmonitor", str(trap))
    git("config", "core.hooksPath", str(hooks))
    (root / "a.md").write_text("changed")
    assert read_tree(root).files == ("a.md",)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("folder", ["node_modules", ".venv", "__pycache__", "env"])
def test_a_walk_leaves_out_what_tools_made(write: Write, folder: str) -> None:
    root = write({"a.py": "x", f"{folder}/b.py": "x"})
    if folder == "env":
        write({"env/pyvenv.cfg": "home = x"})
    assert read_tree(root).files == ("a.py",)


LINKED = {"docs/a.md": "x", "src/b.py": "x"}


@pytest.mark.parametrize("with_git", [True, False])
def test_links(tmp_path: Path, write: Write, request: pytest.FixtureRequest, with_git: bool) -> None:
    root = write(LINKED)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (root / "manual").symlink_to("docs")
    (root / "loop").symlink_to(".")
    (root / "self").symlink_to("self")
    (root / "README.md").symlink_to("docs/a.md")
    (root / "away").symlink_to(outside)
    (root / "away.txt").symlink_to(outside / "secret.txt")
    if with_git:
        request.getfixturevalue("git")("add", "--all")
    tree = read_tree(root)
    assert tree.files == ("README.md", "away.txt", "docs/a.md", "self", "src/b.py")
    assert tree.links == (("loop", "."), ("manual", "docs"))
    assert tree.opaque == {"away"}
    assert [tree.has(p) for p in ("manual/a.md", "loop/loop/src/b.py", "manual/b.py", "away/secret.txt")] == [
        True,
        True,
        False,
        False,
    ]
    assert [tree.is_dir(p) for p in ("manual", "manual/", "loop", "loop/docs", "away", "README.md")] == [
        True,
        True,
        True,
        True,
        True,
        False,
    ]
    assert [tree.text(p) for p in ("README.md", "manual/a.md", "away.txt", "away/secret.txt", "self")] == [
        "x",
        "x",
        None,
        None,
        None,
    ]
    assert [tree.ignored(p) for p in ("away/secret.txt", "manual/missing.md")] == [True, False]


def test_submodules_and_nested_repositories_are_folders_of_unknown_content(
    tmp_path: Path, root: Path, git: Git, commit: Commit
) -> None:
    commit({"a.md": "a"})
    for name in ("nested", "sub"):
        git("init", "--quiet", name)
        (root / name / "x").write_text("x")
    git("-C", "sub", "add", "x")
    git("-C", "sub", "commit", "--quiet", "--message=x")
    git("add", "sub")
    tree = read_tree(root)
    assert (tree.files, tree.opaque) == (("a.md",), {"nested", "sub"})
    assert [tree.is_dir("sub"), tree.has("sub/x"), tree.ignored("sub/x")] == [True, False, True]


TREE = tree_of(
    Path("/nowhere"),
    ["README.md", "docs/guide/setup.md", "docs/setup.md", "src/app/cli.py", "src/myapp/cli.py", "Makefile"],
)


@pytest.mark.parametrize(
    ("path", "has", "is_dir"),
    [
        ("README.md", True, False),
        ("./README.md", True, False),
        ("docs/../README.md", True, False),
        ("docs//setup.md", True, False),
        ("readme.md", False, False),
        ("README.md/", False, False),
        ("docs", False, True),
        ("docs/", False, True),
        ("./docs/guide", False, True),
        (".", False, True),
        ("", False, True),
        ("doc", False, False),
        ("../README.md", False, False),
        ("/README.md", False, False),
        ("setup.md", False, False),
    ],
)
def test_lookups(path: str, has: bool, is_dir: bool) -> None:
    assert (TREE.has(path), TREE.is_dir(path), TREE.exists(path)) == (has, is_dir, has or is_dir)


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        ("cli.py", ("src/app/cli.py", "src/myapp/cli.py")),
        ("app/cli.py", ("src/app/cli.py",)),
        ("./app/cli.py", ("src/app/cli.py",)),
        ("app", ("src/app",)),
        ("app/", ("src/app",)),
        ("README.md", ("README.md",)),
        ("guide/setup.md", ("docs/guide/setup.md",)),
        ("docs", ("docs",)),
        ("li.py", ()),
        ("", ()),
        ("..", ()),
    ],
)
def test_ending(suffix: str, expected: tuple[str, ...]) -> None:
    assert TREE.ending(suffix) == expected


def test_names_suffixes_and_roles() -> None:
    assert TREE.named("setup.md") == ("docs/guide/setup.md", "docs/setup.md")
    assert TREE.named("nothing") == ()
    assert dict(TREE.suffixes) == {
        ".md": ("README.md", "docs/guide/setup.md", "docs/setup.md"),
        ".py": ("src/app/cli.py", "src/myapp/cli.py"),
        "": ("Makefile",),
    }
    assert TREE.role("docs/setup.md") is Role.DOCS


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("run.log", True),
        ("deep/down/run.log", True),
        ("keep.log", False),
        ("build", True),
        ("build/", True),
        ("build/x/y.html", True),
        ("src/build/x", True),
        ("src/app/sub/secret.txt", True),
        ("src/app/sub/secret.md", False),
        ("src/app/secret.txt", False),
        ("docs/missing.md", False),
        ("node_modules/a/b.js", True),
        (".venv/bin/python", True),
        ("../elsewhere", True),
        ("/etc/hosts", True),
        (".", False),
    ],
)
def test_ignored(write: Write, path: str, expected: bool) -> None:
    assert read_tree(write(SMALL)).ignored(path) is expected


def test_patterns_that_cannot_be_read_are_left_out(write: Write) -> None:
    tree = read_tree(write({".gitignore": "\\\n*.log\n", "a.log": "x", "b": "x"}))
    assert tree.files == (".gitignore", "b")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("zwölf\r\nx".encode(), "zwölf\r\nx"),
        (b"\xef\xbb\xbfx", "x"),
        ("zwölf".encode("latin-1"), "zwölf"),
        ("zwölf".encode("utf-16"), "zwölf"),
        (b"PK\x00\x01", None),
        (b"x" * (MAX_TEXT_BYTES + 1), None),
        (b"", ""),
    ],
    ids=["utf-8", "mark", "latin-1", "utf-16", "binary", "large", "empty"],
)
def test_text(root: Path, data: bytes, expected: str | None) -> None:
    (root / "a").write_bytes(data)
    assert read_tree(root).text("a") == expected


def test_text_of_what_vanished_or_is_no_file(write: Write) -> None:
    root = write({"a/b.md": "x"})
    tree = read_tree(root)
    (root / "a/b.md").unlink()
    assert [tree.text(path) for path in ("a/b.md", "a", "a\0b", "../root.md")] == [None] * 4
