"""Lazy names of a module: `__getattr__` with a literal table (PEP 562), `lazy_loader`, `_LazyModule`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Import, Symbol, SymbolKind
from truthfulness_evaluator.project.languages.python.functions import Function
from truthfulness_evaluator.project.languages.python.imports import Place, imported_from
from truthfulness_evaluator.project.languages.python.values import (
    dotted,
    keyword,
    last_name,
    text_of,
    texts_of,
)

_STRUCTURE_USERS = frozenset({"_LazyModule", "LazyModule"})

_CALLS = ("LazyModule(", "attach(", "attach_stub(")
"""Without one of these words no statement but `__getattr__` is looked at."""


@dataclass(frozen=True, slots=True)
class LazyNames:
    """Names that a module gives when they are asked for."""

    imports: tuple[Import, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    complete: bool = True
    """Whether all of them are spelled out."""


def read_lazy(text: str, body: list[ast.stmt], place: Place) -> LazyNames:
    """The lazy names of a module; empty and complete where it has none."""
    calls = any(sign in text for sign in _CALLS)
    if not calls and "__getattr__" not in text:
        return LazyNames()
    reader = _Reader(body, place)
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__getattr__":
            reader.read_getattr(statement)
        elif calls and isinstance(statement, ast.Assign | ast.If | ast.Try):
            for node in ast.walk(statement):
                if isinstance(node, ast.Call):
                    reader.read_call(node)
    imports = {item.name: item for item in reader.imports}
    return LazyNames(tuple(imports.values()), tuple(reader.symbols), reader.complete)


class _Reader:
    def __init__(self, body: list[ast.stmt], place: Place) -> None:
        self.imports: list[Import] = []
        self.symbols: list[Symbol] = []
        self.complete = True
        self._place = place
        self._tables = dict(_literals(body))
        self._body = body

    def read_getattr(self, function: Function) -> None:
        """The names that a module's `__getattr__` knows."""
        wanted = function.args.args[0].arg if function.args.args else "name"
        known = len(self.imports) + len(self.symbols)
        closed = False
        local: dict[str, Import] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.ImportFrom):
                local.update((item.name, item) for item in imported_from(node, self._place))
            elif isinstance(node, ast.Name) and node.id in self._tables:
                self._read_table(self._tables[node.id])
            elif isinstance(node, ast.Compare) and dotted(node.left) == wanted:
                self._read_comparison(node)
            elif isinstance(node, ast.Attribute) and dotted(node.value) == wanted:
                self.complete = False
            elif isinstance(node, ast.Raise) and "AttributeError" in ast.dump(node):
                closed = True
        self.imports.extend(local[item.name] for item in self.symbols if item.name in local)
        if not closed or len(self.imports) + len(self.symbols) == known:
            self.complete = False

    def read_call(self, call: ast.Call) -> None:
        """The names of `lazy_loader.attach(...)` and of transformers' `_LazyModule(...)`."""
        function = last_name(call.func)
        if function == "attach" and call.args and dotted(call.args[0]) == "__name__":
            submodules = keyword(call, "submodules") or (call.args[1] if len(call.args) > 1 else None)
            attributes = keyword(call, "submod_attrs") or (call.args[2] if len(call.args) > 2 else None)
            for name in texts_of(self._resolved(submodules)) or ():
                self._add(name, self._place.absolute(name, 1), call.lineno)
            self._read_structure(self._resolved(attributes))
        elif function == "attach_stub":
            self.complete = False
        elif function in _STRUCTURE_USERS:
            names = [dotted(item) for item in (*call.args, *(item.value for item in call.keywords))]
            structures = [self._tables[name] for name in names if name is not None and name in self._tables]
            for structure in structures:
                self._read_structure(structure)
            if structures:
                self._read_additions({name for name in names if name})
            else:
                self.complete = False

    def _resolved(self, node: ast.expr | None) -> ast.expr | None:
        return self._tables.get(node.id) if isinstance(node, ast.Name) else node

    def _read_comparison(self, node: ast.Compare) -> None:
        """`name == "x"`, `name in {"x", "y"}`: these names exist, whatever they stand for."""
        names = (text_of(node.comparators[0]),)
        if names[0] is None:
            names = texts_of(self._resolved(node.comparators[0])) or ()
        for name in names:
            if name is not None:
                self.symbols.append(Symbol(name, SymbolKind.CONSTANT, node.comparators[0].lineno, dynamic=True))

    def _read_table(self, table: ast.expr) -> None:
        """`{name: module}`, `{name: (module, attribute)}`, `{module: [names]}`."""
        if not isinstance(table, ast.Dict):
            return
        for key, value in zip(table.keys, table.values, strict=True):
            name = text_of(key)
            if name is None or key is None:
                self.complete = False
            elif isinstance(value, ast.List) and (names := texts_of(value)) is not None:
                self._add_all(self._module(name), names, key.lineno)
            else:
                self._add(name, self._target(name, value), key.lineno)

    def _read_structure(self, table: ast.expr | None) -> None:
        """`{submodule: [names]}`."""
        if not isinstance(table, ast.Dict):
            self.complete = self.complete and table is None
            return
        for key, value in zip(table.keys, table.values, strict=True):
            module, names = text_of(key), texts_of(value)
            if module is None or names is None or key is None:
                self.complete = False
            else:
                self._add(module.partition(".")[0], self._place.absolute(module.partition(".")[0], 1), key.lineno)
                self._add_all(self._place.absolute(module, 1), names, key.lineno)

    def _read_additions(self, tables: set[str]) -> None:
        """`_import_structure["module"] = [names]` and `.extend([names])`, also under `if` and `try`."""
        for statement in self._body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                    target, value = node.targets[0], node.value
                elif (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in {"extend", "append"}
                    and isinstance(node.func.value, ast.Subscript)
                    and node.args
                ):
                    target, value = node.func.value, node.args[0]
                else:
                    continue
                if dotted(target.value) not in tables:
                    continue
                module, text = text_of(target.slice), text_of(value)
                names = texts_of(value) if text is None else (text,)
                if module is None or names is None:
                    self.complete = False
                else:
                    self._add_all(self._place.absolute(module, 1), names, node.lineno)

    def _add_all(self, base: str | None, names: tuple[str, ...], line: int) -> None:
        for name in names:
            self._add(name, f"{base}.{name}" if base else None, line)

    def _add(self, name: str, target: str | None, line: int) -> None:
        if target is None:
            self.symbols.append(Symbol(name, SymbolKind.CONSTANT, line, dynamic=True))
        else:
            self.imports.append(Import(name, target, line))

    def _target(self, name: str, value: ast.expr) -> str | None:
        """The absolute name behind a table's value; None where it cannot be told."""
        attribute: str | None = name
        if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == 2:
            given = value.elts[1]
            if dotted(value.elts[0]) in {"__package__", "__name__", "__spec__.parent"}:
                module = text_of(given)
            else:
                module, attribute = text_of(value.elts[0]), text_of(given)
                if attribute is None and not (isinstance(given, ast.Constant) and given.value is None):
                    return None
        else:
            module = text_of(value)
        if not module:
            return None
        module, colon, own = module.partition(":")
        if colon:
            attribute = own
        base = self._module(module)
        if base is None:
            return None
        if attribute is None or base.rpartition(".")[2] == attribute:
            return base
        return f"{base}.{attribute}"

    def _module(self, name: str) -> str | None:
        """A module of a lazy table: relative where it starts with a dot or not with our own package."""
        if name.startswith("."):
            return self._place.relative(name)
        top = (self._place.module or "").partition(".")[0]
        if name.partition(".")[0] == top or "." in name:
            return name
        return self._place.absolute(name, 1)


def _literals(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Module variables bound to literal tables."""
    for statement in body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target, value = statement.target, statement.value
        else:
            continue
        if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
            value = value.args[0]
        if isinstance(target, ast.Name) and isinstance(value, ast.Dict | ast.List | ast.Tuple | ast.Set):
            yield target.id, value
