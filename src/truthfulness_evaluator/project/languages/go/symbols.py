"""The names that a Go file declares: functions, methods, types with their fields and methods, constants, variables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tree_sitter import Node

from truthfulness_evaluator.core.records import record
from truthfulness_evaluator.project.declarations import (
    Choices,
    Parameter,
    Symbol,
    SymbolKind,
)
from truthfulness_evaluator.project.languages.go.source import Source, strings
from truthfulness_evaluator.project.languages.go.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_RECEIVER = re.compile(rb"\((?:\s*\w+\s+|\s*)\*?\s*([A-Za-z_]\w*)")
_BASE = re.compile(rb"\*?\s*((?:\w+\.)?\w+)(?:\[.*\])?", re.DOTALL)
_MOST_NESTED = 4
"""Structs within structs that are looked into."""
_BASIC = regex(r"(?:u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128)|string|bool|byte|rune|error|any)")


@record
class Field:
    """A field of a struct that has a tag."""

    owner: str
    """The struct, qualified within the file."""
    name: str
    kind: str
    """Its type, as written."""
    tag: str
    line: int


@dataclass
class Symbols:
    """What the declarations at the top level of a file define."""

    source: Source
    found: list[Symbol] = field(default_factory=list[Symbol])
    fields: list[Field] = field(default_factory=list[Field])
    choices: list[Choices] = field(default_factory=list[Choices])
    _enums: dict[str, tuple[int, list[str]]] = field(default_factory=dict[str, tuple[int, list[str]]])

    def read(self) -> None:
        """Read all of them, constants first, since others use them by name."""
        code, kinds = self.source.code, self.source.by_kind
        for node in kinds.get("package_clause", ()):
            text = self.source.text_of(node.named_children[0]) if node.named_child_count else ""
            self.found.append(Symbol(text, SymbolKind.MODULE, line_of(node)))
        for kind in ("const_declaration", "var_declaration"):
            for node in kinds.get(kind, ()):
                self._variables(node)
        for node in kinds.get("type_declaration", ()):
            for spec in node.named_children:
                self._type(spec)
        for node in kinds.get("function_declaration", ()):
            name = node.child_by_field_name("name")
            if name is not None:
                self._function(node, code[name.start_byte : name.end_byte].decode(), SymbolKind.FUNCTION)
        for node in kinds.get("method_declaration", ()):
            self._method(node)
        for name, (line, values) in self._enums.items():
            if len(values) > 1:
                self.choices.append(Choices(name, line, tuple(values)))

    def _method(self, node: Node) -> None:
        receiver, name = node.child_by_field_name("receiver"), node.child_by_field_name("name")
        if receiver is None or name is None:
            return
        code = self.source.code
        owner = _RECEIVER.match(code, receiver.start_byte, receiver.end_byte)
        if owner is not None:
            full = f"{owner[1].decode()}.{code[name.start_byte : name.end_byte].decode()}"
            self._function(node, full, SymbolKind.METHOD)

    def _function(self, node: Node, name: str, kind: SymbolKind) -> None:
        parameters, code = None, self.source.code
        if name.rpartition(".")[2][:1].isupper():
            node_of = node.child_by_field_name("parameters")
            parameters = (
                None if node_of is None else parameters_of(code[node_of.start_byte : node_of.end_byte].decode())
            )
        self.found.append(Symbol(name, kind, node.start_point.row + 1, parameters))

    def _type(self, spec: Node) -> None:
        name_node, kind = spec.child_by_field_name("name"), spec.child_by_field_name("type")
        if name_node is None or kind is None:
            return
        name, line = self.source.text_of(name_node), line_of(spec)
        if kind.type == "struct_type":
            at = len(self.found)
            bases = tuple(self._fields(kind, name, 0))
            self.found.insert(at, Symbol(name, SymbolKind.CLASS, line, bases=bases))
        elif kind.type == "interface_type":
            at = len(self.found)
            bases = tuple(self._interface(kind, name))
            self.found.insert(at, Symbol(name, SymbolKind.CLASS, line, bases=bases))
        else:
            # A type made from another named one may have what that one has.
            named = kind.type in {"type_identifier", "qualified_type", "generic_type", "pointer_type"}
            dynamic = named and not _BASIC.fullmatch(self.source.text_of(kind))
            self.found.append(Symbol(name, SymbolKind.CLASS, line, dynamic=dynamic))

    def _fields(self, struct: Node, owner: str, depth: int) -> Iterator[str]:
        """Add the fields of a struct, and give the types that are embedded in it."""
        code = self.source.code
        members = next((node for node in struct.named_children if node.type == "field_declaration_list"), None)
        for node in members.named_children if members is not None else ():
            if node.type != "field_declaration":
                continue
            kind, tag = node.child_by_field_name("type"), node.child_by_field_name("tag")
            names = [code[n.start_byte : n.end_byte].decode() for n in node.children_by_field_name("name")]
            if not names and kind is not None:
                base = _BASE.fullmatch(code[kind.start_byte : kind.end_byte])
                yield "?" if base is None else base[1].decode()
            line = node.start_point.row + 1
            for name in names:
                self.found.append(Symbol(f"{owner}.{name}", SymbolKind.ATTRIBUTE, line))
                if tag is not None and kind is not None:
                    written = self.source.string(tag) or ""
                    self.fields.append(Field(owner, name, self.source.text_of(kind), written, line))
                if kind is not None and kind.type == "struct_type" and depth < _MOST_NESTED:
                    for _ in self._fields(kind, f"{owner}.{name}", depth + 1):
                        pass

    def _interface(self, interface: Node, owner: str) -> Iterator[str]:
        for node in interface.named_children:
            if node.type == "method_elem" and (name := node.child_by_field_name("name")) is not None:
                self.found.append(Symbol(f"{owner}.{self.source.text_of(name)}", SymbolKind.METHOD, line_of(node)))
            elif node.type == "type_elem":
                base = _BASE.fullmatch(self.source.code[node.start_byte : node.end_byte])
                yield "?" if base is None else base[1].decode()

    def _variables(self, declaration: Node) -> None:
        is_const = declaration.type == "const_declaration"
        specs = declaration.named_children
        if len(specs) == 1 and specs[0].type == "var_spec_list":
            specs = specs[0].named_children
        for spec in specs:
            if spec.type not in {"const_spec", "var_spec"}:
                continue
            names = [self.source.text_of(node) for node in spec.children_by_field_name("name") if node.is_named]
            right = spec.child_by_field_name("value")
            values = right.named_children if right is not None else []
            for at, name in enumerate(names):
                if name == "_":
                    continue
                node = values[at] if len(values) == len(names) else None
                value = None if node is None else value_of(self.source, node)
                self.found.append(Symbol(name, SymbolKind.CONSTANT, line_of(spec), value=value))
                if node is not None:
                    self._listed(spec, name, node, is_const=is_const)

    def _listed(self, spec: Node, name: str, node: Node, *, is_const: bool) -> None:
        """Remember a constant of text, a value of a type that has several, and lists and tables of texts."""
        kind = spec.child_by_field_name("type")
        text = self.source.string(node)
        if is_const and text is not None:
            self.source.texts[name] = text
            if kind is None and node.type == "call_expression":
                return
            if kind is not None and (of := self.source.text_of(kind)) != "string":
                self._enums.setdefault(of, (line_of(spec), []))[1].append(text)
        elif node.type == "composite_literal":
            values = listed_values(self.source, node)
            if len(values) > 1:
                self.choices.append(Choices(name, line_of(spec), values))


def listed_values(source: Source, literal: Node) -> tuple[str, ...]:
    """The texts of a list, or the keys of a table that are all texts."""
    kind = literal.child_by_field_name("type")
    if kind is None:
        return ()
    if kind.type in {"slice_type", "array_type", "implicit_length_array_type"}:
        return strings(source, literal)
    if kind.type != "map_type":
        return ()
    body = literal.child_by_field_name("body")
    pairs = [node for node in body.named_children if node.type == "keyed_element"] if body is not None else []
    keys = [source.string(pair.named_children[0]) for pair in pairs]
    return tuple(key for key in keys if key is not None) if all(key is not None for key in keys) else ()


@lru_cache(maxsize=4096)
def parameters_of(text: str) -> tuple[Parameter, ...]:
    """The parameters of a function from its text; none where they have no names.

    Example:
        >>> [p.name for p in parameters_of("(ctx context.Context, a, b int, rest ...string)")]
        ['ctx', 'a', 'b', 'rest']
    """
    parts = [part.strip() for part in _split(text.strip()[1:-1])]
    if not any(" " in part for part in parts):
        return ()
    found: list[Parameter] = []
    for part in parts:
        name, _, kind = part.partition(" ")
        if name.isidentifier():
            found.append(Parameter(name, variadic=kind.strip().startswith("...")))
    return tuple(found)


def _split(text: str) -> Sequence[str]:
    """The parts between the commas that stand in no brackets."""
    if not any(bracket in text for bracket in "([{"):
        return text.split(",")
    parts, depth, start = list[str](), 0, 0
    for at, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
