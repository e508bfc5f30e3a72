"""Command lines that a table describes: `util.parseArgs`, meow, minimist, mri, arg, oclif, optionator and their kin."""

import re
from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Option
from truthfulness_evaluator.project.languages.javascript.options import (
    from_table,
    is_name,
    named,
)
from truthfulness_evaluator.project.languages.javascript.source import Source, arguments
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_CALLS = re.compile(rb"\b(parseArgs|meow|minimist|mri|getopts|arg|optionator|commandLineArgs|defineCommand)\s*\(")
_PACKAGES = frozenset(
    {"util", "node:util", "meow", "minimist", "mri", "getopts", "arg", "optionator", "command-line-args", "citty",
     "yargs-parser"}
)  # fmt: skip
"""What any file with such a call imports."""
_NAMES = rb"[\"'](?:meow|minimist|mri|getopts|arg|optionator|command-line-args|citty|yargs-parser)[\"']"
_IMPORTED = (re.compile(rb"require\(\s*" + _NAMES), re.compile(rb"from\s*" + _NAMES))
"""Two patterns, each with a beginning that is found fast."""
_OCLIF = re.compile(rb"\bFlags\s*\.\s*(\w+)\s*\(")
_OPTION = regex(r"--?[A-Za-z][\w-]*")


def may_have_parsers(data: bytes) -> bool:
    """Whether such a table can stand in a file at all."""
    return b"parseArgs" in data or b"oclif" in data or any(pattern.search(data) for pattern in _IMPORTED)


def read_parsers(source: Source) -> Iterator[Option]:
    """The options that the tables of a file describe."""
    if source.packages & _PACKAGES:
        for _, node in source.found(_CALLS, 1):
            call = node.parent
            call = call.parent if call is not None and call.type == "member_expression" else call
            if call is not None and call.type == "call_expression":
                yield from _READERS[source.text(node)](source, arguments(call))
    if any("oclif" in package for package in source.packages):
        for kind, call in source.calls(_OCLIF, 1):
            yield from _oclif(source, kind, call)


def _parse_args(source: Source, given: list[Node]) -> Iterator[Option]:
    pairs = source.pairs(given[0] if given else None)
    negatable = "allowNegative" in pairs
    yield from _keyed(source, pairs.get("options"), negatable=negatable, typed=False)


def _meow(source: Source, given: list[Node]) -> Iterator[Option]:
    for table in given:
        yield from _keyed(source, source.pairs(table).get("flags"), negatable=True)


def _keyed(source: Source, table: Node | None, *, negatable: bool, typed: bool = True) -> Iterator[Option]:
    for key, node in source.pairs(table).items():
        if is_name(key):
            yield from_table(source, key, node, typed=typed, negatable=negatable)


def _loose(source: Source, given: list[Node]) -> Iterator[Option]:
    """Read by minimist and its kin: `{boolean: ["watch"], alias: {h: "help"}, default: {port: 3000}}`."""
    table = source.pairs(given[1] if len(given) > 1 else None)
    defaults = source.pairs(table.get("default"))
    found: dict[str, Node] = {}
    for kind in ("boolean", "string", "number"):
        node = table.get(kind)
        single = source.string(node)
        for name in source.strings(node) or ((single,) if single else ()):
            if node is not None:
                found.setdefault(name, node)
    for key, value in source.pairs(table.get("alias")).items():
        single = source.string(value)
        for name in (key, *(source.strings(value) or ((single,) if single else ()))):
            found.setdefault(name, value)
    for key, value in defaults.items():
        found[key] = value
    for name, node in found.items():
        if is_name(name):
            default = value_of(source, defaults[name]) if name in defaults else None
            yield named(source, name, node, default)


def _arg(source: Source, given: list[Node]) -> Iterator[Option]:
    """`arg({"--port": Number, "-p": "--port"})`."""
    for key, node in source.pairs(given[0] if given else None).items():
        if _OPTION.fullmatch(key):
            yield Option((key,), line_of(node), key.lstrip("-"), is_flag=source.text(node) == "Boolean")


def _listed(source: Source, given: list[Node]) -> Iterator[Option]:
    """`[{name: "max-workers", alias: "w", defaultValue: 8}]`, also in a table's `options`."""
    table = source.resolved(given[0] if given else None)
    if table is not None and table.type == "object":
        table = source.resolved(source.pairs(table).get("options"))
    if table is None or table.type != "array":
        return
    for each in table.named_children:
        pairs = source.pairs(each)
        key = source.string(pairs.get("name")) or source.string(pairs.get("option"))
        if key is not None and is_name(key):
            yield from_table(source, key, each, typed=False, negatable="option" in pairs)


def _args_of_command(source: Source, given: list[Node]) -> Iterator[Option]:
    """`defineCommand({args: {...}})`."""
    for key, node in source.pairs(source.pairs(given[0] if given else None).get("args")).items():
        if source.string(source.pairs(node).get("type")) != "positional" and is_name(key):
            yield from_table(source, key, node, negatable=True)


def _oclif(source: Source, kind: str, call: Node) -> Iterator[Option]:
    """`static flags = {name: Flags.string({char: "n", default: "x"})}`."""
    pair = call.parent
    key = source.key(pair) if pair is not None and pair.type == "pair" else None
    given = arguments(call)
    if key is None or not is_name(key):
        return
    option = from_table(source, key, given[0] if given else call, typed=False)
    choices = source.strings(source.pairs(given[0]).get("options")) if given else None
    yield Option(
        option.names, line_of(call), key, option.default, choices, kind == "boolean",
        "allowNo" in source.pairs(given[0] if given else None), option.hidden, env=option.env,
    )  # fmt: skip


_READERS: Mapping[str, Callable[[Source, list[Node]], Iterator[Option]]] = {
    "parseArgs": _parse_args,
    "meow": _meow,
    "minimist": _loose,
    "mri": _loose,
    "getopts": _loose,
    "arg": _arg,
    "optionator": _listed,
    "commandLineArgs": _listed,
    "defineCommand": _args_of_command,
}
