"""The docstrings of a Python module: which there are, and where each of their lines stands in the file."""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.documents.extracts import ExtractText
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

_LITERAL = regex(r"(?P<prefix>[rRuU]?)(?P<quote>\"\"\"|'''|\"|')(?P<body>.*)(?P=quote)", re.DOTALL)
_ESCAPE = regex(r"\\(?:\r\n|[0-7]{1,3}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|N\{[^}]*\}|.)", re.DOTALL)


class NotPython(Exception):  # noqa: N818 - it says what a text is, and goes no further than the reader
    """A module is no Python that this Python can parse. Its text is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of a line: copied from the file, or what an escape there stands for."""

    span: Span
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a docstring, without its line end."""

    text: str
    pieces: tuple[Piece, ...]

    @property
    def indent(self) -> int:
        """Blanks before its first word; a blank line has none."""
        return len(self.text) - len(self.text.lstrip()) if self.text.strip() else 0

    def part(self, start: int, end: int | None = None) -> "Line":
        """Some of its characters."""
        start, end, _ = slice(start, end).indices(len(self.text))
        at = 0
        found: list[Piece] = []
        for piece in self.pieces:
            size = piece.span[1] - piece.span[0] if piece.shown is None else len(piece.shown)
            first, last = max(start - at, 0), min(end - at, size)
            if first < last:
                whole = piece.shown is not None
                found.append(piece if whole else Piece((piece.span[0] + first, piece.span[0] + last)))
            at += size
        return Line(self.text[start:end], tuple(found))

    def add_to(self, taken: ExtractText) -> None:
        """Adds its characters to a text."""
        for piece in self.pieces:
            if piece.shown is None:
                taken.copy(*piece.span)
            else:
                taken.put(piece.shown, piece.span)


@dataclass(frozen=True, slots=True)
class Docstring:
    """The docstring of a module, class or function."""

    kind: str
    """`module`, `class`, `function` or `method`."""
    name: str
    """Of the function or class; of a module nothing."""
    owners: tuple[str, ...]
    """The classes that it stands in, outermost first."""
    span: Span
    """The whole literal in the file."""
    lines: tuple[Line, ...]
    """Without the indentation that all share."""


def docstrings(text: str) -> Iterator[Docstring]:
    """The docstrings of a module in the order of their place. Functions within functions have none that people read.

    Raises:
        NotPython: it cannot be parsed.
    """
    mark = int(text.startswith("\ufeff"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text[mark:])
    except SyntaxError as error:
        raise NotPython(f"{error.msg}, line {error.lineno}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotPython("it cannot be parsed") from error
    places = _Places(text, Lines(text), mark)
    yield from sorted(_documented(tree, places), key=lambda each: each.span)


@dataclass(frozen=True)
class _Places:
    text: str
    lines: Lines
    mark: int

    def offset(self, line: int, column: int) -> int:
        """The offset of a column that is counted in bytes of UTF-8."""
        start = self.lines.starts[line - 1] + (self.mark if line == 1 else 0)
        written = self.text[start : start + column]
        if not written.isascii():
            written = self.text[start : start + column].encode()[:column].decode(errors="ignore")
        return start + len(written)


def _documented(tree: ast.Module, places: _Places) -> Iterator[Docstring]:
    waiting: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while waiting:
        node, owners = waiting.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found = _docstring(node, owners, places)
            if found is not None:
                yield found
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inner = (*owners, node.name) if isinstance(node, ast.ClassDef) else owners
        waiting += [(child, inner) for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]


def _docstring(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
    owners: tuple[str, ...],
    places: _Places,
) -> Docstring | None:
    first = node.body[0] if node.body else None
    value = first.value if isinstance(first, ast.Expr) else None
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return None
    start = places.offset(value.lineno, value.col_offset)
    end = places.offset(value.end_lineno or value.lineno, value.end_col_offset or 0)
    lines = _lines(places.text, (start, end), value.value)
    if lines is None:
        return None
    kind = "module" if isinstance(node, ast.Module) else "class" if isinstance(node, ast.ClassDef) else "function"
    if kind == "function" and owners:
        kind = "method"
    name = "" if isinstance(node, ast.Module) else node.name
    return Docstring(kind, name, owners, (start, end), lines)


def _lines(text: str, span: Span, value: str) -> tuple[Line, ...] | None:
    """The lines of a literal; None where its characters cannot be told from their places (several literals in one)."""
    match = _LITERAL.fullmatch(text, *span)
    if match is None:
        return None
    pieces = list(_pieces(text, match.span("body"), is_raw=match["prefix"] in ("r", "R")))
    shown = "".join(text[slice(*piece.span)] if piece.shown is None else piece.shown for piece in pieces)
    if shown.replace("\r\n", "\n").replace("\r", "\n") != value:
        return None
    return _dedented(_split(text, pieces))


def _pieces(text: str, span: Span, *, is_raw: bool) -> Iterator[Piece]:
    done, end = span
    for match in () if is_raw else _ESCAPE.finditer(text, *span):
        if done < match.start():
            yield Piece((done, match.start()))
        done = match.end()
        yield Piece(match.span(), _decoded(match[0]))
    if done < end:
        yield Piece((done, end))


def _decoded(escape: str) -> str:
    if escape in ("\\\n", "\\\r\n", "\\\r"):
        return ""
    if escape == '\\"':
        return '"'
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return str(ast.literal_eval(f'"{escape}"'))
    except (SyntaxError, ValueError):
        return escape


def _split(text: str, pieces: list[Piece]) -> list[Line]:
    """Pieces as lines; an escaped line end ends one, too."""
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        written = text[slice(*piece.span)] if piece.shown is None else piece.shown
        at = 0
        for match in re.finditer(r"\r\n|\r|\n", written):
            if piece.shown is None and at < match.start():
                lines[-1].append(Piece((piece.span[0] + at, piece.span[0] + match.start())))
            lines.append([])
            at = match.end()
        if at < len(written):
            lines[-1].append(piece if piece.shown is not None else Piece((piece.span[0] + at, piece.span[1])))
    return [Line("".join(_written(text, piece) for piece in line), tuple(line)) for line in lines]


def _written(text: str, piece: Piece) -> str:
    return text[slice(*piece.span)] if piece.shown is None else piece.shown


def _dedented(lines: list[Line]) -> tuple[Line, ...]:
    """Lines without the indentation that all but the first share, as `inspect.cleandoc` takes it away."""
    shared = min((line.indent for line in lines[1:] if line.text.strip()), default=0)
    first = lines[0].part(lines[0].indent)
    return (first, *(line.part(min(shared, len(line.text))) for line in lines[1:]))
