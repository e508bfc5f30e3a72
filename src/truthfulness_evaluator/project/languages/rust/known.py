"""What the names of a file stand for: constants, variants, and the defaults of types."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from re import DOTALL, match

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.rust.enums import Enum
from truthfulness_evaluator.project.languages.rust.items import Item, Items
from truthfulness_evaluator.project.languages.rust.scan import closing, placed_parts
from truthfulness_evaluator.project.languages.rust.values import default_of_type, value_of

BY_TYPE = Value("Default::default()")
"""The default of a field that is the default of its type."""
_COMMENTS = frozenset({"line_comment", "block_comment", "inner_attribute_item", "attribute_item"})


@dataclass(frozen=True, slots=True)
class Default:
    """The value of a field where `Default` makes its struct."""

    value: Value | None
    """None where it is not known, or differs by platform."""
    line: int


@dataclass(frozen=True)
class Known:
    """What names stand for, gathered once for a file."""

    items: Items
    enums: Mapping[str, Enum]
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    """Constants (`LIMIT`, `Type.LIMIT`), variants as users write them (`Mode.Fast`), defaults (`Mode.default`)."""
    structs: dict[str, dict[str, Default]] = field(default_factory=dict[str, dict[str, Default]])
    """For each type with `impl Default` the fields of the struct that it makes."""
    functions: dict[str, Item] = field(default_factory=dict[str, Item])
    """Functions by their own names."""

    def read(self) -> None:
        """Gather."""
        for enum in self.enums.values():
            for variant, texts in enum.values.items():
                self.names[f"{enum.item.leaf}.{variant}"] = Value(f"{enum.item.leaf}::{variant}", _json(texts[0]))
            if enum.default is not None:
                self._set_default(enum.item.leaf, f"Self::{enum.default}")
        for item in self.items.all:
            if item.kind in ("const_item", "static_item"):
                self._constant(item)
            elif item.kind == "function_item":
                self.functions.setdefault(item.leaf, item)
        for item in self.items.of_kind("function_item"):
            if item.leaf == "default" and item.trait == "Default":
                self._default(item)

    def returned_by(self, path: str) -> Value | None:
        """What a function of this file comes to that does nothing but to give a value; None where it is not known.

        Args:
            path: as `#[serde(default = "path")]` names it.
        """
        item = self.functions.get(path.rpartition("::")[2])
        if item is None or item.attributes.under_condition:
            return None
        expression = self._expression(item.node)
        return None if expression is None else value_of(self._text(expression), self.names, item.owner)

    def line_of_function(self, path: str) -> int | None:
        """The line of what a function of this file gives."""
        item = self.functions.get(path.rpartition("::")[2])
        expression = None if item is None else self._expression(item.node)
        return None if expression is None else expression.start_point.row + 1

    def literal_of(self, item: Item) -> str | None:
        """The source of the only expression in a function's body."""
        expression = self._expression(item.node)
        return None if expression is None else self._text(expression)

    def _constant(self, item: Item) -> None:
        value = item.node.child_by_field_name("value")
        if value is None or value.end_byte - value.start_byte > _LONGEST:
            return
        found = value_of(self._text(value), self.names, item.owner)
        self.names.setdefault(f"{item.owner}.{item.leaf}" if item.owner else item.leaf, found)

    def _set_default(self, owner: str, source: str) -> None:
        self.names[f"{owner}.default"] = value_of(source, self.names, owner)

    def _default(self, item: Item) -> None:
        """What `impl Default` gives; nothing is known where it does so twice, for two platforms."""
        name = f"{item.owner}.default"
        if name in self.names or item.owner in self.structs:
            self.names[name] = Value("default()")
            self.structs[item.owner] = {key: Default(None, item.line) for key in self.structs.get(item.owner, {})}
            return
        body = item.node.child_by_field_name("body")
        last = _last(body)
        if last is None:
            return
        text = self._text(last)
        literal = match(rf"(?:Self|{item.owner})\s*(?:::<[^{{]*>)?\s*(?=\{{)", text, DOTALL)
        if literal and closing(text, literal.end()) == len(text):
            self.structs[item.owner] = self._fields(text, literal.end(), last.start_point.row + 1, item.owner)
        elif self._expression(item.node) is not None:
            self._set_default(item.owner, text)

    def _fields(self, text: str, start: int, line: int, owner: str) -> dict[str, Default]:
        """The fields of a struct that is written out; those it takes over from another one are not among them."""
        found: dict[str, Default] = {}
        for part, at in placed_parts(text[start + 1 : -1]):
            place = line + text.count("\n", 0, start + 1 + at)
            named = match(r"(?:r#)?(\w+)\s*:(?!:)\s*(.*)", part, DOTALL)
            if named is None:
                shorthand = match(r"(?:#\[[^\]]*\]\s*)*(\w+)\b", part)
                if shorthand is not None:
                    found[shorthand[1]] = Default(None, place)
                continue
            name, source = named[1], named[2]
            unknown = name in found
            by_type = source in ("Default::default()", "<_>::default()")
            value = BY_TYPE if by_type else value_of(source, self.names, owner)
            found[name] = Default(None if unknown else value, place)
        return found

    def _expression(self, function: Node) -> Node | None:
        """The only expression of a function's body."""
        body = function.child_by_field_name("body")
        inside = [node for node in body.named_children if node.type not in _COMMENTS] if body is not None else []
        if len(inside) != 1:
            return None
        return inside[0].named_child(0) if inside[0].type == "expression_statement" else inside[0]

    def _text(self, node: Node) -> str:
        return self.items.tree.text_of(node)

    def of_type(self, kind: str) -> Value | None:
        """What `Default::default()` gives for a type."""
        return default_of_type(kind, self.names)


_LONGEST = 5000
"""Bytes of an expression that is read as a value."""


def _last(body: Node | None) -> Node | None:
    inside = [node for node in body.named_children if node.type not in _COMMENTS] if body is not None else []
    return inside[-1] if inside else None


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
