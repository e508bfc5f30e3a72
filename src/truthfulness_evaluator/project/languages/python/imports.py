"""Names that a Python module takes from elsewhere."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Import
from truthfulness_evaluator.project.languages.python.symbols import bodies_of

_SIMPLE = (
    ast.Expr,
    ast.Assign,
    ast.AnnAssign,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Pass,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a module stands among the packages."""

    module: str | None
    """Dotted name; None for a script, whose relative imports lead nowhere."""
    is_package: bool

    def absolute(self, module: str | None, level: int) -> str | None:
        """The absolute name of a module that is imported with some leading dots; None where it has none.

        Example:
            >>> Place("app.cli", False).absolute("core.run", 1)
            'app.core.run'
        """
        if level == 0:
            return module
        if self.module is None:
            return None
        parts = self.module.split(".")
        up = level - 1 if self.is_package else level
        if up > len(parts) or (up == len(parts) and not module):
            return None
        base = parts[: len(parts) - up]
        if not base:
            return None
        return ".".join([*base, module] if module else base)

    def relative(self, name: str) -> str | None:
        """The absolute name of `.module` or `module`, as `importlib.import_module` reads it."""
        bare = name.lstrip(".")
        return self.absolute(bare or None, len(name) - len(bare))


def read_imports(body: list[ast.stmt], place: Place) -> Iterator[Import]:
    """The imports of a module's own statements, also under `if`, `try` and `with`; not those of functions."""
    for statement in body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                name, target = alias.asname, alias.name
                if name is None:
                    name = target = alias.name.partition(".")[0]
                yield Import(name, target, statement.lineno)
        elif isinstance(statement, ast.ImportFrom):
            yield from imported_from(statement, place)
        elif not isinstance(statement, _SIMPLE):
            for inner in bodies_of(statement):
                yield from read_imports(inner, place)


def imported_from(statement: ast.ImportFrom, place: Place) -> Iterator[Import]:
    """What a `from ... import` statement brings."""
    base = place.absolute(statement.module, statement.level)
    if base is None:
        return
    for alias in statement.names:
        if alias.name == "*":
            yield Import("*", base, statement.lineno)
        else:
            yield Import(alias.asname or alias.name, f"{base}.{alias.name}", statement.lineno)
