"""Numbers that a document gives of what it lists right below them: `There are three ways:` and the list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted
from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.names import words_of
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.quantities import parse_number

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|[1-4]\d)"
_CANDIDATE = regex(rf"\b{_NUMBER}\b[^\n:]{{1,150}}(?:\n[^\n:]{{1,150}})?:[*_]*[ \t]*\r?\n")
"""What a document with such a number has to hold in lower case; it keeps all others cheap."""
_LEAD = regex(
    (
        r"(?:\b(?:there (?:are|exist)|has|have|provides?|supports?|accepts?|takes|offers?|contains?|consists? of"
        r"|includes?|exposes|requires|recogni[sz]es|returns|defines?|knows|gives|allows|handles|implements|comprises"
        r"|(?:comes|ships) with|comes in|of|for|these|the following|(?P<manner>in)"
        r"|(?:divided|split|broken|organi[sz]ed|grouped|falls?|separated)(?: up| down)? into)"
        r"(?: (?:currently|only|the following|exactly|precisely|one of|one of the following|always|basically"
        r"|essentially))*|^\W*the(?: following)?)"
        rf" [*_]*(?P<number>{_NUMBER})[*_]*(?P<thing>(?: [\w`'’\"*/().-]+){{1,9}}?)\W{{0,4}}:[ *_]*$"
    ).replace(" ", " +"),
    re.IGNORECASE,
)  # fmt: skip
"""The end of a sentence that tells how many things there are: nothing but their name follows the number."""
_MANNERS = regex(r"\b(?:ways|forms|places|flavou?rs|variants|modes|formats)\b", re.IGNORECASE)
"""What may be listed behind `in three ...`."""
_NO_NAME = regex(
    r"\b(?:and|or|plus|but|with|if|when|while|than|more|less|other|further|additional|examples?|also|are|is|do|does|"
    r"bits?|bytes?|digits?|characters?|spaces?|lines?|columns?|rows?|times|seconds?|minutes?|hours?|days?|weeks?|"
    r"months?|years?|people|windows|words|numbers|releases|terminals?|sessions?|shells?|tabs|browsers?|machines?)\b|\d",
    re.IGNORECASE,
)
"""Words after the number by which more is listed than was counted, something else, or a measure was given."""
_NOT_EXACT = regex(
    r"\b(?:over|more|about|at (?:least|most)|up to|around|some|nearly|almost|roughly|approximately|additional|wait"
    r"|e\.g|for (?:example|instance)|imagine|suppose|say|let['’]?s|above|previous|earlier|examples?|want|first|last"
    r"|next|any|other|another|top|every|each|also|in addition|one|second|third|both|half|several|\d[\d.,]*)\b",
    re.IGNORECASE,
)
"""Words before the number by which a sentence does not tell exactly how many things there are."""
_AN_ADDITION = regex(
    r"\W*(?:in addition|additionally|also|note|both|optional\w*|finally|all|any|if|when|otherwise|furthermore|plus|and"
    r"|or|but|these|this|the (?:above|former|latter|rest)|each|see|others?|everything|however|for|most|neither|as)\b",
    re.IGNORECASE,
)
"""Beginnings of entries that add something to the others instead of being one of them."""
_MARKED = regex(r"\(\W*(?:optional|deprecated|experimental|legacy|new|since|unused)\b", re.IGNORECASE)
"""What marks an entry that may not be counted with the others."""
_SEVERAL = regex(r"\b(?:and|or|plus|both|all|others?|various|etc)\b|[,/&+]|\.\.\.|…", re.IGNORECASE)
"""What shows that an entry stands for several things."""
_HEAD = regex(r".{0,80}?(?=[:—–;\n]| -|\. |$)|.{80}", re.DOTALL)
"""The beginning of an entry, which says what it is."""
_BULLET = regex(r"^(?:[-*+•]|\(?\w{1,3}[.)])\s+")
_LABEL = regex(r"^\W*(?:optional|required|mandatory|default|deprecated|new|first|second|third|last)\b\W*", re.I)
"""What may stand before that."""
_SENTENCE_END = regex(r"[.!?][\"')*_]* +(?=[^a-z\s])")
_LONGEST_ENTRY = 40
"""Characters of an entry that are shown."""
_SHARE = 4
"""A number may be wrong by a fourth of it, or by one; where it is further off, something else was counted."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number, and the entries that stand below it."""

    number: str
    """As written."""
    span: Span
    thing: str
    """What is counted, as the sentence calls it."""
    entries: tuple[str, ...]
    """What each entry begins with."""
    doubt: str = ""
    """Why another number of entries says nothing, as a clause; empty: it does."""


