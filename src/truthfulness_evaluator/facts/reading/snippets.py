"""Python code in documents, parsed: nothing is run. Prompts, indents and output are left out."""

import ast
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.patterns import regex

PYTHON_LANGUAGES = frozenset(
    {"python", "py", "python3", "py3", "pycon", "python-console", "pycon3", "ipython", "ipython3", "", "default",
     "doctest", "{python}"}
)  # fmt: skip
_MARKED = frozenset({"", "default"})
"""Languages that do not say that a block is Python; its text has to."""
_LOOKS_LIKE_PYTHON = regex(
    r"^[ \t>]*(?:>>> |from [\w.]+ import |import \w|def \w+\(|class \w+|@\w|\w+(?:\.\w+)* ?(?:=|\())", re.MULTILINE
)
_PROMPT = regex(r"[ \t]*(?:>>>(?: |$)|In \[\d+\]: ?)")
_CONTINUED = regex(r"[ \t]*(?:\.\.\.|\.{3,}:)(?: |$)")
_QUOTE = regex(r"(?:[ \t]*>(?!>>))+ ?")
_SHELL = regex(r"[ \t]*[%!$]|[ \t]*\S+\?+$")
"""Lines of an interactive shell that are no Python."""
_ELLIPSIS = regex(r"^[ \t]+\.\.\.,?[ \t]*$|,[ \t]*\.\.\.,?[ \t]*(?=[)\]}])")
"""Three dots for arguments that are left out."""
_GOES_ON = regex(r"[)\]}]|(?:else|elif|except|finally)\b")
_SHOWS_OLD = regex(
    r"#.*\b(?:old|before|deprecated|wrong|bad|removed|don'?t|not|no longer|errors?|fails?|invalid|raises?)\b"
)
"""Comments which say that code shows the old or wrong way."""
_FAILED = regex(
    r"^Traceback \(most recent call last\)|^[ \t>]*(?:[\w.]*\.)?\w*(?:Error|Exception|Warning): ", re.MULTILINE
)
_BOUND = regex(r"\b(\w+)[ \t]*(?:=(?!=)|,)|\b(?:as|def|class|import|for)[ \t]+(\w+)")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    """Offset of the first character of `text` in the document."""


@dataclass(frozen=True)
class Snippet:
    """The statements of a code block that parse, with the place of each in the document."""

    block: Block
    body: tuple[ast.stmt, ...]
    lost: frozenset[str]
    """Names that a part which does not parse may bind."""
    lines: tuple[_Line, ...]
    fails: bool = False
    """Whether an error is shown as the code's output."""

    def offset(self, line: int, column: int) -> int:
        """Where the document has a place of the syntax tree, whose columns count bytes of UTF-8."""
        found = self.lines[line - 1]
        text = found.text
        return found.start + (column if text.isascii() else len(text.encode()[:column].decode(errors="ignore")))

    def end_of(self, node: ast.expr) -> int:
        """The offset behind an expression."""
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)

    def imported_for_effects(self) -> frozenset[str]:
        """First links of modules outside of the standard library that the code imports and does not use by name.

        Such an import is there for what it does: it may give classes of another module more members.
        """
        nodes = [node for statement in self.body for node in ast.walk(statement)]
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        imported = (name for node in nodes if isinstance(node, ast.Import) for name in node.names if not name.asname)
        roots = {name.name.partition(".")[0] for name in imported}
        return frozenset(roots - used - sys.stdlib_module_names)

    def comments_before(self, line: int) -> str:
        """The comments of the block up to a line, that line's own included."""
        texts = (each.text for each in self.lines[:line])
        return "\n".join(text[text.index("#") :] for text in texts if "#" in text)


def shows_old(comments: str) -> bool:
    """Whether comments say that the code below shows the old or wrong way."""
    return bool(_SHOWS_OLD.search(comments.lower()))


def snippet(document: Document, block: Block) -> Snippet | None:
    """The Python code of a block; None where it is no Python."""
    if block.kind is not BlockKind.CODE or block.language.lower().split(" ")[0].strip("{}") not in PYTHON_LANGUAGES:
        return None
    text = document.text[slice(*block.text_span)]
    if block.language.lower() in _MARKED and not _LOOKS_LIKE_PYTHON.search(text):
        return None
    lines = tuple(_python_lines(list(_lines(document.text, block.text_span))))
    body, lost = _parse([line.text for line in lines])
    return Snippet(block, tuple(body), frozenset(lost), lines, bool(_FAILED.search(text))) if body else None


def _lines(text: str, span: Span) -> Iterator[_Line]:
    start, end = span
    # A block may begin behind the indent of its first line.
    line_start = text.rfind("\n", 0, start) + 1
    if not text[line_start:start].strip(" \t>"):
        start = line_start
    for line in re.finditer(r"[^\n]*\n?", text[start:end]):
        if line[0]:
            quote = _QUOTE.match(line[0])
            skipped = quote.end() if quote else 0
            yield _Line(line[0][skipped:].rstrip("\r\n"), start + line.start() + skipped)


def _python_lines(lines: Sequence[_Line]) -> Iterator[_Line]:
    """The lines that are code: behind prompts where there are any, else all, without what they are indented by."""
    if any(_PROMPT.match(line.text) for line in lines):
        for line in lines:
            prompt = _PROMPT.match(line.text) or _CONTINUED.match(line.text)
            if prompt:
                yield _Line(line.text[prompt.end() :], line.start + prompt.end())
        return
    full = [line for line in lines if line.text.strip()]
    indent = min((len(line.text) - len(line.text.lstrip()) for line in full), default=0)
    for line in lines:
        yield _Line(line.text[indent:], line.start + indent) if line.text.strip() else _Line("", line.start)


def _parse(lines: list[str]) -> tuple[list[ast.stmt], set[str]]:
    """The statements of the text; where it does not parse as a whole, of the pieces that do."""
    clean = ["" if _SHELL.match(line) else line for line in lines]
    for attempt in (clean, [_ELLIPSIS.sub(_blank, line) for line in clean]):
        whole = _tree(attempt)
        if whole is not None:
            return whole, set()
    body: list[ast.stmt] = []
    lost: set[str] = set()
    for first, piece in _pieces(clean):
        tree = _tree(piece)
        if tree is None:
            lost.update(a or b for a, b in _BOUND.findall("\n".join(piece)))
            continue
        for statement in tree:
            body.append(ast.increment_lineno(statement, first))
    return body, lost


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _pieces(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Pieces that begin at the left margin, with the index of their first line."""
    first = 0
    for index, line in enumerate(lines):
        begins = bool(line) and not line[0].isspace() and not _GOES_ON.match(line)
        if begins and index > first and not lines[index - 1].startswith("@"):
            yield first, lines[first:index]
            first = index
    if first < len(lines):
        yield first, lines[first:]


def _tree(lines: list[str]) -> list[ast.stmt] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
