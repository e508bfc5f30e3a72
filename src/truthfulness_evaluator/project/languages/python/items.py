"""Tables of settings whose entries are objects: `{"jobs": ConfigItem("How many", default=4)}`."""

import ast
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.project.declarations import Setting, SymbolKind
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.options import choices_of
from truthfulness_evaluator.project.languages.python.values import dotted, keyword, last_name, text_of, texts_of
from truthfulness_evaluator.text.patterns import regex

_ITEMS = regex(r"(?:\w*_)?(?:Config)?(?:Option|Setting|Item|ConfigItem|ConfigValue|(?:[A-Z][a-z]+)?Opt)")
"""Classes of a table's entries."""
_KEY = regex(r"[A-Za-z][\w.-]*")
_FEWEST = 2
"""Rows that make a table of items."""
_TABLES = frozenset({"dict", "Namespace", "OrderedDict", "ImmutableDict", "MappingProxyType", "frozendict"})
Pair = tuple[ast.expr | None, ast.expr]
"""Key and value of an entry; the key is None for `**other`."""


def pairs_of(node: ast.expr) -> Sequence[Pair] | None:
    """The entries of a dict literal, a call with keywords, or a list of `(name, item)` tuples."""
    if isinstance(node, ast.Dict):
        return list(zip(node.keys, node.values, strict=True))
    if isinstance(node, ast.Call) and last_name(node.func) in _TABLES:
        if len(node.args) == 1 and not node.keywords:
            return pairs_of(node.args[0])
        if node.keywords and not node.args:
            return [
                (None if item.arg is None else ast.Constant(item.arg, lineno=item.value.lineno), item.value)
                for item in node.keywords
            ]
        return None
    if isinstance(node, ast.List | ast.Tuple) and node.elts:
        rows = [item.elts for item in node.elts if isinstance(item, ast.Tuple) and len(item.elts) == 2]
        return [(row[0], row[1]) for row in rows] if len(rows) == len(node.elts) else None
    return None


def holds_items(pairs: Sequence[Pair]) -> bool:
    """Whether most entries are items, or a table inside holds one."""
    if sum(_is_item(item) for _, item in pairs) * 2 > len(pairs):
        return True
    inner = [table for _, value in pairs if isinstance(value, ast.Call) and (table := pairs_of(value)) is not None]
    return any(_is_item(item) for table in inner for _, item in table)


def items(pairs: Sequence[Pair], prefix: str, context: Context) -> Iterator[Setting]:
    """A setting for every item, its key dotted where tables stand inside tables."""
    for key, value in pairs:
        name = text_of(key)
        if name is None or key is None or not isinstance(value, ast.Call):
            continue
        if _is_item(value):
            default = context.value(_default(value, context))
            yield Setting(prefix + name, key.lineno, default, choices_of(value, context))
        elif (inner := pairs_of(value)) is not None:
            yield from items(inner, f"{prefix}{name}.", context)


def named_items(value: ast.expr, context: Context) -> Iterator[Setting]:
    """The rows of a table of items that have their names inside: `(Setting("jobs", 4, "How many"), ...)`."""
    rows = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    calls = [row for row in rows if isinstance(row, ast.Call) and _ITEMS.fullmatch(last_name(row.func))]
    if len(calls) < _FEWEST or len(calls) != len(rows):
        return
    for call in calls:
        owner = dotted(call.func) or ""
        given = _argument(call, "name", owner, context) or _argument(call, "key", owner, context)
        # Of a class that is not in this file the first argument is the name, if it looks like one.
        name = text_of(given or (call.args[0] if call.args and _place("default", owner, context) is None else None))
        if name is not None and _KEY.fullmatch(name):
            default = context.value(_argument(call, "default", owner, context))
            yield Setting(name, call.lineno, default, choices_of(call, context))


def _argument(call: ast.Call, name: str, owner: str, context: Context) -> ast.expr | None:
    """An argument by its name, else by the place that its class gives it."""
    given = keyword(call, name)
    index = _place(name, owner, context) if given is None else None
    return call.args[index] if index is not None and index < len(call.args) else given


def _is_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and (
        _ITEMS.fullmatch(last_name(node.func)) is not None or keyword(node, "default") is not None
    )


def _default(call: ast.Call, context: Context) -> ast.expr | None:
    """The default of an item: by keyword, else by the place that its class gives it, else the first argument.

    A first argument in several words is a description.
    """
    given = keyword(call, "default")
    if given is not None or not call.args or not _ITEMS.fullmatch(last_name(call.func)):
        return given
    index = _place("default", dotted(call.func) or "", context)
    if index is None:
        index = 1 if " " in (text_of(call.args[0]) or "") else 0
    return call.args[index] if index < len(call.args) else None


def _place(name: str, owner: str, context: Context) -> int | None:
    """Index of an argument of a class of this file: of its `__init__`, else of its fields."""
    if (fields := _tuple_fields(owner, context)) is not None:
        return fields.index(name) if name in fields else None
    made = context.symbols.get(f"{owner}.__init__")
    if made is not None and made.parameters is not None:
        names = [item.name for item in made.parameters]
    else:
        names = [
            symbol.name.removeprefix(f"{owner}.")
            for symbol in context.symbols.values()
            if symbol.name.startswith(f"{owner}.") and symbol.kind is SymbolKind.ATTRIBUTE
        ]
        names = [item for item in names if not item.startswith("_")]
    return names.index(name) if name in names else None


def _tuple_fields(owner: str, context: Context) -> list[str] | None:
    """The fields of a class that `namedtuple("Setting", ("name", "default"))` makes."""
    symbol = context.symbols.get(owner)
    source = symbol.value.source if symbol is not None and symbol.value is not None else ""
    if "namedtuple(" not in source:
        return None
    try:
        call = ast.parse(source, mode="eval").body
    except SyntaxError:
        return None
    fields = call.args[1] if isinstance(call, ast.Call) and len(call.args) > 1 else None
    text = text_of(fields)
    return text.replace(",", " ").split() if text is not None else list(texts_of(fields) or ()) or None
