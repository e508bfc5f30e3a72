"""Classes made by a call: `namedtuple("Point", "x y")`, `Enum("Color", "RED GREEN")`, `type(...)`."""

import ast

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.values import dotted, keyword, last_name, text_of, texts_of

_FIELD_FACTORIES = frozenset({"namedtuple", "NamedTuple", "TypedDict", "make_dataclass", "make_class"})
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_FACTORIES = _FIELD_FACTORIES | _ENUMS | {"type", "new_class", "declarative_base"}


def made_class(name: str, call: ast.Call, source: Source) -> list[Symbol] | None:
    """The class that a call makes, with its attributes; None for calls that make none."""
    function = last_name(call.func)
    if function not in _FACTORIES:
        return None
    if function == "type" and (len(call.args) != 3 or not isinstance(call.func, ast.Name)):
        return None
    if function in _ENUMS and len(call.args) < 2:
        return None
    line = call.lineno
    names = _field_names(call) if function in _FIELD_FACTORIES | _ENUMS else None
    bases = _bases(call, function)
    members = _members(name, names, call, source)
    return [Symbol(name, SymbolKind.CLASS, line, None, None, bases, (), names is None), *members]


def _bases(call: ast.Call, function: str) -> tuple[str, ...]:
    if function == "type" and isinstance(call.args[1], ast.Tuple):
        return tuple(name for item in call.args[1].elts if (name := dotted(item)))
    return () if function in {"type", "new_class", "make_dataclass", "make_class"} else (function,)


def _members(name: str, fields: list[str] | None, call: ast.Call, source: Source) -> list[Symbol]:
    if not fields:
        return []
    defaults: list[Value | None] = [None] * len(fields)
    given = keyword(call, "defaults")
    if isinstance(given, ast.Tuple | ast.List) and len(given.elts) <= len(fields):
        first = len(fields) - len(given.elts)
        defaults[first:] = [source.value(item) for item in given.elts]
    return [
        Symbol(f"{name}.{field}", SymbolKind.ATTRIBUTE, call.lineno, None, default)
        for field, default in zip(fields, defaults, strict=True)
    ]


def _field_names(call: ast.Call) -> list[str] | None:
    """Names of the fields or members, None where they are not spelled out."""
    if len(call.args) < 2:
        if last_name(call.func) == "NamedTuple" and call.keywords:
            return [item.arg for item in call.keywords if item.arg]
        return None
    fields = call.args[1]
    if (text := text_of(fields)) is not None:
        return text.replace(",", " ").split()
    if (texts := texts_of(fields)) is not None:
        return list(texts)
    keys: list[ast.expr | None] = []
    if isinstance(fields, ast.Dict):
        keys = list(fields.keys)
    elif isinstance(fields, ast.List | ast.Tuple):
        keys = [item.elts[0] if isinstance(item, ast.Tuple) and item.elts else item for item in fields.elts]
    names = [text for key in keys if (text := text_of(key)) is not None]
    return names if keys and len(names) == len(keys) else None
