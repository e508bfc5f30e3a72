"""Rows of JSON Lines: what is judged, what it is checked against, and what is passed through. Pure."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn, cast

from truthfulness_evaluator.batch.names import CONTEXTS, IDS, QUESTIONS, TEXTS, Fields, RowError, named, only

_PASSAGES = ("text", "content", "page_content", "passage", "snippet", "body", "sentence")
"""What the text of a context is called where it is an object."""
_SHOWN_COLUMNS = 12
_DIGEST = 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Contexts(Enum):
    """What a run makes of contexts that come with a row."""

    NEEDED = "needed"
    """There is nothing else to check against: a row without them cannot be judged."""
    TAKEN = "taken"
    """They are taken where a row has them."""
    PASSED = "passed"
    """The run has sources: a row is checked against these, and its own contexts are a column like any other."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the input that is not blank."""

    number: int
    """Counted from 1."""
    data: bytes | None
    """Without its end; None: longer than a row may be."""
    digest: str = ""
    """A fingerprint of `data`: a later run knows by it whether the input is still the same."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that can be judged."""

    text: str
    contexts: tuple[str, ...] | None = None
    """What it is checked against; None: it says nothing of it."""
    question: str = ""
    """What the text answers."""
    id: object = None
    columns: Mapping[str, object] = field(default_factory=dict[str, object])
    """All other columns, the question among them."""


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A row that cannot be judged."""

    problem: str
    """Why, as a sentence."""
    id: object = None
    columns: Mapping[str, object] = field(default_factory=dict[str, object])
    """All its columns but the id, as far as it could be read."""


def fingerprint(data: bytes) -> str:
    """A short digest of a line.

    Example:
        >>> len(fingerprint(b"{}"))
        16
    """
    return hashlib.sha256(data).hexdigest()[:_DIGEST]


def read_row(line: Line, fields: Fields, contexts: Contexts = Contexts.TAKEN) -> Row | BrokenRow:
    """What a line says.

    Args:
        line: of the input.
        fields: columns that the user named.
        contexts: what is made of the row's contexts.

    Example:
        >>> read_row(Line(1, b'{"id": 7, "answer": "Yes.", "context": "It is so."}'), Fields())
        Row(text='Yes.', contexts=('It is so.',), question='', id=7, columns={})
    """
    try:
        columns = _columns(line)
    except RowError as error:
        return BrokenRow(str(error))
    id_name = fields.id if fields.id is not None else next((each for each in IDS if columns.get(each) is not None), "")
    row_id = named(columns, id_name) if id_name else None
    try:
        return _row(columns, fields, id_name, row_id, contexts)
    except RowError as error:
        return BrokenRow(str(error), row_id, _without(columns, id_name))


def _columns(line: Line) -> dict[str, object]:
    """The object that a line holds.

    Raises:
        RowError: it holds none.
    """
    if line.data is None:
        raise RowError("The line is too long.")
    data = line.data.removeprefix(_BYTE_ORDER_MARK) if line.number == 1 else line.data
    try:
        value: object = json.loads(data.decode("utf-8"), parse_constant=_no_number, parse_float=_number)
    except UnicodeDecodeError:
        raise RowError("The line is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise RowError(f"The line is no JSON: {error.msg} at column {error.colno}.") from None
    except RowError:
        raise
    except (ValueError, RecursionError):
        raise RowError("The line is no JSON: a number or a nesting in it is too large.") from None
    if not isinstance(value, dict):
        raise RowError(f"The line is no object of JSON, but {_kind(value)}.")
    return cast("dict[str, object]", value)


def _row(columns: dict[str, object], fields: Fields, id_name: str, row_id: object, use: Contexts) -> Row:
    text_name = fields.text or only(columns, TEXTS, "text", "--text-field")
    if text_name is None:
        raise RowError(f"It has no text among its columns ({_shown(columns)}): name one with --text-field.")
    text = named(columns, text_name)
    if text is None:
        raise RowError(f"It has no text: {text_name} is not there or null.")
    if not isinstance(text, str):
        raise RowError(f"Its text, {text_name}, is {_kind(text)}.")
    # What is the text is no context, whatever it is called.
    others = _without(columns, text_name)
    contexts_name = _contexts_name(others, fields, use)
    contexts = None if contexts_name is None else _contexts(named(columns, contexts_name), contexts_name)
    question = next((each for name in QUESTIONS if isinstance(each := others.get(name), str)), "")
    return Row(text, contexts, question, row_id, _without(others, contexts_name or "", id_name))


def _contexts_name(columns: Mapping[str, object], fields: Fields, use: Contexts) -> str | None:
    """The column that holds the contexts; None: they are not looked for, or there is none and none is needed.

    Raises:
        RowError: it is needed or named and not there, or several may be it.
    """
    if use is Contexts.PASSED:
        return None
    if fields.contexts is not None:
        if named(columns, fields.contexts) is None:
            raise RowError(f"It has no contexts: {fields.contexts} is not there or null.")
        return fields.contexts
    name = only(columns, CONTEXTS, "contexts", "--contexts-field")
    if name is None and use is Contexts.NEEDED:
        raise RowError(
            f"It has no contexts among its other columns ({_shown(columns)}): name one with --contexts-field, "
            "or give the run --sources or --root."
        )
    return name


def _contexts(value: object, name: str) -> tuple[str, ...]:
    """The passages that a column holds: a text, or a list of texts, of objects with a text, or of lists of sentences.

    Raises:
        RowError: it holds something else.
    """
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        return (_passage(value, name),)
    return tuple(_passage(each, name) for each in cast("list[object]", value))


def _passage(value: object, name: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        entries = cast("dict[str, object]", value)
        text = next((each for key in _PASSAGES if isinstance(each := entries.get(key), str)), None)
        if text is None:
            raise RowError(f"A context in {name} is an object without a text ({', '.join(_PASSAGES)}).")
        title = entries.get("title")
        return f"{title}\n\n{text}" if isinstance(title, str) and title else text
    sentences = cast("list[object]", value) if isinstance(value, list) else []
    texts = [each for each in sentences if isinstance(each, str)]
    if texts and len(texts) == len(sentences):
        return " ".join(texts)
    raise RowError(f"A context in {name} is {_kind(cast('object', value))}.")


def _without(columns: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in columns.items() if name not in names}


def _shown(columns: Mapping[str, object]) -> str:
    names = list(columns)
    more = f" and {len(names) - _SHOWN_COLUMNS} more" if len(names) > _SHOWN_COLUMNS else ""
    return f"{', '.join(names[:_SHOWN_COLUMNS])}{more}" if names else "it has none"


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


def _no_number(name: str) -> NoReturn:
    raise RowError(f"The line is no JSON: {name} is no number of JSON.")


def _number(written: str) -> float:
    number = float(written)
    if math.isinf(number):
        raise RowError("The line is no JSON that can be passed through: a number in it is too large.")
    return number
