"""A parsed Go file, and places in it that a pattern finds.

One query over a whole tree takes a third of the time that parsing takes, and there are a dozen things to look for.
So a pattern over the bytes finds where a thing may stand, and the tree says whether it does: comments and texts are
other nodes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tree_sitter import Node

from truthfulness_evaluator.project.languages.syntax import Tree, parse
from truthfulness_evaluator.text.patterns import regex

_STRINGS = frozenset({"interpreted_string_literal", "raw_string_literal"})
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "'": "'"}
_ESCAPE = regex(r"\\(.)")


@dataclass(frozen=True)
class Source:
    """A parsed Go file."""

    tree: Tree
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """What the file's constants of text hold, by name; filled while its declarations are read."""

    @staticmethod
    def of(text: str) -> "Source":
        """The parsed form of a file's text."""
        return Source(parse("go", text))

    @property
    def code(self) -> bytes:
        """The file in bytes."""
        return self.tree.source

    def text_of(self, node: Node) -> str:
        """The source text of a node."""
        return self.tree.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    @cached_property
    def declarations(self) -> list[Node]:
        """What stands at the top level, in order."""
        return self.tree.root.named_children

    @cached_property
    def by_kind(self) -> Mapping[str, list[Node]]:
        """The same by the kind of node."""
        found: dict[str, list[Node]] = {}
        for node in self.declarations:
            found.setdefault(node.type, []).append(node)
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return [node.start_byte for node in self.declarations]

    def declaration_around(self, node: Node) -> Node:
        """The top-level declaration that a node stands in."""
        return self.declarations[max(0, bisect_right(self._starts, node.start_byte) - 1)]

    def calls(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[str, Node]]:
        """The calls of functions whose last name ends as a pattern matches, with that name. It ends in a bracket."""
        for node in self._found(pattern, "call_expression"):
            function = node.child_by_field_name("function")
            last = None if function is None else function.child_by_field_name("field") or function
            if last is not None and last.type in {"identifier", "field_identifier"}:
                yield self.text_of(last), node

    def literals(self, pattern: re.Pattern[bytes]) -> Iterator[Node]:
        """The composite literals whose type's last name a pattern matches. It ends in a brace."""
        yield from self._found(pattern, "composite_literal")

    def pairs(self, pattern: re.Pattern[bytes]) -> Iterator[Node]:
        """The `Key: value` elements that a pattern matches from the key's start to past the colon."""
        yield from self._found(pattern, "keyed_element")

    def _found(self, pattern: re.Pattern[bytes], kind: str) -> Iterator[Node]:
        for match in pattern.finditer(self.tree.source):
            # The smallest node that reaches over the name and the bracket behind it is the whole call.
            node = self.tree.root.descendant_for_byte_range(match.start(), match.end())
            if node is not None and node.type == kind:
                yield node

    def string(self, node: Node | None) -> str | None:
        """The text that an expression is: a literal, or a constant of this file."""
        if node is None:
            return None
        if node.type == "literal_element" and node.named_child_count == 1:
            return self.string(node.named_children[0])
        if node.type in _STRINGS:
            inner = self.text_of(node)[1:-1]
            if node.type == "raw_string_literal" or "\\" not in inner:
                return inner
            return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[0]), inner)
        if node.type == "identifier":
            return self.texts.get(self.text_of(node))
        return None


def arguments(call: Node) -> list[Node]:
    """The arguments of a call."""
    found = call.child_by_field_name("arguments")
    return [] if found is None else [node for node in found.named_children if node.type != "comment"]


def receiver(call: Node) -> Node | None:
    """What a method is called on: of `cmd.Flags().Bool(..)` that is `cmd.Flags()`."""
    function = call.child_by_field_name("function")
    return (
        None if function is None or function.type != "selector_expression" else function.child_by_field_name("operand")
    )


def elements(source: Source, literal: Node | None) -> dict[str, Node]:
    """The values of a composite literal, or of its body, by their keys; those without keys are left out."""
    if literal is not None and literal.type == "composite_literal":
        literal = literal.child_by_field_name("body")
    found: dict[str, Node] = {}
    for node in literal.named_children if literal is not None else ():
        if node.type == "keyed_element" and node.named_child_count == 2:
            key, value = node.named_children
            found.setdefault(source.text_of(key), unwrapped(value))
    return found


def items(literal: Node | None) -> list[Node]:
    """The values of a list literal, or of its body."""
    if literal is not None and literal.type == "composite_literal":
        literal = literal.child_by_field_name("body")
    if literal is None:
        return []
    return [unwrapped(node) for node in literal.named_children if node.type == "literal_element"]


def strings(source: Source, literal: Node | None) -> tuple[str, ...]:
    """The texts of a list literal; none where one of its values is no text."""
    texts = [source.string(item) for item in items(literal)]
    return tuple(text for text in texts if text is not None) if all(text is not None for text in texts) else ()


def unwrapped(node: Node) -> Node:
    """The expression that an element of a literal, or a pair of brackets, holds."""
    while node.type in {"literal_element", "parenthesized_expression"} and node.named_child_count == 1:
        node = node.named_children[0]
    return node
