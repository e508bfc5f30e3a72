"""What a value in a document is the value of: taken from the row, the directive, the term or the heading."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from truthfulness_evaluator.models import Block, BlockKind, Document, Inline, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"-{0,2}[A-Za-z_][\w.-]*[A-Za-z0-9_]|-{0,2}[A-Za-z_]")
_SUBJECT_DIRECTIVES = frozenset(
    {"setting", "confval", "option", "envvar", "cmdoption", "config", "conf", "py:data", "py:attribute", "data",
     "attribute", "program-option", "std:option", "std:envvar", "std:confval", "autotrait"}
)  # fmt: skip
"""Directives whose argument is the thing that their body describes."""

_TITLE = regex(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+){1,2}")
_LEAD = regex(r"^[\s*_`-]*(?P<name>-{0,2}[A-Za-z_][\w.-]*)")


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing that a statement is about."""

    name: str
    span: Span | None
    """Where it stands; None where a heading or directive far above names it."""
    source: str
    """`sentence`, `row`, `directive`, `term`, `item` or `heading`."""


def as_name(text: str) -> str | None:
    """The identifier that a piece of text consists of, without marks and placeholder values; None: it is no name.

    Example:
        >>> as_name("--bind ADDRESS"), as_name("`max_workers`"), as_name("The second part")
        ('--bind', 'max_workers', None)
    """
    clean = text.strip().strip("`*_ \t:").strip()
    clean = re.sub(r"\s*[\[({<=].*$", "", clean)
    options = re.findall(r"(?<!\S)--[A-Za-z][\w-]*", clean)
    if options:
        return options[-1] if len(options) == 1 else None
    return clean if _NAME.fullmatch(clean) else None


def names_in(document: Document, inlines: Iterable[Inline]) -> list[tuple[str, Span]]:
    """The identifiers that code spans and roles hold, with their places."""
    found: list[tuple[str, Span]] = []
    for inline in inlines:
        if inline.kind in {InlineKind.CODE, InlineKind.ROLE}:
            name = as_name(document.text[slice(*inline.text_span)])
            if name:
                found.append((name, inline.text_span))
    return found


def enclosing(document: Document, block: Block) -> Subject | None:
    """What a block is about by where it stands: the closest directive, term, list item or heading above."""
    for container in reversed(block.containers):
        if container.kind == "directive" and container.name in _SUBJECT_DIRECTIVES and container.argument:
            name = as_name(container.argument.split("\n")[0].split(",")[-1])
            return Subject(name, None, "directive") if name else None
        if container.kind == "definition":
            name = as_name(container.argument.split(" : ")[0].split("\n")[0])
            return Subject(name, None, "term") if name else None
        if container.kind == "list_item" and block.span[0] > container.span[0] + 4:
            lead = _LEAD.match(container.argument)
            if lead and _looks_like_code(lead["name"]):
                return Subject(lead["name"], None, "item")
        if container.kind in {"quote", "admonition", "footnote"}:
            return None
    if block.heading_path:
        name = as_name(block.heading_path[-1])
        if name:
            return Subject(name, None, "heading")
    return None


def titled(block: Block) -> Subject | None:
    """What the closest heading calls by two or three words (`Connection Timeout`): a name, if the code has it so."""
    title = block.heading_path[-1] if block.heading_path else ""
    if not _TITLE.fullmatch(title):
        return None
    return Subject("-".join(re.split(r"[ -]", title.lower())), None, "heading")


def _looks_like_code(name: str) -> bool:
    return (
        name.startswith("--") or "_" in name or "." in name.strip(".") or name.isupper() or name[1:].lower() != name[1:]
    )


def row_subject(document: Document, block: Block) -> Subject | None:
    """What a table row is about: the one identifier of its first cell."""
    if block.kind is not BlockKind.TABLE_ROW or not block.cells or not block.header:
        return None
    start, end = block.cells[0]
    names = names_in(document, (i for i in block.inlines if start <= i.span[0] < end))
    if len(names) == 1:
        return Subject(names[0][0], names[0][1], "row")
    name = as_name(document.text[start:end]) if not names else None
    return Subject(name, (start, end), "row") if name and _looks_like_code(name) else None
