"""Values as documents write them, compared with values of code."""

import ast
import json
import math
import re
from collections.abc import Sequence
from typing import TypeAlias, cast

from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.quantities import Quantity, parse_duration, parse_quantity, same_quantity
from truthfulness_evaluator.text.written import items_of, undecorated, unquoted

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
"""A value as JSON gives it."""

_MOST_CHARACTERS = 1000
"""A longer text is no value that a document states."""

_NOTHING = frozenset({"none", "null", "nil", "undefined", "unset", "not set", "no default", "n/a", "empty"})
_NULLS = frozenset({"None", "null", "nil"})
_EMPTY = frozenset({"empty", "blank", "none", "(empty)", "empty string", "empty list", "unset", "not set"})
_BOOLEANS = {
    "true": True, "yes": True, "on": True, "enabled": True,
    "false": False, "no": False, "off": False, "disabled": False,
}  # fmt: skip
_VAGUE = frozenset(
    {"auto", "automatic", "automatically", "computed", "current", "default", "depends", "detected", "dynamic"}
    | {"inherit", "inherited", "infinite", "infinity", "optional", "random", "required", "see", "system"}
    | {"unlimited", "unspecified", "varies", "various"}
)
"""Single words that describe a value rather than name it; they say nothing unless the code has the very word."""

_ONE_THING = (
    frozenset({"warn", "warning", "warnings"}),
    frozenset({"err", "error", "errors"}),
    frozenset({"info", "information"}),
    frozenset({"all", "*", "any", "every"}),
    frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0", "::", "[::]", "[::1]"}),  # noqa: S104 - compared, not bound
    frozenset({"utc", "gmt", "etc/utc", "z"}),
    frozenset({"stdout", "-", "/dev/stdout"}),
    frozenset({"never", "off", "no", "disabled"}),
)
"""Values that people and code take for one another."""

_GOES_ON = (":", "@", "/", "?", "#", "==", ">=")
"""Marks behind which a value may go on: what stands before them is short for the whole."""

