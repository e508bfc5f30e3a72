"""One JavaScript or TypeScript file: its bytes and its tree, searched by bytes first.

Most files have no command line, no settings and no environment variables. A search for a word in the bytes tells so
at once; only where a word is found is the tree asked what stands there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from truthfulness_evaluator.project.languages.syntax import Tree
from truthfulness_evaluator.text.patterns import regex

LANGUAGE = "javascript"
"""The `language` of both: one program may be written in both, and either imports the other."""

FUNCTIONS = frozenset(
    {"arrow_function", "function_expression", "function_declaration", "generator_function",
     "generator_function_declaration", "function_signature", "method_definition"}
)  # fmt: skip
_HIDDEN = frozenset({"comment", "string_fragment", "regex_pattern", "html_comment"})
"""Nodes in whose text nothing is code."""
_WRAPPERS = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"})
"""Expressions that are worth what the first of their parts is."""


@dataclass(slots=True)
class Source:
    """A file that is being read."""

    path: str
    tree: Tree
    constants: dict[str, Node] = field(default_factory=dict[str, Node])
    """What is assigned to the `const` names of the module itself."""
    defaults: list[Node] = field(default_factory=list[Node])
    """Objects that are given to a member named for defaults (`exports.defaults`, `static defaultProps`)."""
    packages: set[str] = field(default_factory=set[str])
    """What the module itself imports, as written."""

    data: bytes = field(init=False)
    """The bytes that the tree counts in."""

    def __post_init__(self) -> None:
        self.data = self.tree.source

    def text(self, node: Node) -> str:
        """The source text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def head(self, node: Node) -> str:
        """The beginning of a node's text, at most 200 characters."""
        start = node.start_byte
        return self.data[start : min(node.end_byte, start + 4 * _LONGEST)].decode("utf-8", "ignore")[:_LONGEST]

    def has(self, *words: bytes) -> bool:
        """Whether the file has any of some words, anywhere."""
        for word in words:  # noqa: SIM110 - `any` takes twice as long, and most files are searched for many words
            if word in self.data:
                return True
        return False

    def keys(self, pattern: re.Pattern[bytes], group: int = 0) -> Iterator[Node]:
        """The pairs of objects whose key a pattern finds, with or without quotes."""
        root = self.tree.root
        for match in pattern.finditer(self.data):
            node = root.descendant_for_byte_range(*match.span(group))
            if node is not None and node.type == "string_fragment":
                node = node.parent
            pair = node.parent if node is not None and node.type in {"property_identifier", "string"} else None
            if pair is not None and pair.type == "pair":
                yield pair

    def found(self, pattern: re.Pattern[bytes], group: int = 0) -> Iterator[tuple[re.Match[bytes], Node]]:
        """The matches of a pattern that are code, each with the smallest node that holds the group."""
        root = self.tree.root
        for match in pattern.finditer(self.data):
            node = root.descendant_for_byte_range(*match.span(group))
            if node is not None and node.type not in _HIDDEN:
                yield match, node

    def calls(self, pattern: re.Pattern[bytes], group: int = 0) -> Iterator[tuple[str, Node]]:
        """The calls whose function's last name a pattern finds, with that name."""
        for match, node in self.found(pattern, group):
            parent = node.parent
            if parent is not None and parent.type == "member_expression":
                parent = parent.parent
            if parent is not None and parent.type in {"call_expression", "new_expression"}:
                yield match[group].decode("ascii", "replace"), parent

    def string(self, node: Node | None) -> str | None:
        """The text of a string without substitutions; None where a node is none."""
        if node is None or node.type not in {"string", "template_string"}:
            return None
        raw = self.text(node)[1:-1]
        if node.type == "template_string" and "${" in raw:
            return None
        return _ESCAPE.sub(_unescaped, raw) if "\\" in raw else raw

    def strings(self, node: Node | None) -> tuple[str, ...] | None:
        """The texts of an array of strings alone, looked up where it is a name; None where a node is none."""
        array = self.resolved(node)
        if array is None or array.type != "array":
            return None
        texts = [self.string(each) for each in array.named_children if each.type != "comment"]
        return tuple(text for text in texts if text is not None) if texts and None not in texts else None

    def key(self, pair: Node) -> str | None:
        """The key of a pair, method or property; None where it is computed."""
        node = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        if node is None:
            return None
        if node.type == "property_identifier":
            return self.text(node)
        return self.string(node) if node.type == "string" else None

    def pairs(self, node: Node | None) -> dict[str, Node]:
        """The values of an object by their keys, in order; of a shorthand or method, that node itself."""
        found: dict[str, Node] = {}
        table = self.resolved(node)
        if table is None or table.type != "object":
            return found
        for each in table.named_children:
            if each.type == "pair":
                key, value = self.key(each), each.child_by_field_name("value")
                if key is not None and value is not None:
                    found[key] = value
            elif each.type == "shorthand_property_identifier":
                found[self.text(each)] = each
            elif each.type == "method_definition" and (key := self.key(each)) is not None:
                found[key] = each
        return found

    def resolved(self, node: Node | None) -> Node | None:
        """An expression without what only wraps it; of a constant's name, what that stands for."""
        for _ in range(_MOST_STEPS):
            if node is None:
                return None
            if node.type in _WRAPPERS:
                node = first(node)
            elif node.type in {"identifier", "shorthand_property_identifier"}:
                value = self.constants.get(self.text(node))
                if value is None:
                    return node
                node = value
            elif node.type == "call_expression" and self.data.startswith(_FREEZERS, node.start_byte):
                inner = arguments(node)[:1]
                node = inner[0] if inner else None
            else:
                return node
        return node

    def name(self, node: Node | None) -> str | None:
        """The dotted name that an expression is; None where it is another."""
        if node is None:
            return None
        if node.type in {"identifier", "this", "shorthand_property_identifier"}:
            return self.text(node)
        if node.type == "member_expression":
            text = self.text(node)
            return text if _DOTTED.fullmatch(text) else None
        return None


_MOST_STEPS = 8
_LONGEST = 200
"""Characters of an expression's source that are kept."""
_FREEZERS = (b"Object.freeze(", b"Object.seal(")
_DOTTED = regex(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+")
_ESCAPE = regex(r"\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\r\n|.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"
    return _ESCAPES.get(match[4], match[4])


def arguments(call: Node) -> list[Node]:
    """The arguments of a call, comments left out."""
    listed = call.child_by_field_name("arguments")
    if listed is None or listed.type != "arguments":
        return []
    return [each for each in listed.named_children if each.type != "comment"]


def first(node: Node) -> Node | None:
    """The first named part of a node that is no comment."""
    return next((each for each in node.named_children if each.type != "comment"), None)
