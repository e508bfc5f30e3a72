"""Numbers with and without units, as documents and code write them."""

import ast
import math
import re
from dataclasses import dataclass

from truthfulness_evaluator.text.patterns import regex

_TIME = {
    "ms": 0.001, "msec": 0.001, "msecs": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "millis": 0.001,
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
    "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
    "d": 86400, "day": 86400, "days": 86400,
    "w": 604800, "week": 604800, "weeks": 604800,
}  # fmt: skip
"""Seconds in each unit of time. A lone `m` is no unit here: `512m` are megabytes and `5m` minutes."""

_SIZE_STEPS = {"k": 1, "m": 2, "g": 3, "t": 4}
_SIZE_UNIT = regex(r"(?:([kmgt])(i?)(?:b|bytes?|byte)?|(kilo|mega|giga|tera)bytes?|(b|bytes?))", re.IGNORECASE)
_NUMBER = regex(
    r"([-+]?)(?:(0x[0-9a-f_]+|0o?[0-7_]+(?=$)|0b[01_]+)"
    r"|(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d[\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?))",
    re.IGNORECASE,
)
_PRODUCT = regex(r"[\d_.\s()]+(?:(?:\*\*?|<<|\+|-|/|x|×)[\d_.\s()]+)+")
_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_MOST_POWER = 256
"""A larger exponent is no value that a document states."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, and its unit where one is written."""

    number: float
    """An `int` where it is whole and written so."""
    factors: tuple[float, ...] = ()
    """Base units (seconds, bytes, or 0.01 for percent) in the written unit; several where it is
    ambiguous (KB: 1000 or 1024). Empty: no unit."""
    dimension: str | None = None
    """`time`, `size`, `percent`; None without a unit."""


def parse_number(text: str) -> float | None:
    """A number without unit: digits with `_` or `,`, hexadecimal, exponents, small words, products.

    Example:
        >>> parse_number("10_000"), parse_number("1e3"), parse_number("256 * 1024"), parse_number("v2")
        (10000, 1000.0, 262144, None)
    """
    text = text.strip()
    if text.lower() in _WORDS:
        return _WORDS.index(text.lower())
    match = _NUMBER.fullmatch(text)
    if match:
        return _number(match)
    if _PRODUCT.fullmatch(text):
        return _product(text.replace("x", "*").replace("×", "*"))
    return None


def _number(match: re.Match[str]) -> float:
    sign, based, plain = match.groups()
    value: float
    if based:
        digits = based.replace("_", "").lower()
        old_octal = digits.isdigit() and len(digits) > 1
        value = int(digits, 8) if old_octal else int(digits, 0)
    else:
        digits = plain.replace(",", "").replace("_", "")
        value = int(digits) if digits.isdigit() else float(digits)
    return -value if sign == "-" else value


def _product(text: str) -> float | None:
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return None
    try:
        return _evaluate(tree.body)
    except (ArithmeticError, ValueError):
        return None


def _evaluate(node: ast.expr) -> float:
    """The value of an expression of numbers.

    Raises:
        ValueError: it has something else in it, or would be enormous.
    """
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return _apply(op, _evaluate(left), _evaluate(right))
        case _:
            raise ValueError("no arithmetic")


def _apply(op: ast.operator, left: float, right: float) -> float:
    match op:
        case ast.Mult():
            return left * right
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Div():
            return left / right
        case ast.Pow() if abs(right) <= _MOST_POWER and abs(left) <= _MOST_POWER:
            return left**right
        case ast.LShift() if isinstance(left, int) and isinstance(right, int) and 0 <= right <= _MOST_POWER:
            return left << right
        case _:
            raise ValueError("no arithmetic")


