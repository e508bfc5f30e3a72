"""What the statements of a file declare: functions, classes, constants, enums, and what is exported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.javascript.classes import class_symbols
from truthfulness_evaluator.project.languages.javascript.exports import Exports
from truthfulness_evaluator.project.languages.javascript.functions import parameters_of
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source, first
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of

_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_VARIABLES = frozenset({"lexical_declaration", "variable_declaration"})
_EXPORTS = frozenset({"module.exports", "exports"})
_MOST_MEMBERS = 400
"""Keys of an object beyond which it is a table of data."""


@dataclass(slots=True)
class Symbols:
    """Reads the statements of a file in their order."""

    source: Source
    exports: Exports
    found: dict[str, Symbol] = field(default_factory=dict[str, Symbol])
    types: list[tuple[str, Node]] = field(default_factory=list[tuple[str, Node]])
    """Interfaces, type aliases and enums, with the names they have in the file."""
    members: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What is assigned to members of names of the module (`app.use = ...`)."""
    closed: set[str] = field(default_factory=set[str])
    """Functions, and classes without a base: they have no members but these."""

    def read(self, statements: list[Node], within: str = "", *, exported: bool = False) -> None:
        """Take in statements.

        Args:
            statements: those of a file, or of a namespace's body.
            within: the namespace, with a dot behind it.
            exported: whether an `export` stands around them.
        """
        for node in statements:
            handler = _HANDLERS.get(node.type)
            if handler is not None:
                handler(self, node, within, exported)

    def constants(self, statements: list[Node]) -> None:
        """Note what the module imports, and what its constants stand for, so that these can be looked up by name."""
        source = self.source
        for node in statements:
            kind = node.type
            if kind == "import_statement":
                origin = node.child_by_field_name("source")
                if origin is not None:
                    source.packages.add(source.text(origin)[1:-1])
                continue
            inner = node.child_by_field_name("declaration") if kind == "export_statement" else node
            if inner is None or inner.type not in _VARIABLES:
                continue
            for each in inner.named_children:
                value = each.child_by_field_name("value") if each.type == "variable_declarator" else None
                name = each.child_by_field_name("name") if value is not None else None
                if value is None or name is None:
                    continue
                if value.type == "call_expression" and (text := source.text(value)).startswith("require("):
                    source.packages.add(text[9:-2])
                elif value.type == "identifier" and source.text(value) == "process":
                    source.packages.add("process")
                elif name.type == "identifier":
                    source.constants[source.text(name)] = value

    def _add(self, symbol: Symbol) -> None:
        self.found.setdefault(symbol.name, symbol)

    def _declare(self, name: str, within: str, exported: bool) -> str:
        if exported and not within:
            self.exports.add(name)
        return within + name

    def _named(self, node: Node) -> str:
        name = node.child_by_field_name("name")
        return "" if name is None else self.source.text(name)

    def function(self, node: Node, within: str, exported: bool) -> None:
        """`function name(...) {...}`."""
        name = self._declare(self._named(node), within, exported)
        self.closed.add(name)
        self._add(Symbol(name, SymbolKind.FUNCTION, line_of(node), parameters_of(self.source, node)))

    def class_(self, node: Node, within: str, exported: bool) -> None:
        """`class Name {...}`."""
        self._class(self._declare(self._named(node), within, exported), node)

    def _class(self, name: str, node: Node) -> None:
        for symbol in class_symbols(self.source, name, node):
            self._add(symbol)
        if all(child.type != "class_heritage" for child in node.children):
            self.closed.add(name)
            self.members.setdefault(name, []).extend(_statics(self.source, node))

    def variables(self, node: Node, within: str, exported: bool) -> None:
        """`const a = 1, b = 2`."""
        for each in node.named_children:
            if each.type != "variable_declarator":
                continue
            name = each.child_by_field_name("name")
            if name is None:
                continue
            if name.type != "identifier":
                self.exports.dynamic = self.exports.dynamic or exported  # `export const {a, b} = make()`
                continue
            declared = self._declare(self.source.text(name), within, exported)
            value = each.child_by_field_name("value")
            self._value(declared, value, each, SymbolKind.CONSTANT)
            if value is not None and value.type == "assignment_expression":
                self._assignment(value)

    def _value(self, name: str, value: Node | None, node: Node, kind: SymbolKind) -> None:
        """What is given to a name; the last of several names of one value counts."""
        while value is not None and value.type == "assignment_expression":
            value = value.child_by_field_name("right")
        if value is not None and value.type in FUNCTIONS:
            function = SymbolKind.METHOD if kind is SymbolKind.ATTRIBUTE else SymbolKind.FUNCTION
            self.closed.add(name)
            self._add(Symbol(name, function, line_of(node), parameters_of(self.source, value)))
        elif value is not None and value.type in _CLASSES:
            self._class(name, value)
        else:
            whole = value is not None and value.type == "object" and value.named_child_count > 0
            # What an object holds has names of its own: its members.
            stands = Value(self.source.head(value)) if whole and value is not None else value_of(self.source, value)
            self._add(Symbol(name, kind, line_of(node), value=stands))
            if value is not None and name.count(".") < 2 and (table := self.source.resolved(value)) is not None:  # noqa: SIM102
                if table.type == "object" and table.named_child_count <= _MOST_MEMBERS:
                    self._members(name, table)

    def _members(self, name: str, table: Node) -> None:
        """The methods and values of an object; where it is exported whole, they stand for themselves."""
        for key, value in self.source.pairs(table).items():
            if value.type in FUNCTIONS:
                parameters = parameters_of(self.source, value)
                self._add(Symbol(f"{name}.{key}", SymbolKind.METHOD, line_of(value), parameters))
            else:
                stands = value_of(self.source, value)
                self._add(Symbol(f"{name}.{key}", SymbolKind.ATTRIBUTE, line_of(value), value=stands))

    def exported(self, node: Node, within: str, exported: bool) -> None:
        """`export ...`; within a namespace all that is exported belongs to it."""
        declaration = node.child_by_field_name("declaration") if within else self.exports.statement(node)
        if within and declaration is None:
            self._listed(node, within)
        is_default = any(child.type == "default" for child in node.children)
        value = node.child_by_field_name("value")
        if declaration is not None:
            self.read([declaration], within, exported=not is_default)
        elif value is not None and is_default:
            stands = self.source.resolved(value)
            if stands is not None and stands.type == "object" and value.type == "object":
                self._members("default", stands)

    def _listed(self, node: Node, within: str) -> None:
        """`export { a, b as c }` within a namespace."""
        for clause in node.named_children:
            for each in clause.named_children if clause.type == "export_clause" else ():
                name = each.child_by_field_name("alias") or each.child_by_field_name("name")
                if name is not None:
                    self.members.setdefault(within[:-1], []).append(self.source.text(name))

    def expression(self, node: Node, within: str, exported: bool) -> None:
        """`module.exports = ...`, `Name.prototype.method = ...`, `app.use = ...`."""
        inner = first(node)
        if inner is not None and inner.type == "assignment_expression":
            self._assignment(inner)
        elif inner is not None and inner.type == "call_expression":
            self._call(inner)
        elif inner is not None and inner.type == "internal_module":
            self.namespace(inner, within, exported)

    def _assignment(self, node: Node) -> None:
        """`a.b = value`, also `a = b = value`."""
        targets: list[str | None] = []
        value: Node | None = node
        while value is not None and value.type == "assignment_expression":
            targets.append(self.source.name(value.child_by_field_name("left")))
            value = value.child_by_field_name("right")
        for target in targets:
            if target is not None:
                self._assigned(target, value, node)

    def _assigned(self, target: str, right: Node | None, node: Node) -> None:
        owner, _, leaf = target.rpartition(".")
        if target in _EXPORTS or owner in _EXPORTS:
            self.exports.assignment(target, right)
            name = "default" if target in _EXPORTS else leaf
        else:
            name = target.replace(".prototype", "")
            self.members.setdefault(owner, []).append(leaf)
        if "efault" in leaf and leaf != "default" and right is not None and right.type == "object":
            self.source.defaults.append(right)
        if "." in target and target.count(".") <= 3 and not target.startswith("this."):
            is_own = right is None or self.source.name(right) is None
            if is_own or name not in self.found:
                self._value(name, right, node, SymbolKind.ATTRIBUTE if "." in name else SymbolKind.CONSTANT)

    def _call(self, node: Node) -> None:
        """A function that is called where it stands: what it holds are statements of the module."""
        function = self.source.resolved(node.child_by_field_name("function"))
        body = function.child_by_field_name("body") if function is not None and function.type in FUNCTIONS else None
        if body is not None and body.type == "statement_block":
            self.read(body.named_children)

    def enum(self, node: Node, within: str, exported: bool) -> None:
        """`enum Name {...}`."""
        name = self._declare(self._named(node), within, exported)
        self.types.append((name, node))
        self._add(Symbol(name, SymbolKind.CLASS, line_of(node)))
        body = node.child_by_field_name("body")
        for each in body.named_children if body is not None else ():
            key = each.child_by_field_name("name") if each.type == "enum_assignment" else each
            if key is not None and key.type in {"property_identifier", "string"}:
                member = self.source.string(key) or self.source.text(key)
                value = value_of(self.source, each.child_by_field_name("value"))
                self._add(Symbol(f"{name}.{member}", SymbolKind.ATTRIBUTE, line_of(each), value=value))

    def type_(self, node: Node, within: str, exported: bool) -> None:
        """`interface Name {...}` and `type Name = ...`."""
        name = self._declare(self._named(node), within, exported)
        self.types.append((name, node))
        self._add(Symbol(name, SymbolKind.CLASS, line_of(node)))

    def namespace(self, node: Node, within: str, exported: bool) -> None:
        """`namespace Name {...}`; of `declare module "name"` and `declare global` the body only."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body") or next((c for c in node.children if c.type == "statement_block"), None)
        if body is None:
            return
        inner = within
        if name is not None and name.type == "identifier":
            inner = self._declare(self.source.text(name), within, exported) + "."
            self._add(Symbol(inner[:-1], SymbolKind.MODULE, line_of(node)))
            self.closed.add(inner[:-1])
        before = len(self.found)
        self.read(body.named_children, inner or "global.")
        if inner:
            added = [found for found in list(self.found)[before:] if found.startswith(inner)]
            self.members.setdefault(inner[:-1], []).extend(found[len(inner) :].partition(".")[0] for found in added)

    def ambient(self, node: Node, within: str, exported: bool) -> None:
        """`declare ...`."""
        self.read(node.named_children, within, exported=exported)
        body = next((child for child in node.children if child.type == "statement_block"), None)
        if body is not None:
            self.read(body.named_children, within or "global.")


def _statics(source: Source, node: Node) -> list[str]:
    """The names of the static members of a class."""
    body = node.child_by_field_name("body")
    found: list[str] = []
    for member in body.named_children if body is not None else ():
        key = member.child_by_field_name("name") or member.child_by_field_name("property")
        if key is not None and any(child.type == "static" for child in member.children[:3]):
            found.append(source.text(key))
    return found


_HANDLERS: Mapping[str, Callable[[Symbols, Node, str, bool], None]] = {
    "function_declaration": Symbols.function,
    "generator_function_declaration": Symbols.function,
    "function_signature": Symbols.function,
    "class_declaration": Symbols.class_,
    "abstract_class_declaration": Symbols.class_,
    "lexical_declaration": Symbols.variables,
    "variable_declaration": Symbols.variables,
    "export_statement": Symbols.exported,
    "expression_statement": Symbols.expression,
    "enum_declaration": Symbols.enum,
    "interface_declaration": Symbols.type_,
    "type_alias_declaration": Symbols.type_,
    "internal_module": Symbols.namespace,
    "module": Symbols.namespace,
    "ambient_declaration": Symbols.ambient,
}
