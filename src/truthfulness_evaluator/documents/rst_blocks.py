"""The blocks of reStructuredText: what each line begins, and the simple ones of them."""

import re
from collections.abc import Callable, Sequence

from truthfulness_evaluator.documents.rst_builder import Body, BodyReader, Builder, Scope
from truthfulness_evaluator.documents.rst_explicit import anonymous_target, explicit_markup
from truthfulness_evaluator.documents.rst_forms import (
    ADORNMENT,
    ANONYMOUS,
    BULLET,
    DOCTEST,
    ENUMERATOR,
    EXPLICIT,
    FIELD,
    GRID_BORDER,
    LINE,
    OPTION,
    SIMPLE_TABLE,
    is_text,
    paragraph_of,
)
from truthfulness_evaluator.documents.rst_lists import (
    bullet_list,
    definition_list,
    enumerated_list,
    field_list,
    option_list,
)
from truthfulness_evaluator.documents.rst_rows import (
    Passage,
    Row,
    indent_of,
    passages_of,
    span_of,
    take_indented,
    without_blank_top,
)
from truthfulness_evaluator.documents.rst_tables import grid_table, simple_table
from truthfulness_evaluator.documents.rst_text import width_of
from truthfulness_evaluator.models.document import Container
from truthfulness_evaluator.text.patterns import regex

DEEPEST = 60
"""Nesting that is still read; what lies deeper is read as paragraphs. No document goes beyond a dozen."""
_SHORT = 4
"""Adornments with fewer characters are text where they could be a transition, or are narrower than the title."""
_ATTRIBUTION = regex(r"(?:---?(?!-)|\u2014) *(?=[^ \n])")
_PUNCTUATION = regex(r"[!-/:-@[-`{-~]")

_Form = Callable[[BodyReader, Body, int], int | None]


