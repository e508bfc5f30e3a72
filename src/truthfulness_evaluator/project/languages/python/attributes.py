"""Attributes that methods set on their instance."""

import ast

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.python.functions import Function
from truthfulness_evaluator.project.languages.python.source import Source

_SILENT = (ast.Expr, ast.Return, ast.Raise, ast.AugAssign, ast.Pass, ast.Import, ast.ImportFrom, ast.Assert)
"""Statements that set no attribute."""
_BRANCHES = (ast.If, ast.For, ast.While, ast.AsyncFor)
_LOOPS = (ast.For, ast.AsyncFor)
_WITHS = (ast.With, ast.AsyncWith)
_TRIES = (ast.Try, ast.TryStar)
_SEQUENCES = (ast.Tuple, ast.List)
_Target = tuple[ast.Attribute, ast.expr | None]


def instance_attributes(method: Function, class_name: str, source: Source) -> list[Symbol]:
    """A symbol for every `self.x = ...` of a method, in the order of the code.

    The value of `self.x = x` is the parameter's default. Names of local variables are not kept as names,
    since they say nothing outside of the method.
    """
    positional = method.args.posonlyargs or method.args.args
    if not positional:
        return []
    receiver = positional[0].arg
    found: list[_Target] = []
    _collect(method.body, receiver, found)
    if not found:
        return []
    defaults = _defaults(method.args)
    return [
        Symbol(
            f"{class_name}.{target.attr}",
            SymbolKind.ATTRIBUTE,
            target.lineno,
            None,
            None if value is None else _value(value, defaults, source),
        )
        for target, value in found
    ]


def _collect(body: list[ast.stmt], receiver: str, found: list[_Target]) -> None:
    for statement in body:
        if isinstance(statement, _SILENT):
            continue
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                _match(target, statement.value, receiver, found)
        elif isinstance(statement, ast.AnnAssign):
            _match(statement.target, statement.value, receiver, found)
        elif isinstance(statement, _BRANCHES):
            if isinstance(statement, _LOOPS):
                _match(statement.target, None, receiver, found)
            _collect(statement.body, receiver, found)
            _collect(statement.orelse, receiver, found)
        elif isinstance(statement, _WITHS):
            for item in statement.items:
                if item.optional_vars is not None:
                    _match(item.optional_vars, None, receiver, found)
            _collect(statement.body, receiver, found)
        elif isinstance(statement, _TRIES):
            _collect(statement.body, receiver, found)
            for handler in statement.handlers:
                _collect(handler.body, receiver, found)
            _collect(statement.orelse, receiver, found)
            _collect(statement.finalbody, receiver, found)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            _collect(statement.body, receiver, found)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                _collect(case.body, receiver, found)


def _match(target: ast.expr, value: ast.expr | None, receiver: str, found: list[_Target]) -> None:
    if isinstance(target, ast.Attribute):
        if isinstance(target.value, ast.Name) and target.value.id == receiver:
            found.append((target, value))
    elif isinstance(target, _SEQUENCES):
        paired = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
        for index, item in enumerate(target.elts):
            part = value.elts[index] if paired and isinstance(value, ast.Tuple | ast.List) else None
            _match(item.value if isinstance(item, ast.Starred) else item, part, receiver, found)


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr | None]:
    """The default of each parameter, None for those without."""
    positional = [*arguments.posonlyargs, *arguments.args]
    found: dict[str, ast.expr | None] = {item.arg: None for item in (*positional, *arguments.kwonlyargs)}
    for item, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        found[item.arg] = default
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[item.arg] = default
    for item in (arguments.vararg, arguments.kwarg):
        if item is not None:
            found[item.arg] = None
    return found


def _value(node: ast.expr, defaults: dict[str, ast.expr | None], source: Source) -> Value:
    if isinstance(node, ast.Name):
        if node.id in defaults:
            default = defaults[node.id]
            return Value(node.id) if default is None else source.value(default)
        return Value(node.id, None, node.id if node.id.isupper() else None)
    value = source.value(node)
    if value.name is not None and not value.name.rpartition(".")[2].isupper():
        return Value(value.source)
    return value
