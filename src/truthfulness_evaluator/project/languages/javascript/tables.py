"""Settings of JavaScript: objects of defaults, schemas, and tables with an entry for each setting."""

import re
from collections.abc import Iterator
from posixpath import basename

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Choices, Setting, Value
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source, arguments, first
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_DEFAULTS = regex(r"(?:^|[a-z_])defaults?(?:$|[A-Z_])|^defaults?|Defaults?(?:$|[A-Z_])|DEFAULTS?(?:$|_)")
"""Names of objects that hold what is taken where nothing is set."""
_DEFAULT_KEYS = ("default", "defaultValue")
_ENTRIES = (re.compile(rb"(default(?:Value)?)[\"']?\s*:"), re.compile(rb"(enum)[\"']?\s*:"))
_BESIDE = frozenset(
    {"type", "description", "describe", "desc", "enum", "choices", "alias", "short", "shortFlag", "category", "help",
     "options", "env", "char", "items", "required", "format", "minimum", "maximum", "since", "group", "range", "doc"}
)  # fmt: skip
"""Keys that stand beside `default` where an object describes a setting."""
_NAMES = ("name", "option", "long", "key")
_CHAINED = re.compile(rb"\.(default)\(")
_LISTS = frozenset({"enum", "valid", "oneOf", "picklist", "choices", "enums", "nativeEnum", "allow"})
_NESTED = 3
"""Levels of an object of defaults that are read."""
_FEWEST = 2
_CAPITALS = regex(r"[A-Z][A-Z0-9_]+")


def read_settings(source: Source) -> Iterator[Setting]:
    """The settings that a file declares by the objects it is made of."""
    if not source.has(b"efault", b"EFAULT", b"enum") and "default" not in source.path:
        return
    for node in _objects(source):
        yield from _defaults(source, node, "")
    for key, line, entry in _described(source):
        pairs = source.pairs(entry)
        yield Setting(key, line, default_in(source, pairs), choices_in(source, pairs))
    yield from _chained(source)


def option_tables(source: Source) -> Iterator[tuple[str, Node]]:
    """The entries of tables that describe a setting each, with their names; those of schemas left out."""
    for key, _, entry in _described(source, schemas=False):
        yield key, entry


def read_lists(source: Source) -> Iterator[Choices]:
    """Constants that are a list of strings, or an object of strings that cannot change."""
    for name, node in source.constants.items():
        value = source.resolved(node)
        if value is None or not (_CAPITALS.fullmatch(name) or value.id != node.id):
            continue
        if value.type == "array":
            values = source.strings(value)
        elif value.type == "object" and value.id != node.id:
            texts = [source.string(each) for each in source.pairs(value).values()]
            known = [text for text in texts if text is not None]
            values = tuple(known) if len(known) == value.named_child_count else None
        else:
            continue
        if (
            values is not None
            and len(values) >= _FEWEST
            and all(len(each) < 100 and "\n" not in each for each in values)
        ):
            yield Choices(name, line_of(value), values)


def _objects(source: Source) -> Iterator[Node]:
    """Objects of defaults: named so, in a file named so, or `static defaultProps`."""
    for name, node in source.constants.items():
        if "EFAULT" in name.upper() and _DEFAULTS.search(name):
            value = source.resolved(node)
            if value is not None and value.type == "object":
                yield value
    yield from source.defaults
    if basename(source.path).split(".")[0].lower() in {"default", "defaults"} or "/defaults/" in source.path:
        for statement in source.tree.root.named_children:
            value = _exported(source, statement)
            if value is not None and value.type == "object":
                yield value


def _exported(source: Source, statement: Node) -> Node | None:
    """What a statement exports whole."""
    if statement.type == "export_statement":
        return statement.child_by_field_name("value")
    inner = first(statement) if statement.type == "expression_statement" else None
    if inner is None or inner.type != "assignment_expression":
        return None
    target = source.name(inner.child_by_field_name("left"))
    return inner.child_by_field_name("right") if target == "module.exports" else None


def _defaults(source: Source, table: Node, within: str) -> Iterator[Setting]:
    for key, node in source.pairs(table).items():
        if node.type in FUNCTIONS or not key:
            continue
        name = within + key
        value = source.resolved(node)
        if value is not None and value.type == "object" and value.named_child_count and name.count(".") < _NESTED:
            yield Setting(name, line_of(node), value_of(source, node))
            yield from _defaults(source, value, f"{name}.")
        else:
            yield Setting(name, line_of(node), value_of(source, node))


