"""Settings that a file declares in tables and by calls."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Option, Setting
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.items import Pair, holds_items, items, named_items, pairs_of
from truthfulness_evaluator.project.languages.python.options import choices_of, split_names
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import is_true, keyword, last_name, text_of, texts_of

NEEDLES = ("addini(", "add_config_value(", "config.add(", "getattr(")
_DEFAULTS = re.compile(
    r"_?(?:default|defaults|default_(?:config|settings|options|conf)|(?:config|settings)_defaults?)", re.I
)
_FEW = 5
"""Entries of a class's own table: with fewer it overrides the defaults of the project for that class."""
_HOLDERS = frozenset({"settings", "config", "conf"})


def read_settings(body: list[ast.stmt], context: Context) -> tuple[list[Setting], list[Option]]:
    """The settings of a file, and the options of settings that are classes with a `cli` attribute."""
    settings: list[Setting] = []
    options: list[Option] = []
    for node, name, value, owner in _assignments(body, ""):
        settings.extend(_from_assignment(name, value, owner, node, context))
    if "cli = " in context.source.text or "(Setting)" in context.source.text:
        for node in _classes(body):
            settings.extend(_class_setting(node, options, context))
    for site in context.sites:
        for expression in site.nodes:
            if isinstance(expression, ast.Call):
                settings.extend(_from_call(expression, context))
    return settings, options


def _assignments(body: list[ast.stmt], owner: str) -> Iterator[tuple[ast.stmt, str, ast.expr, str]]:
    """Statement, variable, value and class of every assignment of the module and its classes."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
            if isinstance(target, ast.Name):
                yield statement, target.id, statement.value, owner
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None and isinstance(statement.target, ast.Name):
                yield statement, statement.target.id, statement.value, owner
        elif isinstance(statement, ast.ClassDef):
            yield from _assignments(statement.body, statement.name)
        elif isinstance(statement, ast.If | ast.Try):
            for inner in bodies_of(statement):
                yield from _assignments(inner, owner)


def _classes(body: list[ast.stmt]) -> Iterator[ast.ClassDef]:
    return (statement for statement in body if isinstance(statement, ast.ClassDef))


def _from_assignment(
    name: str, value: ast.expr, owner: str, statement: ast.stmt, context: Context
) -> Iterator[Setting]:
    if isinstance(value, ast.Call) and owner:
        traitlet = _traitlet(value)
        if traitlet is not None:
            default = keyword(traitlet, "default_value") or (traitlet.args[0] if traitlet.args else None)
            yield Setting(f"{owner}.{name}", statement.lineno, context.value(default))
            return
        if _is_schema(owner, context):
            default = keyword(value, "default")
            yield Setting(name, statement.lineno, context.value(default), choices_of(value, context))
            return
    yield from _option_rows(value, context)
    yield from named_items(value, context)
    pairs = pairs_of(value)
    if pairs is None:
        return
    if _DEFAULTS.fullmatch(name):
        overrides = bool(owner) and len(pairs) < _FEW
        for setting in _nested(pairs, "", context):
            yield replace(setting, default=None) if overrides else setting
    elif holds_items(pairs):
        yield from items(pairs, "", context)


def _option_rows(value: ast.expr, context: Context) -> Iterator[Setting]:
    """The rows of a table of options: `(("name", Type(default=1)), ...)`."""
    rows = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    settings: list[Setting] = []
    for row in rows:
        match row:
            case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Call() as kind]):
                default = context.value(keyword(kind, "default"))
                settings.append(Setting(key, row.lineno, default, choices_of(kind, context)))
            case _:
                return
    if len(settings) >= _FEW:
        yield from settings


def _is_schema(owner: str, context: Context) -> bool:
    """Whether a class lists the options of a settings file as attributes: it is derived from `Config`."""
    symbol = context.symbols.get(owner)
    return symbol is not None and any(base.rpartition(".")[2] == "Config" for base in symbol.bases)


def _traitlet(call: ast.Call) -> ast.Call | None:
    """The trait of `Int(5).tag(config=True)` or `Int(5, config=True)`."""
    if not is_true(keyword(call, "config")):
        return None
    if isinstance(call.func, ast.Attribute) and call.func.attr == "tag":
        return call.func.value if isinstance(call.func.value, ast.Call) else None
    return call


def _nested(pairs: Sequence[Pair], prefix: str, context: Context) -> Iterator[Setting]:
    """A setting for every key, dotted where dicts stand inside dicts."""
    for key, value in pairs:
        name = text_of(key)
        if name is None or key is None:
            continue
        yield Setting(prefix + name, key.lineno, context.value(value))
        if isinstance(value, ast.Dict):
            yield from _nested(list(zip(value.keys, value.values, strict=True)), f"{prefix}{name}.", context)


def _class_setting(node: ast.ClassDef, options: list[Option], context: Context) -> Iterator[Setting]:
    """A setting that is a class: `name = "bind"`, `cli = ["-b", "--bind"]`, `default = ...`."""
    given = {
        target.id: statement.value
        for statement in node.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    name = text_of(given.get("name"))
    names = texts_of(given.get("cli"))
    if name is None or (names is None and not any(last_name(base) == "Setting" for base in node.bases)):
        return
    default = context.value(given.get("default"))
    yield Setting(name, node.lineno, default)
    flags, _ = split_names(names or ())
    if flags:
        switch = text_of(given.get("action")) in {"store_true", "store_false", "store_const"}
        options.append(Option(flags, node.lineno, name, default, None, switch, owner=node.name))


def _from_call(call: ast.Call, context: Context) -> Iterator[Setting]:
    method = last_name(call.func)
    arguments = call.args
    if method == "addini":
        name = text_of(arguments[0]) if arguments else text_of(keyword(call, "name"))
        default = keyword(call, "default") or (arguments[3] if len(arguments) > 3 else None)
        if name is not None:
            yield Setting(name, call.lineno, context.value(default))
    elif method == "add_config_value" and arguments:
        name = text_of(arguments[0])
        if name is not None:
            default = keyword(call, "default") or (arguments[1] if len(arguments) > 1 else None)
            yield Setting(name, call.lineno, context.value(default))
    elif method == "add" and isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "config":
        if len(arguments) == 1 and isinstance(arguments[0], ast.Dict):
            pairs = list(zip(arguments[0].keys, arguments[0].values, strict=True))
            yield from _nested(pairs, "", context)
    elif method == "getattr" and len(arguments) == 3 and last_name(arguments[0]) in _HOLDERS:
        name = text_of(arguments[1])
        if name is not None and name.isupper():
            yield Setting(name, call.lineno, context.value(arguments[2]))
