"""Classes, functions, constants and attributes that a Python file defines."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.python.attributes import instance_attributes
from truthfulness_evaluator.project.languages.python.factories import made_class
from truthfulness_evaluator.project.languages.python.fields import field_value
from truthfulness_evaluator.project.languages.python.functions import (
    Function,
    decorators_of,
    function_symbol,
    has_unknown_decorator,
)
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.values import dotted, last_name, text_of, texts_of

_CALLABLE = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CLASS)
_PLAIN_METACLASSES = frozenset({"ABCMeta", "EnumMeta", "EnumType"})
"""Metaclasses that add no member."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_SEQUENCES = (ast.Tuple, ast.List)
_SILENT = (ast.Expr, ast.Pass)
_MAKERS = frozenset({"__init__", "__new__", "__post_init__", "__attrs_post_init__"})
_LOOKUPS = frozenset({"__getattr__", "__getattribute__"})


class Symbols:
    """Collects the symbols of one file, in the order of their first definition, each name once."""

    def __init__(self, source: Source) -> None:
        self.found: dict[str, Symbol] = {}
        self._source = source

    def add(self, symbol: Symbol) -> None:
        """Add a symbol. Of two definitions of one name the first stands, but what they disagree on is unknown."""
        first = self.found.get(symbol.name)
        if first is None:
            self.found[symbol.name] = symbol
        elif symbol.value is not None and first.value is not None:
            if symbol.value.source != first.value.source:
                self.found[symbol.name] = replace(first, value=Value(first.value.source))
        elif symbol.value is not None and first.kind not in _CALLABLE:
            if first.kind is not SymbolKind.PROPERTY:
                self.found[symbol.name] = replace(first, value=symbol.value)
        elif first.kind in _CALLABLE or symbol.kind in _CALLABLE:
            self._add_callable(first, symbol)

    def _add_callable(self, first: Symbol, second: Symbol) -> None:
        if _is_overload(first):
            if not _is_overload(second):
                self.found[first.name] = second
        elif second.kind in _CALLABLE and first.kind not in _CALLABLE:
            if first.kind is not SymbolKind.PROPERTY:
                self.found[first.name] = replace(second, dynamic=True)
        elif not _is_overload(second) and (
            second.kind is not first.kind or second.parameters != first.parameters or second.bases != first.bases
        ):
            self.found[first.name] = replace(first, dynamic=True)

    def add_missing(self, symbol: Symbol) -> None:
        """Add a symbol whose name is not known yet."""
        self.found.setdefault(symbol.name, symbol)

    def read(self, body: list[ast.stmt], prefix: str = "", *, in_class: bool = False) -> list[Function]:
        """Add what the statements of a module or class define. Returns the functions among them."""
        functions: list[Function] = []
        for statement in body:
            if isinstance(statement, _FUNCTIONS):
                functions.append(statement)
                self.add(function_symbol(statement, prefix, self._source, in_class=in_class))
            elif isinstance(statement, ast.ClassDef):
                self._read_class(statement, prefix)
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self._assign(target, statement.value, prefix, in_class=in_class)
            elif isinstance(statement, ast.AnnAssign):
                self._annotate(statement, prefix, in_class=in_class)
            elif isinstance(statement, _SILENT):
                continue
            elif isinstance(statement, _IMPORTS):
                if not in_class:
                    continue
                for alias in statement.names:
                    name = (alias.asname or alias.name).partition(".")[0]
                    self.add(Symbol(prefix + name, SymbolKind.ATTRIBUTE, statement.lineno))
            else:
                for name, line in _bound_names(statement):
                    self.add_missing(Symbol(prefix + name, _variable(in_class), line))
                for inner in bodies_of(statement):
                    functions.extend(self.read(inner, prefix, in_class=in_class))
        return functions

    def _read_class(self, node: ast.ClassDef, prefix: str) -> None:
        name = prefix + node.name
        decorators = decorators_of(node)
        bases, plain = _bases(node)
        dynamic = not plain or (bool(decorators) and has_unknown_decorator(node, decorators))
        self.add(
            Symbol(name, SymbolKind.CLASS, node.lineno, None, None, bases, decorators, dynamic),
        )
        for base in node.bases:
            if isinstance(base, ast.Call) and (made := made_class(name, base, self._source)) is not None:
                for symbol in made[1:]:
                    self.add(symbol)
        methods = self.read(node.body, name + ".", in_class=True)
        if any(method.name in _LOOKUPS for method in methods):
            self.found[name] = replace(self.found[name], dynamic=True)
        self._read_methods(name, methods)
        slots = self.found.get(name + ".__slots__")
        if slots is not None:
            self._read_slots(node.body, name)

    def _read_methods(self, name: str, methods: list[Function]) -> None:
        """Attributes that methods set: what `__init__` sets first, then the others' only where new."""
        others: list[Symbol] = []
        fresh: set[str] = set()
        for method in methods:
            attributes = instance_attributes(method, name, self._source)
            if method.name not in _MAKERS:
                others.extend(attributes)
                continue
            for symbol in attributes:
                known = self.found.get(symbol.name)
                if known is None or known.value is None or symbol.name in fresh:
                    fresh.add(symbol.name)
                    self.add(symbol)
        for symbol in others:
            self.add_missing(symbol)

    def _read_slots(self, body: list[ast.stmt], name: str) -> None:
        for statement in body:
            if not isinstance(statement, ast.Assign):
                continue
            if any(isinstance(item, ast.Name) and item.id == "__slots__" for item in statement.targets):
                for slot in texts_of(statement.value) or ():
                    self.add_missing(Symbol(f"{name}.{slot}", SymbolKind.ATTRIBUTE, statement.lineno))

    def _annotate(self, node: ast.AnnAssign, prefix: str, *, in_class: bool) -> None:
        if node.value is not None:
            self._assign(node.target, node.value, prefix, in_class=in_class)
        elif isinstance(node.target, ast.Name):
            self.add_missing(Symbol(prefix + node.target.id, _variable(in_class), node.lineno))

    def _assign(self, target: ast.expr, value: ast.expr | None, prefix: str, *, in_class: bool) -> None:
        if isinstance(target, ast.Name):
            self._assign_name(target, value, prefix, in_class=in_class)
        elif isinstance(target, _SEQUENCES):
            for item, part in pairs(target, value):
                self._assign(item, part, prefix, in_class=in_class)
        elif isinstance(target, ast.Attribute) and not in_class:
            owner = dotted(target.value)
            if owner is not None and owner in self.found and self.found[owner].kind in _CALLABLE:
                given = None if value is None else self._source.value(value)
                self.add_missing(Symbol(f"{owner}.{target.attr}", SymbolKind.ATTRIBUTE, target.lineno, None, given))

    def _assign_name(self, target: ast.Name, value: ast.expr | None, prefix: str, *, in_class: bool) -> None:
        name = prefix + target.id
        if isinstance(value, ast.Call):
            made = made_class(name, value, self._source)
            if made is not None:
                for symbol in made:
                    self.add(symbol)
                return
        given: Value | None = None
        if value is not None:
            given = field_value(value, self._source) if in_class else self._source.value(value)
        self.add(Symbol(name, _variable(in_class), target.lineno, None, given))


