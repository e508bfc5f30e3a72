"""Reads `setup.py` by its syntax tree; only what is written out literally is known."""

import ast
import warnings
from collections.abc import Iterator, Mapping

from truthfulness_evaluator.project.manifests.entry_points import entry_point, plugins, programs
from truthfulness_evaluator.project.manifests.literals import Scope, constants
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    Manifest,
    RuntimeFloor,
    Script,
)
from truthfulness_evaluator.project.manifests.pep508 import parse_requirement

_DYNAMIC = {
    "name": "name",
    "version": "version",
    "python_requires": "requires-python",
    "install_requires": "dependencies",
    "extras_require": "optional-dependencies",
    "entry_points": "scripts",
}
"""Arguments of `setup()`, with what `pyproject.toml` calls them."""


def read(path: str, text: str) -> Manifest:
    """What the call of `setup()` in a `setup.py` declares."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the code that is read, such as invalid escapes
            tree = ast.parse(text.removeprefix("\ufeff"))
    except SyntaxError as error:
        return Manifest(path, "python", error=f"line {error.lineno or 1}: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Manifest(path, "python", error=f"line 1: {error or 'nested too deeply'}")
    scope = constants(tree)
    call = _setup_call(tree)
    if call is None:
        return Manifest(path, "python", dynamic=frozenset(_DYNAMIC.values()))
    arguments, complete = _arguments(call, scope)
    reading = _Reading(scope, arguments)
    stated = {
        field: (value, scope.resolved(arguments[argument]).lineno)
        for field, argument in (
            ("name", "name"),
            ("version", "version"),
            ("description", "description"),
            ("licence", "license"),
        )
        if argument in arguments and (value := scope.text(arguments[argument])) is not None
    }
    texts = {field: value for field, (value, _) in stated.items()}
    entry_points = tuple(reading.entry_points())
    return Manifest(
        path=path,
        ecosystem="python",
        name=texts.get("name"),
        version=texts.get("version"),
        runtime=tuple(reading.runtime()),
        dependencies=tuple(reading.dependencies()),
        extras=tuple(reading.extras()),
        scripts=(*programs(entry_points), *reading.files()),
        plugins=plugins(entry_points),
        licence=texts.get("licence"),
        description=texts.get("description"),
        keywords=tuple(word for word, _ in reading.strings("keywords")),
        classifiers=tuple(reading.strings("classifiers")),
        lines=tuple((field, line) for field, (_, line) in stated.items()),
        dynamic=frozenset(
            known
            for argument, known in _DYNAMIC.items()
            if (argument in arguments and not scope.is_known(arguments[argument]))
            or (argument not in arguments and not complete)
        ),
    )


def _setup_call(tree: ast.Module) -> ast.Call | None:
    """The last call of `setup` in the file."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == "setup")
            or (isinstance(node.func, ast.Attribute) and node.func.attr == "setup")
        )
    ]
    return max(calls, key=lambda call: call.lineno, default=None)


def _arguments(call: ast.Call, scope: Scope) -> tuple[Mapping[str, ast.expr], bool]:
    """The keyword arguments, `**` of a dictionary that is written out among them; whether these are all."""
    arguments: dict[str, ast.expr] = {}
    complete = True
    for keyword in call.keywords:
        if keyword.arg is not None:
            arguments[keyword.arg] = keyword.value
            continue
        entries, known = scope.entries(keyword.value)
        complete = complete and known
        arguments |= {key: value for key, _, value in entries}
    return arguments, complete


class _Reading:
    """The arguments of a call of `setup()`, looked at one by one."""

    def __init__(self, scope: Scope, arguments: Mapping[str, ast.expr]) -> None:
        self._scope = scope
        self._arguments = arguments

    def strings(self, argument: str) -> list[tuple[str, int]]:
        value = self._arguments.get(argument)
        return [] if value is None else self._scope.strings(value)[0]

    def runtime(self) -> Iterator[RuntimeFloor]:
        value = self._arguments.get("python_requires")
        text = None if value is None else self._scope.text(value)
        if value is not None and text is not None:
            line = self._scope.resolved(value).lineno
            yield RuntimeFloor("python", text, line, "pep440")

    def dependencies(self) -> Iterator[Dependency]:
        for argument, group in (
            ("install_requires", None),
            ("setup_requires", "build-system"),
            ("tests_require", "test"),
        ):
            for text, line in self.strings(argument):
                dependency = parse_requirement(text, line, extra=group, group=group is not None)
                if dependency is not None:
                    yield dependency
        for extra, _, value in self._entries("extras_require"):
            name, _, marker = extra.partition(":")  # `extra:marker`, `:marker`: an old form
            for text, line in self._scope.strings(value)[0]:
                whole = f"{text}; {marker}" if marker and ";" not in text else text
                dependency = parse_requirement(whole, line, extra=name or None, optional=bool(name))
                if dependency is not None:
                    yield dependency

    def extras(self) -> Iterator[Extra]:
        for extra, line, _ in self._entries("extras_require"):
            name = extra.partition(":")[0]
            if name:
                yield Extra(name, line)

    def entry_points(self) -> Iterator[Script]:
        for group, _, value in self._entries("entry_points"):
            for text, line in self._scope.strings(value)[0]:
                if script := entry_point(text, line, group):
                    yield script
        group = ""
        for text, line in self.strings("entry_points"):  # as the text of an INI file
            if text.startswith("["):
                group = text.strip("[] ")
            elif script := entry_point(text, line, group):
                yield script

    def files(self) -> Iterator[Script]:
        """Scripts that are installed as they are."""
        for file, line in self.strings("scripts"):
            yield Script(file.rpartition("/")[2], file, line)

    def _entries(self, argument: str) -> list[tuple[str, int, ast.expr]]:
        value = self._arguments.get(argument)
        return [] if value is None else self._scope.entries(value)[0]
