"""Lists of reStructuredText: bullets, enumerations, fields, options, definitions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from truthfulness_evaluator.documents.rst_builder import Body, BodyReader, Scope
from truthfulness_evaluator.documents.rst_forms import (
    BULLET,
    ENUMERATOR,
    FIELD,
    OPTION,
    first_paragraph,
    is_text,
    is_value,
)
from truthfulness_evaluator.documents.rst_rows import (
    Passage,
    Row,
    passages_of,
    span_of,
    take_indented,
    without_blank_top,
)
from truthfulness_evaluator.models.document import BlockKind, Container
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_CLASSIFIER = regex(r" +: +")


def bullet_list(reader: BodyReader, body: Body, index: int) -> int:
    """Items with the same bullet."""
    bullet = body.text(index)[0]
    lead_in = reader.builder.lead_in(body)
    while True:
        content, after = bullet_item(body.rows, index)
        _item(reader, body, index, content, lead_in)
        index = body.filled(after)
        line = body.text(index)
        if not line.startswith(bullet) or not BULLET.match(line):
            body.lead = None
            return after


def bullet_item(rows: Sequence[Row], index: int) -> tuple[list[Row], int]:
    """The content of a bullet's item, and the index of the row after it."""
    match = BULLET.match(rows[index].text)
    return _item_rows(rows, index, match.end() if match else 1)


def _item_rows(rows: Sequence[Row], index: int, indent: int) -> tuple[list[Row], int]:
    known = indent if rows[index].text[indent:] else None
    content, after = take_indented(rows, index, first=indent, block=known)
    return without_blank_top(content), after


def _item(reader: BodyReader, body: Body, index: int, content: list[Row], lead_in: str) -> None:
    first = first_paragraph(content)
    argument = reader.builder.inliner.plain(first) if first else ""
    container = Container("list_item", argument=argument, span=_whole(body.rows[index], content))
    reader.read(content, body.scope.inside(container, lead_in))


def _whole(marker: Row, content: Sequence[Row]) -> Span:
    return marker.start, span_of(content)[1] if content else marker.end


@dataclass(frozen=True, slots=True)
class _Enumerator:
    """A parsed enumerator: `(iv)` is the fourth of `lowerroman`."""

    form: str
    sequence: str
    ordinal: int


def enumerated_list(reader: BodyReader, body: Body, index: int) -> int | None:
    """Items whose enumerators count on; None where the line is no item after all."""
    match = ENUMERATOR.match(body.text(index))
    current = _enumerator(match, None) if match else None
    if match is None or current is None or not _is_item(body, index, current):
        return None
    lead_in = reader.builder.lead_in(body)
    automatic = current.sequence == "#"
    while True:
        content, after = _item_rows(body.rows, index, match.end())
        _item(reader, body, index, content, lead_in)
        index = body.filled(after)
        match = ENUMERATOR.match(body.text(index))
        following = _enumerator(match, None if automatic else current.sequence) if match else None
        if match is None or following is None or not _continues(current, following, automatic=automatic):
            break
        if not _is_item(body, index, following):
            break
        automatic = automatic or following.sequence == "#"
        current = _Enumerator(current.form, current.sequence, current.ordinal + 1)
    body.lead = None
    return after


def _continues(current: _Enumerator, following: _Enumerator, *, automatic: bool) -> bool:
    if following.form != current.form:
        return False
    if following.sequence == "#":
        return True
    counted = following.sequence == current.sequence and following.ordinal == current.ordinal + 1
    return counted and not automatic


def _enumerator(match: re.Match[str], expected: str | None) -> _Enumerator | None:
    form = match.lastgroup or ""
    text = match[form]
    if text == "#":
        return _Enumerator(form, "#", 1)
    names = _sequences(text)
    if expected in names:
        sequence = expected
    elif text in ("i", "I"):
        sequence = "lowerroman" if text == "i" else "upperroman"
    else:
        sequence = names[0]
    ordinal = _ordinal(text, sequence)
    return None if ordinal is None else _Enumerator(form, sequence, ordinal)


def _sequences(text: str) -> list[str]:
    if text.isdigit():
        return ["arabic"]
    case = "lower" if text.islower() else "upper"
    names = [f"{case}alpha"] if len(text) == 1 else []
    if set(text.lower()) <= set("ivxlcdm"):
        names.append(f"{case}roman")
    return names


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST_ROMAN = 4999
_LONGEST_NUMBER = 18
"""Digits of an enumerator; longer ones are no counting."""


