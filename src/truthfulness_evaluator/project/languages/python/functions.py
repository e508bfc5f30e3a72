"""Signatures and decorators of Python functions."""

import ast
from functools import lru_cache

from truthfulness_evaluator.project.declarations import Parameter, Symbol, SymbolKind
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.values import dotted

Function = ast.FunctionDef | ast.AsyncFunctionDef

_TRANSPARENT = frozenset(
    {
        *("staticmethod", "classmethod", "property", "cached_property", "setter", "getter", "deleter"),
        *("abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod"),
        *("overload", "override", "final", "no_type_check", "runtime_checkable", "dataclass_transform"),
        *("cache", "lru_cache", "contextmanager", "asynccontextmanager", "wraps", "deprecated", "coroutine"),
        *("dataclass", "total_ordering", "unique", "verify", "define", "frozen", "mutable", "attrs"),
    }
)
"""Decorators (last part of the name) that leave the signature and the members as they are written."""
_TRANSPARENT_DOTTED = frozenset({"attr.s", "attr.dataclass", "types.coroutine", "enum.member", "enum.nonmember"})


def decorators_of(node: Function | ast.ClassDef) -> tuple[str, ...]:
    """Dotted names of the decorators, without arguments; what is no name is left out."""
    if not node.decorator_list:
        return ()
    names = (dotted(item.func if isinstance(item, ast.Call) else item) for item in node.decorator_list)
    return tuple(name for name in names if name)


def has_unknown_decorator(node: Function | ast.ClassDef, names: tuple[str, ...]) -> bool:
    """Whether a decorator may give the function another signature, or the class further members."""
    if len(names) < len(node.decorator_list):
        return True
    return any(name.rpartition(".")[2] not in _TRANSPARENT and name not in _TRANSPARENT_DOTTED for name in names)


def is_property(names: tuple[str, ...]) -> bool:
    """Whether decorators make a method a property (`property`, `functools.cached_property`, ...)."""
    return any(name.lower().endswith("property") for name in names)


def parameters_of(arguments: ast.arguments, source: Source, *, bound: bool) -> tuple[Parameter, ...]:
    """The parameters in the order of the signature. `bound`: the first (`self`, `cls`) is left out."""
    positional = [*arguments.posonlyargs, *arguments.args] if arguments.posonlyargs else arguments.args
    without = len(positional) - len(arguments.defaults)
    found = [_plain(item.arg) for item in positional[1 if bound else 0 : max(without, 0)]]
    for item, default in zip(positional[without:], arguments.defaults, strict=True):
        found.append(Parameter(item.arg, source.value(default)))
    if bound and without == 0 and found:
        del found[0]
    if arguments.vararg is not None:
        found.append(Parameter(arguments.vararg.arg, None, True))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(Parameter(argument.arg, None if default is None else source.value(default)))
    if arguments.kwarg is not None:
        found.append(Parameter(arguments.kwarg.arg, None, True, True))
    return tuple(found)


@lru_cache(maxsize=10_000)
def _plain(name: str) -> Parameter:
    """A parameter without a default: most of them, with the same few names."""
    return Parameter(name)


def function_symbol(node: Function, prefix: str, source: Source, *, in_class: bool) -> Symbol:
    """The symbol of a function, method or property."""
    names = decorators_of(node)
    if not in_class:
        kind, bound = SymbolKind.FUNCTION, False
    else:
        kind = SymbolKind.PROPERTY if names and is_property(names) else SymbolKind.METHOD
        bound = "staticmethod" not in names
    return Symbol(
        prefix + node.name,
        kind,
        node.lineno,
        parameters_of(node.args, source, bound=bound),
        None,
        (),
        names,
        bool(node.decorator_list) and has_unknown_decorator(node, names),
    )