class BlockReader:
    """Reads rows as a sequence of blocks."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    @property
    def builder(self) -> Builder:
        """Where blocks go."""
        return self._builder

    def read(self, rows: Sequence[Row], scope: Scope, lead: Passage | None = None) -> None:
        """Read rows as a sequence of blocks; `lead` is the paragraph right before them."""
        if scope.depth > DEEPEST:
            for passage in passages_of(rows):
                self._builder.paragraph(passage, scope)
            return
        body = Body(rows, scope, lead)
        index = body.filled(0)
        while index < len(rows):
            index = body.filled(self._block(body, index))

    def _block(self, body: Body, index: int) -> int:
        line = body.rows[index].text
        if line[0] == " ":
            return _indented(self, body, index)
        for pattern, form in _FORMS if not is_text(line) else ():
            if pattern.match(line):
                after = form(self, body, index)
                if after is not None:
                    return after
                break
        return _text(self, body, index)


def _text(reader: BodyReader, body: Body, index: int) -> int:
    """A title, a definition, or a paragraph."""
    following = body.text(index + 1)
    if following.startswith(" "):
        return definition_list(reader, body, index)
    if following and ADORNMENT.match(following):
        title = body.rows[index]
        if width_of(title.text) <= len(following) or len(following) >= _SHORT:
            _title(reader, body, title, (title.start, body.rows[index + 1].end), following[0])
            return index + 2
    end = index + 1
    while (line := body.text(end)) and line[0] != " ":
        end += 1
    return _paragraph(reader, body, index, end)


def _title(reader: BodyReader, body: Body, title: Row, span: tuple[int, int], style: str) -> None:
    passage = Passage([title.stripped()])
    if body.scope.titles:
        reader.builder.heading(style, span, passage)
        body.lead = None
    else:
        # No section can begin inside a list or directive; what was meant as a title is still text.
        reader.builder.paragraph(passage, body.scope)
        body.lead = passage


def _paragraph(reader: BodyReader, body: Body, index: int, end: int) -> int:
    rows = body.rows[index:end]
    passage, literal_follows = paragraph_of(rows)
    if passage:
        reader.builder.paragraph(passage, body.scope, span_of(rows))
        body.lead = passage
    return _literal(reader, body, end) if literal_follows else end


def _literal(reader: BodyReader, body: Body, index: int) -> int:
    """A literal block: indented, or quoted by the same character before each line."""
    content, after = take_indented(body.rows, index)
    content = without_blank_top(content)
    if not content:
        after = body.filled(index)
        quote = body.text(after)[:1]
        if quote and _PUNCTUATION.match(quote):
            start = after
            while body.text(after).startswith(quote):
                after += 1
            content = list(body.rows[start:after])
    if content:
        builder = reader.builder
        builder.code(span_of(content), body.scope, builder.language, builder.lead_in(body))
        body.lead = None
    return after


def _adornment(reader: BodyReader, body: Body, index: int) -> int | None:
    """A title with overline, or a transition; a line that is neither is left out."""
    line, title, under = (body.text(index + offset) for offset in range(3))
    long_enough = len(line) >= _SHORT
    if not body.scope.titles:
        return index + 1 if long_enough and line != "::" else None
    if not title:
        return index + 1 if long_enough else None
    fits = long_enough or width_of(title) <= len(line)
    if under == line and fits and not ADORNMENT.match(title):
        span = (body.rows[index].start, body.rows[index + 2].end)
        _title(reader, body, body.rows[index + 1], span, line[0] * 2)
        return index + 3
    return index + 1 if long_enough else None


def _indented(reader: BodyReader, body: Body, index: int) -> int:
    """A quotation; an indented list, table or directive is none, it only stands further in."""
    content, after = take_indented(body.rows, index)
    first = content[0].text
    if first[0] == " " or not _is_quotation(first):
        reader.read(content, body.scope.indented(), body.lead)
    else:
        _quotations(reader, Body(content, body.scope))
    body.lead = None
    return after


def _is_quotation(line: str) -> bool:
    form = next((form for pattern, form in _FORMS if pattern.match(line)), None)
    return form in (None, _line_block, _adornment)


def _quotations(reader: BodyReader, body: Body) -> None:
    """Quotations, each ended by its attribution (`-- Name`) or with the rows."""
    start = 0
    while start < len(body.rows):
        attribution, end = _attribution(body, start)
        quoted = body.rows[start:end]
        scope = body.scope.inside(Container("quote", span=span_of(quoted)))
        reader.read(body.rows[start:attribution], scope)
        for passage in passages_of(body.rows[attribution:end]):
            reader.builder.paragraph(passage, scope)
        start = body.filled(end)


def _attribution(body: Body, start: int) -> tuple[int, int]:
    """Where the attribution of a quotation begins and ends; the end of the rows where it has none."""
    for index in range(start + 2, len(body.rows)):
        if body.text(index - 1) or not _ATTRIBUTION.match(body.text(index)):
            continue
        end = index + 1
        while body.text(end):
            end += 1
        if len({indent_of(row.text) for row in body.rows[index + 1 : end]}) <= 1:
            return index, end
    return len(body.rows), len(body.rows)


def _doctest(reader: BodyReader, body: Body, index: int) -> int:
    end = index
    while body.text(end):
        end += 1
    lead_in = reader.builder.lead_in(body)
    reader.builder.code(span_of(body.rows[index:end]), body.scope, "pycon", lead_in)
    body.lead = None
    return end


def _line_block(reader: BodyReader, body: Body, index: int) -> int:
    while match := LINE.match(body.text(index)):
        content, after = take_indented(body.rows, index, first=match.end(), until_blank=True)
        for passage in passages_of(content):
            reader.builder.paragraph(passage, body.scope, (body.rows[index].start, passage.span()[1]))
        index = after
    body.lead = None
    return index


_FORMS: tuple[tuple[re.Pattern[str], _Form], ...] = (
    (BULLET, bullet_list),
    (ENUMERATOR, enumerated_list),
    (FIELD, field_list),
    (OPTION, option_list),
    (DOCTEST, _doctest),
    (LINE, _line_block),
    (GRID_BORDER, grid_table),
    (SIMPLE_TABLE, simple_table),
    (EXPLICIT, explicit_markup),
    (ANONYMOUS, anonymous_target),
    (ADORNMENT, _adornment),
)
"""In the order in which they are tried: a line is what it matches first. Anything else is text."""
