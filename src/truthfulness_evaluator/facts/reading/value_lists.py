"""Lists of values in documents: in sentences, table cells, usage texts, and one below the other."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.facts.reading import subjects
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Inline, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

_PLAIN_ROLES = frozenset({"", "code", "literal", "samp", "code-py"})
_VALUE = regex(r"[\"']?[A-Za-z0-9*][\w.+/:*-]{0,40}[\"']?")
_BETWEEN = regex(
    r"[`\s]*(?:\([^()\n]{0,60}\))?\s*(?:[,/|]\s*(?:(?:and|or|and/or)\s+)?|\s(?:and|or)\s+)(?:(?:the|also|even|finally)\s+)?[`\s]*"
)
"""What stands between two values of one list."""
_SAYS_ALL = regex(
    r"\b(?:valid|supported|allowed|accepted|possible|available|permitted|legal|recogni[sz]ed|acceptable|supports|accepts)"
    r"(?: \w+){0,3}?(?:\b| are| is|:)|\b(?:one|any) of\b|\bmust be\b|\b(?:full|complete|whole) list\b|\bchoices\b"
    r"|\bchoose (?:from|between)\b|\bcan be (?:either|one|set)\b|\beither\b|\bfollowing (?:\w+ )?(?:values|options)\b",
    re.IGNORECASE,
)
"""Words by which a list is said to be whole."""
_PART = regex(
    r"\b(?:e\.g|such as|for example|for instance|like|including|some of|among)\b|\betc\b|\.\.\.|…", re.IGNORECASE
)
"""Words by which a list is no whole one, or has values of others."""
_NOUN = regex(r"(?P<noun>[a-z][a-z_-]{2,})\s*(?:are|is|include)?\s*[:=]?[\s`*]*$", re.IGNORECASE)
_GENERIC = frozenset(
    {"values", "options", "choices", "value", "following", "follows", "these", "either", "with", "from", "are",
     "one", "the", "and", "use", "for", "called", "set", "can", "supported", "valid", "allowed", "both", "like",
     "using", "also"}
)  # fmt: skip
"""Words before a list that do not say what it is of."""
_ALTERNATIVES = regex(
    r"(?P<name>--[A-Za-z][\w-]*)[ =]*[:=]?[ ]*(?:[(\[{<](?P<inner>[\w.+-]+(?:\s?[|,]\s?[\w.+-]+)+)[)\]}>]"
    r"|(?P<bare>[\w.+-]+(?:\|[\w.+-]+)+))"
)
_VALUE_COLUMNS = frozenset(
    {"values", "choices", "allowed values", "possible values", "valid values", "accepted values", "available values",
     "supported values"}
)  # fmt: skip
_FEWEST_BELOW = 4
"""Entries below each other that make a list."""


@dataclass(frozen=True, slots=True)
class ListedValue:
    """A value of a list."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ValueList:
    """A list of values that a document gives."""

    values: tuple[ListedValue, ...]
    things: tuple[str, ...]
    """Names and nouns that it may be the values of, the likeliest first."""
    whole: bool
    """Whether the words around say that these are the values there are."""


def value_lists(document: Document) -> Iterator[ValueList]:
    """All lists of two values or more that a document states as true today."""
    below: dict[tuple[object, ...], list[tuple[Block, ListedValue]]] = {}
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            yield from _alternatives(document, block, block.text_span)
            continue
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.TABLE_ROW, BlockKind.FIELD}:
            yield from _in_a_row(document, block)
        for inline in block.inlines:
            if inline.kind is InlineKind.CODE:
                yield from _alternatives(document, block, inline.text_span)
        if entry := _entry(document, block):
            below.setdefault(_group(block), []).append((block, entry))
    yield from _one_below_the_other(list(below.values()))


def _in_a_row(document: Document, block: Block) -> Iterator[ValueList]:
    for run in _runs(document, block):
        first, last = run[0].span, run[-1].span
        start, end = sentence_span(document, (first[0], last[1]), block)
        before, after = document.text[start : first[0]], document.text[last[1] : end]
        if _PART.search(before[-80:]) or _PART.search(after[:40]):
            continue
        if not all(is_asserted(document, inline.span, block, of_code=True) for inline in (run[0], run[-1])):
            continue
        values = tuple(ListedValue(document.text[slice(*inline.text_span)], inline.text_span) for inline in run)
        things = _things(document, block, before, (start, first[0]))
        yield ValueList(values, things, bool(_SAYS_ALL.search(before)) or _is_value_cell(block, first))


