"""Sentences of a document, verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCED = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)")
#: What ends a paragraph without being a part of it: an empty line, a heading, a line under one.
_GAP = re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t][^\n]*|[-=*_]{3,}[ \t]*)?$")
#: What begins a paragraph within one: the marker of an item, the bar of a row.
_MARKER = re.compile(r"(?m)^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+|\||>[ \t]?)")
_VERDICT_MARKER = r"\[[A-Z_]+\]"
#: The white space between two sentences, and what tells that one has ended.
_SENTENCE_END = re.compile(
    rf"(?:(?<!\.[a-z])[.!?][\"')*_`]*\s+(?=[^a-z\s])|[。！？]\s*|{_VERDICT_MARKER}\s+)(?!{_VERDICT_MARKER})",
)


def sentences(document: str) -> Iterator[str]:
    """The sentences of paragraphs, items and rows, with the line breaks inside them; no headings, no code."""
    for prose in _between(_FENCED, document):
        for block in _between(_GAP, prose):
            for paragraph in _between(_MARKER, block):
                begin = 0
                for end in _SENTENCE_END.finditer(paragraph):
                    yield paragraph[begin : end.end()].strip()
                    begin = end.end()
                yield paragraph[begin:].strip()


def _between(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """What stands between the matches."""
    begin = 0
    for match in pattern.finditer(text):
        yield text[begin : match.start()]
        begin = match.end()
    yield text[begin:]
