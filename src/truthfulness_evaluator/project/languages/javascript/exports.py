"""What a file exports, by `export` and by `module.exports`."""

import re
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Import
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source, arguments, first
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

DEFAULT = "default"
_COMMON = re.compile(rb"exports\b(?<![\w$]exports)(?!\s*:)")
_MEMBER = regex(r"(?:module\.)?exports\.([\w$]+)")
_WHOLE = frozenset({"module.exports", "exports"})
_NAMED = frozenset({"identifier", "string", "type_identifier", "property_identifier"})


@dataclass(slots=True)
class Exports:
    """The names that a file exports, as far as its own statements tell."""

    source: Source
    names: dict[str, None] = field(default_factory=dict[str, None])
    stars: list[Import] = field(default_factory=list[Import])
    """Files whose names are all exported too: `export * from`, `module.exports = require(...)`."""
    dynamic: bool = False
    """More may be exported than is known."""
    common: int = 0
    """How many mentions of `exports` have been understood."""
    assigned: str | None = None
    """The name that `export = name` gives as a whole."""
    whole: Node | None = None
    """What is assigned to `module.exports`."""

    def add(self, name: str) -> None:
        """One name."""
        self.names[name] = None

    def statement(self, node: Node) -> Node | None:
        """Take in an `export` statement, and give the declaration that it exports, where it is one."""
        origin = self.source.string(node.child_by_field_name("source"))
        declaration = node.child_by_field_name("declaration")
        kinds = {child.type: child for child in node.children}
        if DEFAULT in kinds:
            self.add(DEFAULT)
        elif "export_clause" in kinds:
            for each in kinds["export_clause"].named_children:
                if each.type == "export_specifier":
                    self._named(each.child_by_field_name("alias") or each.child_by_field_name("name"))
        elif "namespace_export" in kinds:
            self._named(first(kinds["namespace_export"]))
        elif origin is not None:
            self.star(origin, node)
        elif "=" in kinds and "identifier" in kinds:
            self.assigned = self.source.text(kinds["identifier"])
            self.add(DEFAULT)
        elif declaration is None and "namespace" not in kinds:
            self.dynamic = True
        return declaration

    def _named(self, node: Node | None) -> None:
        name = None if node is None or node.type not in _NAMED else self.source.string(node) or self.source.text(node)
        if name is None:
            self.dynamic = True
        else:
            self.add(name)

    def star(self, origin: str, node: Node) -> None:
        """All names of another file."""
        self.stars.append(Import("*", target_of(self.source.path, origin), line_of(node)))

    def assignment(self, target: str, value: Node | None) -> None:
        """Take in `module.exports = value`, `exports.name = value` and the like."""
        member = _MEMBER.fullmatch(target)
        if member is not None:
            self.common += 1
            self.add(member[1])
        elif target in _WHOLE:
            self.common += 1
            self.whole = value
            self.add(DEFAULT)

    def close(self, members: dict[str, list[str]], functions: set[str]) -> None:
        """When all statements are read: the members of what is exported whole, and whether something was missed.

        Args:
            members: names that are assigned to the names of the module, or that their objects have.
            functions: names of functions and of classes without a base.
        """
        source = self.source
        if self.common and source.tree.source.count(b"exports") != self.common:
            mentions = sum(1 for _ in source.found(_COMMON))
            self.dynamic = self.dynamic or mentions != self.common
        if self.assigned is not None:
            for member in members.get(self.assigned, ()):
                self.add(member)
            self.dynamic = self.dynamic or self.assigned not in functions
        if self.whole is None:
            return
        written = source.name(self.whole)
        for member in members.get(written, ()) if written is not None else ():
            self.add(member)
        value = source.resolved(self.whole)
        required = _required(source, value)
        if value is None or value.type in FUNCTIONS:
            return
        if required is not None:
            self.star(required, value)
        elif value.type == "object":
            self._object(value)
        elif source.name(value) in functions:
            return
        elif value.type != "class" or any(child.type == "class_heritage" for child in value.children):
            self.dynamic = True

    def _object(self, node: Node) -> None:
        for name in self.source.pairs(node):
            self.add(name)
        for each in node.named_children:
            if each.type == "spread_element":
                inner = first(each)
                required = _required(self.source, inner)
                if required is not None:
                    self.star(required, each)
                elif (table := self.source.resolved(inner)) is not None and table.type == "object":
                    for name in self.source.pairs(table):
                        self.add(name)
                else:
                    self.dynamic = True
            elif each.type == "pair" and self.source.key(each) is None:
                self.dynamic = True


def target_of(path: str, origin: str) -> str:
    """What a file names as another: a path from the root for a relative one, else as written.

    Example:
        >>> target_of("lib/a/index.js", "../b.js"), target_of("lib/a.js", "other")
        ('lib/b.js', 'other')
    """
    if not origin.startswith("."):
        return origin
    return normpath(join(dirname(path), origin))


def _required(source: Source, node: Node | None) -> str | None:
    """The file of `require("./file")`."""
    if node is None or node.type != "call_expression" or source.name(node.child_by_field_name("function")) != "require":
        return None
    given = arguments(node)
    return source.string(given[0]) if len(given) == 1 else None
