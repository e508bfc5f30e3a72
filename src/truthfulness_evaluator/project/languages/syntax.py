"""Syntax trees of the languages that are read with a tree-sitter grammar.

What is looked for is said as queries, which run in the parser's own code: going through a tree node by node from
Python takes several times as long as parsing it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tree_sitter import Language, Node, Parser, Query, QueryCursor, Range

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


Parts = Iterable[tuple[int, int]]
"""Parts of a source: the offsets in bytes of their beginnings and ends, in ascending order."""


def parse(grammar: str, text: str, unread: Callable[[bytes], Parts] | None = None) -> Tree:
    """Parse a file. A syntax error leaves error nodes in the tree; the rest of it is there.

    Args:
        grammar: one of `rust`, `go`, `javascript`, `typescript`, `tsx`.
        text: the decoded file. The caller bounds its size.
        unread: finds parts that need not be parsed, such as the bodies of functions: the tree then has the blocks
            around them, empty. Where the tree has an error without these parts, they are parsed as well.

    Example:
        >>> tree = parse("go", "const Limit = 8")
        >>> [tree.text_of(m["name"][0]) for m in tree.matches("(const_spec name: (identifier) @name)")]
        ['Limit']
    """
    source = text.encode("utf-8", "surrogatepass")
    language = _language(grammar)
    ranges = _without(source, unread(source)) if unread is not None else []
    if ranges:
        root = Parser(language, included_ranges=ranges).parse(source).root_node
        if not root.has_error:
            return Tree(grammar, source, root)
    return Tree(grammar, source, Parser(language).parse(source).root_node)


def _without(source: bytes, parts: Parts) -> list[Range]:
    """What is left of a source without some parts; nothing where there are none."""
    ranges: list[Range] = []
    start, row, column = 0, 0, 0
    for first, last in parts:
        end_row = row + source.count(b"\n", start, first)
        ranges.append(Range((row, column), (end_row, _column(source, first)), start, first))
        start, row, column = last, end_row + source.count(b"\n", first, last), _column(source, last)
    if ranges:
        end_row = row + source.count(b"\n", start)
        ranges.append(Range((row, column), (end_row, _column(source, len(source))), start, len(source)))
    return ranges


def _column(source: bytes, at: int) -> int:
    return at - source.rfind(b"\n", 0, at) - 1


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
