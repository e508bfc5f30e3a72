"""Command lines of cleo: classes with a `name`, `options` and `arguments`."""

import ast
from collections.abc import Iterator

from truthfulness_evaluator.project.declarations import Command, Option
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import keyword, text_of


def cleo_commands(body: list[ast.stmt], context: Context) -> Iterator[Command]:
    """The commands; `name = "self show"` is `show` below `self`."""
    if not context.imports_from("cleo") and "option(" not in context.source.text:
        return
    for node in _classes(body):
        name = _name(node)
        if name is not None and any(base.endswith("Command") for base in context.symbols[node.name].bases):
            words = tuple(name.split())
            yield Command(words[-1], node.lineno, words[:-1], (), node.name, closed=False)


def cleo_options(context: Context, taken: set[int]) -> Iterator[Option]:
    """What `option("dependency", "d", ...)` and `argument("name", ...)` of `cleo.helpers` declare."""
    for site in context.sites:
        around = site.scope.class_scope()
        command = None
        if around is not None and isinstance(around.node, ast.ClassDef):
            name = _name(around.node)
            command = None if name is None else tuple(name.split())
        for node in site.nodes:
            if not isinstance(node, ast.Call) or id(node) in taken:
                continue
            target = context.target(node.func)
            if target not in {"cleo.helpers.option", "cleo.helpers.argument"}:
                continue
            taken.add(id(node))
            owner = around.name if around is not None else None
            option = _option(node, target.endswith("argument"), command, owner, context)
            if option is not None:
                yield option


def _option(
    call: ast.Call, positional: bool, command: tuple[str, ...] | None, owner: str | None, context: Context
) -> Option | None:
    names = [text_of(argument) for argument in call.args[:2]]
    long = names[0] if names else text_of(keyword(call, "long_name"))
    if long is None:
        return None
    value = context.value(keyword(call, "default"))
    if positional:
        return Option((long,), call.lineno, long, value, command=command, owner=owner)
    short = names[1] if len(names) > 1 else text_of(keyword(call, "short_name"))
    flag = keyword(call, "flag") or (call.args[3] if len(call.args) > 3 else None)
    takes_value = isinstance(flag, ast.Constant) and flag.value is False
    given = (f"--{long}", f"-{short}") if short else (f"--{long}",)
    return Option(given, call.lineno, long, value, None, not takes_value, command=command, owner=owner)


def _classes(body: list[ast.stmt]) -> Iterator[ast.ClassDef]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield statement
        elif isinstance(statement, ast.If | ast.Try):
            for inner in bodies_of(statement):
                yield from _classes(inner)


def _name(node: ast.ClassDef) -> str | None:
    """The literal `name` of a command's class."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            target, value = statement.target, statement.value
        else:
            continue
        if target.id == "name":
            return text_of(value) or None
    return None
