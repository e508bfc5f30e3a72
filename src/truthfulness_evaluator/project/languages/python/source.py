"""The text of a Python file, and its parts by the places that the syntax tree gives."""

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from truthfulness_evaluator.project.declarations import Value
from truthfulness_evaluator.project.languages.python.values import constant_json, dotted, literal_json
from truthfulness_evaluator.text.patterns import regex

_LONGEST = 200
"""Characters of an expression's source that are kept."""
_LINE_END = regex(r"\r\n|\r|\n")
_SHARED = {
    None: Value("None", "null"),
    True: Value("True", "true"),
    False: Value("False", "false"),
}


class Source:
    """Text of a file whose syntax tree was read. Lines are found once, when first needed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines: list[str] | None = None
        self._starts: list[int] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines without their ends, split where Python splits them."""
        if self._lines is None:
            plain = "\r" not in self.text
            self._lines = self.text.split("\n") if plain else _LINE_END.split(self.text)
        return self._lines

    @property
    def starts(self) -> list[int]:
        """Offset of each line's first character."""
        if self._starts is None:
            if "\r" in self.text:
                self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
            else:
                self._starts = [0, *accumulate([len(line) + 1 for line in self.lines[:-1]])]
        return self._starts

    def line_at(self, offset: int) -> int:
        """The line, counted from 1, that holds the character at an offset."""
        return bisect_right(self.starts, offset)

    def segment(self, node: ast.expr) -> str:
        """The text of an expression, at most 200 characters."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = node.col_offset, node.end_col_offset or node.col_offset
        lines = self.lines
        if first == last:
            return _cut(lines[first], start, end)[:_LONGEST]
        parts = [_cut(lines[first], start, None)]
        size = len(parts[0])
        for number in range(first + 1, last):
            if size > _LONGEST:
                break
            parts.append(lines[number])
            size += len(lines[number])
        parts.append(_cut(lines[last], 0, end))
        return "\n".join(parts)[:_LONGEST]

    def value(self, node: ast.expr) -> Value:
        """An expression as a value. The common kinds come first: this runs for every default of a code base."""
        if isinstance(node, ast.Constant):
            constant = node.value
            if constant is None or isinstance(constant, bool):
                return _SHARED[constant]
            return Value(self.segment(node), constant_json(constant))
        if isinstance(node, ast.Name):
            return Value(node.id, None, node.id)
        if isinstance(node, ast.Attribute):
            name = dotted(node)
            return Value(self.segment(node) if name is None else name[:_LONGEST], None, name)
        return Value(self.segment(node), literal_json(node))

    def lines_with(self, needles: Iterable[str | re.Pattern[str]]) -> list[int]:
        """Numbers of the lines that hold any of some words or patterns, in ascending order.

        A pattern should begin with a literal character: the search is then as fast as that of a word.
        """
        offsets: list[int] = []
        for needle in needles:
            if not isinstance(needle, str):
                offsets.extend(match.end() - 1 for match in needle.finditer(self.text))
                continue
            at = self.text.find(needle)
            while at >= 0:
                offsets.append(at)
                at = self.text.find(needle, at + 1)
        if "\r" in self.text:
            return sorted({self.line_at(offset) for offset in offsets})
        # Most files have few such lines: to count up to each takes less than to find where all lines begin.
        lines: list[int] = []
        line, counted = 1, 0
        for offset in sorted(offsets):
            line += self.text.count("\n", counted, offset)
            counted = offset
            if not lines or lines[-1] != line:
                lines.append(line)
        return lines


def line_before(text: str, at: int) -> str:
    """The text of a line up to an offset, at most its last 200 characters: minified lines can be very long."""
    return text[max(text.rfind("\n", 0, at) + 1, at - _LONGEST) : at]


def spans_any(lines: list[int], first: int, last: int) -> bool:
    """Whether any of some ascending line numbers lies between two, both included."""
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= last


def _cut(line: str, start: int, end: int | None) -> str:
    """Part of a line between two columns, which the syntax tree counts in bytes of UTF-8."""
    if line.isascii():
        return line[start:end]
    return line.encode()[start:end].decode()
