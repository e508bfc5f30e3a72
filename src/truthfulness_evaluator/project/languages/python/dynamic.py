"""Signs that a module or class has names which the code does not spell out.

Read from the text, line by line: a sign inside a string only makes the reader more careful.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind
from truthfulness_evaluator.project.languages.python.source import Source

_SETATTR = re.compile(r"setattr(?:__)?\(\s*(\w+)\s*,\s*(?:(['\"])(\w+)\2\s*,)?")
_MEMBERS = re.compile(
    r"(?:\b(\w+)\.__dict__|\bvars\(\s*(\w*)\s*\)|\b(locals)\(\))"
    r"\s*(?:\.update\b|\.setdefault\b|\|?=(?!=)|\[[^\]\n]*\]\s*=(?!=))"
)
_GLOBALS = re.compile(
    r"globals\(\)\s*(?:\.update\b|\.setdefault\b|\|?=(?!=)|\[[^\]\n]*\]\s*=(?!=))"
    r"|sys\.modules\[__name__\](?:\.__class__)?\s*=(?!=|\s*_?LazyModule\b)"
    r"|sys\.modules\[__name__\]\.__dict__"
    r"|setattr\(\s*sys\.modules\[__name__\]"
    r"|^exec\(",
    re.MULTILINE,
)
_GLOBAL = re.compile(r"^[ \t]+global[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?:#.*)?$", re.MULTILINE)
_RECEIVERS = frozenset({"self", "cls", "locals", ""})


def module_is_dynamic(text: str) -> bool:
    """Whether a module sets names of its own at run time.

    Example:
        >>> module_is_dynamic("globals().update(load())")
        True
    """
    signs = ("globals()", "sys.modules[__name__]", "exec(")
    return any(sign in text for sign in signs) and _GLOBALS.search(text) is not None


def global_names(source: Source) -> Iterator[Symbol]:
    """Variables of the module that a function says it assigns (`global name`)."""
    if "global " in source.text:
        for match in _GLOBAL.finditer(source.text):
            for name in match[1].split(","):
                line = source.line_at(match.start(1))
                yield Symbol(name.strip(), SymbolKind.CONSTANT, line)


def set_members(source: Source, tree: ast.Module, found: dict[str, Symbol]) -> None:
    """Mark classes that set attributes by computed names, and add those that `setattr` names."""
    text = source.text
    matches: list[re.Match[str]] = []
    if "setattr" in text:
        matches.extend(_SETATTR.finditer(text))
    if "__dict__" in text or "vars(" in text or "locals()" in text:
        matches.extend(_MEMBERS.finditer(text))
    if not matches:
        return
    classes = list(_classes(tree.body, ""))
    for match in matches:
        line = source.line_at(match.start())
        receiver = match[1] or match[2] or match[3] or ""
        owner = _owner(receiver, line, classes, found)
        if owner is None:
            continue
        if match.re is _SETATTR and match[3]:
            name = f"{owner}.{match[3]}"
            found.setdefault(name, Symbol(name, SymbolKind.ATTRIBUTE, line))
        else:
            found[owner] = replace(found[owner], dynamic=True)


def _owner(receiver: str, line: int, classes: list[tuple[str, int, int]], found: dict[str, Symbol]) -> str | None:
    """The class that a receiver stands for at a line: the innermost one for `self`, else by its name."""
    if receiver in _RECEIVERS:
        around = [name for name, first, last in classes if first <= line <= last and name in found]
        return around[-1] if around else None
    symbol = found.get(receiver)
    return receiver if symbol is not None and symbol.kind is SymbolKind.CLASS else None


def _classes(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, int, int]]:
    """Qualified name, first and last line of each class, outer ones first."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield prefix + statement.name, statement.lineno, statement.end_lineno or statement.lineno
            yield from _classes(statement.body, f"{prefix}{statement.name}.")
        elif isinstance(statement, ast.If | ast.Try):
            yield from _classes(statement.body, prefix)
            yield from _classes(statement.orelse, prefix)
            for handler in getattr(statement, "handlers", ()):
                yield from _classes(handler.body, prefix)
