"""Parsers of argparse and optparse, as the variables that hold them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from truthfulness_evaluator.project.declarations import Command, SymbolKind
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.options import is_hidden
from truthfulness_evaluator.project.languages.python.sites import Scope, Site
from truthfulness_evaluator.project.languages.python.values import dotted, keyword, last_name

_SAME = frozenset({"add_argument_group", "add_mutually_exclusive_group", "add_subparsers", "getgroup", "add_group"})
"""Methods whose result adds to the parser they are called on."""
_CLASSES = ("ArgumentParser", "OptionParser", "ArgParser", "OptionGroup")
_DJANGO = "/management/commands/"


@dataclass(slots=True, eq=False)
class Parser:
    """A parser with the groups and the subparsers that were made from it."""

    owner: str | None
    line: int
    kind: Literal["program", "command", "unknown"] = "unknown"
    name: str = ""
    """Of a program: its `prog`, empty where the code does not say. Of a command: as users type it."""
    words: tuple[str, ...] = ()
    """Of a program whose `prog` says more than one word: the commands before it."""
    parent: "Parser | None" = None
    aliases: tuple[str, ...] = ()
    hidden: bool = False
    closed: bool = True
    bound: "list[Parser]" = field(default_factory=list["Parser"])
    """Of a parameter: the parsers that it stands for."""

    def path(self) -> tuple[str, ...] | None:
        """The subcommands that lead to it, () for the program itself, None where not known."""
        return self._path(frozenset())

    def _path(self, seen: frozenset[int]) -> tuple[str, ...] | None:
        if id(self) in seen:
            return None
        seen |= {id(self)}
        if self.kind == "program":
            return self.words
        if self.kind == "command":
            above = None if self.parent is None else self.parent._path(seen)
            return None if above is None else (*above, self.name)
        paths = {parser._path(seen) for parser in self.bound}
        return paths.pop() if len(paths) == 1 else None

    def command(self) -> Command | None:
        """The command that it declares; None where it declares none and is closed."""
        if self.kind == "program":
            return Command(self.name, self.line, self.words[:-1], (), self.owner, False, self.closed, not self.words)
        if self.kind == "command":
            above = None if self.parent is None else self.parent.path()
            return Command(self.name, self.line, above, self.aliases, self.owner, self.hidden, self.closed)
        return None if self.closed else Command("", self.line, None, (), self.owner, False, False)


@dataclass(frozen=True, slots=True)
class _Factory:
    """A function whose parameter at an index names the subcommand that it makes."""

    index: int
    above: Parser
    made: Parser


class Parsers:
    """The parsers of a file by the qualified names of their variables."""

    def __init__(self, context: Context) -> None:
        self.all: list[Parser] = []
        self._context = context
        self._by_name: dict[str, Parser] = {}
        self._by_call: dict[int, Parser | None] = {}
        self._returned: dict[str, Parser] = {}
        self._factories: dict[str, _Factory] = {}
        self._makers: set[str] = set()
        """Variables that stand for a parser class."""
        self._handed: list[tuple[str, Parser]] = []

    def bind(self, site: Site) -> None:
        """Note the variable that a statement binds to a parser, or the function that returns one."""
        statement = site.statement
        if isinstance(statement, ast.Return) and statement.value is not None and site.scope.name:
            parser = self.resolve(statement.value, site.scope, create=False)
            if parser is not None:
                self._returned.setdefault(site.scope.name, parser)
            return
        target = site.target()
        if target is None:
            return
        name, value = target
        if self._is_maker(value):
            self._makers.add(self._key(name, site.scope))
            return
        parser = self.resolve(value, site.scope, create=False)
        if parser is None:
            return
        key = self._key(name, site.scope)
        self._by_name[key] = parser
        if parser.owner is None:
            parser.owner = key

    def resolve(self, node: ast.expr, scope: Scope, *, create: bool) -> Parser | None:
        """The parser that an expression stands for. `create`: an unknown one where it is not known."""
        if isinstance(node, ast.Call):
            if id(node) not in self._by_call:
                self._by_call[id(node)] = self._from_call(node, scope, create=create)
            parser = self._by_call[id(node)]
            if parser is None and create:
                parser = self._by_call[id(node)] = self._new(Parser(None, node.lineno))
            return parser
        name = dotted(node)
        if name is None:
            return self._new(Parser(None, node.lineno)) if create else None
        found = self._find(name, scope)
        if found is None and create:
            found = self._unknown(name, node.lineno, scope)
        return found

    def hand_over(self, call: ast.Call, scope: Scope) -> None:
        """Follow parsers that are passed to a function: into one of this file, else they are not closed."""
        positional = enumerate(call.args)
        given: list[tuple[int | str, ast.expr]] = [
            *positional,
            *((item.arg or "", item.value) for item in call.keywords),
        ]
        for place, argument in given:
            parser = self.resolve(argument, scope, create=False) if dotted(argument) else None
            if parser is None:
                continue
            parameter = self._parameter(call.func, place, scope)
            if last_name(call.func).endswith(_CLASSES):
                continue
            if parameter is None:
                parser.closed = False
            else:
                self._handed.append((parameter, parser))

    def connect(self) -> None:
        """Bind parameters to the parsers that were passed for them. To be called last."""
        for name, parser in self._handed:
            parameter = self._by_name.get(name)
            if parameter is not None and parameter.kind == "unknown":
                parameter.bound.append(parser)
        for name, parser in self._handed:
            parameter = self._by_name.get(name)
            if parameter is not None and not parameter.closed:
                parser.closed = False

    def _new(self, parser: Parser) -> Parser:
        self.all.append(parser)
        return parser

    def _key(self, name: str, scope: Scope) -> str:
        """Qualified name of a variable; attributes of `self` belong to the class."""
        head, _, rest = name.partition(".")
        if head in {"self", "cls"} and rest:
            around = scope.class_scope()
            return around.qualified(rest) if around is not None else scope.qualified(name)
        return scope.qualified(name)

    def _find(self, name: str, scope: Scope) -> Parser | None:
        if "." in name:
            return self._by_name.get(self._key(name, scope)) or self._by_name.get(name)
        for around in scope.around():
            parser = self._by_name.get(around.qualified(name))
            if parser is not None:
                return parser
            if name in around.parameters():
                return None
        return None

    def _unknown(self, name: str, line: int, scope: Scope) -> Parser:
        """A parser that this file did not make: a parameter, an imported one, an attribute."""
        owner = self._key(name, scope)
        for around in scope.around():
            parameters = around.parameters()
            if name in parameters:
                owner = around.qualified(name)
                if parameters[0] == name and (made := self._own_class(around)) is not None:
                    return made
                break
        parser = self._by_name[owner] = self._new(Parser(owner, line))
        if _DJANGO in f"/{self._context.path}" and owner.endswith(".add_arguments.parser"):
            parser.kind, parser.closed = "command", False
            parser.name = self._context.path.rpartition("/")[2].removesuffix(".py")
            parser.parent = Parser(None, line, "program")
        return parser

    def _own_class(self, method: Scope) -> Parser | None:
        """The parser that `self` is in a method of a class derived from a parser."""
        around = method.parent
        if around is None or not isinstance(around.node, ast.ClassDef):
            return None
        if not any(last_name(base).endswith(_CLASSES) for base in around.node.bases):
            return None
        if around.name not in self._by_name:
            self._by_name[around.name] = self._new(Parser(around.name, around.node.lineno, "program"))
        return self._by_name[around.name]

    def _from_call(self, call: ast.Call, scope: Scope, *, create: bool) -> Parser | None:
        method = last_name(call.func)
        if isinstance(call.func, ast.Attribute):
            if method in _SAME:
                return self.resolve(call.func.value, scope, create=True)
            if method == "add_parser":
                above = self.resolve(call.func.value, scope, create=True)
                return self._subcommand(call, above, scope)
        if method == "OptionGroup" and call.args:
            return self.resolve(call.args[0], scope, create=create)
        if method.endswith(_CLASSES) or self._is_parser_class(call.func, scope):
            return self._program(call)
        made = self._from_factory(call, scope)
        if made is not None:
            return made
        function = self._function(call.func, scope)
        return self._returned.get(function) if function else None

    def _program(self, call: ast.Call) -> Parser:
        given = keyword(call, "prog")
        if given is None and call.args and last_name(call.func) == "ArgumentParser":
            given = call.args[0]
        words = (self._context.text(given) or "").split()
        parser = self._new(Parser(None, call.lineno, "program"))
        if len(words) == 1 or any(word.startswith("-") for word in words):
            parser.name = " ".join(words)
        elif words:
            parser.name, parser.words = words[-1], tuple(words[1:])
        if keyword(call, "parents") is not None:
            parser.closed = False
        shown = keyword(call, "add_help")
        if isinstance(shown, ast.Constant) and shown.value is False and not words:
            parser.kind = "unknown"
        return parser

    def _subcommand(self, call: ast.Call, above: Parser | None, scope: Scope) -> Parser:
        name = self._context.text(call.args[0] if call.args else keyword(call, "name"), scope)
        if name is None:
            made = self._new(Parser(None, call.lineno))
            if above is None or not self._note_factory(call, above, made, scope):
                made.closed = False
                if above is not None:
                    above.closed = False
            return made
        parser = self._new(Parser(None, call.lineno, "command", name, parent=above))
        parser.aliases = self._context.texts(keyword(call, "aliases")) or ()
        parser.hidden = is_hidden(call)
        parser.closed = keyword(call, "parents") is None
        return parser

    def _note_factory(self, call: ast.Call, above: Parser, made: Parser, scope: Scope) -> bool:
        """Whether a function makes a subcommand that is named by one of its parameters."""
        given = dotted(call.args[0]) if call.args else None
        if given is None or scope.node is None or given not in scope.parameters():
            return False
        self._factories[scope.name] = _Factory(scope.parameters().index(given), above, made)
        return True

    def _from_factory(self, call: ast.Call, scope: Scope) -> Parser | None:
        """The subcommand that a call of such a function makes: `add("build", help="...")`."""
        name = dotted(call.func)
        keys = [around.qualified(name) for around in scope.around()] if name is not None else []
        factory = next((self._factories[key] for key in keys if key in self._factories), None)
        if factory is None:
            return None
        text = self._context.text(call.args[factory.index], scope) if factory.index < len(call.args) else None
        if text is None:
            factory.above.closed = False
            return None
        parser = self._new(Parser(None, call.lineno, "command", text, parent=factory.above))
        parser.hidden = is_hidden(call)
        factory.made.bound.append(parser)
        return parser

    def _is_maker(self, node: ast.expr) -> bool:
        """Whether an expression is a parser class itself, or `partial` of it."""
        if isinstance(node, ast.Call):
            return last_name(node.func) == "partial" and bool(node.args) and self._is_maker(node.args[0])
        return last_name(node).endswith(_CLASSES)

    def _is_parser_class(self, function: ast.expr, scope: Scope) -> bool:
        name = dotted(function) or ""
        if any(around.qualified(name) in self._makers for around in scope.around()):
            return True
        symbol = self._context.symbols.get(name)
        return symbol is not None and any(base.endswith(_CLASSES) for base in symbol.bases)

    def _function(self, function: ast.expr, scope: Scope) -> str | None:
        """Qualified name of the function or method of this file that an expression stands for."""
        name = dotted(function)
        if name is None:
            return None
        key = self._key(name, scope) if "." in name else name
        symbol = self._context.symbols.get(key)
        return key if symbol is not None and symbol.parameters is not None else None

    def _parameter(self, function: ast.expr, place: int | str, scope: Scope) -> str | None:
        """Qualified name of the parameter that takes an argument, None for functions of other files."""
        key = self._function(function, scope)
        if key is None:
            return None
        names = list(_names(self._context, key))
        if isinstance(place, str):
            return f"{key}.{place}" if place in names else None
        return f"{key}.{names[place]}" if place < len(names) else None


def _names(context: Context, function: str) -> Iterator[str]:
    symbol = context.symbols[function]
    if symbol.kind in {SymbolKind.FUNCTION, SymbolKind.METHOD}:
        for parameter in symbol.parameters or ():
            if not parameter.variadic:
                yield parameter.name
