"""Values of JavaScript expressions, told from the expression alone; nothing is executed."""

import json
import re
from collections.abc import Callable
from typing import TypeAlias

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.javascript.source import Source

_LONGEST_LITERAL = 300
"""Bytes of an expression that is evaluated: longer tables are data, no value that a document states."""
_NEVER = frozenset({"new_expression", "member_expression", "await_expression", "ternary_expression", "regex", "class"})
"""Expressions whose value is never told."""
_MOST_BITS = 256
_LARGEST = 2.0**_MOST_BITS
_DEEPEST = 20

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"

_ARITHMETIC: dict[str, Callable[[int | float, int | float], int | float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b if abs(b) < _MOST_BITS else float("inf"),
    "<<": lambda a, b: int(a) << int(b) if 0 <= b < 32 else float("inf"),
}


class Unknown(Exception):  # noqa: N818
    """The value cannot be told from the expression."""


def value_of(source: Source, node: Node | None) -> Value | None:
    """An expression as a value; None where there is none."""
    if node is None:
        return None
    literal = literal_of(source, node)
    name = source.name(node)
    if name is not None and literal is not None and (stands := source.resolved(node)) is not None:
        # Evidence that says the value says more than one that says its name.
        return Value(source.head(stands), literal)
    return Value(source.head(node), literal, name if literal is None else None)


def literal_of(source: Source, node: Node) -> str | None:
    """JSON of an expression; None where it cannot be told from the expression alone."""
    if node.type in _NEVER or node.end_byte - node.start_byte > _LONGEST_LITERAL:
        return None
    try:
        return json.dumps(_plain(source, node, 0), ensure_ascii=False, allow_nan=False)
    except (Unknown, ValueError, OverflowError, ZeroDivisionError):
        return None


def _plain(source: Source, node: Node, depth: int) -> Plain:
    if depth > _DEEPEST:
        raise Unknown
    match node.type:
        case "string" | "template_string":
            text = source.string(node)
            if text is None:
                raise Unknown
            return text
        case "number":
            return _number(source.text(node))
        case "true" | "false":
            return node.type == "true"
        case "null" | "undefined":
            return None
        case "array":
            return [_plain(source, each, depth + 1) for each in node.named_children if each.type != "comment"]
        case "object":
            return _table(source, node, depth)
        case "unary_expression":
            return _unary(source, node, depth)
        case "binary_expression":
            return _binary(source, node, depth)
        case _:
            stands = source.resolved(node)
            if stands is None or stands.type == node.type:
                raise Unknown
            return _plain(source, stands, depth + 1)


def _table(source: Source, node: Node, depth: int) -> Plain:
    pairs = source.pairs(node)
    if len(pairs) != sum(each.type != "comment" for each in node.named_children):
        raise Unknown
    return {key: _plain(source, value, depth + 1) for key, value in pairs.items()}


def _number(text: str) -> int | float:
    digits = text.replace("_", "").lower().removesuffix("n")
    if re.fullmatch(r"0[xob][0-9a-f]+", digits):
        return int(digits, 0)
    number = float(digits)
    if number > _LARGEST:
        raise Unknown
    return int(digits) if digits.isdigit() else _whole(number)


def _whole(number: float) -> int | float:
    return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < _LARGEST else number


def _unary(source: Source, node: Node, depth: int) -> Plain:
    operator, operand = node.child_by_field_name("operator"), node.child_by_field_name("argument")
    if operator is None or operand is None:
        raise Unknown
    sign = source.text(operator)
    if sign == "void":
        return None
    value = _plain(source, operand, depth + 1)
    if sign == "!" and isinstance(value, bool | int):
        return not value
    if sign in {"-", "+"} and isinstance(value, int | float) and not isinstance(value, bool):
        return -value if sign == "-" else value
    raise Unknown


def _binary(source: Source, node: Node, depth: int) -> Plain:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        raise Unknown
    sign = source.text(operator)
    if sign not in _ARITHMETIC:
        raise Unknown
    a, b = _plain(source, left, depth + 1), _plain(source, right, depth + 1)
    if isinstance(a, str) and isinstance(b, str) and sign == "+":
        return a + b
    if isinstance(a, bool | str | list | dict) or isinstance(b, bool | str | list | dict) or a is None or b is None:
        raise Unknown
    return _whole(_ARITHMETIC[sign](a, b))
