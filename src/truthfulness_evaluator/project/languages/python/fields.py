"""Defaults of dataclass, attrs and pydantic fields."""

import ast

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.values import dotted, keyword, last_name

_FIELDS = frozenset({"field", "Field", "attrib", "ib", "PrivateAttr", "mapped_column"})
_FACTORIES = ("default_factory", "factory")
_POSITIONAL = frozenset({"Field", "attrib", "ib", "PrivateAttr"})
"""Field functions whose first argument is the default."""
_EMPTY = {"list": "[]", "tuple": "[]", "set": "[]", "frozenset": "[]", "dict": "{}", "str": '""', "int": "0"}
"""JSON of what a factory makes without arguments."""


def field_value(node: ast.expr, source: Source) -> Value | None:
    """What a field is set to by default: the `default` of a call (`field`, a model's `CharField`), else itself.

    None where a field function gives no default (`field()`, `Field(...)`).
    """
    if not isinstance(node, ast.Call):
        return source.value(node)
    if last_name(node.func) not in _FIELDS:
        given = keyword(node, "default")
        return source.value(node if given is None else given)
    default = keyword(node, "default")
    if default is None and node.args and last_name(node.func) in _POSITIONAL:
        default = node.args[0]
    if default is not None:
        return _default(default, source)
    for name in _FACTORIES:
        if (factory := keyword(node, name)) is not None:
            return _made(factory, source)
    return None


def _default(node: ast.expr, source: Source) -> Value | None:
    if isinstance(node, ast.Constant) and node.value is ...:
        return None
    if last_name(node) in {"NOTHING", "MISSING", "PydanticUndefined", "Undefined"}:
        return None
    if isinstance(node, ast.Call) and last_name(node.func) == "Factory" and node.args:
        return _made(node.args[0], source)
    return source.value(node)


def _made(factory: ast.expr, source: Source) -> Value:
    """What a factory without arguments gives."""
    if isinstance(factory, ast.Lambda):
        return source.value(factory.body)
    name = dotted(factory)
    if name is None and isinstance(factory, ast.Subscript):
        name = dotted(factory.value)
    return Value(f"{source.segment(factory)}()", _EMPTY.get(name or ""))
