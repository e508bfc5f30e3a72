"""Names in files that vouch for nothing: where one stands in a test or an example, it is likely no slip."""

import re
from functools import lru_cache
from pathlib import PurePosixPath

from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import VOUCHING

_PROSE = (".md", ".rst", ".txt", ".mdx", ".html", ".ipynb", ".svg", ".lock")


@lru_cache(maxsize=1024)
def is_elsewhere(name: str, project: Project) -> bool:
    """Whether a file that does not vouch has a name all the same: a test, an example, a script of the documentation."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    tree = project.tree
    return any(
        name == PurePosixPath(path).stem or word.search(tree.text(path) or "")
        for path in tree.files
        if not path.endswith(_PROSE) and tree.role(path) not in VOUCHING
    )
