"""The items of a Rust file: types, functions, constants and what stands in `impl`, `trait` and `mod` blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from truthfulness_evaluator.core.records import record
from truthfulness_evaluator.project.languages.rust.attributes import Attributes, attributes_of
from truthfulness_evaluator.project.languages.rust.naming import plain
from truthfulness_evaluator.project.languages.syntax import Tree, line_of
from truthfulness_evaluator.text.patterns import regex

_COMMENTS = frozenset({"line_comment", "block_comment"})
_TYPE_NAME = regex(r"(?:&(?:'\w+\s+)?)?(?:dyn\s+)?(?:\w+::)*(\w+)")
_HOLDER = regex(
    r"(?:(?:\w+::)*(?:Option|Box|Vec|Arc|Rc|HashSet|BTreeSet)\s*<|(?:\w+::)*Cow<'\w+,)(?P<inner>.*)>", re.DOTALL
)
_DEEPEST = 10
"""Modules in modules that are gone into."""


@record
class Item:
    """One item."""

    kind: str
    """Its type in the grammar: `struct_item`, `function_item`, ..."""
    name: str
    """Qualified within the file, with dots: `module.Type.method`."""
    node: Node
    attributes: Attributes
    owner: str = ""
    """Of what stands in an `impl` or `trait`: the type or trait, without the modules it lies in."""
    trait: str = ""
    """Of what stands in `impl TRAIT for TYPE`: the trait."""

    @property
    def line(self) -> int:
        """The line its name stands on."""
        named = self.node.child_by_field_name("name")
        return line_of(named or self.node)

    @property
    def leaf(self) -> str:
        """Its own name."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True)
class Items:
    """All items of a file that are no tests."""

    tree: Tree
    all: list[Item] = field(default_factory=list[Item])
    macros: list[str] = field(default_factory=list[str])
    """Macros that stand where items do, and so may make some."""
    tests: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """First and last lines of what is there in tests only."""

    def read(self) -> None:
        """Fill the lists from the syntax tree."""
        self._read(self.tree.root, "", _DEEPEST)

    def of_kind(self, kind: str) -> Iterator[Item]:
        """The items of one type of the grammar."""
        return (item for item in self.all if item.kind == kind)

    def in_tests(self, line: int) -> bool:
        """Whether a line is there in tests only."""
        return any(first <= line <= last for first, last in self.tests)

    def _read(self, body: Node, prefix: str, deepest: int, owner: str = "", trait: str = "") -> None:
        sources: list[str] = []
        for node in body.named_children:
            kind = node.type
            if kind in _COMMENTS:
                continue
            if kind == "attribute_item":
                sources.append(self.tree.text_of(node))
                continue
            attributes = attributes_of(sources)
            sources = []
            if attributes.of_tests:
                self.tests.append((line_of(node), node.end_point.row + 1))
                continue
            self._add(kind, node, attributes, prefix, deepest, owner, trait)

    def _add(
        self, kind: str, node: Node, attributes: Attributes, prefix: str, deepest: int, owner: str, trait: str
    ) -> None:
        if kind == "impl_item":
            self._impl(node, prefix, deepest)
            return
        if kind in ("macro_invocation", "expression_statement"):
            called = node if kind == "macro_invocation" else next(iter(node.named_children), node)
            macro = called.child_by_field_name("macro")
            if macro is not None:
                self.macros.append(self.tree.text_of(macro))
            return
        named = node.child_by_field_name("name")
        if named is None:
            if kind == "use_declaration":
                self.all.append(Item(kind, prefix, node, attributes))
            return
        name = prefix + plain(self.tree.text_of(named))
        self.all.append(Item(kind, name, node, attributes, owner, trait))
        inside = node.child_by_field_name("body") if kind in ("mod_item", "trait_item") else None
        if inside is not None and deepest:
            self._read(inside, f"{name}.", deepest - 1, name.rpartition(".")[2] if kind == "trait_item" else "")

    def _impl(self, node: Node, prefix: str, deepest: int) -> None:
        of = node.child_by_field_name("type")
        inside = node.child_by_field_name("body")
        match = _TYPE_NAME.match(self.tree.text_of(of)) if of is not None else None
        if match is None or inside is None:
            return
        implemented = node.child_by_field_name("trait")
        trait = _TYPE_NAME.match(self.tree.text_of(implemented)) if implemented is not None else None
        self._read(inside, f"{prefix}{match[1]}.", deepest, match[1], trait[1] if trait else "")


@record
class Field:
    """A field of a struct or of a variant."""

    name: str
    """Its place, counted from 0, where it has no name."""
    type: str
    line: int
    attributes: Attributes


@record
class Variant:
    """A variant of an enum."""

    name: str
    line: int
    attributes: Attributes
    fields: tuple[Field, ...]
    is_tuple: bool


def fields_of(tree: Tree, node: Node) -> tuple[Field, ...]:
    """The fields of a struct, or of a variant of an enum."""
    body = node.child_by_field_name("body")
    if body is None:
        return ()
    return tuple(_fields(tree, body))


def _fields(tree: Tree, body: Node) -> Iterator[Field]:
    sources: list[str] = []
    place = 0
    for node in body.named_children:
        kind = node.type
        if kind == "attribute_item":
            sources.append(tree.text_of(node))
        elif kind == "field_declaration":
            name, of = node.child_by_field_name("name"), node.child_by_field_name("type")
            if name is not None and of is not None:
                yield Field(plain(tree.text_of(name)), tree.text_of(of), line_of(name), attributes_of(sources))
            sources = []
        elif kind not in _COMMENTS and kind != "visibility_modifier" and body.type.startswith("ordered"):
            yield Field(str(place), tree.text_of(node), line_of(node), attributes_of(sources))
            place += 1
            sources = []


def variants_of(tree: Tree, node: Node) -> Iterator[Variant]:
    """The variants of an enum, without those of tests."""
    body = node.child_by_field_name("body")
    sources: list[str] = []
    for child in body.named_children if body is not None else ():
        if child.type == "attribute_item":
            sources.append(tree.text_of(child))
        elif child.type == "enum_variant":
            name = child.child_by_field_name("name")
            attributes = attributes_of(sources)
            sources = []
            if name is None or attributes.of_tests:
                continue
            inside = child.child_by_field_name("body")
            is_tuple = inside is not None and inside.type.startswith("ordered")
            yield Variant(plain(tree.text_of(name)), line_of(name), attributes, fields_of(tree, child), is_tuple)


def inner_type(kind: str) -> str:
    """The type inside of `Option`, `Box`, `Vec` and the like, without path and parameters.

    Example:
        >>> inner_type("Option<Box<args::Build<'a>>>"), inner_type("bool")
        ('Build', 'bool')
    """
    kind = kind.strip()
    while match := _HOLDER.fullmatch(kind):
        kind = match["inner"].strip()
    named = _TYPE_NAME.match(kind)
    return named[1] if named else kind


def holds(kind: str, *names: str) -> bool:
    """Whether a type is one of some names, or an `Option` or `Box` of one.

    Example:
        >>> holds("Option<Vec<String>>", "Vec"), holds("bool", "Vec")
        (True, False)
    """
    inner = re.sub(r"^(?:(?:\w+::)*(?:Option|Box)\s*<\s*)+", "", kind.strip())
    outer = _TYPE_NAME.match(inner)
    return outer is not None and outer[1] in names
