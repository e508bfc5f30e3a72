"""Environment variables: `os.Getenv("X")`, own functions with `env` in their name, viper's and envconfig's prefixes."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import EnvironmentVariable, Symbol, SymbolKind
from truthfulness_evaluator.project.languages.go.source import Source, arguments
from truthfulness_evaluator.project.languages.go.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

CALL = re.compile(rb"nv\w{0,40}\(")
PROCESS = re.compile(rb"Process\(")
_NAME = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_BEGINNING = regex(r"[A-Z][A-Z0-9_]*_")
_WITH_DEFAULT = 2
"""Arguments of a function that reads a variable or gives what stands second."""


def read(source: Source, symbols: list[Symbol]) -> Iterator[EnvironmentVariable]:
    """The variables that a file reads or sets."""
    code = source.code
    if b"nv" in code:
        for name, call in source.calls(CALL):
            yield from _of_call(source, name, call)
    if b"envconfig" in code:
        for _, call in source.calls(PROCESS):
            prefix = next((text for value in arguments(call) if (text := source.string(value))), None)
            if prefix:
                yield EnvironmentVariable(f"{prefix.upper()}_", line_of(call), prefix=True)
    for symbol in symbols:
        text = source.texts.get(symbol.name)
        if symbol.kind is SymbolKind.CONSTANT and text and "env" in symbol.name.lower() and _NAME.fullmatch(text):
            yield EnvironmentVariable(text, symbol.line)


def _of_call(source: Source, function: str, call: Node) -> Iterator[EnvironmentVariable]:
    values, line = arguments(call), line_of(call)
    if not values:
        return
    if function == "SetEnvPrefix":
        if prefix := source.string(values[0]):
            yield EnvironmentVariable(f"{prefix.upper()}_", line, prefix=True)
        return
    if function in {"BindEnv", "MustBindEnv"}:
        texts = [source.string(value) for value in values[1:]]
        yield from (EnvironmentVariable(text, line) for text in texts if text and _NAME.fullmatch(text))
        return
    first = values[0]
    text = source.string(first)
    if text is None and first.type == "binary_expression" and (left := first.child_by_field_name("left")) is not None:
        beginning = source.string(left)
        if beginning and _BEGINNING.fullmatch(beginning):
            yield EnvironmentVariable(beginning, line, prefix=True)
        return
    if not text or not _NAME.fullmatch(text):
        return
    has_default = len(values) == _WITH_DEFAULT and "set" not in function.lower()
    yield EnvironmentVariable(text, line, value_of(source, values[1]) if has_default else None)
