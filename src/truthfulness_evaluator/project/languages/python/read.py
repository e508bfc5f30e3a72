"""One Python file as the facts that it declares."""

import ast
import warnings

from truthfulness_evaluator.project.declarations import PYTHON, FileFacts, Import, Symbol
from truthfulness_evaluator.project.languages.python.choices import read_choices
from truthfulness_evaluator.project.languages.python.dynamic import (
    global_names,
    module_is_dynamic,
    set_members,
)
from truthfulness_evaluator.project.languages.python.exports import Exports
from truthfulness_evaluator.project.languages.python.imports import Place, read_imports
from truthfulness_evaluator.project.languages.python.interfaces import read_interfaces
from truthfulness_evaluator.project.languages.python.lazy import LazyNames, read_lazy
from truthfulness_evaluator.project.languages.python.source import Source
from truthfulness_evaluator.project.languages.python.symbols import Symbols


def read(path: str, module: str | None, text: str) -> FileFacts:
    """What a Python file declares, from its syntax tree alone; nothing is imported or executed.

    Args:
        path: relative to the root, with forward slashes.
        module: dotted name by which the file is imported, None for a script.
        text: the decoded file. The caller bounds its size.

    Example:
        >>> read("app/limits.py", "app.limits", "SIZE = 64 * 1024").symbols[0].value.literal
        '65536'
    """
    text = text.removeprefix("\ufeff")
    is_package = path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}
    place = Place(module, is_package)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return FileFacts(path, PYTHON, module, is_package, error=_reason(error))
    try:
        return _facts(path, place, text, tree)
    except RecursionError as error:
        return FileFacts(path, PYTHON, module, is_package, error=_reason(error))


def _facts(path: str, place: Place, text: str, tree: ast.Module) -> FileFacts:
    source = Source(text)
    symbols = Symbols(source)
    symbols.read(tree.body)
    imports = list(read_imports(tree.body, place))
    lazy = read_lazy(text, tree.body, place)
    _complete(symbols, imports, lazy, source, tree)
    exports = Exports(tree.body) if "__all__" in text else None
    interfaces = read_interfaces(source, tree, tuple(imports), symbols.found, path)
    return FileFacts(
        path,
        PYTHON,
        place.module,
        place.is_package,
        tuple(symbols.found.values()),
        tuple(imports),
        None if exports is None else exports.names,
        module_is_dynamic(text) or not lazy.complete or (exports is not None and not exports.complete),
        interfaces.options,
        interfaces.commands,
        interfaces.environment,
        interfaces.settings,
        tuple(read_choices(tree.body)),
    )


def _complete(symbols: Symbols, imports: list[Import], lazy: LazyNames, source: Source, tree: ast.Module) -> None:
    """Add lazy names, names that functions assign globally, and attributes set by `setattr`."""
    set_members(source, tree, symbols.found)
    known = {item.name for item in imports}
    imports.extend(item for item in lazy.imports if item.name not in known)
    known.update(item.name for item in imports)
    extra: tuple[Symbol, ...] = (*lazy.symbols, *global_names(source))
    for symbol in extra:
        if symbol.name not in known:
            symbols.add_missing(symbol)


def _reason(error: Exception) -> str:
    """`line 3: invalid syntax`, or the error's own words where it names no line."""
    if isinstance(error, SyntaxError):
        message = error.msg or "invalid syntax"
        return f"line {error.lineno}: {message}" if error.lineno else message
    if isinstance(error, RecursionError | MemoryError):
        return "nested too deeply"
    return str(error)