def _roman(number: int) -> str:
    letters = ""
    for value, numeral in _ROMAN:
        letters += numeral * (number // value)
        number %= value
    return letters


def _ordinal(text: str, sequence: str) -> int | None:
    if sequence == "arabic":
        return int(text) if len(text) <= _LONGEST_NUMBER else None
    if sequence.endswith("alpha"):
        return ord(text.lower()) - ord("a") + 1
    rest, number = text.lower(), 0
    for value, numeral in _ROMAN:
        while rest.startswith(numeral):
            rest, number = rest.removeprefix(numeral), number + value
    valid = not rest and 0 < number <= _LARGEST_ROMAN and _roman(number) == text.lower()
    return number if valid else None


def _spelled(ordinal: int, sequence: str) -> str | None:
    if sequence == "#":
        return "#"
    if sequence == "arabic":
        return str(ordinal)
    if sequence.endswith("alpha"):
        spelled = chr(ordinal + ord("a") - 1) if ordinal <= 26 else None
    else:
        spelled = _roman(ordinal) if ordinal <= _LARGEST_ROMAN else None
    if spelled and sequence.startswith("upper"):
        return spelled.upper()
    return spelled


def _is_item(body: Body, index: int, enumerator: _Enumerator) -> bool:
    """Whether the next line is blank, indented or the next item: else `1984. A novel` is a paragraph."""
    following = body.text(index + 1)
    if not following or following[0] == " ":
        return True
    spelled = _spelled(enumerator.ordinal + 1, enumerator.sequence)
    if spelled is None:
        return False
    prefix, suffix = {"parens": ("(", ")"), "rparen": ("", ")"), "period": ("", ".")}[enumerator.form]
    return following.startswith((f"{prefix}{spelled}{suffix} ", f"{prefix}#{suffix} "))


def field_list(reader: BodyReader, body: Body, index: int) -> int:
    """`:name: value` lines."""
    lead_in = reader.builder.lead_in(body)
    while match := FIELD.match(body.text(index)):
        content, after = take_indented(body.rows, index, first=match.end())
        read_field(reader, body.rows[index], match, without_blank_top(content), body.scope, lead_in)
        index = body.filled(after)
    body.lead = None
    return index


def read_field(
    reader: BodyReader, marker: Row, match: re.Match[str], content: list[Row], scope: Scope, lead_in: str
) -> None:
    """A field: its first paragraph is the value, what follows is content of its own."""
    title = Passage([marker.cut(*match.span("name"))])
    name = reader.builder.inliner.plain(title)
    length = 0
    while length < len(content) and content[length].text:
        length += 1
    value = passages_of(content[:length])
    rest = without_blank_top(content[length:])
    if not value or not is_value(content[0].text) or value[0].text.endswith("::"):
        value, rest = [], content
    end = marker.place(len(match[0].rstrip()) - 1) + 1
    text_span = (value[0].span()[0], value[-1].span()[1]) if value else (end, end)
    span = (marker.start, text_span[1])
    passages = [title, *value]
    reader.builder.add(BlockKind.FIELD, span, scope, passages, text_span=text_span, title=name, lead_in=lead_in)
    if rest:
        container = Container("definition", "field", name, _whole(marker, content))
        reader.read(rest, scope.inside(container, lead_in))


def option_list(reader: BodyReader, body: Body, index: int) -> int | None:
    """`-o FILE, --output=FILE  description` items; None where the first has no description."""
    lead_in = reader.builder.lead_in(body)
    first, after = index, index
    while match := OPTION.match(body.text(index)):
        content, end = take_indented(body.rows, index, first=match.end())
        content = without_blank_top(content)
        if not content:
            break
        row = body.rows[index].cut(0, match.end())
        reader.builder.add(BlockKind.TERM, row.span, body.scope, lead_in=lead_in)
        container = Container("definition", "option", row.text, _whole(row, content))
        reader.read(content, body.scope.inside(container, lead_in))
        after, index = end, body.filled(end)
    if index == first:
        return None
    body.lead = None
    return after


def definition_list(reader: BodyReader, body: Body, index: int) -> int:
    """Terms, each followed by its indented definition."""
    lead_in = reader.builder.lead_in(body)
    while True:
        content, after = take_indented(body.rows, index + 1)
        _definition(reader, body.scope, [body.rows[index]], content, lead_in)
        index = body.filled(after)
        line = body.text(index)
        if not line or not body.text(index + 1).startswith(" ") or not is_text(line):
            body.lead = None
            return after


def glossary(reader: BodyReader, rows: Sequence[Row], scope: Scope) -> None:
    """Definitions that may have several terms, one a line."""
    body = Body(rows, scope)
    index, terms = body.filled(0), list[Row]()
    while index < len(rows):
        if not rows[index].text.startswith((" ", ".. ")):
            terms.append(rows[index])
            index = body.filled(index + 1)
            continue
        content, after = take_indented(rows, index, first=0 if rows[index].text[0] == "." else None)
        if rows[index].text[0] == " ":
            _definition(reader, scope, terms, content, "")
            terms = []
        index = body.filled(after)
    _definition(reader, scope, terms, [], "")


def _definition(reader: BodyReader, scope: Scope, terms: list[Row], content: list[Row], lead_in: str) -> None:
    builder = reader.builder
    names: list[str] = []
    for term in terms:
        passage = Passage([term])
        builder.add(BlockKind.TERM, term.span, scope, [passage], lead_in=lead_in)
        names.append(builder.inliner.plain(_without_classifier(reader, term, passage)))
    if content:
        start = terms[0].start if terms else span_of(content)[0]
        container = Container("definition", "", ", ".join(names), (start, span_of(content)[1]))
        reader.read(content, scope.inside(container, lead_in))


def _without_classifier(reader: BodyReader, term: Row, passage: Passage) -> Passage:
    marks = [inline.span for inline in reader.builder.inliner.read(passage)]
    for match in _CLASSIFIER.finditer(term.text):
        place = term.place(match.start())
        if not any(start <= place < end for start, end in marks):
            return Passage([term], match.start())
    return passage