def parse_quantity(text: str) -> Quantity | None:
    """A number with or without a unit of time, size or percent.

    Example:
        >>> parse_quantity("5 minutes")
        Quantity(number=5, factors=(60,), dimension='time')
        >>> parse_quantity("256 KiB"), parse_quantity("fast")
        (Quantity(number=256, factors=(1024,), dimension='size'), None)
    """
    text = text.strip()
    number = parse_number(text)
    if number is not None:
        return Quantity(number)
    match = re.fullmatch(r"(.*[\d.\s])\s*-?\s*([a-z]+|%)|([a-z]+)[\s-]+([a-z]+)", text, re.IGNORECASE | re.DOTALL)
    if match is None:
        return None
    number = parse_number(match[1] or match[3])
    if number is None:
        return None
    unit = match[2] or match[4]
    if unit.lower() in ("%", "percent"):
        return Quantity(number, (0.01,), "percent")
    if unit.lower() in _TIME:
        return Quantity(number, (_TIME[unit.lower()],), "time")
    factors = _size_factors(unit)
    return Quantity(number, factors, "size") if factors else None


_CLOCK = {"h": 3600, "m": 60, "s": 1, "ms": 0.001, "us": 1e-6, "µs": 1e-6, "d": 86400}
_CLOCK_PART = regex(r"(\d+(?:\.\d+)?)(ms|us|µs|[hmsd])")


def parse_duration(text: str) -> float | None:
    """The seconds of a duration as programs write it, where `m` are minutes; None where it is none.

    Example:
        >>> parse_duration("1h30m"), parse_duration("5m0s"), parse_duration("250ms"), parse_duration("5 minutes")
        (5400.0, 300.0, 0.25, None)
    """
    parts = _CLOCK_PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        return None
    return sum(float(number) * _CLOCK[unit] for number, unit in parts)


def _size_factors(unit: str) -> tuple[float, ...]:
    match = _SIZE_UNIT.fullmatch(unit)
    if match is None or unit == "m":
        return ()
    letter, binary, long, plain = match.groups()
    if plain:
        return (1,)
    step = _SIZE_STEPS[(letter or long[0]).lower()]
    return (1024**step,) if binary else (1000**step, 1024**step)


_COMMON_UNITS = {"time": (1, 0.001), "size": (1,), "percent": (1,)}
"""What a bare number of a dimension usually counts: seconds or milliseconds, bytes, shares of one."""

_POSSIBLE_UNITS = {
    "time": tuple(sorted(set(_TIME.values()))),
    "size": (1000, 1024, 1000**2, 1024**2, 1000**3, 1024**3),
    "percent": (1, 0.01),
}
"""What it may count besides."""


def same_quantity(left: Quantity, right: Quantity) -> bool | None:
    """Whether two quantities are the same.

    A number without unit counts in the other's unit or in a common one. None: they measure different
    things, or they are the same only if the bare number counts in an unusual unit.

    Example:
        >>> same_quantity(Quantity(5, (60,), "time"), Quantity(300)), same_quantity(Quantity(1), Quantity(2))
        (True, False)
        >>> same_quantity(Quantity(60, (1,), "time"), Quantity(1)) is None
        True
    """
    if left.dimension is None and right.dimension is None:
        return _equal(left.number, right.number)
    if left.dimension is not None and right.dimension is not None:
        if left.dimension != right.dimension:
            return None
        return any(_equal(left.number * a, right.number * b) for a in left.factors for b in right.factors)
    measured, bare = (left, right) if left.dimension is not None else (right, left)
    amounts = [measured.number * factor for factor in measured.factors]
    dimension = measured.dimension or ""
    if _equal(measured.number, bare.number) or _counts(amounts, bare.number, _COMMON_UNITS[dimension]):
        return True
    return None if _counts(amounts, bare.number, _POSSIBLE_UNITS[dimension]) else False


def _counts(amounts: list[float], number: float, units: tuple[float, ...]) -> bool:
    return any(_equal(amount, number * unit) for amount in amounts for unit in units)


def _equal(left: float, right: float) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    return math.isclose(left, right, rel_tol=1e-9)
