"""Defaults that functions and variables give to structs, `viper.SetDefault`, and sections of registered structs."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Setting, Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.go.source import Source, arguments, elements, unwrapped
from truthfulness_evaluator.project.languages.go.values import default_of
from truthfulness_evaluator.project.languages.syntax import line_of

_MAKER = re.compile(rb"^(?:Get|get|New|new|Load|load)?Default|^default|Defaults?$")
SET = re.compile(rb"SetDefault\(")
REGISTER = re.compile(rb"Register\w*\(")
_LITERAL = re.compile(rb"\b[A-Z]\w*\{|\b[a-z]\w*\{")
_PAIR = 2
_MADE = frozenset({"func_literal", "composite_literal"})


def field_values(source: Source) -> dict[str, tuple[Value, int]]:
    """What functions and variables named for defaults give the fields of structs: by `Struct.Field`, with the line."""
    found: dict[str, tuple[Value, int]] = {}
    code = source.code
    for node in source.by_kind.get("var_declaration", ()):
        if code.find(b"efault", node.start_byte, node.end_byte) >= 0:
            _collect(source, node, found, named=True)
    for kind in ("function_declaration", "method_declaration"):
        for node in source.by_kind.get(kind, ()):
            name = node.child_by_field_name("name")
            if name is not None and is_maker(code[name.start_byte : name.end_byte]):
                _collect(source, node, found, named=False)
    return found


def is_maker(name: bytes) -> bool:
    """Whether a function is named for defaults, or for making settings: `DefaultConfig`, `NewOptions`."""
    if b"efault" in name:
        return _MAKER.search(name) is not None
    return name[:3].lower() == b"new" and name.endswith((b"Config", b"Options", b"Settings"))


def _collect(source: Source, node: Node, found: dict[str, tuple[Value, int]], *, named: bool) -> None:
    for captures in source.tree.matches("(composite_literal) @literal", node):
        literal = captures["literal"][0]
        kind = literal.child_by_field_name("type")
        if kind is None or kind.type not in {"type_identifier", "qualified_type"}:
            continue
        if named and not _is_default_variable(source, literal):
            continue
        owner = source.text_of(kind).rpartition(".")[2]
        for key, element in elements(source, literal).items():
            inner = unwrapped(element)
            if key.isidentifier() and inner.type not in _MADE and not source.text_of(inner).startswith("&"):
                value = default_of(source, inner)
                if value is not None:
                    found.setdefault(f"{owner}.{key}", (value, line_of(inner)))


def _is_default_variable(source: Source, literal: Node) -> bool:
    """Whether a literal is, or is within, the value of a variable that is named for defaults."""
    node: Node | None = literal
    while node is not None and node.type != "var_spec":
        node = node.parent
    name = node.child_by_field_name("name") if node is not None else None
    return name is not None and re.match(r"[dD]efault", source.text_of(name)) is not None


def extra_symbols(values: dict[str, tuple[Value, int]], symbols: list[Symbol]) -> Iterator[Symbol]:
    """The fields of structs that another file declares, with the values that this one gives them."""
    own = {symbol.name for symbol in symbols if symbol.kind is SymbolKind.ATTRIBUTE}
    for name, (value, line) in values.items():
        if name not in own:
            yield Symbol(name, SymbolKind.ATTRIBUTE, line, value=value)


def set_defaults(source: Source) -> Iterator[Setting]:
    """Settings that `SetDefault("key", value)` declares."""
    if b"SetDefault" not in source.code:
        return
    for _, call in source.calls(SET):
        values = arguments(call)
        key = source.string(values[0]) if len(values) == _PAIR else None
        if key and re.fullmatch(r"[A-Za-z_][\w.-]*", key):
            yield Setting(key, line_of(call), default_of(source, values[1]))


def sections(source: Source) -> dict[str, str]:
    """The structs of settings that are registered under a name: `options.Register("store", Config{})`."""
    found: dict[str, str] = {}
    if b'option:"' not in source.code:
        return found
    for _, call in source.calls(REGISTER):
        values = arguments(call)
        name = source.string(values[0]) if len(values) == _PAIR else None
        if not name:
            continue
        literal = re.match(r"&?(\w+)\{\}", source.text_of(values[1]))
        if literal:
            found[literal[1]] = name
    return found
