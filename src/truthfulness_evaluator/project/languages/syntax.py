"""Syntax trees of the languages that are read with a tree-sitter grammar.

What is looked for is said as queries, which run in the parser's own code: going through a tree node by node from
Python takes several times as long as parsing it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tree_sitter import Language, Node, Parser, Query, QueryCursor

_GRAMMARS = {
    "rust": "tree_sitter_rust:language",
    "go": "tree_sitter_go:language",
    "javascript": "tree_sitter_javascript:language",
    "typescript": "tree_sitter_typescript:language_typescript",
    "tsx": "tree_sitter_typescript:language_tsx",
}
"""`module:function` of each grammar, imported when its first file is parsed."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed file. Nodes count in bytes of `source`; `text_of` decodes them."""

    grammar: str
    source: bytes
    root: Node

    def matches(self, query: str, node: Node | None = None) -> Iterator[dict[str, list[Node]]]:
        """The captures of each match of a query, by name, below a node (the root where none is given)."""
        cursor = QueryCursor(_query(self.grammar, query))
        for _, captures in cursor.matches(node or self.root):
            yield captures

    def text_of(self, node: Node) -> str:
        """The source text of a node."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def parse(grammar: str, text: str) -> Tree:
    """Parse a file. A syntax error leaves error nodes in the tree; the rest of it is there.

    Args:
        grammar: one of `rust`, `go`, `javascript`, `typescript`, `tsx`.
        text: the decoded file. The caller bounds its size.

    Example:
        >>> tree = parse("go", "const Limit = 8")
        >>> [tree.text_of(m["name"][0]) for m in tree.matches("(const_spec name: (identifier) @name)")]
        ['Limit']
    """
    source = text.encode("utf-8", "surrogatepass")
    return Tree(grammar, source, Parser(_language(grammar)).parse(source).root_node)


def line_of(node: Node) -> int:
    """The line that a node begins on, from 1."""
    return node.start_point.row + 1


@cache
def _language(grammar: str) -> Language:
    module, _, function = _GRAMMARS[grammar].partition(":")
    pointer: object = getattr(import_module(module), function)()
    return Language(pointer)


@cache
def _query(grammar: str, query: str) -> Query:
    return Query(_language(grammar), query)
