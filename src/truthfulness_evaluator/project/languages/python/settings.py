"""Settings that a file declares in tables and by calls."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Option, Setting
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.items import holds_items, items, named_items, pairs_of
from truthfulness_evaluator.project.languages.python.options import choices_of, split_names
from truthfulness_evaluator.project.languages.python.settings_calls import called_settings, nested
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import is_true, keyword, last_name, text_of, texts_of
from truthfulness_evaluator.text.patterns import regex

_DEFAULTS = regex(
    r"_?(?:default|defaults|default_(?:config|settings|options|conf)|(?:config|settings)_defaults?)", re.I
)
_KEY = regex(r"[A-Za-z][\w.-]*")
_LISTS = (ast.Tuple, ast.List)
_ROW = 3
_FEW_ROWS = 3
"""Rows of a table of settings: of fewer it may be a table of anything."""
_FEW = 5
"""Entries of a class's own table: with fewer it overrides the defaults of the project for that class."""


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
                settings.extend(called_settings(expression, context))
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
    if owner and name.isupper() and (prefix := _prefix_of(owner, context)) is not None:
        yield Setting(prefix + name, statement.lineno, context.value(value))
        return
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
    yield from _plain_rows(value, context)
    yield from named_items(value, context)
    pairs = pairs_of(value)
    if pairs is None:
        return
    if _DEFAULTS.fullmatch(name):
        overrides = bool(owner) and len(pairs) < _FEW
        for setting in nested(pairs, "", context):
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


def _plain_rows(value: ast.expr, context: Context) -> Iterator[Setting]:
    """The rows of a table of names with a default and a sentence of help: `("size", 4, "How many there are")`."""
    rows = [row.elts for row in value.elts if isinstance(row, ast.Tuple)] if isinstance(value, _LISTS) else []
    if len(rows) < _FEW_ROWS or any(len(row) != _ROW for row in rows) or len(rows) != len(_elements(value)):
        return
    names = [text_of(row[0]) for row in rows]
    help_at = next((at for at in (2, 1) if all(" " in (text_of(row[at]) or "") for row in rows)), None)
    if help_at is None or any(name is None or not _KEY.fullmatch(name) for name in names):
        return
    for name, row in zip(names, rows, strict=True):
        yield Setting(name or "", row[0].lineno, context.value(row[3 - help_at]))


def _elements(value: ast.expr) -> list[ast.expr]:
    return value.elts if isinstance(value, _LISTS) else []


def _is_schema(owner: str, context: Context) -> bool:
    """Whether a class lists the options of a settings file as attributes: it is derived from `Config`."""
    symbol = context.symbols.get(owner)
    return symbol is not None and any(base.rpartition(".")[2] == "Config" for base in symbol.bases)


def _prefix_of(owner: str, context: Context) -> str | None:
    """What the settings of a class derived from `AppConf` begin with; None for other classes."""
    symbol = context.symbols.get(owner)
    if symbol is None or not any(base.rpartition(".")[2] == "AppConf" for base in symbol.bases):
        return None
    given = context.symbols.get(f"{owner}.Meta.prefix")
    literal = given.value.literal if given is not None and given.value is not None else None
    prefix: object = None if literal is None else json.loads(literal)
    return f"{prefix.upper()}_" if isinstance(prefix, str) and prefix else None


def _traitlet(call: ast.Call) -> ast.Call | None:
    """The trait of `Int(5).tag(config=True)` or `Int(5, config=True)`."""
    if not is_true(keyword(call, "config")):
        return None
    if isinstance(call.func, ast.Attribute) and call.func.attr == "tag":
        return call.func.value if isinstance(call.func.value, ast.Call) else None
    return call


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