def _runs(document: Document, block: Block) -> Iterator[list[Inline]]:
    """Code spans with nothing but commas, bars and `or` between them."""
    run: list[Inline] = []
    for inline in block.inlines:
        is_code = inline.kind is InlineKind.CODE or (
            inline.kind is InlineKind.ROLE and (inline.name or "") in _PLAIN_ROLES
        )
        fits = is_code and _VALUE.fullmatch(document.text[slice(*inline.text_span)])
        joined = run and _BETWEEN.fullmatch(document.text[run[-1].span[1] : inline.span[0]])
        if fits and joined:
            run.append(inline)
            continue
        if len(run) > 1:
            yield run
        run = [inline] if fits else []
    if len(run) > 1:
        yield run


def _things(document: Document, block: Block, before: str, span: Span) -> tuple[str, ...]:
    """What the values may be of: names before them in the sentence, the noun before them, what the block is about."""
    inside = [i for i in block.inlines if span[0] <= i.span[0] and i.span[1] <= span[1]]
    things = [name for name, _ in reversed(subjects.names_in(document, inside))][:1]
    noun = _NOUN.search(before)
    if noun and noun["noun"].lower() not in _GENERIC:
        things.append(noun["noun"])
    about = subjects.row_subject(document, block) or subjects.enclosing(document, block)
    if about is not None:
        things.append(about.name)
    elif block.heading_path:
        things.extend(re.findall(r"[A-Za-z]\w*(?:-\w+)*", block.heading_path[-1]))
    return tuple(dict.fromkeys(things))


def _is_value_cell(block: Block, first: Span) -> bool:
    """Whether a value stands in a column of values."""
    for index, (start, end) in enumerate(block.cells):
        if start <= first[0] < end and index < len(block.header):
            return block.header[index].strip().lower() in _VALUE_COLUMNS
    return False


def _alternatives(document: Document, block: Block, span: Span) -> Iterator[ValueList]:
    """`--engine (fast|exact)`, `--engine {fast,exact}`: an option with its values."""
    text = document.text
    for match in _ALTERNATIVES.finditer(text, *span):
        group = "inner" if match["inner"] else "bare"
        braced = match["inner"] and text[match.start("inner") - 1] == "{"
        if "," in match[group] and not braced:
            continue
        values = tuple(
            ListedValue(part[0], (match.start(group) + part.start(), match.start(group) + part.end()))
            for part in re.finditer(r"[\w.+-]+", match[group])
        )
        if block.kind is BlockKind.CODE or is_asserted(document, span, block, of_code=True):
            yield ValueList(values, (match["name"],), whole=True)


def _entry(document: Document, block: Block) -> ListedValue | None:
    """The value that a list item, term or row begins with."""
    if block.kind is BlockKind.TABLE_ROW:
        if not block.header or not block.cells:
            return None
        start, end = block.cells[0]
    elif block.kind is BlockKind.TERM:
        start, end = block.text_span
    elif block.kind is BlockKind.PARAGRAPH and any(c.kind == "list_item" for c in block.containers[-1:]):
        start, end = block.text_span[0], block.text_span[0] + 1
    else:
        return None
    inside = [i for i in block.inlines if start <= i.span[0] < end]
    if len(inside) != 1 or inside[0].kind is not InlineKind.CODE:
        return None
    text = document.text[slice(*inside[0].text_span)]
    return ListedValue(text, inside[0].text_span) if _VALUE.fullmatch(text) else None


def _group(block: Block) -> tuple[object, ...]:
    kind = "item" if block.kind is BlockKind.PARAGRAPH else block.kind
    depth = len(block.containers)
    return (kind, block.heading_path, block.lead_in, block.header, depth)


def _one_below_the_other(groups: Sequence[list[tuple[Block, ListedValue]]]) -> Iterator[ValueList]:
    for group in groups:
        if len(group) < _FEWEST_BELOW:
            continue
        block = group[0][0]
        lead = block.lead_in
        if _PART.search(lead):
            continue
        noun = _NOUN.search(lead.rstrip(": "))
        things = (noun["noun"],) if noun and noun["noun"].lower() not in _GENERIC else ()
        yield ValueList(tuple(value for _, value in group), things, bool(_SAYS_ALL.search(lead)))