def _described(source: Source, *, schemas: bool = True) -> Iterator[tuple[str, int, Node]]:
    """The entries of tables that describe a setting each: name, line and description."""
    for table in _tables(source, schemas=schemas):
        yield from _entries(source, table)


def _tables(source: Source, *, schemas: bool) -> Iterator[Node]:
    """Objects and arrays whose entries describe a setting each."""
    seen: set[int] = set()
    for pair in (each for pattern in _ENTRIES for each in source.keys(pattern, 1)):
        entry = pair.parent
        holder = entry.parent if entry is not None and entry.type == "object" else None
        if holder is None or entry is None or not (source.pairs(entry).keys() & _BESIDE):
            continue
        table = holder.parent if holder.type == "pair" else holder
        if not schemas and table is not None and _is_schema(source, table):
            continue
        if table is not None and table.type in {"object", "array"} and table.id not in seen:
            seen.add(table.id)
            yield table


def _is_schema(source: Source, table: Node) -> bool:
    """Whether an object holds the properties of a JSON schema."""
    pair = table.parent
    return pair is not None and pair.type == "pair" and source.key(pair) in {"properties", "items"}


def _entries(source: Source, table: Node) -> Iterator[tuple[str, int, Node]]:
    for each in table.named_children:
        if each.type == "pair":
            key, entry = source.key(each), each.child_by_field_name("value")
        else:
            key, entry = None, each
        if entry is None or entry.type != "object":
            continue
        pairs = source.pairs(entry)
        if table.type == "array":
            key = next((text for name in _NAMES if (text := source.string(pairs.get(name)))), None)
        if key is not None and pairs.keys() & {*_BESIDE, *_DEFAULT_KEYS}:
            yield key, line_of(each), entry


def default_in(source: Source, pairs: dict[str, Node]) -> Value | None:
    """The default that an entry of a table gives."""
    node = next((pairs[key] for key in _DEFAULT_KEYS if key in pairs), None)
    return value_of(source, node) if node is not None and node.type not in FUNCTIONS else None


def choices_in(source: Source, pairs: dict[str, Node]) -> tuple[str, ...] | None:
    """The values that an entry of a table accepts: strings, or objects with a `value` each."""
    for key in ("choices", "enum"):
        node = pairs.get(key)
        texts = source.strings(node)
        if texts is not None:
            return texts
        array = source.resolved(node)
        if array is not None and array.type == "array":
            values = [
                source.string(source.pairs(each).get("value")) for each in array.named_children if each.type == "object"
            ]
            known = [value for value in values if value is not None]
            if known and len(known) == array.named_child_count:
                return tuple(known)
    return None


def _chained(source: Source) -> Iterator[Setting]:
    """`port: number().default(3000)` of schemas that are made by calls."""
    for _, call in source.calls(_CHAINED, 1):
        given = arguments(call)
        top = call
        while (parent := top.parent) is not None and parent.type in {"member_expression", "call_expression"}:
            if parent.type == "call_expression" and parent.child_by_field_name("function") != top:
                break
            top = parent
        pair = top.parent
        key = source.key(pair) if pair is not None and pair.type == "pair" else None
        if key is not None and len(given) == 1 and given[0].type not in FUNCTIONS:
            yield Setting(key, line_of(call), value_of(source, given[0]), _listed(source, call))


def _listed(source: Source, call: Node) -> tuple[str, ...] | None:
    """The values that a chain of calls allows: `enum(["a", "b"])`, `valid("a", "b")`."""
    node: Node | None = call
    while node is not None and node.type in {"call_expression", "member_expression"}:
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            leaf = function.child_by_field_name("property") if function is not None else None
            if leaf is not None and source.text(leaf) in _LISTS:
                given = arguments(node)
                texts = source.strings(given[0]) if len(given) == 1 and given[0].type != "string" else None
                if texts is not None:
                    return texts
                found = [source.string(each) for each in given]
                known = [text for text in found if text is not None]
                return tuple(known) if known and len(known) == len(found) else None
            node = function
        else:
            node = node.child_by_field_name("object")
    return None
