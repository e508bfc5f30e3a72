"""What a file offers to users beyond names: command lines, environment variables, settings."""

import ast
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import (
    Command,
    EnvironmentVariable,
    Import,
    Option,
    Setting,
    Symbol,
)
from truthfulness_evaluator.project.languages.python.source import Source


@dataclass(frozen=True, slots=True)
class Interfaces:
    """The options, commands, environment variables and settings of a file, in the order of the code."""

    options: tuple[Option, ...] = ()
    commands: tuple[Command, ...] = ()
    environment: tuple[EnvironmentVariable, ...] = ()
    settings: tuple[Setting, ...] = ()


def read_interfaces(
    source: Source, tree: ast.Module, imports: tuple[Import, ...], symbols: dict[str, Symbol], path: str
) -> Interfaces:
    return Interfaces()
