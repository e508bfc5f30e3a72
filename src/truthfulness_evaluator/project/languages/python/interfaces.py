"""What a file offers to users beyond names: command lines, environment variables, settings."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import (
    Command,
    EnvironmentVariable,
    Import,
    Option,
    Setting,
    Symbol,
)
from truthfulness_evaluator.project.languages.python import environment, settings_calls
from truthfulness_evaluator.project.languages.python.argparse_ import ArgparseReader
from truthfulness_evaluator.project.languages.python.cleo_ import cleo_commands, cleo_options
from truthfulness_evaluator.project.languages.python.click_ import CLICK_PACKAGES, ClickReader
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.environment import EnvironmentReader
from truthfulness_evaluator.project.languages.python.settings import read_settings
from truthfulness_evaluator.project.languages.python.settings_classes import settings_variables
from truthfulness_evaluator.project.languages.python.sites import find_sites
from truthfulness_evaluator.project.languages.python.source import Source, line_before
from truthfulness_evaluator.project.languages.python.wrappers import wrapped_options
from truthfulness_evaluator.text.patterns import regex

_PARSER_SIGNS = ("ArgumentParser", "add_argument", "add_option", "add_parser", "addoption(")
_PARSER_VARIABLE = regex(r"(\w+)(?:\s*:[^=\n]+)?\s*=\s*[\w.]*$")
"""Text before the word of a line that binds a variable to a parser."""
_PARSER_NEEDLES = ("pars", "Parser(", "add_argument", "add_option", "addoption", "group", "Option(", "add_command")
_CLICK_NEEDLES = (
    *("option(", "argument(", "command(", "group(", "Typer", "typer", "callback(", "add_command", "Group("),
    *("command\n", "group\n", "cli(", "main(", "app(", "Option", "Argument"),
)
_OPTION_NEEDLES = (regex(r"\(\s*['\"]--?[A-Za-z]"), "partial(Option")


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
    """The interfaces of a file whose names were read."""
    targets = {item.name: item.target for item in imports}
    packages = frozenset(target.partition(".")[0] for target in targets.values())
    sites = find_sites(tree.body, source.lines_with(_needles(source.text, targets, packages)))
    context = Context(path, source, tuple(sites), symbols, targets, packages)
    click, argparse = ClickReader(context), ArgparseReader(context)
    click.read()
    argparse.read()
    taken = click.taken | argparse.taken
    options = [*click.options(), *argparse.options(), *cleo_options(context, taken)]
    options.extend(wrapped_options(context, taken))
    commands = [*click.commands(), *argparse.commands(), *cleo_commands(tree.body, context)]
    reader = EnvironmentReader(context, tree)
    reader.read()
    variables = [*reader.found, *click.environment, *settings_variables(tree.body, context)]
    declared, switches = read_settings(tree.body, context)
    return Interfaces(
        tuple(sorted([*options, *switches], key=lambda item: item.line)),
        tuple(sorted(commands, key=lambda item: item.line)),
        tuple(sorted(variables, key=lambda item: item.line)),
        tuple(sorted(declared, key=lambda item: item.line)),
    )


def _needles(text: str, imports: dict[str, str], packages: frozenset[str]) -> Iterator[str | re.Pattern[str]]:
    """The words to look for, only those that can matter in a file."""
    yield from _OPTION_NEEDLES
    yield from environment.needles(text, imports)
    yield from settings_calls.needles(text)
    if any(sign in text for sign in _PARSER_SIGNS):
        yield from _PARSER_NEEDLES
        for name in _parser_variables(text):
            yield re.compile(rf"[(,=]\s*{name}\s*[,)]")
    if not packages.isdisjoint(CLICK_PACKAGES) or ".cli." in text:
        yield from _CLICK_NEEDLES
    if "cleo" in packages:
        yield from ("option(", "argument(")


def _parser_variables(text: str) -> set[str]:
    """Variables that hold parsers, as far as the text shows; they may be passed to functions."""
    found: set[str] = set()
    for word in ("add_parser(", "add_subparsers(", "_group(", "Parser("):
        at = text.find(word)
        while at >= 0:
            match = _PARSER_VARIABLE.search(line_before(text, at))
            if match is not None:
                found.add(match[1])
            at = text.find(word, at + 1)
    return found
