"""The folder in which the reader of a document stands: where its `cd` led."""

import posixpath
import re

from truthfulness_evaluator.facts.reading.shell import ShellCommand
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project

UNKNOWN = "?"
"""The folder of a reader who has gone somewhere that cannot be told."""


def changed(folder: str, command: ShellCommand) -> str:
    """The folder after a `cd`."""
    target = command.words[0].text.strip("\"'") if command.words else "~"
    if not re.fullmatch(r"[\w.][\w./@+-]*", target) or folder == UNKNOWN:
        return UNKNOWN
    return joined(folder, target)


def folders(document: str, gone: str | None, project: Project) -> tuple[str, ...]:
    """Where the reader may stand: at the root or beside the document, and from there in the folder that was named.

    Args:
        document: the document's path.
        gone: where the document's `cd` led; None: nowhere.
        project: the code base.
    """
    own = posixpath.dirname(document)
    starts = [""]
    while own:
        starts.append(own)
        own = posixpath.dirname(own)
    if gone is None:
        return tuple(starts)
    if gone.startswith(UNKNOWN):
        return ()
    first, _, rest = gone.partition("/")
    if not project.tree.is_dir(first) and normal_name(first) in project.manifests.project_names:
        gone = rest  # the checkout itself
    return tuple(folder for start in starts if project.tree.is_dir(folder := joined(start, gone)))


def joined(start: str, folder: str) -> str:
    """Two paths as one; the root is empty."""
    path = posixpath.normpath(posixpath.join(start, folder))
    return "" if path == "." else path
