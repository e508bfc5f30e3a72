"""Members of classes and interfaces."""

from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind
from truthfulness_evaluator.project.languages.javascript.functions import parameters_of
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source, first
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of

_FIELDS = frozenset({"field_definition", "public_field_definition"})
_METHODS = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_PUBLIC_KEYS = frozenset({"property_identifier", "string"})


def class_symbols(source: Source, name: str, node: Node) -> Iterator[Symbol]:
    """A class with its methods, its fields, and what its constructor assigns to `this`."""
    yield Symbol(name, SymbolKind.CLASS, line_of(node), bases=tuple(_bases(source, node)))
    body = node.child_by_field_name("body")
    if body is None:
        return
    for member in body.named_children:
        if member.type in _METHODS:
            yield from _method(source, name, member)
        elif member.type in _FIELDS:
            yield from _field(source, name, member)


def _bases(source: Source, node: Node) -> Iterator[str]:
    for child in node.children:
        if child.type == "class_heritage":
            for each in child.named_children:
                base = each.child_by_field_name("value") if each.type == "extends_clause" else each
                # What is inherited from an expression is known to nobody; its text stands for it.
                yield source.name(base) or source.text(each)[:100]


def _method(source: Source, owner: str, node: Node) -> Iterator[Symbol]:
    key = node.child_by_field_name("name")
    if key is None or key.type not in _PUBLIC_KEYS:
        return
    name = source.text(key) if key.type == "property_identifier" else source.string(key) or ""
    is_property = any(child.type in {"get", "set"} for child in node.children[:3])
    kind = SymbolKind.PROPERTY if is_property else SymbolKind.METHOD
    yield Symbol(f"{owner}.{name}", kind, line_of(node), None if is_property else parameters_of(source, node))
    body = node.child_by_field_name("body")
    if name == "constructor" and body is not None:
        yield from _fields_of_constructor(source, owner, node, body)


def _field(source: Source, owner: str, node: Node) -> Iterator[Symbol]:
    key = node.child_by_field_name("property") or node.child_by_field_name("name")
    if key is None or key.type not in _PUBLIC_KEYS:
        return
    name = source.text(key) if key.type == "property_identifier" else source.string(key) or ""
    value = node.child_by_field_name("value")
    if name == "defaultProps" and value is not None and value.type == "object":
        source.defaults.append(value)
    if value is not None and value.type in FUNCTIONS:
        yield Symbol(f"{owner}.{name}", SymbolKind.METHOD, line_of(node), parameters_of(source, value))
    else:
        yield Symbol(f"{owner}.{name}", SymbolKind.ATTRIBUTE, line_of(node), value=value_of(source, value))


def _fields_of_constructor(source: Source, owner: str, constructor: Node, body: Node) -> Iterator[Symbol]:
    listed = constructor.child_by_field_name("parameters")
    for parameter in listed.named_children if listed is not None else ():
        pattern = parameter.child_by_field_name("pattern")
        if pattern is not None and any(child.type == "accessibility_modifier" for child in parameter.children):
            yield Symbol(f"{owner}.{source.text(pattern)}", SymbolKind.ATTRIBUTE, line_of(parameter))
    for statement in body.named_children:
        inner = first(statement) if statement.type == "expression_statement" else None
        if inner is None or inner.type != "assignment_expression":
            continue
        left = inner.child_by_field_name("left")
        name = source.name(left)
        if name is not None and name.startswith("this.") and name.count(".") == 1:
            value = value_of(source, inner.child_by_field_name("right"))
            yield Symbol(f"{owner}.{name[5:]}", SymbolKind.ATTRIBUTE, line_of(inner), value=value)