def bodies_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements inside an `if`, `for`, `while`, `with`, `try` or `match`."""
    if isinstance(statement, ast.Match):
        for case in statement.cases:
            yield case.body
        return
    for name in ("body", "orelse", "finalbody"):
        block: list[ast.stmt] | None = getattr(statement, name, None)
        if block:
            yield block
    for handler in getattr(statement, "handlers", ()):
        yield handler.body


def pairs(target: ast.Tuple | ast.List, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """The targets of a tuple assignment with the value of each, None where it cannot be told."""
    items = [item.value if isinstance(item, ast.Starred) else item for item in target.elts]
    parts: list[ast.expr | None] = [None] * len(items)
    if (
        isinstance(value, ast.Tuple | ast.List)
        and len(value.elts) == len(items)
        and not any(isinstance(item, ast.Starred) for item in (*target.elts, *value.elts))
    ):
        parts = list(value.elts)
    return zip(items, parts, strict=True)


def _variable(in_class: bool) -> SymbolKind:
    return SymbolKind.ATTRIBUTE if in_class else SymbolKind.CONSTANT


def _is_overload(symbol: Symbol) -> bool:
    return any(name.rpartition(".")[2] == "overload" for name in symbol.decorators)


def _bases(node: ast.ClassDef) -> tuple[tuple[str, ...], bool]:
    """The bases' dotted names, and whether the class has no other source of members."""
    names: list[str] = []
    plain = True
    for base in node.bases:
        inner = base
        if isinstance(base, ast.Subscript):
            inner = base.value
        elif isinstance(base, ast.Call):
            named = last_name(base.func) in {"namedtuple", "NamedTuple"}
            if last_name(base.func) == "with_metaclass":
                names.extend(name for item in base.args[1:] if (name := dotted(item)))
            plain = plain and named
            continue
        name = dotted(inner)
        if name is None:
            plain = False
        else:
            names.append(name)
    for item in node.keywords:
        if item.arg == "metaclass":
            plain = plain and last_name(item.value) in _PLAIN_METACLASSES
        elif item.arg is None or (item.arg == "extra" and text_of(item.value) == "allow"):
            plain = False
    return tuple(names), plain


def _bound_names(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Names that a `for` or `with`, or a `type` statement binds."""
    if isinstance(statement, ast.For | ast.AsyncFor):
        yield from _names(statement.target)
    elif isinstance(statement, ast.With | ast.AsyncWith):
        for item in statement.items:
            if item.optional_vars is not None:
                yield from _names(item.optional_vars)
    elif type(statement).__name__ == "TypeAlias":
        yield from _names(statement.name)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]


def _names(target: ast.expr) -> Iterator[tuple[str, int]]:
    if isinstance(target, ast.Name):
        yield target.id, target.lineno
    elif isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _names(item)
