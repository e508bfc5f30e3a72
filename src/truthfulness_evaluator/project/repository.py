"""Where the project's repository is, by its manifests."""

import re
from functools import lru_cache

from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex

_URL = regex(r"github\.com[/:](?P<name>[A-Za-z0-9][\w-]*/[\w.-]*[\w-])")
_OWN_LINE = regex(
    r"^\s*[\"']?(?:url|repository|repo|source(?:[ _-]code)?|home[ _-]?page|code|github|bugs?|issues?|issue tracker"
    r"|(?:bug )?tracker|bug reports|module)\b",
    re.IGNORECASE,
)  # fmt: skip
"""Lines of manifests that say where the project itself is."""


@lru_cache(maxsize=16)
def own_repositories(project: Project) -> frozenset[str]:
    """`owner/name` of the project on GitHub in lower case, as the manifests at the root give it."""
    found: set[str] = set()
    for manifest in project.manifests.all:
        if manifest.folder:
            continue
        for line in (project.tree.text(manifest.path) or "").splitlines():
            match = _URL.search(line)
            if match and (_OWN_LINE.match(line)):
                found.add(match["name"].lower().removesuffix(".git"))
    return frozenset(found) if len(found) == 1 else frozenset()