_PLACEHOLDER = regex(r"<[^>]*>|\.\.\.|…|\$\w|\$\{|%[A-Z]\w+%|\{\w*\}|%\(?[a-z]|^~|\betc\b")
_MEMBER = regex(r"[A-Z]\w*\.[A-Z][A-Z0-9_]*")
_BRACED = regex(r"\{\w+\}")
_CALL_OR_NAME = regex(r"[A-Za-z_][\w.]*\(.*\)|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.DOTALL)


def same_value(written: str, literal_json: str | None, source: str) -> bool | None:
    """Whether a value written in a document is the value in the code.

    Args:
        written: the document's text, with or without backticks and quotes.
        literal_json: the code's value as JSON; None where the expression does not tell it.
        source: the expression in the code.

    Returns:
        True: people would call them the same. False: both are understood, and they differ.
        None: it cannot be told.

    Example:
        >>> same_value("``8``", "4", "4"), same_value("30 seconds", "30", "30"), same_value("`x`", None, "f()")
        (False, True, None)
    """
    if len(written) > _MOST_CHARACTERS:
        return None
    _, text, _ = undecorated(written)
    if not text:
        return None
    if literal_json is None:
        return True if _same_source(text, source) else None
    return _same(text, cast("Json", json.loads(literal_json)))


def _same_source(text: str, source: str) -> bool:
    def plain(expression: str) -> str:
        return re.sub(r"\s", "", expression).replace('"', "'")

    return plain(text) == plain(source)


def _same(text: str, value: Json) -> bool | None:
    quote, bare = unquoted(text)
    # Python's own `None` is no other value; "none" may be a word for many an absence.
    if text == "None" and value is not None and value != "" and not isinstance(value, list | dict):
        return value == "None"
    match value:
        case None:
            return _same_as_nothing(bare, quote)
        case bool():
            return _same_as_boolean(bare, value)
        case int() | float():
            return _same_as_number(bare, value)
        case str():
            return _same_as_text(bare, value, quoted=bool(quote))
        case list():
            return _same_as_list(text, value)
        case dict():
            return _same_as_table(text, value)


def _same_as_nothing(bare: str, quote: str) -> bool | None:
    if bare.lower() in _NOTHING or (bare == "" and quote):
        return True
    # A value of another kind may well be what None comes to when the code runs.
    return None


def _same_as_boolean(bare: str, value: bool) -> bool | None:
    word = bare.lower()
    if word in _BOOLEANS:
        return _BOOLEANS[word] is value
    if word == str(int(value)):
        return True
    # Said in the code's own word, nothing is a value of its own.
    return False if bare in _NULLS else None


def _same_as_number(bare: str, value: float) -> bool | None:
    quantity = parse_quantity(bare)
    if quantity is None and (seconds := parse_duration(bare)) is not None:
        # A lone `m` may be minutes or millions, so it only ever agrees.
        return same_quantity(Quantity(seconds, (1,), "time"), Quantity(value)) or None
    return None if quantity is None else same_quantity(quantity, Quantity(value))


def _same_as_text(bare: str, value: str, *, quoted: bool) -> bool | None:
    if bare == value or _as_path(bare) == _as_path(value):
        return True
    if not value:
        return _same_as_empty(bare, quoted=quoted)
    if not bare:
        return None if value.isspace() else False
    left, right = _BOOLEANS.get(bare.lower()), _BOOLEANS.get(value.lower())
    if left is not None or right is not None:
        return None if left is None or right is None else left is right
    durations = parse_duration(bare), parse_duration(value)
    if durations[0] is not None and durations[1] is not None:
        return math.isclose(durations[0], durations[1])
    written, meant = parse_quantity(bare), parse_quantity(value)
    if written is not None and meant is not None:
        return same_quantity(written, meant)
    if written is not None or meant is not None:
        return None
    return _same_texts(bare, value, quoted=quoted)


def _as_path(text: str) -> str:
    return text.removeprefix("./").rstrip("/") or text


def _same_as_empty(bare: str, *, quoted: bool) -> bool | None:
    if bare.lower() in _EMPTY or bare in ("''", '""'):
        return True
    return False if quoted and bare and not _open(bare) else None


def _same_texts(bare: str, value: str, *, quoted: bool) -> bool | None:
    if not quoted and bare.lower() == value.lower():
        return True
    written_items, items = items_of(bare), items_of(value)
    if written_items is not None:
        items = items or (value.split() if " " in value and "," not in value else None)
    if written_items is not None and items is not None:
        return _same_items(written_items, items)
    if sorted(bare.lower().split()) == sorted(value.lower().split()):
        return None  # the same words in another order are the same to many programs
    if folded(bare) == folded(value) or _open(bare) or _open(value) or _is_one_thing(bare, value):
        return None
    if not quoted and _MEMBER.fullmatch(bare) and folded(bare.rpartition(".")[2]) == folded(value):
        return True  # a member of an enum, and the text that it stands for
    # An image without its tag, an address without its path.
    if value.startswith(tuple(bare + mark for mark in _GOES_ON)) or bare.startswith(
        tuple(value + mark for mark in _GOES_ON)
    ):
        return None
    # A file's name instead of its path, or the other way round, is no contradiction.
    if not quoted and (value.endswith("/" + bare) or bare.endswith("/" + value)):
        return None
    if not quoted and (bare.lower() in _VAGUE or bare.lower() in _NOTHING or _CALL_OR_NAME.fullmatch(bare)):
        return None
    if quoted or (len(bare.split()) == 1 and len(value.split()) == 1 and items is None):
        return False
    return None


def _is_one_thing(left: str, right: str) -> bool:
    """Whether two values may be one: other words for it, or one address with and without its host."""
    left, right = left.lower(), right.lower()
    if any(left in words and right in words for words in _ONE_THING):
        return True
    hosts = [re.sub(r":\d+$", "", each) for each in (left, right)]
    ports = [each[len(host) :] for each, host in zip((left, right), hosts, strict=True)]
    same_port = bool(ports[0]) and ports[0] == ports[1]
    return same_port and (not all(hosts) or any(all(host in words for host in hosts) for words in _ONE_THING))


def _open(text: str) -> bool:
    """Whether a text has parts that stand for something else."""
    return _PLACEHOLDER.search(text) is not None


def _same_as_list(text: str, value: list[Json]) -> bool | None:
    quote, bare = unquoted(text)
    if not value:
        if bare.lower() in _EMPTY or bare.replace(" ", "") in ("[]", "()", "{}", "set()", "tuple()", "list()", ""):
            return True
        items = items_of(text)
        return False if items and not any(_open(item) for item in items) and text[0] in "[({" else None
    items = [text] if len(value) == 1 and quote else items_of(text) or _words_of_list(bare, value)
    if items is None:
        if bare.replace(" ", "") in ("[]", "()", "{}"):
            return False
        return True if len(value) == 1 and _same(text, value[0]) else None
    return _same_items(items, value)


def _words_of_list(text: str, value: list[Json]) -> list[str] | None:
    """The words of a text, if most of them are items of a list."""
    words = text.split()
    return words if len(words) > 1 and sum(word in value for word in words) * 2 > len(words) else None


def _same_items(items: Sequence[str], value: Sequence[Json]) -> bool | None:
    """Whether the items are the values, in any order."""
    braced = any(isinstance(other, str) and _BRACED.fullmatch(other) for other in value)
    if any(_open(item) and _open_list(item) for item in items):
        return None
    left: list[Json] = [*value]
    unsure = False
    for item in items:
        # Where the code's own items have braces, these are no place for another value.
        answers = [item == other if braced and _BRACED.fullmatch(item) else _same(item, other) for other in left]
        if True in answers:
            del left[answers.index(True)]
        elif None in answers:
            unsure = True
        elif not unsure:
            return False
    if unsure:
        return None
    return not left


def _open_list(item: str) -> bool:
    return item.strip("\"' ") in ("...", "…", "etc")


def _same_as_table(text: str, value: dict[str, Json]) -> bool | None:
    if not value and (text.lower() in _EMPTY or text in ("{}", "dict()")):
        return True
    for read in (json.loads, ast.literal_eval):
        try:
            written: object = read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(written, dict):
            return cast("dict[str, Json]", written) == value
    return None


def written_like(written: str, literal_json: str) -> str | None:
    """The code's value in the document's own style: its backticks, quotes, brackets and case.

    None: the style does not tell how the value would be written.

    Example:
        >>> written_like("``8``", "4"), written_like("'gpt-4'", '"gpt-5"'), written_like("yes", "false")
        ('``4``', "'gpt-5'", 'no')
    """
    before, text, after = undecorated(written)
    plain = _styled(text, cast("Json", json.loads(literal_json)))
    return None if plain is None or ("`" in plain and "`" in before) else before + plain + after


def _styled(text: str, value: Json) -> str | None:
    quote, bare = unquoted(text)
    match value:
        case None | bool():
            return _styled_word(bare, value)
        case int() | float():
            plain = _styled_number(bare, value)
            return quote + plain + _closing(text, quote) if plain and quote else plain
        case str():
            return _styled_text(quote, bare, value, _closing(text, quote))
        case list():
            return _styled_list(text, value)
        case dict():
            return None


def _closing(text: str, quote: str) -> str:
    return text[-1] if quote else ""


_PAIRS = (("true", "false"), ("yes", "no"), ("on", "off"), ("enabled", "disabled"))


def _styled_word(bare: str, value: bool | None) -> str | None:
    word = bare.lower()
    pair = next((pair for pair in _PAIRS if word in pair), _PAIRS[0])
    if value is not None:
        # Numbers and names give no hint which word for it the document would use.
        if word not in _BOOLEANS and word not in ("none", "null", "nil"):
            return None
        return _cased(pair[0] if value else pair[1], like=bare)
    if word not in _BOOLEANS or pair is not _PAIRS[0]:
        return None
    return "None" if bare[0].isupper() else "null"


def _cased(word: str, *, like: str) -> str:
    if like.isupper():
        return word.upper()
    return word.capitalize() if like[:1].isupper() else word


def _styled_number(bare: str, value: float) -> str | None:
    quantity = parse_quantity(bare)
    if quantity is None or re.match(r"[A-Za-z]", bare):
        return None
    if quantity.dimension is None:
        return _plain_number(bare, value)
    number = re.sub(r"[\s-]*(?:[A-Za-z]+|%)$", "", bare)
    unit = bare[len(number) :]
    if quantity.factors == (1,):
        return _plain_number(number, value) + unit
    if quantity.dimension == "size":
        for factor in (1024**step for step in (4, 3, 2, 1)):
            if factor in quantity.factors and value % factor == 0 and value:
                return f"{int(value) // factor}{unit}"
    return None


def _plain_number(bare: str, value: float) -> str:
    if isinstance(value, float) or abs(value) < 1000:
        return hex(value) if bare.startswith("0x") and isinstance(value, int) else str(value)
    if bare.startswith("0x"):
        return hex(value)
    return f"{value:_}" if "_" in bare else f"{value:,}" if "," in bare else str(value)


def _styled_text(quote: str, bare: str, value: str, closing: str) -> str | None:
    if "\n" in value or "`" in value or (quote and (quote in value or closing in value)) or "\\" in value:
        return None
    if quote:
        return quote + value + closing
    if not value:
        return None
    # A bare word stays one; a number or a boolean has its quotes left out by some, not by others.
    return value if bare and len(bare.split()) == 1 and len(value.split()) == 1 else None


def _styled_list(text: str, value: list[Json]) -> str | None:
    items = items_of(text)
    if not items:
        return None
    styled = [_styled(items[0], item) for item in value]
    if any(item is None for item in styled) or re.search(r"\s(?:and|or)\s", text):
        return None
    bracketed = text[0] in "[({" and text[-1] in "])}"
    if not styled and not bracketed:
        return None
    separator = ", " if ", " in text else "," if "," in text else " " if len(items) > 1 else ", "
    joined = separator.join(item or "" for item in styled)
    return text[0] + joined + text[-1] if bracketed else joined
