"""Lists of values that a file declares whole: enums, `Literal` types, tables and lists of names."""

import ast
from collections.abc import Iterator

from truthfulness_evaluator.project.declarations import Choices
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import last_name, text_of, texts_of
from truthfulness_evaluator.text.patterns import regex

_ENUMS = frozenset({"Enum", "StrEnum", "TextChoices", "LowercaseStrEnum"})
_LITERALS = ("Literal",)
_VALUE = regex(r"[A-Za-z0-9_*+][\w .:/+*-]{0,60}")
"""What users may write as a value: no sentence, no pattern."""
_FEWEST = 2
_MOST = 200
"""Entries of a table that people list in a document; longer ones are data."""
_MOST_WORDS = 3
_COLLECTIONS = frozenset({"frozenset", "set", "tuple", "list", "dict", "OrderedDict", "MappingProxyType"})


def read_choices(body: list[ast.stmt]) -> list[Choices]:
    """The lists of values of a module and its classes, in the order of the code."""
    return [each for each in _of_body(body, "") if _FEWEST <= len(each.values) <= _MOST]


def _of_body(body: list[ast.stmt], prefix: str) -> Iterator[Choices]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _of_class(statement, prefix)
        elif isinstance(statement, ast.Assign):
            target = statement.targets[0]
            if isinstance(target, ast.Name):
                yield from _of_value(prefix + target.id, statement.value)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = prefix + statement.target.id
            yield from _of_annotation(name, statement.annotation)
            if statement.value is not None:
                yield from _of_value(name, statement.value)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _of_parameters(statement, prefix)
        elif isinstance(statement, ast.If | ast.Try):
            for inner in bodies_of(statement):
                yield from _of_body(inner, prefix)


def _of_class(node: ast.ClassDef, prefix: str) -> Iterator[Choices]:
    if any(last_name(base) in _ENUMS for base in node.bases):
        values = tuple(_members(node))
        if all(value is not None for value in values):
            yield Choices(prefix + node.name, node.lineno, tuple(value for value in values if value is not None))
        return
    yield from _of_body(node.body, f"{prefix}{node.name}.")


def _members(node: ast.ClassDef) -> Iterator[str | None]:
    """The text that each member of an enum stands for; None where it is no text."""
    for statement in node.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        name = statement.targets[0].id
        if name.startswith("_"):
            continue
        value = statement.value.elts[0] if isinstance(statement.value, ast.Tuple) else statement.value
        is_auto = isinstance(value, ast.Call) and last_name(value.func) == "auto"
        yield name.lower() if is_auto else text_of(value)


def _of_annotation(name: str, annotation: ast.expr) -> Iterator[Choices]:
    """The values of `Literal[...]` in an annotation, alone or joined to `None`, a list of them too."""
    texts: list[str] = []
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript) and last_name(node.value) in _LITERALS:
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            texts.extend(text for item in items if (text := text_of(item)) is not None)
    if texts:
        yield Choices(name, annotation.lineno, tuple(dict.fromkeys(texts)))


def _of_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, prefix: str) -> Iterator[Choices]:
    for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        if argument.annotation is not None and not isinstance(argument.annotation, ast.Name | ast.Constant):
            yield from _of_annotation(f"{prefix}{node.name}.{argument.arg}", argument.annotation)


def _of_value(name: str, value: ast.expr) -> Iterator[Choices]:
    """The texts of a list, the keys of a table and of the tables inside it, the values of a `Literal` alias."""
    if isinstance(value, ast.Subscript):
        yield from _of_annotation(name, value)
        return
    if isinstance(value, ast.Call) and last_name(value.func) in _COLLECTIONS and len(value.args) == 1:
        value = value.args[0]
    if isinstance(value, ast.Dict):
        yield from _of_table(name, value)
    elif isinstance(value, ast.List | ast.Tuple | ast.Set):
        texts = texts_of(value)
        if texts is not None and all(map(_is_value, texts)):
            yield Choices(name, value.lineno, texts)


def _of_table(name: str, table: ast.Dict) -> Iterator[Choices]:
    keys = [text_of(key) for key in table.keys]
    texts = [key for key in keys if key is not None]
    if len(texts) == len(keys) and all(map(_is_value, texts)):
        yield Choices(name, table.lineno, tuple(texts))
    for key, value in zip(keys, table.values, strict=True):
        if key is not None and isinstance(value, ast.Dict):
            yield from _of_table(f"{name}.{key}", value)


def _is_value(text: str) -> bool:
    return _VALUE.fullmatch(text) is not None and len(text.split()) <= _MOST_WORDS
