"""Reads the recipes of a justfile, and of what it imports."""

from posixpath import dirname, join, normpath

from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_RECIPE = regex(r"^@?(?P<name>[A-Za-z_][\w-]*)(?:[ \t]+[^:=]*|[ \t]+.*?[\"'].*?)?:(?!=)")
_ALIAS = regex(r"^alias[ \t]+(?P<name>[A-Za-z_][\w-]*)[ \t]*:=")
_IMPORT = regex(r"^import\??[ \t]+[\"'](?P<path>[^\"']+)[\"']")
_OPEN = regex(r"^(?:mod\??[ \t]|set[ \t]+fallback)")
_DEEPEST = 5


def read(path: str, text: str, tree: Tree, depth: int = 0) -> Targets:
    """The recipes and aliases of a justfile; modules leave it open."""
    names: dict[str, int] = {}
    open_because = ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := _ALIAS.match(line) or _RECIPE.match(line):
            names.setdefault(match["name"], number)
        elif match := _IMPORT.match(line):
            other = normpath(join(dirname(path), match["path"]))
            inner = tree.text(other) if tree.has(other) and depth < _DEEPEST else None
            if inner is None:
                open_because = f"it imports {match['path']}"
            else:
                imported = read(other, inner, tree, depth + 1)
                names.update((name, 1) for name in imported.names if name not in names)
                open_because = open_because or imported.open_because
        elif _OPEN.match(line):
            open_because = "it has modules"
    return Targets(path, names, open_because=open_because)
