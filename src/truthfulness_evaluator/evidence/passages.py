"""Cuts files into short passages: code at definitions and blank lines, prose at headings and paragraphs."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from posixpath import splitext

from truthfulness_evaluator.evidence.outlines import Mark, marks_of_code, marks_of_prose
from truthfulness_evaluator.project.roles import Role, role_of
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


MOST_LINES = 12
FEWEST_LINES = 4
"""A passage of fewer lines goes on, over the beginning of the next definition, while there is room."""
MOST_CHARACTERS = 700
"""Of a passage; one of a single line may be longer."""
LONGEST_LINE = 1_000
"""A longer line is data, or minified code: it is no passage."""
LONGEST_PARAGRAPH = 2_500
"""The same where a line is a paragraph of prose."""
_PROSE = _set("""
    .md .markdown .mdown .mdx .rst .rest .txt .adoc .asciidoc .org .textile .rdoc .pod .tex .texi
""")
_WORD = regex(r"[^\W_]{2}")


@dataclass(frozen=True, slots=True)
class Passage:
    """Some whole lines of a file."""

    path: str
    line: int
    """The first, counted from 1."""
    end_line: int
    """The last one, included."""
    text: str
    """Verbatim, without the last line end."""
    within: tuple[str, ...] = ()
    """Names of the definitions, or headings, that it stands inside of, outermost first."""
    defines: tuple[str, ...] = ()
    """Names that its lines define."""


def is_prose(path: str) -> bool:
    """Whether a file holds paragraphs rather than code or data, by its ending."""
    suffix = splitext(path)[1].lower()
    return suffix in _PROSE or (not suffix and role_of(path) in (Role.DOCS, Role.CHANGELOG))


def cut(path: str, text: str, *, hidden: Collection[int] = ()) -> list[Passage]:
    r"""The passages of a file, in order. They do not overlap, and blank lines around them are left out.

    Args:
        path: tells how the file is read.
        text: of the file.
        hidden: lines, counted from 1, that may stand in no passage.

    Example:
        >>> [(p.line, p.end_line) for p in cut("a.py", "import os\n\n\ndef f():\n    a()\n    b()\n    c()\n")]
        [(1, 7)]
    """
    lines = Lines(text)
    content = [_line(text, lines, number) for number in range(1, len(lines.starts) + 1)]
    prose = is_prose(path)
    marks = marks_of_prose(content) if prose else marks_of_code(content)
    longest = LONGEST_PARAGRAPH if prose else LONGEST_LINE
    out = [bool(n + 1 in hidden) or len(line) > longest for n, line in enumerate(content)]
    passages: list[Passage] = []
    for first, last in _ranges(content, marks, out):
        passage = text[lines.starts[first] : lines.starts[last] + len(content[last])]
        if _WORD.search(passage):
            defines = tuple(mark.defines for mark in marks[first : last + 1] if mark.defines)
            passages.append(Passage(path, first + 1, last + 1, passage, marks[first].within, defines))
    return passages


def _line(text: str, lines: Lines, number: int) -> str:
    start = lines.starts[number - 1]
    end = lines.starts[number] if number < len(lines.starts) else len(text)
    return text[start:end].rstrip("\r\n")


def _ranges(content: Sequence[str], marks: Sequence[Mark], out: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last line of each passage, counted from 0."""
    first: int | None = None
    size = 0
    at = 0
    while at < len(content):
        line = content[at]
        if out[at]:
            if first is not None:
                yield first, _last(content, first, at)
            first = None
        elif first is None:
            if line.strip():
                first, size = at, len(line) + 1
        else:
            count = at - first
            full = count >= MOST_LINES or size + len(line) > MOST_CHARACTERS
            if full and line.strip():
                end = _best_end(content, marks, first, at)
                yield first, _last(content, first, end)
                first, size, at = None, 0, end - 1
            elif marks[at].begins and count >= marks[at].fewest_before:
                yield first, _last(content, first, at)
                first, size = at, len(line) + 1
            else:
                size += len(line) + 1
        at += 1
    if first is not None:
        yield first, _last(content, first, len(content))


def _last(content: Sequence[str], first: int, end: int) -> int:
    """The last line before `end` that is not blank."""
    last = end - 1
    while last > first and not content[last].strip():
        last -= 1
    return last


def _best_end(content: Sequence[str], marks: Sequence[Mark], first: int, at: int) -> int:
    """Where to end a passage that is full before line `at`: best before a definition, then behind a blank line,
    then before the line that is least indented; of equals the last.
    """
    earliest = min(first + FEWEST_LINES, at)

    def rank(line: int) -> tuple[bool, bool, int, int]:
        blank_before = not content[line - 1].strip()
        indent = len(content[line]) - len(content[line].lstrip()) if content[line].strip() else 99
        closing = content[line].lstrip()[:1] in (")", "]", "}")
        return marks[line].begins, blank_before, -indent - closing, line

    return max(range(earliest, at + 1), key=rank)
