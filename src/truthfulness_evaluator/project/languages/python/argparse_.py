"""Command lines of argparse and optparse: parsers, groups and subcommands, followed by their variables."""

import ast
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.project.declarations import Command, Option
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.options import read_option
from truthfulness_evaluator.project.languages.python.parsers import Parser, Parsers
from truthfulness_evaluator.project.languages.python.sites import Site
from truthfulness_evaluator.project.languages.python.values import last_name

_ADDERS = frozenset({"add_argument", "add_option", "addoption", "_addoption"})
_HARMLESS = frozenset({"autocomplete", "isinstance", "print", "len", "id", "repr", "str", "super"})
"""Functions that a parser is handed to and that add no option."""
_PARTIAL_PARSE = frozenset({"parse_known_args", "parse_known_intermixed_args"})


@dataclass(slots=True)
class ArgparseReader:
    """Reads the sites of a file; `options()` and `commands()` afterwards give what it found."""

    context: Context
    taken: set[int] = field(default_factory=set[int])
    """Ids of the calls that were read as options."""
    _parsers: Parsers = field(init=False)
    _options: list[tuple[Option, Parser]] = field(init=False, default_factory=list[tuple[Option, Parser]])

    def __post_init__(self) -> None:
        self._parsers = Parsers(self.context)

    def read(self) -> None:
        """Go through the sites."""
        for site in self.context.sites:
            for node in site.nodes:
                if isinstance(node, ast.Call):
                    self._read_call(node, site)
            self._parsers.bind(site)
        self._parsers.connect()

    def options(self) -> list[Option]:
        """The options, each with the command that it belongs to where that is known."""
        return [replace(option, command=parser.path(), owner=parser.owner) for option, parser in self._options]

    def commands(self) -> list[Command]:
        """The programs and subcommands."""
        return [command for parser in self._parsers.all if (command := parser.command()) is not None]

    def _read_call(self, call: ast.Call, site: Site) -> None:
        method = last_name(call.func)
        if isinstance(call.func, ast.Attribute):
            if method in _ADDERS:
                self._add_option(call, site, call.func)
                return
            if method == "add_parser":
                self._parsers.resolve(call, site.scope, create=True)
                return
            if method in _PARTIAL_PARSE:
                parser = self._parsers.resolve(call.func.value, site.scope, create=False)
                if parser is not None:
                    parser.closed = False
                return
        if method not in _HARMLESS:
            self._parsers.hand_over(call, site.scope)

    def _add_option(self, call: ast.Call, site: Site, function: ast.Attribute) -> None:
        names = [self.context.text(argument, site.scope) for argument in call.args]
        known = [name for name in names if name is not None]
        parser = self._parsers.resolve(function.value, site.scope, create=False)
        if parser is None and not _is_declaration(call, function, known):
            return
        parser = parser or self._parsers.resolve(function.value, site.scope, create=True)
        if parser is None:
            return
        if not names or len(known) < len(names):
            parser.closed = False
        if known:
            self.taken.add(id(call))
            self._options.append((read_option(call, known, self.context), parser))


def _is_declaration(call: ast.Call, function: ast.Attribute, names: list[str]) -> bool:
    """Whether a call on something unknown declares an option; browsers' `options.add_argument` does not."""
    if call.keywords:
        return True
    return bool(names) and names[0].startswith("-") and not last_name(function.value).endswith("options")
