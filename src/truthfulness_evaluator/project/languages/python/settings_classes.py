"""Environment variables of pydantic-settings classes: one for every field."""

import ast
from collections.abc import Iterator

from truthfulness_evaluator.project.declarations import EnvironmentVariable
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.fields import field_value
from truthfulness_evaluator.project.languages.python.symbols import bodies_of
from truthfulness_evaluator.project.languages.python.values import keyword, last_name, text_of, texts_of

_ALIASES = ("validation_alias", "alias", "env")


def settings_variables(body: list[ast.stmt], context: Context) -> Iterator[EnvironmentVariable]:
    """The variables that the classes derived from `BaseSettings` read, in upper case."""
    if "BaseSettings" not in context.source.text:
        return
    prefixes: dict[str, str] = {"BaseSettings": ""}
    for node in _classes(body):
        inherited = [prefixes[name] for base in node.bases if (name := last_name(base)) in prefixes]
        if not inherited:
            continue
        own = _prefix(node)
        prefix = prefixes[node.name] = inherited[0] if own is None else own
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                yield from _variables(statement, statement.target.id, prefix, context)


def _classes(body: list[ast.stmt]) -> Iterator[ast.ClassDef]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield statement
        elif isinstance(statement, ast.If | ast.Try):
            for inner in bodies_of(statement):
                yield from _classes(inner)


def _prefix(node: ast.ClassDef) -> str | None:
    """The `env_prefix` of the class itself, `model_config = SettingsConfigDict(...)`, a dict, or `class Config`."""
    for given in node.keywords:
        if given.arg == "env_prefix":
            return text_of(given.value)
    for statement in node.body:
        if isinstance(statement, ast.ClassDef) and statement.name == "Config":
            for inner in statement.body:
                if isinstance(inner, ast.Assign) and last_name(inner.targets[0]) == "env_prefix":
                    return text_of(inner.value)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if last_name(target) != "model_config":
                continue
            if isinstance(statement.value, ast.Call):
                return text_of(keyword(statement.value, "env_prefix"))
            if isinstance(statement.value, ast.Dict):
                for key, value in zip(statement.value.keys, statement.value.values, strict=True):
                    if text_of(key) == "env_prefix":
                        return text_of(value)
    return None


def _variables(statement: ast.AnnAssign, name: str, prefix: str, context: Context) -> Iterator[EnvironmentVariable]:
    if name == "model_config" or name.startswith("_") or _is_class_variable(statement.annotation):
        return
    default = None if statement.value is None else field_value(statement.value, context.source)
    names: tuple[str, ...] = (prefix + name,)
    if isinstance(statement.value, ast.Call):
        for word in _ALIASES:
            alias = keyword(statement.value, word)
            if alias is not None:
                names = _aliases(alias)
                break
    for variable in names:
        yield EnvironmentVariable(variable.upper(), statement.lineno, default)


def _is_class_variable(annotation: ast.expr) -> bool:
    outer = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return last_name(outer) == "ClassVar"


def _aliases(node: ast.expr) -> tuple[str, ...]:
    if isinstance(node, ast.Call) and last_name(node.func) == "AliasChoices":
        return tuple(text for item in node.args if (text := text_of(item)) is not None)
    text = text_of(node)
    return (text,) if text is not None else texts_of(node) or ()
