"""Options as tables and calls describe them, whatever the library."""

import re

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Option, Value
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source
from truthfulness_evaluator.project.languages.javascript.tables import choices_in, default_in
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_FLAG = regex(r"(?<![\w-])(--?[A-Za-z0-9?@#][\w.:-]*)")
_BOOLEANS = frozenset({"boolean", "Boolean", "count"})
_ALIASES = ("alias", "aliases", "short", "shortFlag", "char", "abbr", "shortcut", "cliName", "flag")
_WORD = regex(r"[A-Za-z][\w.:-]*")
_HUMP = regex(r"(?<=[a-z0-9])([A-Z])")


def kebab(name: str) -> str:
    """A name as it is typed.

    Example:
        >>> kebab("maxWorkers")
        'max-workers'
    """
    return _HUMP.sub(lambda hump: "-" + hump[1].lower(), name)


def dashed(name: str) -> str:
    """A name with its dashes: one for a letter.

    Example:
        >>> dashed("w"), dashed("workers")
        ('-w', '--workers')
    """
    return name if name.startswith("-") else ("-" if len(name) == 1 else "--") + name


def from_flags(
    source: Source, text: str, node: Node, default: Node | None, command: tuple[str, ...] | None
) -> Option | None:
    """An option whose names stand in one text: `-w, --max-workers <n>`."""
    head = re.split(r"[<\[]", text.replace("--[no-]", "--"))[0]
    names = tuple(dict.fromkeys(name.rstrip(",|:") for name in _FLAG.findall(head)))
    if not names:
        return None
    value = None
    if default is not None and default.type not in FUNCTIONS:
        value = default_in(source, source.pairs(default)) if default.type == "object" else value_of(source, default)
    return Option(
        names,
        line_of(node),
        _dest(names),
        value,
        is_flag="<" not in text and not re.search(r"\[(?!no-)", text),
        negatable="--[no-]" in text,
        command=command,
    )


def from_table(
    source: Source,
    key: str,
    node: Node,
    *,
    command: tuple[str, ...] | None = None,
    typed: bool = True,
    negatable: bool = False,
) -> Option:
    """An option described by an object: `{alias: "w", default: 8, choices: [...], type: "number"}`.

    Args:
        source: the file.
        key: the name it has in the table.
        node: the object, or what else stands for it.
        command: the subcommand that takes it.
        typed: whether the name may also be typed with dashes between its words (`maxWorkers`).
        negatable: whether the library takes `--no-NAME` for all that take no value.
    """
    pairs = source.pairs(node)
    names = [dashed(key)]
    if typed and kebab(key) != key:
        names.insert(0, dashed(kebab(key)))
    for alias in _ALIASES:
        given = pairs.get(alias)
        text = source.string(given)
        names += [dashed(each) for each in (source.strings(given) or ((text,) if text else ())) if is_name(each)]
    kind = pairs.get("type")
    is_flag = kind is not None and (source.string(kind) or source.text(kind)) in _BOOLEANS
    env = source.string(pairs.get("env"))
    return Option(
        tuple(dict.fromkeys(names)),
        line_of(node),
        key.lstrip("-"),
        default_in(source, pairs),
        choices_in(source, pairs),
        is_flag,
        negatable=is_flag and (negatable or "negatable" in pairs or "allowNo" in pairs),
        hidden=any(_is_true(pairs.get(name)) for name in ("hidden", "deprecated")),
        command=command,
        env=(env,) if env and re.fullmatch(r"[A-Z][A-Z0-9_]+", env) else (),
    )


def named(source: Source, name: str, node: Node, default: Value | None = None, *, is_flag: bool = False) -> Option:
    """An option of which only the name is known."""
    names = tuple(dict.fromkeys((dashed(kebab(name)), dashed(name))))
    return Option(names, line_of(node), name.lstrip("-"), default, is_flag=is_flag)


def is_name(text: str) -> bool:
    """Whether a text can be the name of an option."""
    return _WORD.fullmatch(text) is not None


def _dest(names: tuple[str, ...]) -> str:
    long = next((name for name in names if name.startswith("--")), names[0])
    return re.sub(r"-(\w)", lambda match: match[1].upper(), long.lstrip("-").removeprefix("no-"))


def _is_true(node: Node | None) -> bool:
    return node is not None and node.type == "true"
