"""Reads the sessions of a noxfile and the tasks of invoke: functions that a decorator gives to a tool."""

import ast

from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tree import Tree


def read(path: str, text: str, tree: Tree) -> Targets | None:
    """The sessions of a `noxfile.py`."""
    return _decorated(path, text, "session", with_dashes=False)


def read_tasks(path: str, text: str, tree: Tree) -> Targets | None:
    """The tasks of invoke's `tasks.py`; None where it is a module of something else."""
    if "invoke" not in text:
        return None
    found = _decorated(path, text, "task", with_dashes=True)
    if "Collection" in text:
        return Targets(path, found.names, open_because="it has collections")
    return found


def _decorated(path: str, text: str, word: str, *, with_dashes: bool) -> Targets:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return Targets(path, {}, open_because="it does not parse")
    names: dict[str, int] = {}
    patterns: list[str] = []
    decorators: set[ast.expr] = set()
    reason = ""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                decorators.add(decorator)
                if not _last_name(decorator).endswith(word):
                    continue
                given = _names_given(decorator)
                if given is None:
                    reason = "a name in it is made while it runs"
                for name in given or (node.name,):
                    names.setdefault(name, node.lineno)
                    if with_dashes:
                        names.setdefault(name.replace("_", "-"), node.lineno)
                    else:
                        # of several Pythons or parameters
                        patterns += [f"{name}-*", f"{name}(*"]
        elif isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            reason = f"it imports all of {node.module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node not in decorators and _last_name(node) == word:
            reason = f"it calls {word}() where it runs"
    return Targets(path, names, tuple(patterns), open_because=reason)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _names_given(decorator: ast.expr) -> tuple[str, ...] | None:
    """Names that a decorator gives in place of the function's; empty: none; None: they cannot be told."""
    if not isinstance(decorator, ast.Call):
        return ()
    names: list[str] = []
    for keyword in decorator.keywords:
        if keyword.arg is None:
            return None
        if keyword.arg not in {"name", "aliases"}:
            continue
        value = keyword.value
        elements = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
        for element in elements:
            if not isinstance(element, ast.Constant) or not isinstance(element.value, str):
                return None
            names.append(element.value)
    return tuple(names)
