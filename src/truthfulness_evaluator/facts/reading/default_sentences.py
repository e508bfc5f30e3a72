"""Defaults that sentences, labels, fields and table rows state."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.reading import subjects
from truthfulness_evaluator.facts.reading.default_places import NAMING, Written, claim, opening_name, value_at
from truthfulness_evaluator.facts.reading.subjects import Subject
from truthfulness_evaluator.facts.scope import sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, Document, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

_LABEL = regex(r"^[\s*_-]*:?defaults?(?: value)?[\s*_]*[:=][\s*_]*", re.IGNORECASE)
_INLINE = regex(
    r"\bdefaults? to[\s*_]*(?:be )?|\bdefault(?: (?:value|limit|size|number|timeout|mode|level))?(?: for (?:this|it))?"
    r"(?: is|:|=)[\s*_]*"
    r"|\bdefault(?: value)? (?:of|for)(?: the)?[\s*_]+|\(default[\s*_]*[:=]?[\s*_]*",
    re.IGNORECASE,
)
_NAMED = regex(
    r"\bdefault (?P<words>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,4}?) (?:is|are)[\s*_]+(?:set to )?", re.IGNORECASE
)
"""The thing is called by words: `the default connection timeout is 30`."""
_OF_NOUN = regex(r"\bdefault (?P<words>(?:[A-Z][\w-]* |[a-z][\w-]* ){0,2})(?=`)")
"""The value stands between the words: ``the default `fast` engine``."""
_FUNCTION_WORDS = "is|are|was|will|can|may|must|which|that|for|in|to|and|or|with|from|on|by|of|as|at|if|when|used|you"
_NOUN = regex(
    rf"[\s*_]+(?P<noun>(?!(?:{_FUNCTION_WORDS})\b)[a-z][a-z-]{{2,}}(?: (?!(?:{_FUNCTION_WORDS})\b)[a-z][a-z-]{{2,}})?)"
)
_QUOTED = regex(r"(?<!\w)([\"'])[^\"'\n]+\1(?!\w)")
_BY_DEFAULT = regex(r"[\s*_`]*(?:\([^)\n]{0,40}\)\s*)?,?\s*by default\b", re.IGNORECASE)
_IS = regex(r"\s*(?:option |setting |parameter |argument )?(?:is|:|=)\s*(?:set to )?", re.IGNORECASE)
_CONDITIONS = regex(
    r"^[`*'\")\]]*\s*,?\s*(?:\(?(?:on|in|if|as|when|unless|for|or|otherwise|with|plus|and|times|per|of|months?|years?|percent|hundred|thousand|million|billion|dozens?|%|\+|\*|/|-|x)\b|[+*/%]|\.\w)",
    re.IGNORECASE,
)
_CONDITIONAL = regex(
    r"\b(?:if|when|unless|otherwise|depending|depends|on (?:windows|macos|linux|unix))\b", re.IGNORECASE
)
_PARAMETER = regex(r"(?:param|parameter|arg|argument|key|keyword|kwarg|kwparam)\s+(?:\S+\s+)?\**(?P<name>\w+)")
_FUNCTION = regex(r"(?P<name>[A-Za-z_][\w.]*)\s*\(")
_POINTS = frozenset(
    {"these", "those", "this", "that", "which", "same", "its", "their", "whose", "behavior", "behaviour"}
)
"""Words that say that the noun is no name of a setting."""


def labelled_paragraph(document: Document, block: Block) -> Iterator[Found]:
    """A paragraph that begins with `Default:`, else the sentences of one."""
    if lower_text(document).find("default", *block.text_span) < 0:
        return
    label = _LABEL.match(document.text[slice(*block.text_span)])
    if label:
        yield from labelled(document, block, block.text_span[0] + label.end())
    else:
        yield from sentences(document, block)


def field(document: Document, block: Block) -> Iterator[Found]:
    """`:default: 8` of a directive, and the text of `:param size:`."""
    if block.title.lower() in {"default", "defaults", "default value"}:
        yield from labelled(document, block, block.text_span[0])
    elif match := _PARAMETER.fullmatch(block.title):
        subject = Subject(_qualified(block, match["name"]), None, "directive")
        yield from sentences(document, block, subject)


def _qualified(block: Block, parameter: str) -> str:
    """A parameter with the function that a directive around it describes."""
    for container in reversed(block.containers):
        function = _FUNCTION.match(container.argument.split(" -> ")[0].removeprefix("async ").strip())
        if container.kind == "directive" and function:
            return f"{function['name']}.{parameter}"
    return parameter


def labelled(document: Document, block: Block, start: int) -> Iterator[Found]:
    """The value after a label, of what the block stands under."""
    subject = subjects.enclosing(document, block)
    value = value_at(document, block, start, block.text_span[1])
    if subject and value and not _CONDITIONS.match(document.text[value.span[1] : block.text_span[1]]):
        yield claim(document, subject, value, "label")


def row(document: Document, block: Block) -> Iterator[Found]:
    """The cell below `Default`, of the name in the first cell."""
    columns = [i for i, cell in enumerate(block.header) if _is_default_column(cell)]
    if len(columns) != 1 or columns[0] >= len(block.cells) or columns[0] == 0:
        return
    subject = subjects.row_subject(document, block)
    start, end = block.cells[columns[0]]
    value = value_at(document, block, start, end)
    if subject and value and not document.text[value.span[1] : end].strip("`*_ \t"):
        yield claim(document, subject, value, "table")


def _is_default_column(cell: str) -> bool:
    return cell.strip().strip("*_").lower() in {
        "default",
        "defaults",
        "default value",
        "default values",
        "default setting",
    }


def sentences(document: Document, block: Block, about: Subject | None = None) -> Iterator[Found]:
    """`defaults to`, `the default is`, `by default` and their kin.

    Args:
        document: the document.
        block: a paragraph or field.
        about: what it describes, where that is known.
    """
    for match in _INLINE.finditer(document.text, *block.text_span):
        # From its second character on: the end of a sentence shows only in what follows it.
        sentence = sentence_span(document, (match.start() + 1, match.end()), block)
        value, named = _after_subject(document, block, match.end(), sentence)
        if value is None:
            value = value_at(document, block, match.end(), sentence[1])
            named = _subject_of(document, block, match, sentence, about)
        yield from _stated(document, block, named, value, sentence)
    if about is None:
        yield from _named_by_words(document, block)
        yield from _by_default(document, block)


def _stated(
    document: Document, block: Block, named: Subject | None, value: Written | None, sentence: Span
) -> Iterator[Found]:
    """The statement, unless what follows the value or the sentence puts a condition to it."""
    if value is None or named is None or named.span == value.span:
        return
    if any(value.span[1] < i.span[0] < sentence[1] and i.kind in NAMING for i in block.inlines):
        return  # what follows the value may be what it is the default of
    said = document.text[slice(*sentence)]
    after = document.text[value.span[1] : sentence[1]]
    if tells_of_the_past(said) or _CONDITIONS.match(after) or _CONDITIONAL.search(said):
        return
    yield claim(document, named, value, "prose")


def _named_by_words(document: Document, block: Block) -> Iterator[Found]:
    """Defaults of things that the sentence calls by words, not by their name in the code."""
    text = document.text
    for match in _NAMED.finditer(text, *block.text_span):
        sentence = sentence_span(document, match.span(), block)
        value = value_at(document, block, match.end(), sentence[1])
        enclosing = subjects.enclosing(document, block)
        words = _content(match["words"])
        if enclosing is not None and enclosing.source in {"directive", "term", "item"}:
            named: Subject | None = enclosing
        else:
            named = Subject(" ".join(words), None, "words") if len(words) > 1 else None
        yield from _stated(document, block, named, value, sentence)
    for match in _OF_NOUN.finditer(text, *block.text_span):
        sentence = sentence_span(document, match.span(), block)
        value = value_at(document, block, match.end(), sentence[1])
        noun = _NOUN.match(text, value.span[1] + _ticks(text, value.span[1]), sentence[1]) if value else None
        words = _content(f"{match['words']} {noun['noun']}") if noun else []
        if value and words and not tells_of_the_past(text[slice(*sentence)]):
            yield claim(document, Subject("default " + " ".join(words), None, "words"), value, "prose")


def _ticks(text: str, at: int) -> int:
    return len(text[at : at + 3]) - len(text[at : at + 3].lstrip("`"))


def _content(words: str) -> list[str]:
    """The words of a phrase that may be a name: none where one of them points at something else."""
    found = [word for word in words.split() if not word.endswith(("'s", "’s"))]
    return [] if any(word.lower() in _POINTS for word in found) else found


def _by_default(document: Document, block: Block) -> Iterator[Found]:
    """``The `x` option is `v` by default``: name, verb and value stand side by side."""
    for inline in block.inlines:
        if inline.kind not in NAMING or not (names := subjects.names_in(document, [inline])):
            continue
        verb = _IS.match(document.text, inline.span[1], block.text_span[1])
        value = value_at(document, block, verb.end(), block.text_span[1]) if verb else None
        if value is None or verb is None or not verb[0].strip():
            continue
        if _BY_DEFAULT.match(document.text, value.span[1], block.text_span[1]):
            sentence = sentence_span(document, value.span, block)
            yield from _stated(document, block, Subject(*names[0], "sentence"), value, sentence)


def _after_subject(document: Document, block: Block, at: int, sentence: Span) -> tuple[Written | None, Subject | None]:
    """Value and subject of `the default of X is VALUE`."""
    inline = next((i for i in block.inlines if i.span[0] == at), None)
    names = subjects.names_in(document, [inline]) if inline else []
    if not inline or not names:
        return None, None
    verb = _IS.match(document.text, inline.span[1], sentence[1])
    value = value_at(document, block, verb.end(), sentence[1]) if verb else None
    return value, Subject(names[0][0], names[0][1], "sentence")


def _subject_of(
    document: Document, block: Block, match: re.Match[str], sentence: Span, about: Subject | None
) -> Subject | None:
    """The closest identifier before the words, in the sentence, else what the block stands under."""
    since = _after_brackets(document, match, sentence) if match[0].startswith("(") else sentence[0]
    before = [i for i in block.inlines if since <= i.span[0] and i.span[1] <= match.start()]
    names = subjects.names_in(document, before)
    if names and about is None:
        # Of two names it may be the default of either: "`--most` is the bound of `--size` (default 20)".
        return Subject(*names[-1], "sentence") if len(names) == 1 else None
    if any(i.kind is InlineKind.CODE for i in before):
        return None
    if about is not None:
        # "You may use 'always', but the default is 'never'" is about one of the values, not about the whole.
        return None if _QUOTED.search(document.text, since, match.start()) else about
    item = next((c for c in reversed(block.containers) if c.kind == "list_item"), None)
    opening = [i for i in block.inlines if i.span[0] <= block.text_span[0] + 2]
    if item and (first := subjects.names_in(document, opening)):
        return Subject(*first[0], "item")
    enclosing = subjects.enclosing(document, block)
    if enclosing is not None or document.text[sentence[0] : match.start()].strip(" \t\r\n>*_-"):
        return enclosing
    # A sentence without a subject of its own goes on about what its paragraph opens with.
    return opening_name(document, block, sentence[0]) or subjects.titled(block)


def _after_brackets(document: Document, match: re.Match[str], sentence: Span) -> int:
    """Where the part of a sentence begins that stands behind the last default in brackets, or the sentence does."""
    told = [other.end() for other in _INLINE.finditer(document.text, sentence[0], match.start())]
    closing = document.text.find(")", told[-1], match.start()) if told else -1
    return closing + 1 if closing >= 0 else sentence[0]
