"""Values of Python expressions, told from the expression alone; nothing is executed."""

import ast
import math
from collections.abc import Callable
from json.encoder import encode_basestring
from types import EllipsisType
from typing import TypeAlias, TypeGuard

_LONGEST_LITERAL = 2000
"""Characters of JSON: tables longer than this are data, no value that a document states."""
_MOST_LINES = 60
"""Lines of an expression that is still evaluated, for the same reason."""
_MOST_BITS = 256
"""Size of a computed whole number: `2 ** 64` is a limit that somebody documents, `9 ** 9 ** 9` is not."""

_ARITHMETIC: dict[type[ast.operator], Callable[[int | float, int | float], int | float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}
_BITS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
}
_SEQUENCES = (ast.Tuple, ast.List, ast.Set)
_COLLECTIONS = frozenset({"frozenset", "set", "tuple", "list", "dict"})
_LITERAL_NODES = (
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.UnaryOp,
    ast.BinOp,
    ast.JoinedStr,
    ast.Call,
)

Scalar: TypeAlias = "str | bytes | bool | int | float | complex | EllipsisType | None"
Plain: TypeAlias = "Scalar | list[Plain] | dict[Scalar, Plain]"
"""What a literal expression can be; tuples and sets are lists."""


class Unknown(Exception):  # noqa: N818
    """The value cannot be told from the expression."""


def dotted(node: ast.expr) -> str | None:
    """The dotted name that an expression is, or None.

    Example:
        >>> dotted(ast.parse("defaults.TIMEOUT", mode="eval").body)
        'defaults.TIMEOUT'
    """
    if isinstance(node, ast.Name):
        return node.id
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not parts or not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def last_name(node: ast.expr) -> str:
    """Last part of a name or attribute, whatever stands before it; empty for other expressions.

    Example:
        >>> last_name(ast.parse("make().add_argument", mode="eval").body)
        'add_argument'
    """
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def text_of(node: ast.expr | None) -> str | None:
    """The string that a literal is, or None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def texts_of(node: ast.expr | None) -> tuple[str, ...] | None:
    """The strings of a literal list, tuple or set of strings, or None.

    Example:
        >>> texts_of(ast.parse("('a', 'b')", mode="eval").body)
        ('a', 'b')
    """
    if not isinstance(node, _SEQUENCES):
        return None
    texts = [text for item in node.elts if (text := text_of(item)) is not None]
    return tuple(texts) if len(texts) == len(node.elts) else None


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """The value of a keyword argument, or None."""
    for argument in call.keywords:
        if argument.arg == name:
            return argument.value
    return None


def is_true(node: ast.expr | None) -> bool:
    """Whether an expression is the constant True."""
    return isinstance(node, ast.Constant) and node.value is True


def literal_json(node: ast.expr) -> str | None:
    """JSON of the value of an expression; None where it cannot be told, is no JSON, or is very long.

    Example:
        >>> literal_json(ast.parse("(64 * 1024, 'a' 'b', None)", mode="eval").body)
        '[65536, "ab", null]'
    """
    if not isinstance(node, _LITERAL_NODES):
        return None
    if (node.end_lineno or node.lineno) - node.lineno > _MOST_LINES:
        return None
    try:
        text = _encode(evaluate(node))
    except (Unknown, RecursionError):
        return None
    return text if len(text) <= _LONGEST_LITERAL else None


def constant_json(value: Scalar) -> str | None:
    """JSON of a constant; None for what is no JSON (bytes, `...`) or very long."""
    if isinstance(value, str):
        return encode_basestring(value) if len(value) < _LONGEST_LITERAL else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    try:
        return _encode(value)
    except Unknown:
        return None


def evaluate(node: ast.expr) -> Plain:
    """The value of a literal expression; sets are lists.

    Raises:
        Unknown: it is not made of literals alone.
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, _SEQUENCES):
        return [evaluate(item) for item in node.elts]
    if isinstance(node, ast.Dict):
        return _dictionary(node)
    if isinstance(node, ast.UnaryOp):
        return _unary(node)
    if isinstance(node, ast.BinOp):
        return _binary(node)
    if isinstance(node, ast.JoinedStr):
        return "".join(_texts(node.values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COLLECTIONS:
        return _collection(node, node.func.id)
    raise Unknown


def _texts(nodes: list[ast.expr]) -> list[str]:
    texts = [text for node in nodes if (text := text_of(node)) is not None]
    if len(texts) != len(nodes):
        raise Unknown
    return texts


def _dictionary(node: ast.Dict) -> dict[Scalar, Plain]:
    result: dict[Scalar, Plain] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if not isinstance(key, ast.Constant):
            raise Unknown
        result[key.value] = evaluate(value)
    return result


def _collection(node: ast.Call, name: str) -> Plain:
    if name == "dict" and not node.args:
        named: dict[Scalar, Plain] = {item.arg: evaluate(item.value) for item in node.keywords if item.arg}
        if len(named) != len(node.keywords):
            raise Unknown
        return named
    if node.keywords or len(node.args) > 1:
        raise Unknown
    value: Plain = evaluate(node.args[0]) if node.args else []
    if (name == "dict") != isinstance(value, dict) or not isinstance(value, dict | list):
        raise Unknown
    return value


def _is_number(value: Plain) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _unary(node: ast.UnaryOp) -> Plain:
    value = evaluate(node.operand)
    if isinstance(node.op, ast.Not) and isinstance(value, bool):
        return not value
    if _is_number(value):
        if isinstance(node.op, ast.USub):
            return -value
        if isinstance(node.op, ast.UAdd):
            return value
    raise Unknown


def _binary(node: ast.BinOp) -> Plain:
    left, right = evaluate(node.left), evaluate(node.right)
    if isinstance(left, str) and isinstance(right, str) and isinstance(node.op, ast.Add):
        return left + right
    if isinstance(left, list) and isinstance(right, list) and isinstance(node.op, ast.Add):
        return [*left, *right]
    if _is_number(left) and _is_number(right):
        return _arithmetic(node.op, left, right)
    raise Unknown


def _arithmetic(op: ast.operator, left: int | float, right: int | float) -> int | float:
    try:
        if (act := _ARITHMETIC.get(type(op))) is not None:
            return _bounded(act(left, right))
        if isinstance(op, ast.Pow):
            if isinstance(left, int) and (right < 0 or left.bit_length() * right > _MOST_BITS):
                raise Unknown
            return _bounded(left**right)
        if isinstance(left, int) and isinstance(right, int) and (bits := _BITS.get(type(op))) is not None:
            if not 0 <= right <= _MOST_BITS and isinstance(op, ast.LShift | ast.RShift):
                raise Unknown
            return _bounded(bits(left, right))
    except ArithmeticError:
        raise Unknown from None
    raise Unknown


def _bounded(value: int | float | complex) -> int | float:
    if isinstance(value, complex) or (isinstance(value, int) and value.bit_length() > _MOST_BITS):
        raise Unknown
    return value


def _encode(value: Plain) -> str:
    """JSON, by hand: this runs for every default of a code base, and `json.dumps` costs ten times as much."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    if isinstance(value, list):
        return "[" + ", ".join(_encode(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(_pair(key, item) for key, item in value.items()) + "}"
    raise Unknown


def _pair(key: Scalar, value: Plain) -> str:
    text = key if isinstance(key, str) else _encode(key)
    return f"{encode_basestring(text)}: {_encode(value)}"
