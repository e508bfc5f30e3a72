"""Values that Python code writes out, with their lines: strings, lists of them, dictionaries. Nothing is run."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

_MAX_DEPTH = 20
"""Names that stand for names, and sums of sums, are followed this far."""
_COPIES = frozenset({"list", "tuple", "sorted", "set", "dict"})
_CHANGING = frozenset({"append", "extend", "insert", "remove", "pop", "update", "setdefault", "add"})


@dataclass(frozen=True, slots=True)
class Scope:
    """The simple assignments at the top of a module."""

    values: Mapping[str, ast.expr]
    changed: frozenset[str] = frozenset()
    """Names whose value is not the first one alone: assigned twice, or changed later."""

    def resolved(self, node: ast.expr) -> ast.expr:
        """What a name stands for; anything else as it is."""
        for _ in range(_MAX_DEPTH):
            if not isinstance(node, ast.Name) or node.id not in self.values:
                break
            node = self.values[node.id]
        return node

    def text(self, node: ast.expr, depth: int = 0) -> str | None:
        """A string; None where it cannot be told."""
        if depth > _MAX_DEPTH or (isinstance(node, ast.Name) and node.id in self.changed):
            return None
        match node:
            case ast.Constant(value=str() as value):
                return value
            case ast.Name(id=name) if name in self.values:
                return self.text(self.values[name], depth + 1)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([left, right], depth)
            case ast.JoinedStr(values=values):
                return self._joined(values, depth)
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return self.text(value, depth + 1)
            case _:
                return None

    def strings(self, node: ast.expr, depth: int = 0) -> tuple[list[tuple[str, int]], bool]:
        """The strings of a list with their lines, and whether these are all. A string is a list of its lines."""
        if depth > _MAX_DEPTH:
            return [], False
        match node:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return self._all([self._element(element, depth) for element in elements])
            case ast.Name(id=name) if name in self.values:
                found, known = self.strings(self.values[name], depth + 1)
                return found, known and name not in self.changed
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._all([self.strings(side, depth + 1) for side in (left, right)])
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in _COPIES:
                return self.strings(inner, depth + 1)
            case ast.Constant(value=None):
                return [], True
            case _:
                text = self.text(node, depth)
                return (_lines_of(text, node), True) if text is not None else ([], False)

    def entries(self, node: ast.expr, depth: int = 0) -> tuple[list[tuple[str, int, ast.expr]], bool]:
        """The entries of a dictionary (key, line, value), and whether these are all."""
        if depth > _MAX_DEPTH:
            return [], False
        found: list[tuple[str, int, ast.expr]] = []
        match node:
            case ast.Dict(keys=keys, values=values):
                known = True
                for key, value in zip(keys, values, strict=True):
                    if key is None:  # `**other`
                        inner, all_known = self.entries(value, depth + 1)
                        found, known = found + inner, known and all_known
                    elif (text := self.text(key)) is not None:
                        found.append((text, key.lineno, value))
                    else:
                        known = False
                return found, known
            case ast.Name(id=name) if name in self.values:
                found, known = self.entries(self.values[name], depth + 1)
                return found, known and name not in self.changed
            case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
                named = [(k.arg, k.value.lineno, k.value) for k in keywords if k.arg is not None]
                return named, len(named) == len(keywords)
            case ast.Constant(value=None):
                return [], True
            case _:
                return [], False

    def is_known(self, node: ast.expr) -> bool:
        """Whether all of a value is written out."""
        value = self.resolved(node)
        if isinstance(value, ast.Dict) or (
            isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "dict"
        ):
            entries, known = self.entries(node)
            return known and all(self.is_known(inner) for _, _, inner in entries)
        return self.strings(node)[1]

    def _joined(self, nodes: list[ast.expr], depth: int) -> str | None:
        parts = [self.text(node, depth + 1) for node in nodes]
        return None if None in parts else "".join(part for part in parts if part is not None)

    def _element(self, node: ast.expr, depth: int) -> tuple[list[tuple[str, int]], bool]:
        if isinstance(node, ast.Starred):
            return self.strings(node.value, depth + 1)
        text = self.text(node, depth + 1)
        return ([], False) if text is None else ([(text, node.lineno)], True)

    @staticmethod
    def _all(parts: list[tuple[list[tuple[str, int]], bool]]) -> tuple[list[tuple[str, int]], bool]:
        return [string for found, _ in parts for string in found], all(known for _, known in parts)


def constants(tree: ast.Module) -> Scope:
    """The names that a module assigns once, and those of them that it changes afterwards."""
    values: dict[str, ast.expr] = {}
    changed: set[str] = set()
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if name in values or id(node) not in top:
                    changed.add(name)
                if id(node) in top:
                    values.setdefault(name, value)
            case ast.AugAssign(target=ast.Name(id=name)) | ast.Delete(targets=[ast.Name(id=name)]):
                changed.add(name)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                changed.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)) if attribute in _CHANGING:
                changed.add(name)
            case ast.For(target=ast.Name(id=name)) | ast.NamedExpr(target=ast.Name(id=name)):
                changed.add(name)
            case _:
                pass
    return Scope(values, frozenset(changed))


def _lines_of(text: str, node: ast.expr) -> list[tuple[str, int]]:
    """The lines of a string that are not blank. Exact where the string is written as one over several lines."""
    spread = (node.end_lineno or node.lineno) - node.lineno == text.count("\n") > 0
    return [
        (part.strip(), node.lineno + (i if spread else 0)) for i, part in enumerate(text.split("\n")) if part.strip()
    ]
