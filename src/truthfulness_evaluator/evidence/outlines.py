"""Where definitions and sections begin in the lines of a file, in any language, told from single lines."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from truthfulness_evaluator.text.patterns import regex

_MODIFIERS = (
    r"(?:(?:export|default|declare|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|abstract|async"
    r"|unsafe|virtual|override|inline|sealed|open|data|const(?=\s+fn)|extern(?:\s+\"[^\"]*\")?)\s+)*"
)
_DEFINITION = regex(
    rf"""
    (?P<indent>\s*)(?:
        {_MODIFIERS}(?:def|class|function\*?|func|fn|fun|interface|enum|struct|trait|impl(?:<[^>]*>)?|mod|module|namespace
            |record|object|protocol|extension|type|macro_rules!|sub|package)\s+
            (?:\([^)]*\)\s*)?(?P<name>[\w$]+)
        |(?:export\s+)?(?:const|let|var)\s+(?P<variable>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)
        |(?:(?:public|private|protected|static|final|async|get|set|override|virtual|readonly)\s+)*
            (?!(?:if|for|while|switch|catch|return|with|elif|else|assert|await|yield|and|or|not)\b)
            (?P<method>[\w$\#]+)\s*\([^()]*\)\s*(?::\s*[\w<>\[\]|, .]+)?\s*\{{\s*
        |\[+(?P<table>[\w.\-:"' ]+)\]+\s*
    )
    """,
    re.VERBOSE,
)
_TOP = regex(r"(?P<key>[A-Za-z_.][\w./-]*)\s*:(?!=)(?:\s.*)?|(?:static\s+)?[A-Za-z_][\w\s*]*?\b(?P<c>\w+)\s*\([^;]*")
"""At the beginning of a line: a key of YAML or a target of make; a function of C."""
_LEAD = regex(r"\s*(?:@|#\[|#!\[|///|//|/\*|\*|#\s|--\s|\"\"\"|;)")
"""A line that belongs to the definition below it: a decorator, an attribute, a comment."""
_HEADING = regex(r"(?P<marks>\#{1,6}|={1,6})\s+(?P<title>\S.*)")
_UNDERLINE = regex(r"([=\-~^\"'`#*+.:_])\1{2,}\s*")
_FENCE = regex(r"\s*(?:```+|~~~+)")
FEWEST_BEFORE_DEFINITION = 4
"""Lines that a passage has before a new definition ends it."""


class Mark(NamedTuple):
    """What a line is."""

    begins: bool = False
    """Whether a definition or section begins here."""
    fewest_before: int = FEWEST_BEFORE_DEFINITION
    """Lines that a passage must have so that it ends here."""
    within: tuple[str, ...] = ()
    """Names of what the line stands inside of, outermost first; not of what begins in it."""
    defines: str = ""
    """The name that the line defines."""


def marks_of_code(lines: Sequence[str]) -> list[Mark]:
    """One mark a line of code or of a settings file."""
    names = [_defined(line) for line in lines]
    begins = _led(lines, [name is not None for name in names])
    marks: list[Mark] = []
    around: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        bare = line.lstrip()
        if bare and bare[0] not in ")]}":
            indent = len(line) - len(bare)
            while around and around[-1][0] >= indent:
                around.pop()
        name = names[number]
        marks.append(Mark(begins[number], within=tuple(name for _, name in around), defines=name or ""))
        if name is not None:
            around.append((len(line) - len(bare), name))
    return marks


def _defined(line: str) -> str | None:
    """The name that a line defines."""
    match = _DEFINITION.match(line)
    if match is None and line[:1].strip():
        match = _TOP.fullmatch(line)
    return (
        None
        if match is None
        else next((name for key, name in match.groupdict().items() if name and key != "indent"), None)
    )


def _led(lines: Sequence[str], defines: Sequence[bool]) -> list[bool]:
    """Where definitions begin: at the decorators and comments right above them."""
    begins = [False] * len(lines)
    for number, defined in enumerate(defines):
        if not defined:
            continue
        first = number
        while first > 0 and not defines[first - 1] and _LEAD.match(lines[first - 1]):
            first -= 1
        begins[first] = True
    return begins


def marks_of_prose(lines: Sequence[str]) -> list[Mark]:
    """One mark a line of a document."""
    marks: list[Mark] = []
    path: list[tuple[int, str]] = []
    underlines: list[str] = []
    fenced = False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else _heading(lines, number, underlines)
        if heading is not None:
            while path and path[-1][0] >= heading[0]:
                path.pop()
        after_blank = number > 0 and not lines[number - 1].strip()
        begins = heading is not None or (after_blank and not fenced)
        fewest = 1 if heading is not None else FEWEST_BEFORE_DEFINITION
        marks.append(Mark(begins, fewest, tuple(title for _, title in path)))
        if heading is not None:
            path.append(heading)
    return marks


def _heading(lines: Sequence[str], number: int, underlines: list[str]) -> tuple[int, str] | None:
    """Level and text of the heading in a line. `underlines`: the characters of those seen, in order."""
    line = lines[number]
    match = _HEADING.match(line)
    if match is not None:
        return len(match["marks"]), match["title"].strip("# ")
    below = lines[number + 1] if number + 1 < len(lines) else ""
    title = line.strip()
    if not title or not _UNDERLINE.fullmatch(below) or _UNDERLINE.fullmatch(line) or line[:1] in " \t-*":
        return None
    if len(below.rstrip()) < len(title) and below[0] not in "=-":
        return None
    if below[0] not in underlines:
        underlines.append(below[0])
    return underlines.index(below[0]) + 1, title
