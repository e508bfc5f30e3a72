"""Who reviews."""

import getpass
from pathlib import Path

from truthfulness_evaluator.project.git import Git, GitError

_TIMEOUT_S = 5.0


def reviewer_name(folder: Path) -> str:
    """The name that git knows the user by in a folder, else the name of the login; empty where there is neither."""
    try:
        name = Git(folder, _TIMEOUT_S)("config", "user.name").strip()
    except GitError:
        name = ""
    if name:
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
