"""Options out of the fields of types that derive a command line (clap, structopt, argh)."""

import re
from collections.abc import Mapping

from truthfulness_evaluator.project.declarations import Option, Value
from truthfulness_evaluator.project.languages.rust.attributes import Argument, Attributes
from truthfulness_evaluator.project.languages.rust.items import Field, holds, inner_type
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.naming import by_words
from truthfulness_evaluator.project.languages.rust.scan import string_of, strings_in
from truthfulness_evaluator.project.languages.rust.values import value_of
from truthfulness_evaluator.text.patterns import regex

OF_FIELDS = ("arg", "clap", "structopt", "argh", "command")
_FLAG_ACTIONS = regex(r"SetTrue|SetFalse|Count|Help|Version|from_occurrences|from_flag")
_TAKES_VALUE = ("num_args", "default_missing_value", "value_delimiter", "value_name", "require_equals")
_ARGH_KINDS = frozenset({"switch", "option"})


def option_of(field: Field, rule: str, known: Known, owner: str | None) -> Option | None:
    """The option that a field of a command line's struct declares; None where it is none.

    Args:
        field: the field.
        rule: how the struct names its options: `kebab-case` where it does not say.
        known: what the names of the file stand for.
        owner: what the option is added to, see `Option.owner`.
    """
    attributes = field.attributes
    if attributes.get("skip", *OF_FIELDS):
        return None
    assigned = attributes.text("name", "arg", "clap", "structopt") or attributes.text("id", "arg", "clap")
    name = assigned or by_words(field.name, rule)
    names = _names(attributes, name, field.name, known)
    default = _default(field, known)
    return Option(
        names or (name,),
        field.line,
        dest=field.name,
        default=default,
        choices=_choices(field, known),
        is_flag=bool(names) and _is_flag(field),
        hidden=_is_hidden(attributes),
        owner=owner,
        command=None,
        env=_environment(attributes, field.name, known),
    )


def has_all_names(field: Field, known: Known) -> bool:
    """Whether all names of a field's option are spelled out where they can be read."""
    return all(
        argument.name not in ("long", "short")
        or argument.value is None
        or argument.value[:1] in "\"'"
        or _text(argument.value, known) is not None
        for argument in field.attributes.arguments(*OF_FIELDS)
    )


def _names(attributes: Attributes, name: str, field: str, known: Known) -> tuple[str, ...]:
    """The names that users type."""
    long, short = attributes.get("long", *OF_FIELDS), attributes.get("short", *OF_FIELDS)
    if "argh" in attributes.paths and any(attributes.get(kind, "argh") for kind in _ARGH_KINDS):
        long = long or Argument("long", None, conditional=False)
    if long is None and short is None:
        return ()
    found: list[str] = []
    for argument, mark, own in ((short, "-", field[:1]), (long, "--", name)):
        text = None if argument is None else own if argument.value is None else _text(argument.value, known)
        if text:
            found.append(mark + text.lstrip("-"))
    for argument in attributes.arguments(*OF_FIELDS):
        if "alias" not in argument.name or argument.value is None:
            continue
        texts = strings_in(argument.value) or ((text,) if (text := _text(argument.value, known)) else ())
        mark = "-" if "short" in argument.name else "--"
        found.extend(mark + text.lstrip("-") for text in texts)
    return tuple(dict.fromkeys(found))


def _text(source: str, known: Known) -> str | None:
    text = string_of(source)
    if text is not None:
        return text
    return text_of_value(value_of(source, known.names), known.names)


def text_of_value(value: Value, names: Mapping[str, Value]) -> str | None:
    """The string that a value is; None where it is none, or not known."""
    found = names.get(value.name) if value.name is not None else None
    literal = value.literal or (found.literal if found is not None else None)
    return string_of(literal) if literal is not None and literal.startswith('"') else None


def _default(field: Field, known: Known) -> Value | None:
    attributes = field.attributes
    for name in ("default_value", "default_value_t", "default_values_t", "default_values", "default_value_os"):
        argument = attributes.get(name, *OF_FIELDS)
        if argument is None:
            continue
        if argument.conditional:
            return Value(argument.value or name)
        if argument.value is None:
            return known.of_type(field.type)
        return value_of(argument.value, known.names, inner_type(field.type))
    of_argh = attributes.text("default", "argh")
    return None if of_argh is None else value_of(of_argh, known.names)


def _choices(field: Field, known: Known) -> tuple[str, ...] | None:
    for name in ("value_parser", "possible_values", "possible_value"):
        argument = field.attributes.get(name, *OF_FIELDS)
        if argument is not None and argument.value and re.match(r"&?\[|.*PossibleValuesParser", argument.value):
            return strings_in(argument.value) or None
    enum = known.enums.get(inner_type(field.type))
    if enum is None or not enum.is_list:
        return None
    return tuple(dict.fromkeys(text for texts in enum.values.values() for text in texts)) or None


def _is_flag(field: Field) -> bool:
    action = field.attributes.get("action", *OF_FIELDS) or field.attributes.get("parse", *OF_FIELDS)
    if action is not None and action.value is not None:
        return bool(_FLAG_ACTIONS.search(action.value))
    if field.attributes.get("switch", "argh"):
        return True
    return holds(field.type, "bool") and not any(field.attributes.get(name, *OF_FIELDS) for name in _TAKES_VALUE)


def _is_hidden(attributes: Attributes) -> bool:
    found = attributes.get("hide", *OF_FIELDS) or attributes.get("hidden", *OF_FIELDS)
    return found is not None and found.value != "false"


def _environment(attributes: Attributes, field: str, known: Known) -> tuple[str, ...]:
    argument = attributes.get("env", *OF_FIELDS)
    if argument is None:
        return ()
    if argument.value is None:
        return (by_words(field, "SCREAMING_SNAKE_CASE"),)
    name = environment_name(argument.value, known)
    return (name,) if name else ()


def environment_name(source: str, known: Known) -> str | None:
    """The environment variable that an expression names.

    A constant of another file is taken to be called like its value where that could be a variable.
    """
    text = _text(source, known)
    if text is not None:
        return text
    last = source.strip().lstrip("&").rpartition("::")[2]
    is_of_a_list = "::" in source and re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", last)
    return last if is_of_a_list else None
