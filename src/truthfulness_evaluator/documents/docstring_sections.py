"""The sections of docstrings in the styles of Google and NumPy: `Args:`, `Parameters` with a line below it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from truthfulness_evaluator.documents.docstring_lines import Line
from truthfulness_evaluator.text.patterns import regex


class SectionKind(StrEnum):
    """What a section is about."""

    PROSE = "prose"
    PARAMETERS = "parameters"
    ATTRIBUTES = "attributes"
    OTHER = "other"
    """What a function gives back or raises, notes."""
    SILENT = "silent"
    """Plans, other things, literature."""


_KINDS: dict[str, SectionKind] = {
    **dict.fromkeys(
        ("args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters"),
        SectionKind.PARAMETERS,
    ),
    **dict.fromkeys(("attributes", "attrs"), SectionKind.ATTRIBUTES),
    **dict.fromkeys(
        ("returns", "return", "yields", "yield", "receives", "raises", "raise", "except", "exceptions", "warns",
         "example", "examples", "usage", "note", "notes", "warning", "warnings", "tip", "hint", "important",
         "methods"),
        SectionKind.OTHER,
    ),
    **dict.fromkeys(
        ("todo", "todos", "references", "see also", "deprecated", "changelog", "history"), SectionKind.SILENT
    ),
}  # fmt: skip
_GOOGLE = regex(r"(?P<title>[A-Z][A-Za-z]+(?: [A-Za-z]+)?):[ \t]*")
_RULE = regex(r"[-=]{3,}[ \t]*")
_GOOGLE_ITEM = regex(
    r"(?P<stars>\*{0,2})(?P<name>[A-Za-z_]\w*)[ \t]*"
    r"(?:\((?P<type>[^()]*(?:\([^()]*\)[^()]*)*)\))?[ \t]*:(?:[ \t]+(?P<text>.*)|[ \t]*)"
)
_NUMPY_ITEM = regex(
    r"(?P<names>\*{0,2}[A-Za-z_]\w*(?:[ \t]*,[ \t]*\*{0,2}[A-Za-z_]\w*)*)(?:[ \t]*:(?:[ \t]+(?P<type>.*)|[ \t]*))?"
)
_FIRST = {True: "names", False: "name"}
_NAME = regex(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of a docstring that belong together."""

    kind: SectionKind
    lines: tuple[Line, ...]
    """Without the title and the indentation of the section."""
    is_numpy: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """What a section says of one parameter or attribute."""

    name: Line
    type: Line | None
    lines: tuple[Line, ...]
    """The description."""


def sections(lines: Sequence[Line]) -> list[Section]:
    """The parts of a docstring; the text between sections is prose."""
    found: list[Section] = []
    prose: list[Line] = []
    at = 0
    while at < len(lines):
        title = _title(lines, at)
        if title is None:
            prose.append(lines[at])
            at += 1
            continue
        kind, is_numpy, first = title
        end = _end(lines, first, lines[at].indent, is_numpy=is_numpy)
        if any(line.text.strip() for line in prose):
            found.append(Section(SectionKind.PROSE, tuple(prose)))
        prose = []
        found.append(Section(kind, _dedented(lines[first:end]), is_numpy))
        at = end
    if any(line.text.strip() for line in prose):
        found.append(Section(SectionKind.PROSE, tuple(prose)))
    return found


def items(section: Section) -> list[Item]:
    """The parameters of a section; lines that are no part of one are left out."""
    pattern = _NUMPY_ITEM if section.is_numpy else _GOOGLE_ITEM
    found: list[Item] = []
    for line in section.lines:
        match = pattern.fullmatch(line.text) if line.text and line.indent == 0 else None
        if match is not None and match[_FIRST[section.is_numpy]].lower() in _KINDS:
            break
        if match is not None:
            found += _numpy_items(line, match) if section.is_numpy else [_google_item(line, match)]
        elif found and (line.indent or not line.text.strip()):
            last = found[-1]
            found[-1] = Item(last.name, last.type, (*last.lines, line))
        elif found:
            # Text that is no item ends what can be told apart.
            break
    return [Item(each.name, each.type, _trimmed(each.lines)) for each in found]


def _title(lines: Sequence[Line], at: int) -> tuple[SectionKind, bool, int] | None:
    """Kind and style of the section that begins at a line, and its first line."""
    text = lines[at].text.strip()
    if at + 1 < len(lines) and _RULE.fullmatch(lines[at + 1].text.strip()) and lines[at + 1].indent == lines[at].indent:
        kind = _KINDS.get(text.lower())
        return None if kind is None else (kind, True, at + 2)
    match = _GOOGLE.fullmatch(text)
    kind = _KINDS.get(match["title"].lower()) if match is not None else None
    below = next((line for line in lines[at + 1 :] if line.text.strip()), None)
    if kind is None or below is None or below.indent <= lines[at].indent:
        return None
    return kind, False, at + 1


def _end(lines: Sequence[Line], first: int, indent: int, *, is_numpy: bool) -> int:
    for at in range(first, len(lines)):
        line = lines[at]
        if not line.text.strip():
            continue
        if line.indent < indent or (not is_numpy and line.indent <= indent):
            return at
        if is_numpy and at + 1 < len(lines) and line.indent == indent and _RULE.fullmatch(lines[at + 1].text.strip()):
            return at
    return len(lines)


def _google_item(line: Line, match: re.Match[str]) -> Item:
    text = line.part(*match.span("text")) if match["text"] else None
    return Item(
        line.part(*match.span("name")),
        line.part(*match.span("type")) if match["type"] else None,
        (text,) if text is not None else (),
    )


def _numpy_items(line: Line, match: re.Match[str]) -> list[Item]:
    """An item for each name; what is said of several is said of none of them."""
    names = list(_NAME.finditer(line.text, *match.span("names")))
    told = line.part(*match.span("type")) if match["type"] and len(names) == 1 else None
    return [Item(line.part(*name.span()), told, ()) for name in names]


def _trimmed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    kept = list(lines)
    while kept and not kept[-1].text.strip():
        kept.pop()
    first, rest = kept[:1], kept[1:]
    return (*(line.part(line.indent) for line in first), *_dedented(rest))


def _dedented(lines: Sequence[Line]) -> tuple[Line, ...]:
    shared = min((line.indent for line in lines if line.text.strip()), default=0)
    return tuple(line.part(min(shared, len(line.text))) for line in lines)
