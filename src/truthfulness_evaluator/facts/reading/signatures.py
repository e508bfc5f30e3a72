"""Signatures as documents write them: in directives, headings and code spans."""

import ast
import re
from dataclasses import dataclass

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex

_HEAD = regex(r"(?:async[ \t]+)?(?:def[ \t]+)?(?P<name>[A-Za-z_][\w.]*)\(")
_OPTIONAL = regex(r"\[(?=[ ]*,)|(?<=[,(])\s*\[|\](?=[\s\])]*$)|\](?=[\])\s]*[,)])")
"""Brackets around parameters that may be left out: `f(a[, b])`."""


@dataclass(frozen=True, slots=True)
class Written:
    """A parameter of a written signature."""

    name: str
    span: Span
    default: str | None = None
    """The expression behind the `=`, as it stands there."""
    default_span: Span | None = None


@dataclass(frozen=True, slots=True)
class WrittenSignature:
    """A function with the parameters that a document gives it."""

    name: str
    """Dotted as written."""
    parameters: tuple[Written, ...]
    bracketed: bool
    """Written in the old style, where names stand for values rather than for parameters."""


def read_signature(text: str, start: int, end: int) -> WrittenSignature | None:
    """The signature that `text[start:end]` begins with; None where it is none.

    Example:
        >>> [p.name for p in read_signature("get(url, *, timeout=3)", 0, 22).parameters]
        ['url', 'timeout']
    """
    head = _HEAD.match(text, start, end)
    if head is None:
        return None
    written = _argument_list(text, head.end(), end)
    if written is None:
        return None
    # Of equal length, so that the places in it are those of the document.
    clean = _OPTIONAL.sub(lambda match: " " * len(match[0]), written).replace("\\\n", " \n").replace("\\\r\n", " \r\n")
    arguments = _parsed(clean)
    if arguments is None:
        return None
    lines = [0, *(match.end() for match in re.finditer(r"\n", clean))]

    def place(node: ast.arg | ast.expr, length: int | None = None) -> Span:
        at = head.end() + _offset(clean, lines, node.lineno, node.col_offset)
        last = head.end() + _offset(clean, lines, node.end_lineno or node.lineno, node.end_col_offset or 0)
        return at, at + length if length is not None else last

    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    pairs = [*zip(positional, [*defaults, *arguments.defaults], strict=True)]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found: list[Written] = []
    for item, default in pairs:
        spot = place(default) if default is not None else None
        found.append(Written(item.arg, place(item, len(item.arg)), text[slice(*spot)] if spot else None, spot))
    return WrittenSignature(head["name"], tuple(found), clean != written and "[" in written)


def _argument_list(text: str, start: int, end: int) -> str | None:
    """What stands between a bracket that was opened and the one that closes it."""
    depth = 1
    for at in range(start, end):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return text[start:at]
    return None


_BEFORE = "def _(\n"


def _parsed(arguments: str) -> ast.arguments | None:
    try:
        tree = ast.parse(f"{_BEFORE}{arguments}\n): pass")
    except (SyntaxError, ValueError, RecursionError):
        return None
    function = tree.body[0]
    return function.args if isinstance(function, ast.FunctionDef) else None


def _offset(text: str, lines: list[int], line: int, column: int) -> int:
    """Where a place of the tree stands in the text, which begins on the tree's second line."""
    start = lines[line - 2]
    rest = text[start:]
    return start + (column if rest.isascii() else len(rest.encode()[:column].decode(errors="ignore")))
