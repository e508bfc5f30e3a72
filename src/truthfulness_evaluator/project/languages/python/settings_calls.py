"""Settings that calls declare: `addini("paths")`, `config.get("server", "port", fallback=80)` and their kin."""

import ast
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.project.declarations import Setting
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.items import Pair
from truthfulness_evaluator.project.languages.python.values import keyword, last_name, text_of, texts_of
from truthfulness_evaluator.text.patterns import regex

_NEEDLES = ("addini(", "getattr(", "fallback=", "from_mapping(")
_RARER = {
    "config": ("add_config_value(", "config.add(", "config.setdefault(", "add_config(", "register_config("),
    "_setting(": ("add_setting(", "register_setting("),
}
"""Further ones by what they have in common: most files have none of them, and are searched once."""
_HOLDERS = frozenset({"settings", "config", "conf"})
_READERS = frozenset({"get", "getint", "getfloat", "getboolean", "getlist"})
_REGISTERS = regex(r"(?:add|register)_(?:config|setting)")


def needles(text: str) -> Iterator[str]:
    """What the lines of such calls hold, as far as it can stand in a text."""
    yield from _NEEDLES
    for common, words in _RARER.items():
        if common in text:
            yield from words


def called_settings(call: ast.Call, context: Context) -> Iterator[Setting]:
    """The settings that one call declares."""
    method = last_name(call.func)
    arguments = call.args
    holder = last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""
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
    elif method == "add" and holder == "config":
        if len(arguments) == 1 and isinstance(arguments[0], ast.Dict):
            pairs = list(zip(arguments[0].keys, arguments[0].values, strict=True))
            yield from nested(pairs, "", context)
    elif method == "getattr" and len(arguments) == 3 and last_name(arguments[0]) in _HOLDERS:
        name = text_of(arguments[1])
        if name is not None and name.isupper():
            yield Setting(name, call.lineno, context.value(arguments[2]))
    else:
        yield from _other(call, method, holder, context)


def _other(call: ast.Call, method: str, holder: str, context: Context) -> Iterator[Setting]:
    arguments = call.args
    if method in _READERS and len(arguments) == 2 and (fallback := keyword(call, "fallback")) is not None:
        section, key = text_of(arguments[0]), text_of(arguments[1])
        if section and key:
            yield Setting(f"{section}.{key}", call.lineno, context.value(fallback))
    elif method == "setdefault" and holder == "config" and len(arguments) == 2:
        name = text_of(arguments[0])
        if name is not None and name.isupper():
            yield Setting(name, call.lineno, context.value(arguments[1]))
    elif method == "from_mapping" and holder == "config":
        for item in call.keywords:
            if item.arg is not None and item.arg.isupper():
                yield Setting(item.arg, item.value.lineno, context.value(item.value))
    elif _REGISTERS.fullmatch(method) and (default := keyword(call, "default")) is not None:
        given = keyword(call, "keys") or keyword(call, "key") or keyword(call, "name") or (arguments or [None])[0]
        name = text_of(given)
        for key in (name,) if name is not None else texts_of(given) or ():
            yield Setting(key, call.lineno, context.value(default))


def nested(pairs: Sequence[Pair], prefix: str, context: Context) -> Iterator[Setting]:
    """A setting for every key, dotted where dicts stand inside dicts."""
    for key, value in pairs:
        name = text_of(key)
        if name is None or key is None:
            continue
        yield Setting(prefix + name, key.lineno, context.value(value))
        if isinstance(value, ast.Dict):
            yield from nested(list(zip(value.keys, value.values, strict=True)), f"{prefix}{name}.", context)
