"""Values that the code has beside a name: another place that gives a name a value may be the one that is meant."""

import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.quantities import parse_quantity
from truthfulness_evaluator.text.written import items_of, undecorated, unquoted

_COMMENT = regex(r"\s*(?://|#|\*|/\*|--|;|<!--|\"\"\"|''')")
_GOES_ON = regex(r"[(\[{=:,|?>&]\s*$|^\s*[\"'][\w.-]+[\"'],?\s*$")
"""Lines whose value may stand on the next one."""
_COMPARED = regex(r"(?:\(\))?\s*(?:[<>]=?|[!=]==?)\s")
_TESTS = "#[cfg(test)]"
"""What the tests of a file in Rust begin with."""
_LINES = 8
"""Lines above and below a name that may belong to it."""
_LITERAL = regex(
    r"(?:(?P<comma>[\"'`]\s*,)|[\"'`]?\s*\??\s*(?::=|=>|[:=]))\s*(?P<value>\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`|-?\d[\w.]*|\[\]"
    r"|(?:true|false)\b)",
    re.IGNORECASE,
)
_SAME = (
    ("true", "yes", "on", "enabled"),
    ("false", "no", "off", "disabled"),
    ("none", "null", "nil", "undefined", "unset"),
)
_SHORT = 3
"""Letters up to which a value has to stand alone."""


def says_so(
    name: str, written: str, project: Project, *, apart: Location, unless: str | None = None
) -> Location | None:
    """Where the code or a settings file has a value beside a name, in any spelling of either.

    Args:
        name: a name, with or without dashes and sections.
        written: the value as a document writes it.
        project: the code base.
        apart: a place that does not count: the declaration that says otherwise.
        unless: a text; a place that has it as well lists the values that there are.
    """
    patterns, others = _patterns(written), _patterns(unless) if unless else []
    if not patterns:
        return None
    owner = folded(name.rpartition(".")[0].rpartition(".")[2])
    for path, lines, index, _, end in _lines_with(name, project):
        if (path == apart.path and index + 1 == apart.line) or _COMPARED.match(lines[index], end):
            continue
        if owner and owner not in folded(lines[index]):
            continue
        around = "\n".join(_around(lines, index))
        if all(pattern.search(around) for pattern in patterns) and not (
            others and all(pattern.search(around) for pattern in others)
        ):
            return Location(path=path, line=index + 1)
    return None


def given_values(name: str, project: Project, *, in_calls: bool = False) -> Iterator[tuple[str, Location]]:
    """The numbers, texts and truth values that the code declares for a name right behind it, with their places.

    What it gives to a member of an object while it runs is none of them.

    Args:
        name: the name, with or without dashes and sections.
        project: the code base.
        in_calls: also what stands behind the quoted name and a comma: `set("size", 8)`; it may be another name.
    """
    for path, lines, index, start, end in _lines_with(name, project):
        match = _LITERAL.match(lines[index], end)
        if match is None or (match["comma"] and not in_calls):
            continue
        if lines[index][start - 1 : start] != "." and not _COMMENT.match(lines[index]):
            yield match["value"], Location(path=path, line=index + 1)


def _lines_with(name: str, project: Project) -> Iterator[tuple[str, Sequence[str], int, int, int]]:
    """Each line that has a name, in any spelling: path and lines of its file, its index, start and end of the name."""
    leaf = name.lstrip("-").rpartition(".")[2]
    tokens = project.code.words.spelled_like(leaf)
    if not tokens:
        return
    alternatives = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)")
    for path in sorted({place.path or "" for token in tokens for place in project.code.words.occurrences(token)}):
        text = project.tree.text(path) or ""
        lines = (text.partition(_TESTS)[0] if path.endswith(".rs") else text).split("\n")
        for index, line in enumerate(lines):
            for match in pattern.finditer(line):
                yield path, lines, index, match.start(), match.end()


def _around(lines: Sequence[str], index: int) -> list[str]:
    """A line with the comments right above it, and what is indented below it."""
    first = index
    while first > 0 and index - first < _LINES and _COMMENT.match(lines[first - 1]):
        first -= 1
    depth, last = _indent(lines[index]), index + 1
    goes_on = _GOES_ON.search(lines[index]) is not None
    while last < len(lines) and last - index <= _LINES:
        deeper = _indent(lines[last]) > depth
        if not lines[last].strip() or not (deeper or (goes_on and last == index + 1)):
            break
        last += 1
    return list(lines[first:last])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _patterns(written: str) -> list[re.Pattern[str]]:
    """What all has to stand beside a name for the value to be there; nothing where the value is none that is seen."""
    _, text, _ = undecorated(written)
    items = items_of(text)
    if items:
        return [pattern for item in items for pattern in _patterns(item)]
    quote, bare = unquoted(text)
    same = next((words for words in _SAME if bare.lower() in words), None)
    if same is not None:
        return [re.compile(rf"\b(?:{'|'.join(same)})\b", re.IGNORECASE)]
    quantity = parse_quantity(bare)
    if quantity is not None:
        numbers = {
            quantity.number,
            *(quantity.number * factor * unit for factor in quantity.factors for unit in (1, 1000)),
        }
        return [
            re.compile(
                rf"(?<![\d.])(?:{'|'.join(form for number in numbers for form in _forms(number))})(?![\d_]|\.\d)"
            )
        ]
    words = re.findall(r"[A-Za-z0-9]+", bare)
    if not words:
        return [re.compile(re.escape(quote + bare + quote) if quote or not bare else re.escape(bare))] if text else []
    joined = r"[\W_]{0,3}".join(map(re.escape, words))
    if sum(map(len, words)) <= _SHORT:
        joined = rf"(?<![A-Za-z0-9]){joined}(?![A-Za-z0-9])"
    return [re.compile(joined, re.IGNORECASE)]


def _forms(number: float) -> Iterator[str]:
    """How code may write a number."""
    whole = int(number) if float(number).is_integer() else number
    yield re.escape(str(whole))
    if isinstance(whole, int) and whole >= 1000:
        yield f"{whole:_}"
        yield f"{whole:,}"
        yield hex(whole)
