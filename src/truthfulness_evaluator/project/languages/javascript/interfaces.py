"""What users of a program set, as one file declares it: options, commands, variables and settings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Choices, Command, EnvironmentVariable, Option, Setting
from truthfulness_evaluator.project.languages.javascript.chains import Chains
from truthfulness_evaluator.project.languages.javascript.environment import read_environment
from truthfulness_evaluator.project.languages.javascript.options import from_table, is_name
from truthfulness_evaluator.project.languages.javascript.parsers import read_parsers
from truthfulness_evaluator.project.languages.javascript.source import Source
from truthfulness_evaluator.project.languages.javascript.symbols import Symbols
from truthfulness_evaluator.project.languages.javascript.tables import option_tables, read_lists, read_settings
from truthfulness_evaluator.project.languages.javascript.types import Types
from truthfulness_evaluator.text.patterns import regex

_COMMAND_LINE = regex(r"(?:^|[/._-])(?:cli|options?|flags?|args?|argv)(?:[/._-]|$)", re.IGNORECASE)
"""Paths of files whose tables of settings are options too."""


@dataclass(frozen=True, slots=True)
class Interfaces:
    """What one file declares for users."""

    options: tuple[Option, ...]
    commands: tuple[Command, ...]
    environment: tuple[EnvironmentVariable, ...]
    settings: tuple[Setting, ...]
    choices: tuple[Choices, ...]


def read_interfaces(source: Source, symbols: Symbols) -> Interfaces:
    """The options, commands, variables, settings and lists of values of a file."""
    chains = Chains(source)
    chains.read()
    described = list(read_parsers(source)) or list(_tabled(source))
    commands = list(chains.commands)
    if described or (chains.options and not chains.closed):
        commands.append(Command("", 1, None, closed=False))
    types = Types(source)
    return Interfaces(
        (*chains.options, *described),
        tuple(commands),
        tuple(read_environment(source)),
        (*read_settings(source), *(each for name, node in symbols.types for each in types.settings(name, node))),
        (*read_lists(source), *(each for name, node in symbols.types for each in types.choices(name, node))),
    )


def _tabled(source: Source) -> Iterator[Option]:
    if _COMMAND_LINE.search(source.path):
        for key, node in option_tables(source):
            if is_name(key):
                yield from_table(source, key, node, negatable=True)
