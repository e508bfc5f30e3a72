"""Signs that a module or class has names which the code does not spell out.

Read from the text, line by line: a sign inside a string only makes the reader more careful.
"""

import ast
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.text.patterns import regex

_SETATTR = regex(r"setattr(?:__)?\(\s*(\w+)\s*,\s*(?:(['\"])(\w+)\2\s*,)?")
_WRITTEN = r"\s*(?:\.update\b|\.setdefault\b|\|?=(?!=)|\[[^\]\n]*\]\s*=(?!=))"
_MEMBERS = (
    regex(r"__dict__" + _WRITTEN),
    regex(r"vars\(\s*(\w*)\s*\)" + _WRITTEN),
    regex(r"locals\(\)" + _WRITTEN),
)
"""Each begins with a literal, so that a search of a text without it costs next to nothing."""
_RECEIVER = regex(r"(\w+)\.$")
_LONGEST_RECEIVER = 60
_REMADE = (
    *((f"{name}()", regex(rf"{name}(?<!\w{name})\(\)" + _WRITTEN)) for name in ("globals", "locals", "vars")),
    ("sys.modules[__name__]", regex(r"setattr\(\s*sys\.modules\[__name__\]")),
    (
        "sys.modules[__name__]",
        regex(r"sys\.modules\[__name__\](?:\.__dict__|(?:\.__class__)?\s*=(?!=|\s*_?LazyModule\b))"),
    ),
)
"""How a module sets names of its own, each with what stands in every match."""
_HANDED_ON = regex(r"(?:module|lazy|deprecat|alias)\w*\(\s*(?:#.*\n\s*)?__name__\b")
"""A call of a function that is named for making names of the module that it is given."""
_DEFINITION = regex(r"\s*(?:def|class)\b")
_GLOBAL = regex(r"\s+global\s+(\w+(?:\s*,\s*\w+)*)\s*(?:#.*)?")
_RECEIVERS = frozenset({"self", "cls", ""})


def module_is_dynamic(text: str) -> bool:
    """Whether a module sets names of its own at run time.

    Example:
        >>> module_is_dynamic("globals().update(load())")
        True
    """
    if any(sign in text and pattern.search(text) for sign, pattern in _REMADE):
        return True
    return text.startswith("exec(") or "\nexec(" in text or _hands_module_on(text)


def _hands_module_on(text: str) -> bool:
    """Whether the module is given to a function that may make names of it; a definition of such a one is no call."""
    if "__name__," not in text and "__name__)" not in text:
        return False
    lines = (text.rfind("\n", 0, match.start()) + 1 for match in _HANDED_ON.finditer(text))
    return any(_DEFINITION.match(text, start) is None for start in lines)


def global_names(source: Source) -> Iterator[Symbol]:
    """Variables of the module that a function says it assigns (`global name`)."""
    for line in source.lines_with(["global "]):
        match = _GLOBAL.fullmatch(source.lines[line - 1])
        if match is not None:
            for name in match[1].split(","):
                yield Symbol(name.strip(), SymbolKind.CONSTANT, line)


def set_members(source: Source, tree: ast.Module, found: dict[str, Symbol]) -> None:
    """Mark classes that set attributes by computed names, and add those that `setattr` names."""
    signs = [*_set_attributes(source.text), *_set_dictionaries(source.text)]
    if not signs:
        return
    classes = list(_classes(tree.body, ""))
    for at, receiver, name in signs:
        line = source.line_at(at)
        owner = _owner(receiver, line, classes, found)
        if owner is None:
            continue
        if name is not None:
            found.setdefault(f"{owner}.{name}", Symbol(f"{owner}.{name}", SymbolKind.ATTRIBUTE, line))
        else:
            found[owner] = replace(found[owner], dynamic=True)


def _set_attributes(text: str) -> Iterator[tuple[int, str, str | None]]:
    """Offset, receiver and attribute of every `setattr`; the attribute is None where it is computed."""
    return ((match.start(), match[1], match[3]) for match in _SETATTR.finditer(text))


def _set_dictionaries(text: str) -> Iterator[tuple[int, str, None]]:
    """Offset and receiver of everything that writes to `X.__dict__`, `vars(X)` or `locals()`."""
    for pattern in _MEMBERS:
        for match in pattern.finditer(text):
            receiver = match[1] if pattern.groups else ""
            if pattern is _MEMBERS[0]:
                before = _RECEIVER.search(text[max(0, match.start() - _LONGEST_RECEIVER) : match.start()])
                receiver = before[1] if before is not None else "?"
            yield match.start(), receiver, None


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
