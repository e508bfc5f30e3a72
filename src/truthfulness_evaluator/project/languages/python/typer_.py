"""Options of typer commands: the parameters of a function."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Option, SymbolKind
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.functions import Function
from truthfulness_evaluator.project.languages.python.options import dest_of, read_option, split_names
from truthfulness_evaluator.project.languages.python.values import last_name, text_of

_KNOWN = sys.stdlib_module_names | {"click", "typer"}
"""Packages whose types of parameters are types, and stand for no option."""
_COMPLETION = ("--install-completion", "--show-completion")


def completion_options(line: int) -> Iterator[Option]:
    """What every typer application has unless `add_completion=False`."""
    for name in _COMPLETION:
        yield Option((name,), line, dest_of([name]))


def typer_options(function: Function, context: Context) -> Iterator[Option]:
    """The options and arguments that typer makes of a function's parameters."""
    for parameter, default in _parameters(function):
        annotation = parameter.annotation
        if annotation is not None and last_name(annotation) in {"Context", "CallbackParam"}:
            continue
        option = _option(parameter, default, context)
        if option is not None:
            yield option


def may_hide_options(function: Function, context: Context) -> bool:
    """Whether the type of a parameter is a name from elsewhere that may stand for `Annotated[..., Option("--name")]`:
    then the option has other names than its parameter.
    """
    return any(_may_be_alias(parameter.annotation, default, context) for parameter, default in _parameters(function))


def _parameters(function: Function) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters of a function with their defaults."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    yield from zip(positional, [*defaults, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def _may_be_alias(annotation: ast.expr | None, default: ast.expr | None, context: Context) -> bool:
    if annotation is None or _is_marker(default):
        return False
    target = context.target(annotation)
    package = target.partition(".")[0]
    if not isinstance(annotation, ast.Name | ast.Attribute) or package in _KNOWN or "." not in target:
        return False
    is_member = isinstance(default, ast.Attribute) and context.target(default.value) == target
    return not is_member


def _option(parameter: ast.arg, default: ast.expr | None, context: Context) -> Option | None:
    annotation, marker = _marker(parameter.annotation)
    if _is_marker(default) and isinstance(default, ast.Call):
        marker = default
        default = default.args[0] if default.args and text_of(default.args[0]) is None else None
        arguments = marker.args
        if arguments and (default is not None or not _is_name(arguments[0])):
            default, arguments = arguments[0], arguments[1:]
    else:
        arguments = [] if marker is None else marker.args
    if isinstance(default, ast.Constant) and default.value is ...:
        default = None
    if last_name(marker.func) == "Argument" if marker is not None else default is None:
        return _argument(parameter, marker, default, context)
    boolean = _is_boolean(annotation, default)
    given = [text for item in arguments if (text := text_of(item)) is not None]
    names, paired = split_names(given)
    if not names:
        kebab = parameter.arg.replace("_", "-").strip("-")
        names = (f"--{kebab}", f"--no-{kebab}") if boolean else (f"--{kebab}",)
    base = read_option(marker or ast.Call(ast.Name("Option"), [], [], lineno=parameter.lineno), names, context)
    return replace(
        base,
        names=names,
        line=parameter.lineno,
        dest=parameter.arg,
        default=context.value(default),
        choices=_choices(annotation, context),
        is_flag=boolean or paired or base.is_flag,
    )


def _argument(parameter: ast.arg, marker: ast.Call | None, default: ast.expr | None, context: Context) -> Option:
    value = context.value(default)
    if marker is None:
        return Option((parameter.arg,), parameter.lineno, parameter.arg, value)
    base = read_option(marker, (parameter.arg,), context)
    return replace(base, line=parameter.lineno, dest=parameter.arg, default=value)


def _marker(annotation: ast.expr | None) -> tuple[ast.expr | None, ast.Call | None]:
    """The type of a parameter, and `Option(...)` or `Argument(...)` out of `Annotated[...]`."""
    if isinstance(annotation, ast.Subscript) and last_name(annotation.value) == "Annotated":
        parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        marker = next((item for item in parts[1:] if isinstance(item, ast.Call) and _is_marker(item)), None)
        return parts[0], marker
    return annotation, None


def _is_marker(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in {"Option", "Argument"}


def _is_name(node: ast.expr) -> bool:
    text = text_of(node)
    return text is not None and text.strip().startswith(("-", "/"))


def _is_boolean(annotation: ast.expr | None, default: ast.expr | None) -> bool:
    if annotation is not None:
        names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
        return "bool" in names and not names & {"list", "List", "tuple", "Tuple", "dict"}
    return isinstance(default, ast.Constant) and isinstance(default.value, bool)


def _choices(annotation: ast.expr | None, context: Context) -> tuple[str, ...] | None:
    """The members of an enumeration of this file, or of a `Literal`."""
    if annotation is None:
        return None
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript) and last_name(node.value) == "Literal":
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return tuple(text for item in items if (text := text_of(item)) is not None)
        symbol = context.symbols.get(node.id) if isinstance(node, ast.Name) else None
        if symbol is not None and any(base.endswith("Enum") for base in symbol.bases):
            return _members(symbol.name + ".", context)
    return None


def _members(prefix: str, context: Context) -> tuple[str, ...] | None:
    values = [
        symbol.value.literal
        for name, symbol in context.symbols.items()
        if name.startswith(prefix) and symbol.kind is SymbolKind.ATTRIBUTE and symbol.value is not None
    ]
    texts = [value[1:-1] for value in values if value is not None and value.startswith('"')]
    return tuple(texts) if texts and len(texts) == len(values) else None
