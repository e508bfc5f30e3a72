"""`__all__`: the names that a module says are its own."""

import ast
from collections.abc import Iterator

from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import dotted, text_of

_NAME = "__all__"
_WRAPPERS = frozenset({"list", "tuple", "sorted", "set"})


class Exports:
    """What the statements of a module put into `__all__`.

    Example:
        >>> Exports(ast.parse("__all__ = ['a']; __all__ += ['b'] + other.__all__").body).names
        ('a', 'b')
    """

    def __init__(self, body: list[ast.stmt]) -> None:
        self.names: tuple[str, ...] | None = None
        """None where there is no `__all__`."""
        self.complete = True
        """Whether every name of it is spelled out."""
        self._tables = _tables(body)
        for statement in _statements(body):
            self._read(statement)

    def _read(self, statement: ast.stmt) -> None:
        value = _assigned(statement)
        if value is not None:
            self._extend(value)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            if not isinstance(call.func, ast.Attribute) or dotted(call.func.value) != _NAME:
                return
            method, arguments = call.func.attr, call.args
            if method == "extend" and len(arguments) == 1:
                self._extend(arguments[0])
            elif method in {"append", "insert"} and arguments and (name := text_of(arguments[-1])):
                self.names = (*(self.names or ()), name)
            elif method == "remove" and arguments and (name := text_of(arguments[0])):
                self.names = tuple(item for item in self.names or () if item != name)
            elif method != "sort":
                self.complete = False

    def _extend(self, value: ast.expr) -> None:
        names = [*(self.names or ()), *self._listed(value)]
        self.names = tuple(dict.fromkeys(names))

    def _listed(self, node: ast.expr) -> Iterator[str]:
        """The names that an expression lists; what is not spelled out makes `complete` false."""
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            for item in node.elts:
                if isinstance(item, ast.Starred):
                    yield from self._listed(item.value)
                elif (text := text_of(item)) is not None:
                    yield text
                else:
                    self.complete = False
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            yield from self._listed(node.left)
            yield from self._listed(node.right)
        elif isinstance(node, ast.Dict):
            for key in node.keys:
                if (text := text_of(key)) is not None:
                    yield text
                else:
                    self.complete = False
        elif isinstance(node, ast.Call) and len(node.args) == 1 and dotted(node.func) in _WRAPPERS:
            yield from self._listed(node.args[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keys":
            yield from self._listed(node.func.value)
        elif isinstance(node, ast.Name) and node.id in self._tables:
            yield from self._listed(self._tables.pop(node.id))
        elif not (isinstance(node, ast.Name) and node.id == _NAME):
            self.complete = False


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
            yield statement
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for inner in bodies_of(statement):
                yield from _statements(inner)


def _assigned(statement: ast.stmt) -> ast.expr | None:
    """What a statement assigns to or appends to `__all__`."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name) and target.id == _NAME:
                return statement.value
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign) and dotted(statement.target) == _NAME:
        return statement.value
    return None


def _tables(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Module variables that are bound to a literal list, tuple, set or dict."""
    found: dict[str, ast.expr] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target, value = statement.target, statement.value
        else:
            continue
        if isinstance(target, ast.Name) and isinstance(value, ast.List | ast.Tuple | ast.Set | ast.Dict):
            found[target.id] = value
    return found
