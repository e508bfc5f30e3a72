"""The few places of a file that declare a command line, an environment variable or a setting.

Statements are visited only where they span a line with one of the words looked for, so a large file
that declares nothing costs a search of its text.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.project.languages.python.functions import Function
from truthfulness_evaluator.project.languages.python.source import spans_any
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import dotted

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_INTERESTING = (ast.Call, ast.Subscript, ast.Compare, ast.Dict)
_LEAVES = (ast.Constant, ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A module, class or function, as the scope of its statements."""

    name: str
    """Qualified name; empty for the module."""
    node: Function | ast.ClassDef | None = None
    parent: "Scope | None" = None

    def qualified(self, name: str) -> str:
        """A name of this scope, qualified within the module."""
        return f"{self.name}.{name}" if self.name else name

    def around(self) -> Iterator["Scope"]:
        """The scope itself and those around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def class_scope(self) -> "Scope | None":
        """The innermost class around."""
        return next((scope for scope in self.around() if isinstance(scope.node, ast.ClassDef)), None)

    def parameters(self) -> tuple[str, ...]:
        """Names of the function's parameters, `self` included; empty for a class or module."""
        if isinstance(self.node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = self.node.args
            return tuple(item.arg for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A statement that spans a line looked for."""

    statement: ast.stmt
    scope: Scope
    nodes: tuple[ast.expr, ...]
    """Calls, subscripts, comparisons and dicts in its expressions (of a compound statement: its head),
    outer ones first."""

    def target(self) -> tuple[str, ast.expr] | None:
        """The variable that the statement binds, as a dotted name, and to what."""
        statement = self.statement
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            name, value = dotted(statement.targets[0]), statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            name, value = dotted(statement.target), statement.value
        elif isinstance(statement, ast.With) and statement.items[0].optional_vars is not None:
            name, value = dotted(statement.items[0].optional_vars), statement.items[0].context_expr
        else:
            return None
        return None if name is None else (name, value)


def find_sites(body: list[ast.stmt], lines: list[int], scope: Scope | None = None) -> Iterator[Site]:
    """The sites of a module in the order of the code. `lines`: ascending."""
    scope = scope or Scope("")
    for statement in body:
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, _SCOPES):
            decorators = statement.decorator_list
            first = decorators[0].lineno if decorators else statement.lineno
            if spans_any(lines, first, last):
                yield Site(statement, scope, _interesting(_head(statement)))
                inner = Scope(scope.qualified(statement.name), statement, scope)
                yield from find_sites(statement.body, lines, inner)
        elif spans_any(lines, statement.lineno, last):
            blocks = list(bodies_of(statement))
            yield Site(statement, scope, _interesting(_head(statement) if blocks else [statement]))
            for block in blocks:
                yield from find_sites(block, lines, scope)


def _head(statement: ast.stmt) -> list[ast.AST]:
    """The expressions of a compound statement, without the statements in it."""
    found: list[ast.AST] = []
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        found.extend([*statement.decorator_list, statement.args])
        return found
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            found.append(child)
    return found


def _interesting(roots: list[ast.AST]) -> tuple[ast.expr, ...]:
    found: list[ast.expr] = []
    stack = roots[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, _LEAVES):
            continue
        if isinstance(node, _INTERESTING):
            found.append(node)
        children: list[ast.AST] = []
        for name in node._fields:
            value: object = getattr(node, name, None)
            if isinstance(value, ast.AST):
                children.append(value)
            elif isinstance(value, list):
                children.extend(item for item in value if isinstance(item, ast.AST))  # pyright: ignore[reportUnknownVariableType]
        stack.extend(reversed(children))
    return tuple(found)
