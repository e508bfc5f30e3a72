"""The names that a Rust file defines, and those it re-exports."""

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Import, Parameter, Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.rust.items import Item, Items, fields_of
from truthfulness_evaluator.project.languages.rust.known import BY_TYPE, Default, Known
from truthfulness_evaluator.project.languages.rust.naming import plain
from truthfulness_evaluator.project.languages.rust.scan import split
from truthfulness_evaluator.project.languages.syntax import Tree, line_of
from truthfulness_evaluator.text.patterns import regex

_TYPES = frozenset({"struct_item", "enum_item", "union_item", "trait_item", "type_item", "associated_type"})
_FUNCTIONS = frozenset({"function_item", "function_signature_item"})
_CONSTANTS = frozenset({"const_item", "static_item"})
_KNOWN_DERIVES = frozenset(
    """
    Debug Clone Copy PartialEq Eq PartialOrd Ord Hash Default Serialize Deserialize Parser Args Subcommand ValueEnum
    Error Display From Into
    """.split()  # noqa: SIM905 - a list of words reads better in lines
)
"""Derive macros that make no names of their own: they implement traits."""
_HARMLESS = frozenset({"assert_impl_all", "static_assertions", "compile_error", "thread_local", "println"})
"""Macros that make no names which are used from outside."""


def read_symbols(items: Items, known: Known) -> Iterator[Symbol]:
    """The symbols of a file, in its order."""
    for item in items.all:
        kind = item.kind
        if kind in _FUNCTIONS:
            yield _function(items.tree, item, known)
        elif kind in _TYPES:
            yield Symbol(item.name, SymbolKind.CLASS, item.line, dynamic=_has_more(item))
            yield from _members(items.tree, item, known)
        elif kind in _CONSTANTS:
            key = f"{item.owner}.{item.leaf}" if item.owner else item.leaf
            of = SymbolKind.ATTRIBUTE if item.owner else SymbolKind.CONSTANT
            yield Symbol(item.name, of, item.line, value=known.names.get(key))
        elif kind == "macro_definition":
            yield Symbol(item.name, SymbolKind.FUNCTION, item.line)
        elif kind == "mod_item":
            yield Symbol(item.name, SymbolKind.MODULE, item.line)


def is_open(items: Items) -> bool:
    """Whether macros make names that the file does not spell out."""
    return any(macro.rpartition("::")[2] not in _HARMLESS for macro in items.macros)


def _has_more(item: Item) -> bool:
    return not item.attributes.derives <= _KNOWN_DERIVES or bool(
        item.attributes.paths & {"bitflags", "builder", "delegate", "async_trait", "pyclass", "wasm_bindgen"}
    )


def _function(tree: Tree, item: Item, known: Known) -> Symbol:
    kind = SymbolKind.METHOD if item.owner else SymbolKind.FUNCTION
    value = known.names.get(f"{item.owner}.default") if item.leaf == "default" and item.owner else None
    return Symbol(item.name, kind, item.line, tuple(_parameters(tree, item.node)), value)


def _parameters(tree: Tree, node: Node) -> Iterator[Parameter]:
    listed = node.child_by_field_name("parameters")
    for parameter in listed.named_children if listed is not None else ():
        pattern = parameter.child_by_field_name("pattern") if parameter.type == "parameter" else None
        if pattern is not None:
            yield Parameter(plain(tree.text_of(pattern).removeprefix("mut ")))


def _members(tree: Tree, item: Item, known: Known) -> Iterator[Symbol]:
    if item.kind == "enum_item":
        enum = known.enums.get(item.leaf)
        for variant in enum.variants if enum is not None else ():
            value = known.names.get(f"{item.leaf}.{variant.name}")
            yield Symbol(f"{item.name}.{variant.name}", SymbolKind.ATTRIBUTE, variant.line, value=value)
            for field in variant.fields if not variant.is_tuple else ():
                yield Symbol(f"{item.name}.{variant.name}.{field.name}", SymbolKind.ATTRIBUTE, field.line)
    elif item.kind == "struct_item":
        defaults: Mapping[str, Default] = known.structs.get(item.leaf, {})
        for field in fields_of(tree, item.node):
            if not field.name.isdigit():
                value = _value(defaults.get(field.name), field.type, known)
                yield Symbol(f"{item.name}.{field.name}", SymbolKind.ATTRIBUTE, field.line, value=value)


def _value(default: Default | None, kind: str, known: Known) -> Value | None:
    if default is None:
        return None
    return known.of_type(kind) if default.value is BY_TYPE else default.value


_USE = regex(r"(?P<path>(?:(?:r#)?\w+::)*)(?P<last>\{.*\}|\*|(?:r#)?\w+)(?:\s+as\s+(?P<alias>\w+))?", re.DOTALL)
_DEEPEST = 10


def read_imports(items: Items, module: str | None) -> Iterator[Import]:
    """What a file re-exports (`pub use`), by absolute paths with `::` where the module of the file is known."""
    for item in items.of_kind("use_declaration"):
        text = items.tree.text_of(item.node)
        if not text.startswith("pub"):
            continue
        argument = item.node.child_by_field_name("argument")
        if argument is not None:
            inner = item.name.rstrip(".").replace(".", "::")
            here = "::".join(part for part in (module or "", inner) if part)
            for name, path in _used(items.tree.text_of(argument), "", _DEEPEST):
                yield Import(name, _absolute(path, here), line_of(item.node))


def _used(text: str, before: str, deepest: int) -> Iterator[tuple[str, str]]:
    """Local names with the paths they stand for."""
    match = _USE.fullmatch(text.strip())
    if match is None or not deepest:
        return
    path, last = before + match["path"], match["last"]
    if last.startswith("{"):
        for part in split(last[1:-1]):
            yield from _used(part, path, deepest - 1)
    elif last == "*":
        yield "*", path.removesuffix("::")
    elif last == "self":
        own = path.removesuffix("::")
        yield match["alias"] or own.rpartition("::")[2], own
    else:
        yield match["alias"] or plain(last), path + plain(last)


def _absolute(path: str, here: str) -> str:
    """A path without `crate`, `self` and `super`."""
    first, _, rest = path.partition("::")
    if first == "crate" and here:
        return f"{here.partition('::')[0]}::{rest}" if rest else here.partition("::")[0]
    if first == "self" and here:
        return f"{here}::{rest}" if rest else here
    while first == "super" and here:
        here = here.rpartition("::")[0]
        first, _, rest = rest.partition("::")
        if first != "super":
            return "::".join(part for part in (here, first, rest) if part)
    return path


def imported_from(items: Items) -> Mapping[str, str]:
    """The local names of all that a file uses, with the paths they stand for as written."""
    found: dict[str, str] = {}
    for item in items.of_kind("use_declaration"):
        argument = item.node.child_by_field_name("argument")
        if argument is not None:
            found.update(_used(items.tree.text_of(argument), "", _DEEPEST))
    return found
