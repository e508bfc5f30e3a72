"""Whether the code base itself uses a name that nothing in it seems to define: then something makes it."""

import re

from truthfulness_evaluator.facts.lookups.vocabulary import is_prose, others_with
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role

_USING = frozenset({Role.TEST, Role.EXAMPLE})
"""Files that vouch for no name, but show what works."""


def is_used(project: Project, owner: str, name: str) -> bool:
    """Whether code, tests or examples take a name from a module or class.

    A module may be filled by plug-ins, by a loader, or from another module (`shop.till = Till()`): its own file
    does not show these names, and the code that uses them does.

    Args:
        project: the code base.
        owner: the dotted name of the module or class.
        name: what it does not seem to have.
    """
    paths = [*project.code.words.files_with(name)]
    paths += [p for p in others_with(project, name) if not is_prose(p) and project.tree.role(p) in _USING]
    return any(_uses(project.tree.text(path) or "", owner, name) for path in paths)


def is_key(project: Project, root: str, name: str) -> bool:
    """Whether a file of the project, or a document of it, has a name as a key beside its root: as those of a manifest
    are (`{"app": {"name": ...}}`), which documents write with a dot as well.
    """
    paths = {*project.code.words.files_with(name), *others_with(project, name)}
    table = re.compile(rf"^[ \t]*\[{{1,2}}(?:[\w-]+\.)*{re.escape(root)}[\].]", re.MULTILINE)
    for path in sorted(paths):
        text = project.tree.text(path) or ""
        if not re.search(
            rf"([\"']){re.escape(name)}\1\s*[:=\],)]|^[ \t]*{re.escape(name)}[ \t]*[=:]", text, re.MULTILINE
        ):
            continue
        if re.search(rf"([\"']){re.escape(root)}\1\s*[:=\]]|^[ \t]*{re.escape(root)}:\s*$", text, re.MULTILINE):
            return True
        if table.search(text):
            return True
    return False


def is_quoted(project: Project, name: str) -> bool:
    """Whether the code has a dotted name as a text of its own: a task, a hook or a key that looks like one.

    A key may have dashes where the document has underscores.
    """
    if "." not in name:
        return False
    spelled = re.escape(name).replace("_", "[_-]")
    pieces = name.replace("_", " ").replace(".", " ") if "_" in name else name
    return any(
        next(project.code.words.matches(re.compile(rf"([\"']){spelled}\1"), needs=needs), None) is not None
        for needs in dict.fromkeys((name, pieces))
    )


def _uses(text: str, owner: str, name: str) -> bool:
    last = owner.rpartition(".")[2]
    known_as = {last, *re.findall(rf"\bimport[ \t]+{re.escape(owner)}[ \t]+as[ \t]+(\w+)", text)}
    taken = rf"\b(?:{'|'.join(map(re.escape, sorted(known_as)))})\.{re.escape(name)}\b"
    imported = rf"\bfrom[ \t]+[\w.]*\b{re.escape(last)}[ \t]+import\b(?:[^\n(]*|[ \t]*\([^)]*)\b{re.escape(name)}\b"
    return re.search(f"{taken}|{imported}", text) is not None
