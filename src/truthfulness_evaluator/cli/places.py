"""Where a code base lies, as other programs see it: paths of reports begin in its root, theirs elsewhere."""

import os
from pathlib import Path


def path_in_repository(root: Path) -> str:
    """The path of a folder within its git repository, with forward slashes; empty at the top, and without one."""
    root = root.resolve()
    for folder in (root, *root.parents):
        if os.path.exists(folder / ".git"):
            path = root.relative_to(folder).as_posix()
            return "" if path == "." else path
    return ""


def path_in_working_folder(root: Path) -> str:
    """The path of a folder from the working folder, with forward slashes; empty where it is that one."""
    try:
        path = Path(os.path.relpath(root)).as_posix()
    except ValueError:  # on another drive
        return root.as_posix()
    return "" if path == "." else path
