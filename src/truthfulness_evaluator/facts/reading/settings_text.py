"""Where documents name settings: in blocks of a settings file, in lists, on command lines and in sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from truthfulness_evaluator.facts.reading.subjects import as_name, names_in
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

Form = Literal["section", "list", "dotted", "table", "named", "row"]

_LANGUAGES = frozenset({"toml", "ini", "cfg", "conf", "properties", "dosini", ""})
_SECTION = regex(r"^[ \t]*\[{1,2}[ \t]*(?P<name>[\w.\":-]+)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$")
_KEY = regex(r"^[ \t]{0,8}(?P<above>(?:[A-Za-z][\w-]*\.)*)(?P<key>[A-Za-z][\w-]*)[ \t]*=(?!=)")
_SEPARATED = regex(r"[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)+")
_AROUND = 8
"""Names above and below one of a table that are told with it."""
_SIBLINGS = 3
"""Names in a list that show how its names are spelled."""
_GIVEN = regex(
    r"(?<!\S)[\"'`(]*(?:--(?:config|option|set|setting|config-setting|override)|-[oc])(?:[ ]+|=)[\"'`]*"
    r"(?P<key>[a-z][\w-]*(?:\.[a-z][\w-]*)+)[ ]*=(?!=)"
)
"""A setting given on a command line: `--config "lint.limit = 100"`, `-o s3.storage=x`."""
_OF_CHARTS = regex(r"\bhelm\b")
"""Commands whose `--set` is of a chart's values."""
_DOTTED_TABLE = regex(r"\[{0,2}(?P<name>tool\.[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+)\]{0,2}")
_SETTING_NAME = regex(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+")
_KIND_AFTER = regex(
    r"^[\"'*]*(?:[ \n]*(?:,|and|or|/|&)?[ \n]*`{1,2}[\w.=-]+`{1,2}){0,2}[ \n]+(?:config(?:uration)?[ \n-])?"
    r"(?:settings?|options?|keys?|config|section|is enabled|is disabled|enabled|disabled)\b"
)
_KIND_BEFORE = regex(
    r"\b(?:settings?|config(?:uration)?[ \n](?:options?|keys?|values?))(?:[ \n](?:of|named|like|is))?[ \n]+[\"'*]*$"
)
_DIRECTIVES = frozenset({"setting", "confval"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A setting that a document names."""

    name: str
    span: Span
    form: Form
    section: str | None = None
    """The section that it stands in; of a `named` one, the name for one or for many that the document has too; of a
    `row`, the names around it in its table, with spaces between them."""


def mentions(document: Document) -> Iterator[Mention]:
    """All settings that a document names."""
    listed: list[_Entry] = []
    given = _GIVEN.search(document.text)
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            if block.language.lower() in _LANGUAGES:
                yield from _section_keys(document, block)
        else:
            yield from _in_sentences(document, block)
            if entry := _entry(document, block):
                listed.append(entry)
        if given and not tells_of_the_past(block.lead_in) and not _OF_CHARTS.search(document.text, *block.text_span):
            for match in _GIVEN.finditer(document.text, *block.text_span):
                yield Mention(match["key"], match.span("key"), "dotted")
    yield from _odd_ones(document, listed)
    yield from _rows(listed)


def _section_keys(document: Document, block: Block) -> Iterator[Mention]:
    if tells_of_the_past(block.lead_in):
        return
    section, at, in_text = None, block.text_span[0], False
    for line in document.text[slice(*block.text_span)].splitlines(keepends=True):
        begins_or_ends = (line.count('"""') + line.count("'''")) % 2 == 1
        if in_text:
            pass
        elif match := _SECTION.match(line):
            section = match["name"].replace('"', "")
            span = (at + match.start("name"), at + match.end("name"))
            if block.language.lower() == "toml" and '"' not in match["name"]:
                yield Mention(section, span, "table")
        elif (section or block.language) and (match := _KEY.match(line)):
            span = (at + match.start("key"), at + match.end("key"))
            above = match["above"].rstrip(".")
            if not is_placeholder(match["key"]) and (section or not above):
                yield Mention(match["key"], span, "section", f"{section}.{above}" if above else section)
        in_text = in_text != begins_or_ends
        at += len(line)


def _in_sentences(document: Document, block: Block) -> Iterator[Mention]:
    if block.kind is BlockKind.DIRECTIVE and block.title in _DIRECTIVES:
        name = document.text[slice(*block.text_span)].strip()
        if _SETTING_NAME.fullmatch(name) and not is_placeholder(name):
            yield Mention(name, block.text_span, "named")
        return
    text, (start, end) = document.text, block.text_span
    for inline in block.inlines:
        if inline.kind is not InlineKind.CODE:
            continue
        a, b = inline.text_span
        name = text[a:b]
        if match := _DOTTED_TABLE.fullmatch(name):
            if is_asserted(document, inline.span, block, of_code=True):
                yield Mention(match["name"], (a + match.start("name"), a + match.end("name")), "table")
        elif (
            _SETTING_NAME.fullmatch(name)
            and not is_placeholder(name)
            and (_KIND_AFTER.match(text[inline.span[1] : end]) or _KIND_BEFORE.search(text[start : inline.span[0]]))
            and is_asserted(document, inline.span, block)
        ):
            yield Mention(name, (a, b), "named", _beside(document, name))


def _beside(document: Document, name: str) -> str | None:
    """The same name for one thing or for many, if the document has that one too, marked as code."""
    other = name[:-1] if name.endswith("s") else f"{name}s"
    return other if re.search(rf"`{re.escape(other)}`", document.text) else None


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    span: Span
    group: tuple[object, ...]
    """What is equal for the names of one list."""


def _entry(document: Document, block: Block) -> _Entry | None:
    """The name that a table row, a term or a heading is about."""
    if block.kind is BlockKind.TABLE_ROW and block.cells:
        start, end = block.cells[0]
        names = names_in(document, [i for i in block.inlines if start <= i.span[0] < end])
        group: tuple[object, ...] = ("row", block.header, block.heading_path)
    elif block.kind in {BlockKind.TERM, BlockKind.HEADING}:
        names = names_in(document, block.inlines)
        if not names and (name := as_name(document.text[slice(*block.text_span)])):
            names = [(name, block.text_span)]
        group = (block.kind, block.heading_path[:1] if block.kind is BlockKind.TERM else block.heading_path)
    else:
        return None
    if len(names) != 1 or not _SEPARATED.fullmatch(names[0][0]):
        return None
    return _Entry(names[0][0], names[0][1], group)


def _rows(listed: Sequence[_Entry]) -> Iterator[Mention]:
    """The names that rows of tables are about, each with those around it."""
    for _, rows in groupby(listed, key=lambda entry: entry.group):
        entries = list(rows)
        for at, entry in enumerate(entries):
            if entry.group[0] != "row" or "." in entry.name or is_placeholder(entry.name):
                continue
            beside = [*entries[max(0, at - _AROUND) : at], *entries[at + 1 : at + 1 + _AROUND]]
            yield Mention(entry.name, entry.span, "row", " ".join(other.name for other in beside))


def _odd_ones(document: Document, listed: Sequence[_Entry]) -> Iterator[Mention]:
    """Names with another separator than all other names of their list."""
    groups: dict[tuple[object, ...], list[_Entry]] = {}
    for entry in listed:
        groups.setdefault(entry.group, []).append(entry)
    for entries in groups.values():
        for mark, other in (("-", "_"), ("_", "-")):
            odd = [entry for entry in entries if mark in entry.name and entry.group[:2] != ("row", ())]
            usual = [entry for entry in entries if other in entry.name and mark not in entry.name]
            if len(usual) >= _SIBLINGS * len(odd) and len(odd) in {1, 2}:
                for entry in odd:
                    start = document.text.find(entry.name, *entry.span)
                    span = (start, start + len(entry.name)) if start >= 0 else entry.span
                    yield Mention(entry.name, span, "list", " ".join(each.name for each in usual))
