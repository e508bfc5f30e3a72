"""Defaults in code blocks: help texts, and settings files that a document says are the defaults."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.facts.reading.default_places import Written, claim
from truthfulness_evaluator.facts.reading.subjects import Subject
from truthfulness_evaluator.facts.scope import tells_of_the_past
from truthfulness_evaluator.models import Block, Document
from truthfulness_evaluator.text.patterns import regex

_HELP_LINE = regex(r"^[ \t]*(?:-\w,?[ /]+)?(?P<option>--[A-Za-z][\w-]*)", re.MULTILINE)
_HELP_DEFAULT = regex(r"[\[(]default(?:s to|:|=)\s*(?P<value>[^\])\n]{1,80})[\])]", re.IGNORECASE)
_ENTRY = regex(r"^(?P<indent>[ \t]+)(?P<option>[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)[ \t]{2,}\S", re.MULTILINE)
"""A setting of a list that is shown as a help text shows options."""
_FEWEST_ENTRIES = 2
"""Settings with a default that make a list of settings of a code block."""

_LANGUAGES = frozenset(
    {"toml", "ini", "cfg", "conf", "properties", "dosini", "yaml", "yml", "json", "jsonc", "json5", ""}
)
_ARE_DEFAULTS = regex(
    r"\bdefault (?:config(?:uration)?|settings?|values?|options?)(?: file)? (?:is|are|looks?|of)\b"
    r"|\b(?:these|those|following|below|here) (?:is|are) (?:all |the |all the )?default"
    r"|\bdefaults are\b|\bfollowing (?:are the )?defaults?\b|\bwith (?:its|their|the|all) default (?:values|settings)"
    r"|^(?:the )?default (?:config(?:uration)?|settings?|values?|options?):?$",
    re.IGNORECASE,
)
_CHANGED = regex(
    r"\b(?:overrid\w+|overwrit\w+|chang\w+|custom\w*|instead|modif\w+|replac\w+|your|you|extend\w*|adjust\w*|"
    r"differ\w*|example)\b",
    re.IGNORECASE,
)
"""Words by which the values are somebody's own."""
_SECTION = regex(r"^[ \t]*\[(?P<name>[\w.\":-]+)\][ \t]*\r?$")
_SETTING = regex(
    r"^(?P<indent>[ \t]*)[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?[ \t]*(?:=|:(?=[ \t]))[ \t]*"
    r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|\[[^\]\n]*\]|[^\s#;,][^#\n]*?)[ \t]*,?[ \t]*"
    r"(?P<comment>(?:#|;|//)[^\n]*?)?\r?$"
)
_COMMENT = regex(r"(?:#|;|//)+\s*\(?(?:the )?default(?:s to| is|:|=)\s*(?P<value>[^\s,;)]+)\)?\.?\s*$", re.IGNORECASE)
_COMMENT_SAYS_SO = regex(r"(?:#|;|//)+\s*\(?(?:this is )?(?:the )?default\)?\.?\s*$", re.IGNORECASE)


def listings(document: Document, block: Block) -> Iterator[Found]:
    """The defaults that a code block states."""
    if "default" in document.text[slice(*block.text_span)].lower():
        yield from _help_text(document, block)
        yield from _settings_help(document, block)
    yield from _settings_file(document, block)


def _help_text(document: Document, block: Block) -> Iterator[Found]:
    yield from _entries(document, block, list(_HELP_LINE.finditer(document.text, *block.text_span)))


def _settings_help(document: Document, block: Block) -> Iterator[Found]:
    """A list of settings with a help text each, without dashes before their names."""
    found = list(_entries(document, block, list(_ENTRY.finditer(document.text, *block.text_span))))
    if len(found) >= _FEWEST_ENTRIES:
        yield from found


def _entries(document: Document, block: Block, lines: list[re.Match[str]]) -> Iterator[Found]:
    """The default in the text of each entry, which ends where the next begins."""
    end = block.text_span[1]
    for line, following in zip_longest(lines, lines[1:]):
        match = _HELP_DEFAULT.search(document.text, line.end(), following.start() if following else end)
        if match:
            subject = Subject(line["option"], line.span("option"), "sentence")
            yield claim(document, subject, Written(match["value"].strip(), match.span("value")), "code")


def _settings_file(document: Document, block: Block) -> Iterator[Found]:
    """Keys with their values, where the text before says that these are the defaults, or a comment beside does."""
    if block.language.lower() not in _LANGUAGES:
        return
    whole = _says_so(block)
    section, at, depth = None, block.text_span[0], 0
    for line in document.text[slice(*block.text_span)].splitlines(keepends=True):
        if match := _SECTION.match(line):
            section = match["name"].replace('"', "")
        elif depth == 0 and (match := _SETTING.match(line)):
            value = _default_on(match, whole=whole and not (match["indent"] and block.language.lower().startswith("y")))
            if value is not None:
                text, (start, end) = value
                subject = Subject(match["key"], (at + match.start("key"), at + match.end("key")), "sentence")
                yield claim(document, subject, Written(text, (at + start, at + end)), "listing", section)
        depth = max(0, depth + _opened(line))
        at += len(line)


def _says_so(block: Block) -> bool:
    """Whether the words before a block say that it shows the defaults."""
    lead = block.lead_in.strip()
    last = lead.rstrip(":").rsplit(". ", 1)[-1]
    said = last or (block.heading_path[-1] if block.heading_path else "")
    return bool(_ARE_DEFAULTS.search(said)) and not _CHANGED.search(said) and not tells_of_the_past(said)


def _default_on(match: re.Match[str], *, whole: bool) -> tuple[str, tuple[int, int]] | None:
    """The default that a line gives: that of its comment, else its value where that is said to be the default."""
    comment = match["comment"] or ""
    if stated := _COMMENT.match(comment):
        start = match.start("comment") + stated.start("value")
        return stated["value"].strip("`"), (start, start + len(stated["value"]))
    if whole or _COMMENT_SAYS_SO.match(comment):
        value = match["value"]
        return None if value[-1:] in "[{(|>" else (value, match.span("value"))
    return None


def _opened(line: str) -> int:
    """Brackets that a line opens and does not close."""
    plain = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'|#.*", "", line)
    return sum(plain.count(mark) for mark in "[{(") - sum(plain.count(mark) for mark in "]})")