def counted(document: Document) -> Iterator[Counted]:
    """All numbers of a document that stand right above a list or table of the things."""
    if not _CANDIDATE.search(lower_text(document)):
        return
    blocks = blocks_today(document)
    for index, block in enumerate(blocks):
        if block.kind is not BlockKind.PARAGRAPH or not _ends_in_colon(document.text, block.text_span[1]):
            continue
        sentence, start = _last_sentence(document, block)
        lead = _LEAD.search(sentence)
        if lead is None or (lead["manner"] and not _MANNERS.search(lead["thing"])) or _NO_NAME.search(lead["thing"]):
            continue
        entries, rest = _entries(document, block, blocks[index + 1 :])
        span = (start + lead.start("number"), start + lead.end("number"))
        if len(entries) < 2 or not is_asserted(document, span, block, of_code=True):
            continue
        doubt = "" if _is_of(lead["thing"], block, blocks[index + 1 :]) else "the table may be of something else"
        doubt = doubt or _doubt(int(parse_number(lead["number"]) or 0), sentence[: lead.start()], entries, rest, block)
        shown = tuple(_head(entry)[:_LONGEST_ENTRY].strip(" `*_") for entry in entries)
        yield Counted(lead["number"], span, " ".join(lead["thing"].split()), shown, doubt)


def _ends_in_colon(text: str, end: int) -> bool:
    """Whether a piece of text ends in a colon, marks behind it or not."""
    return text[max(0, end - 6) : end].rstrip("*_ ").endswith(":")


def _last_sentence(document: Document, block: Block) -> tuple[str, int]:
    """The last sentence of a paragraph on one line, its characters where they stand, and where it begins."""
    start, end = block.text_span
    text = re.sub(r"\r?\n[ \t>]*", lambda match: " " * len(match[0]), document.text[start:end])
    begin = max((match.end() for match in _SENTENCE_END.finditer(text)), default=0)
    return text[begin:], start + begin


def _entries(document: Document, lead: Block, after: Sequence[Block]) -> tuple[list[str], Sequence[Block]]:
    """The entries of the list, table or terms right below a paragraph, and the blocks that follow."""
    depth = len(lead.containers)
    spans: list[Span] = []
    for index, block in enumerate(after):
        inner = block.containers[depth : depth + 1]
        if block.containers[:depth] != lead.containers:
            return [document.text[slice(*span)] for span in spans], after[index:]
        if inner and inner[0].kind == "list_item":
            if inner[0].span not in spans:
                spans.append(inner[0].span)
        elif block.kind is BlockKind.TABLE_ROW and len(block.containers) == depth + 1:
            if block.header and block.cells:
                spans.append(block.cells[0])
        else:
            return [document.text[slice(*span)] for span in spans], after[index:]
    return [document.text[slice(*span)] for span in spans], ()


def _is_of(thing: str, lead: Block, after: Sequence[Block]) -> bool:
    """Whether the first column of a table, if it is one, is headed by what is counted."""
    header = next((block.header for block in after[:2] if block.kind is BlockKind.TABLE_ROW and block.header), None)
    if header is None:
        return True
    names = {word.removesuffix("s") for word in words_of(header[0])}
    return bool(names & {word.removesuffix("s") for word in words_of(thing)})


def _head(entry: str) -> str:
    match = _HEAD.match(_BULLET.sub("", entry.strip()))
    return match[0] if match else ""


def _may_be_several(entry: str) -> bool:
    """Whether an entry may stand for several things, by its beginning with or without a label (`Optional.`)."""
    rest = _LABEL.sub("", _BULLET.sub("", entry.strip()))
    return bool(_SEVERAL.search(_head(entry)) or _SEVERAL.search(_head(rest)))


def _doubt(number: int, before: str, entries: Sequence[str], rest: Sequence[Block], lead: Block) -> str:
    """Why entries that are more or fewer than the number say nothing of it."""
    if _NOT_EXACT.search(before):
        return "the number is not said to be exact"
    if abs(number - len(entries)) > max(1, number // _SHARE):
        return "the number may be of something else"
    if len(entries) > number and any(_AN_ADDITION.match(_head(entry)) for entry in entries[1:]):
        return "some entries may be additions"
    if len(entries) > number and any(_MARKED.search(entry) for entry in entries):
        return "some entries may not be counted"
    if len(entries) < number and any(map(_may_be_several, entries)):
        return "some entries may be several"
    if len(entries) < number and _goes_on(rest, lead):
        return "the list may go on further down"
    if any(not entry.strip() for entry in entries):
        return "some entries are empty"
    kinds = {_mark(entry) for entry in entries}
    return "several lists may stand there" if any(a != b for a, b in pairwise(sorted(kinds))) else ""


def _mark(entry: str) -> str:
    """By what an entry is marked: a bullet, a number, nothing."""
    mark = re.match(r"[-*+•]|\(?\d{1,3}[.)]", entry.strip())
    return "" if mark is None else "1" if mark[0].strip("().").isdigit() else mark[0]


def _goes_on(rest: Sequence[Block], lead: Block) -> bool:
    """Whether the same section has further entries, or sections of its own, which may be counted too."""
    depth = len(lead.heading_path)
    for block in rest:
        if block.heading_path[:depth] != lead.heading_path:
            return False
        if len(block.heading_path) > depth or block.kind in {BlockKind.HEADING, BlockKind.TABLE_ROW, BlockKind.TERM}:
            # the heading of the next section is in the path of this one's parent only
            return True
        if len(block.containers) > len(lead.containers) and block.containers[len(lead.containers)].kind == "list_item":
            return True
    return False
