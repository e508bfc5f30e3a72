"""Values of Go expressions, told from the expression alone."""

import json
import math
import re
from collections.abc import Callable
from typing import TypeAlias

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.go.source import Source, arguments, items, unwrapped
from truthfulness_evaluator.text.patterns import regex

_LONGEST_SOURCE = 200
_LONGEST_LITERAL = 2000
"""Characters of JSON: a longer table is data, no value that a document states."""
_MOST_BITS = 256
_UNITS = {"Nanosecond": 1, "Microsecond": 10**3, "Millisecond": 10**6, "Second": 10**9, "Minute": 60 * 10**9,
          "Hour": 3600 * 10**9}  # fmt: skip
"""Nanoseconds in each constant of the package `time`."""
_LIMITS = {
    **{f"MaxInt{bits}": 2 ** (bits - 1) - 1 for bits in (8, 16, 32, 64)},
    **{f"MinInt{bits}": -(2 ** (bits - 1)) for bits in (8, 16, 32, 64)},
    **{f"MaxUint{bits}": 2**bits - 1 for bits in (8, 16, 32, 64)},
    "MaxInt": 2**63 - 1,
}
"""Constants of the package `math`."""
_CONVERSIONS = regex(r"u?int(?:8|16|32|64)?|float(?:32|64)|string|bool|byte|rune")
_DURATIONS = regex(r"(?:\w+\.)?\w*Duration")
_UNSET = frozenset({'""', "null", "[]", "0", "0.0", "-1", '"0s"'})
_NAME = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WORDS = {"true": True, "false": False, "nil": None}
_ACTIONS: dict[str, Callable[[int | float, int | float], int | float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}

Plain: TypeAlias = "str | int | float | bool | list[Plain] | None"


class Unknown(Exception):  # noqa: N818
    """The value cannot be told from the expression."""


class Duration(int):
    """A number of nanoseconds."""


def value_of(source: Source, node: Node) -> Value:
    """An expression as a value. A duration is a text with its unit: `90s`."""
    node = unwrapped(node)
    text = source.text_of(node)
    name = text if node.type in {"identifier", "selector_expression"} and _NAME.fullmatch(text) else None
    if name in _WORDS:
        name = None
    return Value(text[:_LONGEST_SOURCE], literal_json(source, node), name)


def default_of(source: Source, node: Node | None) -> Value | None:
    """An expression as a default; None for zero values and -1, by which Go says that nothing was set: the true default
    is filled in later.
    """
    value = None if node is None else value_of(source, node)
    return None if value is None or value.literal in _UNSET else value


def literal_json(source: Source, node: Node) -> str | None:
    """JSON of the value of an expression; None where it cannot be told, or is very long."""
    try:
        value = _evaluate(source, node)
        text = json.dumps(_plain(value), ensure_ascii=False)
    except (Unknown, RecursionError, ValueError, ArithmeticError):
        return None
    return text if len(text) <= _LONGEST_LITERAL else None


def _plain(value: Plain) -> Plain:
    return duration_text(value) if isinstance(value, Duration) else value


def duration_text(nanoseconds: int) -> str:
    """A duration in one unit: `2h`, `90s`, `20ms`. A lone `m` may be read as a size, so that minutes are seconds.

    Example:
        >>> [duration_text(n * 10**6) for n in (7_200_000, 90_000, 1_500, 20, 0)]
        ['2h', '90s', '1.5s', '20ms', '0s']
    """
    size = abs(nanoseconds)
    if size and size % _UNITS["Hour"] == 0:
        return f"{nanoseconds // _UNITS['Hour']}h"
    if size == 0 or size >= _UNITS["Second"]:
        return f"{nanoseconds / _UNITS['Second']:.12g}s"
    unit, scale = next((u, n) for u, n in (("ms", 10**6), ("us", 10**3), ("ns", 1)) if size >= n)
    return f"{nanoseconds / scale:.12g}{unit}"


def _evaluate(source: Source, node: Node) -> Plain:
    node = unwrapped(node)
    match node.type:
        case "interpreted_string_literal" | "raw_string_literal":
            return source.string(node)
        case "int_literal":
            return _integer(source.text_of(node))
        case "float_literal":
            return float(source.text_of(node).replace("_", ""))
        case "true" | "false" | "nil":
            return _WORDS[node.type]
        case "unary_expression":
            return _unary(source, node)
        case "binary_expression":
            return _binary(source, node)
        case "selector_expression":
            return _constant(source.text_of(node))
        case "call_expression":
            return _conversion(source, node)
        case "composite_literal":
            return _list(source, node)
        case _:
            raise Unknown


def _integer(text: str) -> int:
    text = text.replace("_", "").lower()
    return int(text, 8) if re.fullmatch(r"0[0-7]+", text) else int(text, 0)


def _constant(text: str) -> Plain:
    package, _, name = text.partition(".")
    if package == "time" and name in _UNITS:
        return Duration(_UNITS[name])
    if package == "math" and name in _LIMITS:
        return _LIMITS[name]
    raise Unknown


def _unary(source: Source, node: Node) -> Plain:
    operand = node.child_by_field_name("operand")
    operator = node.child_by_field_name("operator")
    if operand is None or operator is None:
        raise Unknown
    value = _evaluate(source, operand)
    if operator.type == "-" and isinstance(value, int | float) and not isinstance(value, bool):
        return Duration(-value) if isinstance(value, Duration) else -value
    if operator.type == "!" and isinstance(value, bool):
        return not value
    raise Unknown


def _binary(source: Source, node: Node) -> Plain:
    fields = [node.child_by_field_name(name) for name in ("left", "operator", "right")]
    if fields[0] is None or fields[1] is None or fields[2] is None:
        raise Unknown
    left, operator, right = _evaluate(source, fields[0]), fields[1].type, _evaluate(source, fields[2])
    if isinstance(left, str) and isinstance(right, str) and operator == "+":
        return left + right
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise Unknown
    if isinstance(left, bool) or isinstance(right, bool):
        raise Unknown
    result = _arithmetic(operator, left, right)
    if isinstance(result, float) and not math.isfinite(result):
        raise Unknown
    if isinstance(result, int) and result.bit_length() > _MOST_BITS:
        raise Unknown
    return Duration(result) if isinstance(left, Duration) or isinstance(right, Duration) else result


def _arithmetic(operator: str, left: int | float, right: int | float) -> int | float:
    if operator in _ACTIONS:
        return _ACTIONS[operator](left, right)
    if not isinstance(left, int) or not isinstance(right, int):
        if operator == "/":
            return left / right
        raise Unknown
    if operator == "/":
        return int(left / right) if left % right else left // right
    if operator in {"<<", ">>"} and 0 <= right <= _MOST_BITS:
        return left << right if operator == "<<" else left >> right
    if operator == "|":
        return left | right
    raise Unknown


def _conversion(source: Source, node: Node) -> Plain:
    """A number or text behind the name of a type; other calls are no values."""
    function = node.child_by_field_name("function")
    values = arguments(node)
    if function is None or len(values) != 1:
        raise Unknown
    name = source.text_of(function)
    if _DURATIONS.fullmatch(name):
        value = _evaluate(source, values[0])
        # A bare number of nanoseconds is hardly ever what is meant; most own types count seconds then.
        return value if isinstance(value, Duration) or value == 0 else _durations(name, value)
    if _CONVERSIONS.fullmatch(name):
        return _evaluate(source, values[0])
    raise Unknown


def _durations(name: str, value: Plain) -> Plain:
    if name == "time.Duration" and isinstance(value, int) and not isinstance(value, bool):
        return Duration(value)
    raise Unknown


def _list(source: Source, node: Node) -> Plain:
    kind = node.child_by_field_name("type")
    if kind is None or kind.type not in {"slice_type", "array_type", "implicit_length_array_type"}:
        raise Unknown
    body = node.child_by_field_name("body")
    values = items(body)
    if body is None or len(values) != len([child for child in body.named_children if child.type != "comment"]):
        raise Unknown
    return [_plain(_evaluate(source, item)) for item in values]
