"""What the readers of a file's interfaces know about it."""

import ast
import json
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.python.sites import Scope, Site
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.values import dotted, text_of, texts_of


@dataclass(frozen=True, slots=True)
class Context:
    """A file with its interesting places, in the order of the code."""

    path: str
    source: Source
    sites: tuple[Site, ...]
    symbols: dict[str, Symbol]
    """By qualified name."""
    imports: dict[str, str]
    """Absolute name by local name."""

    packages: frozenset[str]
    """Top-level packages that anything is imported from."""

    def imports_from(self, *packages: str) -> bool:
        """Whether anything is imported from one of some top-level packages."""
        return not self.packages.isdisjoint(packages)

    def target(self, node: ast.expr) -> str:
        """The absolute dotted name of an expression that is a name, imports resolved; empty for others."""
        name = dotted(node)
        if name is None:
            return ""
        head, dot, rest = name.partition(".")
        return self.imports.get(head, head) + dot + rest

    def value(self, node: ast.expr | None) -> Value | None:
        """An expression as a value. A name that is none of the module's, a local variable, is not kept."""
        if node is None:
            return None
        value = self.source.value(node)
        if value.name is not None:
            head = value.name.partition(".")[0]
            if head not in self.imports and head not in self.symbols:
                return Value(value.source)
        return value

    def text(self, node: ast.expr | None, scope: Scope | None = None) -> str | None:
        """The string of a literal, or of the constant of this file that a name stands for."""
        text = text_of(node)
        if text is None and node is not None:
            constant = self._constant(node, scope)
            text = constant if isinstance(constant, str) else None
        return text

    def texts(self, node: ast.expr | None) -> tuple[str, ...] | None:
        """The strings of a literal list, tuple, set, or of the constant that a name stands for.

        Of a dictionary: its keys. Wrapped in `list()`, `sorted()`, `tuple()` or `.keys()`: the same.
        """
        if node is None:
            return None
        if isinstance(node, ast.Call) and len(node.args) == 1 and dotted(node.func) in {"list", "sorted", "tuple"}:
            return self.texts(node.args[0])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keys":
            return self.texts(node.func.value)
        if (texts := texts_of(node)) is not None:
            return texts
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            literal = self.source.value(node).literal
            constant: object = None if literal is None else json.loads(literal)
        else:
            constant = self._constant(node, None)
        return _texts(constant)

    def _constant(self, node: ast.expr, scope: Scope | None) -> object:
        """The value of the constant of this file that a name stands for, None where there is none."""
        name = dotted(node)
        if name is None:
            return None
        head, dot, rest = name.partition(".")
        if scope is not None and head in {"self", "cls"} and dot:
            around = scope.class_scope()
            name = around.qualified(rest) if around is not None else name
        elif scope is not None and any(head in item.parameters() for item in scope.around()):
            return None
        symbol = self.symbols.get(name)
        if symbol is None or symbol.kind not in {SymbolKind.CONSTANT, SymbolKind.ATTRIBUTE}:
            return None
        if symbol.value is None or symbol.value.literal is None:
            return None
        return json.loads(symbol.value.literal)


def _texts(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | dict):
        return None
    items: list[object] = list(value)  # pyright: ignore[reportUnknownArgumentType]
    if not all(isinstance(item, str | int | float) for item in items):
        return None
    return tuple(item if isinstance(item, str) else json.dumps(item) for item in items)
