"""Names in files that vouch for nothing: where one stands in a test or an example, it is likely no slip."""

from truthfulness_evaluator.facts.lookups.vocabulary import is_prose, others_with
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex

_PIECE = regex(r"[\w-]+")


def is_elsewhere(name: str, project: Project) -> bool:
    """Whether a file that does not vouch has a name all the same: a test, an example, a script of the documentation."""
    pieces = _PIECE.findall(name)
    if not pieces:
        return False
    common = set[str].intersection(*(set(others_with(project, piece)) for piece in pieces))
    return any(
        len(pieces) == 1 or name in (project.tree.text(path) or "") for path in sorted(common) if not is_prose(path)
    )
