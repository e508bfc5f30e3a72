"""Options and commands of kingpin: `app.Flag("name", "help").Short('n').Default("8").Envar("X").Int()`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Command, Option, Value
from truthfulness_evaluator.project.languages.go.source import Source, arguments, receiver
from truthfulness_evaluator.project.languages.go.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of

CALL = re.compile(rb"(?:Flag|Command)\(")
_HELP = 2
"""A declaration has at least a name and a help text."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a file declares with kingpin."""

    options: tuple[Option, ...]
    commands: tuple[Command, ...]


def read(source: Source) -> Declared:
    """The options and commands of a file that imports kingpin."""
    options: list[Option] = []
    commands: list[Command] = []
    for kind, call in source.calls(CALL):
        values = arguments(call)
        texts = [source.string(value) for value in values]
        at = next((n for n, text in enumerate(texts) if text is not None), None)
        if at is None or len(values) < _HELP or at > 1 or not re.fullmatch(r"[A-Za-z][\w.-]*", texts[at] or ""):
            continue
        name, chain = texts[at] or "", dict(_chain(source, call))
        if kind == "Command":
            commands.append(_command(source, call, name, chain))
        elif kind.endswith("Flag"):
            options.append(_option(source, call, name, chain))
    return Declared(tuple(options), tuple(commands))


def _chain(source: Source, call: Node) -> Iterator[tuple[str, Node]]:
    """The methods called on what a call gives, with their calls."""
    node = call
    while (selector := node.parent) is not None and selector.type == "selector_expression":
        outer, field = selector.parent, selector.child_by_field_name("field")
        if outer is None or outer.type != "call_expression" or field is None:
            return
        yield source.text_of(field), outer
        node = outer


def _option(source: Source, call: Node, name: str, chain: dict[str, Node]) -> Option:
    is_flag = bool({"Bool", "BoolVar", "UnNegatableBool", "Counter"} & set(chain))
    return Option(
        (*_short(source, chain), f"--{name}"),
        line_of(call),
        default=_default(source, chain.get("Default")),
        choices=_texts(source, chain.get("Enum"), 0) or _texts(source, chain.get("EnumVar"), 1) or None,
        is_flag=is_flag,
        negatable="Bool" in chain or "BoolVar" in chain,
        hidden="Hidden" in chain,
        env=_texts(source, chain.get("Envar"), 0) or (),
    )


def _short(source: Source, chain: dict[str, Node]) -> tuple[str, ...]:
    call = chain.get("Short")
    letter = source.text_of(arguments(call)[0]).strip("'") if call is not None and arguments(call) else ""
    return (f"-{letter}",) if len(letter) == 1 else ()


def _default(source: Source, call: Node | None) -> Value | None:
    values = arguments(call) if call is not None else []
    return value_of(source, values[0]) if len(values) == 1 else None


def _texts(source: Source, call: Node | None, start: int) -> tuple[str, ...]:
    values = [source.string(value) for value in arguments(call)[start:]] if call is not None else []
    return tuple(value for value in values if value is not None) if all(value is not None for value in values) else ()


def _command(source: Source, call: Node, name: str, chain: dict[str, Node]) -> Command:
    on = receiver(call)
    group = source.text_of(on) if on is not None else None
    outer = list(chain.values())[-1] if chain else call
    statement = outer.parent.parent if outer.parent is not None else None
    left = statement.child_by_field_name("left") if statement is not None else None
    owner = source.text_of(left) if left is not None and source.text_of(left).isidentifier() else None
    alias = _texts(source, chain.get("Alias"), 0)
    is_top = group in {"kingpin", "app", "a"} or group is None
    return Command(
        name,
        line_of(call),
        parents=() if is_top else None,
        aliases=alias,
        owner=owner,
        hidden="Hidden" in chain,
        group=None if is_top else group,
    )
