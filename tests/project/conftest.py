"""Builders of small code bases."""

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Git = Callable[..., str]
"""Runs git in the folder of `root`, and gives what it prints."""
Write = Callable[[Mapping[str, str]], Path]
"""Writes files below `root`, with line ends as given, and gives `root`."""
Commit = Callable[[Mapping[str, str]], str]
"""Writes files, commits all that changed, and gives the commit's hash."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder that is no repository."""
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def write(root: Path) -> Write:
    def write_all(files: Mapping[str, str]) -> Path:
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        return root

    return write_all


@pytest.fixture
def git(root: Path) -> Git:
    """Makes `root` a repository without commits."""

    def run(*arguments: str) -> str:
        settings = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return subprocess.run(
            ["git", *settings, *arguments],
            cwd=root,
            env={**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    run("init", "--quiet", "--initial-branch=main")
    return run


@pytest.fixture
def commit(git: Git, write: Write) -> Commit:
    def commit_all(files: Mapping[str, str]) -> str:
        write(files)
        git("add", "--all")
        git("commit", "--quiet", "--allow-empty", "--message=x")
        return git("rev-parse", "HEAD").strip()

    return commit_all
