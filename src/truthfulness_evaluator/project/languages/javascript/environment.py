"""Environment variables: `process.env.NAME`, `import.meta.env.NAME`, and names taken out of them."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import EnvironmentVariable, Value
from truthfulness_evaluator.project.languages.javascript.source import Source, first
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_OBJECT = re.compile(rb"\.env\b")
_OBJECTS = frozenset({"process.env", "import.meta.env", "Bun.env"})
_ALIAS = re.compile(rb"\benv\s*\.\s*([A-Z][A-Z0-9_]+)\b|\benv\s*\[")
_ALIASED = re.compile(
    rb"\benv\s*=\s*process\.env|\{[^{}\n]*\benv\b[^{}\n]*\}\s*(?:=\s*process\b|from\s+[\"'](?:node:)?process)"
)
_CALL = re.compile(rb"\bDeno\.env\.(get)\s*\(")
_NAME = regex(r"[A-Za-z_]\w*")
_PREFIX = regex(r"`([A-Za-z_]\w*_)\$\{|[\"']([A-Za-z_]\w*_)[\"']\s*\+")
_FALLBACKS = frozenset({"||", "??"})


def read_environment(source: Source) -> Iterator[EnvironmentVariable]:
    """The variables that a file reads or sets, each at its first place."""
    if not source.packages & {"process", "node:process"} and not source.has(b".env"):
        return
    seen: set[str] = set()
    for variable in _variables(source):
        if variable.name not in seen:
            seen.add(variable.name)
            yield variable


def _variables(source: Source) -> Iterator[EnvironmentVariable]:
    for _, node in source.found(_OBJECT):
        # The smallest node that holds `.env` is the expression itself.
        if source.text(node) in _OBJECTS:
            yield from _read_of(source, node)
    if source.has(b"= process", b"process'", b'process"') and _ALIASED.search(source.tree.source):
        for _, node in source.found(_ALIAS):
            if node.type in {"member_expression", "subscript_expression"} and source.name(node) is not None:
                holder = node.child_by_field_name("object")
                if holder is not None and source.name(holder) == "env":
                    yield from _member(source, node)
    for _, call in source.calls(_CALL, 1):
        given = call.child_by_field_name("arguments")
        name = source.string(first(given)) if given is not None else None
        if name:
            yield EnvironmentVariable(name, line_of(call), _fallback(source, call))


def _read_of(source: Source, node: Node) -> Iterator[EnvironmentVariable]:
    parent = node.parent
    if parent is None or node.type != "member_expression":
        return
    if parent.type in {"member_expression", "subscript_expression"}:
        yield from _member(source, parent)
    elif parent.type == "variable_declarator":
        pattern = parent.child_by_field_name("name")
        for each in pattern.named_children if pattern is not None and pattern.type == "object_pattern" else ():
            yield from _taken_out(source, each)


def _member(source: Source, node: Node) -> Iterator[EnvironmentVariable]:
    key = node.child_by_field_name("property")
    index = node.child_by_field_name("index")
    name = source.text(key) if key is not None else source.string(index)
    if name is not None and _NAME.fullmatch(name):
        yield EnvironmentVariable(name, line_of(node), _fallback(source, node))
    elif index is not None and (made := _PREFIX.match(source.text(index))):
        yield EnvironmentVariable(made[1] or made[2], line_of(node), prefix=True)


def _fallback(source: Source, node: Node) -> Value | None:
    """What is taken where the variable is not set: `process.env.PORT || 3000`."""
    parent = node.parent
    if parent is None or parent.type != "binary_expression" or parent.child_by_field_name("left") != node:
        return None
    operator = parent.child_by_field_name("operator")
    if operator is None or source.text(operator) not in _FALLBACKS:
        return None
    return value_of(source, parent.child_by_field_name("right"))


def _taken_out(source: Source, node: Node) -> Iterator[EnvironmentVariable]:
    """`const {PORT = 3000, HOST: host} = process.env`."""
    match node.type:
        case "shorthand_property_identifier_pattern":
            yield EnvironmentVariable(source.text(node), line_of(node))
        case "object_assignment_pattern":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None:
                yield EnvironmentVariable(source.text(left), line_of(node), value_of(source, right))
        case "pair_pattern":
            key, value = source.key(node), node.child_by_field_name("value")
            right = value.child_by_field_name("right") if value is not None else None
            if key is not None:
                yield EnvironmentVariable(key, line_of(node), value_of(source, right))
        case _:
            return
