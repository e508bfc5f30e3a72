"""Default values: what an option, setting, constant or parameter is when nobody sets it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from truthfulness_evaluator.facts import proof, subjects
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, sentence_span, tells_of_the_past
from truthfulness_evaluator.facts.subjects import Subject
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Inline, InlineKind, Scope, Span
from truthfulness_evaluator.project.lookup import DefaultDeclaration
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.values import same_value, written_like

_NAMING = frozenset({InlineKind.CODE, InlineKind.ROLE})
_PUBLIC = frozenset({"option", "setting", "constant", "environment"})
"""What users set by its name; attributes and parameters of the same name are often something else."""
_PLAIN = re.compile(
    r"-?\d[\d_,.]*(?:\s?(?:[kKMG]i?B|ms|s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|bytes))?(?![\w/])"
    r"""|[Tt]rue|[Ff]alse|None|null|"[^"\n]{0,80}"|'[^'\n]{0,80}'"""
)
_LABEL = re.compile(r"^[\s*_-]*:?defaults?(?: value)?[\s*_]*[:=][\s*_]*", re.IGNORECASE)
_INLINE = re.compile(
    r"\bdefaults? to[\s*_]*(?:be )?|\bdefault(?: (?:value|limit|size|number|timeout|mode|level))?(?: for (?:this|it))?"
    r"(?: is|:|=)[\s*_]*"
    r"|\bdefault(?: value)? (?:of|for)(?: the)?[\s*_]+|\(default[\s*_]*[:=]?[\s*_]*",
    re.IGNORECASE,
)
_IS = re.compile(r"\s*(?:option |setting |parameter |argument )?(?:is|:|=)\s*(?:set to )?", re.IGNORECASE)
_CONDITIONS = re.compile(
    r"^[`*'\")\]]*\s*,?\s*(?:\(?(?:on|in|if|as|when|unless|for|or|otherwise|with|plus|and|times|per|of|%|\+|\*|/|-|x)\b|[+*/%]|\.\w)",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|when|unless|otherwise|depending|depends|on (?:windows|macos|linux|unix))\b", re.IGNORECASE
)
_HELP_LINE = re.compile(r"^[ \t]*(?:-\w,?[ /]+)?(?P<option>--[A-Za-z][\w-]*)", re.MULTILINE)
_HELP_DEFAULT = re.compile(r"[\[(]default(?:s to|:|=)\s*(?P<value>[^\])\n]{1,80})[\])]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    span: Span


def find(document: Document) -> Iterator[Found]:
    """`Default:` labels and fields, default columns of tables, `defaults to` in sentences, defaults in help texts."""
    for block in blocks_today(document):
        if block.kind is BlockKind.TABLE_ROW:
            yield from _row(document, block)
        elif block.kind is BlockKind.CODE:
            yield from _help_text(document, block)
        elif block.kind is BlockKind.FIELD:
            if block.title.lower() in {"default", "defaults", "default value"}:
                yield from _labelled(document, block, block.text_span[0])
        elif block.kind is BlockKind.PARAGRAPH:
            label = _LABEL.match(document.text[slice(*block.text_span)])
            if label:
                yield from _labelled(document, block, block.text_span[0] + label.end())
            else:
                yield from _sentences(document, block)


def _labelled(document: Document, block: Block, start: int) -> Iterator[Found]:
    subject = subjects.enclosing(document, block)
    value = _value_at(document, block, start, block.text_span[1])
    if subject and value and not _CONDITIONS.match(document.text[value.span[1] : block.text_span[1]]):
        yield _claim(document, subject, value, "label")


def _row(document: Document, block: Block) -> Iterator[Found]:
    columns = [
        i for i, cell in enumerate(block.header) if cell.strip().lower() in {"default", "defaults", "default value"}
    ]
    if len(columns) != 1 or columns[0] >= len(block.cells) or columns[0] == 0:
        return
    subject = subjects.row_subject(document, block)
    start, end = block.cells[columns[0]]
    value = _value_at(document, block, start, end)
    if subject and value and not document.text[value.span[1] : end].strip("`*_ \t"):
        yield _claim(document, subject, value, "table")


def _help_text(document: Document, block: Block) -> Iterator[Found]:
    text, (start, end) = document.text, block.text_span
    lines = list(_HELP_LINE.finditer(text, start, end))
    for line, following in zip_longest(lines, lines[1:]):
        match = _HELP_DEFAULT.search(text, line.end(), following.start() if following else end)
        if match:
            span = match.span("value")
            subject = Subject(line["option"], line.span("option"), "sentence")
            yield _claim(document, subject, _Value(match["value"].strip(), span), "code")


def _sentences(document: Document, block: Block) -> Iterator[Found]:
    text = document.text
    for match in _INLINE.finditer(text, *block.text_span):
        sentence = sentence_span(document, match.span(), block)
        value, named = _after_subject(document, block, match.end(), sentence)
        if value is None:
            value = _value_at(document, block, match.end(), sentence[1])
            named = _subject_of(document, block, match, sentence)
        if value is None or named is None or named.span == value.span:
            continue
        if any(value.span[1] < i.span[0] < sentence[1] and i.kind in _NAMING for i in block.inlines):
            continue  # what follows the value may be what it is the default of
        said = text[slice(*sentence)]
        if tells_of_the_past(said) or _CONDITIONS.match(text[value.span[1] : sentence[1]]) or _CONDITIONAL.search(said):
            continue
        yield _claim(document, named, value, "prose")


def _after_subject(document: Document, block: Block, at: int, sentence: Span) -> tuple[_Value | None, Subject | None]:
    """Value and subject of `the default of X is VALUE`."""
    inline = next((i for i in block.inlines if i.span[0] == at), None)
    names = subjects.names_in(document, [inline]) if inline else []
    if not inline or not names:
        return None, None
    verb = _IS.match(document.text, inline.span[1], sentence[1])
    value = _value_at(document, block, verb.end(), sentence[1]) if verb else None
    return value, Subject(names[0][0], names[0][1], "sentence")


def _subject_of(document: Document, block: Block, match: re.Match[str], sentence: Span) -> Subject | None:
    """The closest identifier before the words, in the sentence, else what the block stands under."""
    before = [i for i in block.inlines if sentence[0] <= i.span[0] and i.span[1] <= match.start()]
    names = subjects.names_in(document, before)
    if names:
        return Subject(*names[-1], "sentence") if len(names) == 1 or match[0].startswith("(") else None
    if any(i.kind is InlineKind.CODE for i in before):
        return None
    item = next((c for c in reversed(block.containers) if c.kind == "list_item"), None)
    opening = [i for i in block.inlines if i.span[0] <= block.text_span[0] + 2]
    if item and (first := subjects.names_in(document, opening)):
        return Subject(*first[0], "item")
    return subjects.enclosing(document, block)


def _value_at(document: Document, block: Block, start: int, end: int) -> _Value | None:
    """The value that stands at an offset: a code span, a role, or a plain number, truth value or quoted text."""
    while start < end and document.text[start] in " \t*_":
        start += 1
    for inline in block.inlines:
        if inline.span[0] == start and inline.kind in {InlineKind.CODE, InlineKind.ROLE}:
            return _Value(document.text[slice(*inline.text_span)], inline.text_span)
        if inline.span[0] == start and inline.kind in {InlineKind.STRONG, InlineKind.EMPHASIS}:
            return _value_at(document, _within(block, inline), *inline.text_span)
    plain = _PLAIN.match(document.text, start, end)
    if plain is None:
        return None
    text = plain[0].rstrip(".,")
    return _Value(text, (start, start + len(text)))


def _within(block: Block, inline: Inline) -> Block:
    """The block with the marks inside of one mark only."""
    inner = tuple(i for i in block.inlines if inline.text_span[0] <= i.span[0] and i.span[1] <= inline.text_span[1])
    return Block(block.kind, inline.span, inline.text_span, inlines=tuple(i for i in inner if i is not inline))


def _claim(document: Document, subject: Subject, value: _Value, form: str) -> Found:
    fact = Fact(
        kind="default_value",
        subject=subject.name,
        expected=value.text,
        scope=Scope(module=document.name, form=form),
        subject_span=subject.span,
        expected_span=value.span,
    )
    return Found(fact, f"`{subject.name}` defaults to {value.text}", value.span)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that the project's code gives a value to."""
    return bool(project.code.defaults_of(fact.subject))


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where a declaration has the value; REFUTES where all that may be meant have one other value."""
    declared = project.code.defaults_of(fact.subject)
    strong = [each for each in declared if each.what in _PUBLIC and _is_public(each)]
    pool = strong or list(declared)
    written = fact.expected or ""
    if not strong and not _is_specific(fact, pool):
        return proof.unsettled("an attribute or parameter of this name may be another one")
    answers = [(each, same_value(written, each.value.literal, each.value.source)) for each in pool]
    for each, same in answers:
        if same:
            return proof.supported(project, f"it is {each.value.source}", each.location)
    if not answers or any(same is None for _, same in answers):
        return proof.unsettled("the value is made at run time, or cannot be compared")
    if len({each.value.literal for each, _ in answers}) > 1:
        return proof.unsettled("several things of this name have different values")
    if _is_declared_elsewhere(fact.subject, pool, project, quoted=not strong):
        return proof.unsettled("the name is also a key of a table that is not understood")
    each = answers[0][0]
    replacement = written_like(written, each.value.literal) if each.value.literal is not None else None
    evidence = proof.at(project, each.location, supports=False)
    told = f"the default is {each.value.source}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=replacement)


def _is_public(declared: DefaultDeclaration) -> bool:
    """Whether a declaration is of something that users set: not of a variable with a name of one small word."""
    return declared.what != "constant" or "_" in declared.name or declared.name.isupper()


def _is_declared_elsewhere(name: str, pool: Sequence[DefaultDeclaration], project: Project, *, quoted: bool) -> bool:
    """Whether another file has a name as a key of a table, or (`quoted`) as a text: it may declare it in a way that is
    not understood.
    """
    text = re.compile(rf"([\"']){re.escape(name)}\1" + ("" if quoted else r"\s*:"))
    files = {each.declared.path for each in pool}
    return any(place.path not in files for place in project.code.words.matches(text, needs=name))


def _is_specific(fact: Fact, pool: Sequence[DefaultDeclaration]) -> bool:
    """Whether an attribute or parameter can only be the one that is meant."""
    return len(pool) == 1 and ("_" in fact.subject.strip("_") or "." in fact.subject)


KIND = FactKind(
    name="default_value",
    title="Default values",
    checks="The default that a document gives for an option, setting, constant or parameter is the one in the code. "
    "The subject comes from the sentence, the table row, the directive, the term or the heading.",
    abstains="The value is made at run time or under conditions, several things have the name with different values, "
    "or the two values cannot be compared.",
    example="`--max-workers` defaults to 8.",
    find=find,
    check=check,
    concerns=concerns,
)
