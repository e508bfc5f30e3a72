"""Command lines that are built by chains of calls: commander, yargs, cac, sade, caporal and their kin."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Command, Option
from truthfulness_evaluator.project.languages.javascript.options import from_flags, from_table, is_name
from truthfulness_evaluator.project.languages.javascript.source import FUNCTIONS, Source, arguments
from truthfulness_evaluator.project.languages.javascript.values import value_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

Path = tuple[str, ...]

_SIGNS = (b"ption(", b".command(")
"""What any file with such a chain has."""
_CALLS = re.compile(rb"\.\s*(option|options|requiredOption|command|positional)\s*\(")
_NEW = re.compile(rb"\bnew\s+(?:\w+\.)?(Option)\s*\(")
_LIBRARIES = (b"commander", b"yargs", b"cac", b"sade", b"caporal", b"new Command", b"createCommand")
_WORDS = regex(r"[a-z][\w:-]*")
_OPEN = (b"allowUnknownOption", b"passThroughOptions", b"addOption(")
_MOST_STEPS = 200
"""Calls of a chain that are followed."""


def may_have_chains(data: bytes) -> bool:
    """Whether such a chain can stand in a file at all."""
    return any(sign in data for sign in _SIGNS) and any(word in data for word in (*_LIBRARIES, b"('-", b'("-'))


@dataclass(slots=True)
class Chains:
    """Reads the chains of a file."""

    source: Source
    options: list[Option] = field(default_factory=list[Option])
    commands: list[Command] = field(default_factory=list[Command])
    closed: bool = True
    """Whether every option that is added is spelled out."""

    returns_program: bool = False
    """`.command(...)` gives the program again, not the command (yargs)."""
    flat: bool = False
    """No command has commands of its own (sade, cac, caporal)."""

    def read(self) -> None:
        """Take in the file."""
        source = self.source
        if not may_have_chains(source.data):
            return
        is_yargs = self.returns_program = source.has(b"yargs")
        self.flat = source.has(b"sade", b"cac", b"caporal") and not source.has(b"commander")
        before = len(self.options)
        for name, call in source.calls(_CALLS, 1):
            self._call(name, call, arguments(call), is_yargs=is_yargs)
        for _, node in source.found(_NEW, 1):
            made = node.parent if node.type == "identifier" else None
            made = made.parent if made is not None and made.type == "member_expression" else made
            if made is not None and made.type == "new_expression":
                self._made(made)
        if len(self.options) > before or self.commands:
            strict = not is_yargs or source.has(b".strict(", b".strictOptions(")
            self.closed = self.closed and strict and not source.has(*_OPEN[:2])

    def _call(self, name: str, call: Node, given: list[Node], *, is_yargs: bool) -> None:
        source = self.source
        if name == "command":
            self._command(call, given)
            return
        if name == "options" or (given and given[0].type == "object"):
            for key, value in source.pairs(given[0] if given else None).items():
                if is_yargs and is_name(key):
                    self.options.append(from_table(source, key, value, command=self._owner(call), negatable=True))
            return
        text = source.string(source.resolved(given[0])) if given else None
        if text is None:
            self.closed = False
        elif name == "positional":
            return
        elif text.lstrip().startswith("-"):
            option = from_flags(source, text, given[0], _default_of(given), self._owner(call))
            if option is not None:
                self.options.append(option)
        elif is_yargs and is_name(text):
            table = given[1] if len(given) > 1 else call
            self.options.append(
                replace(
                    from_table(source, text, table, command=self._owner(call), negatable=True), line=line_of(given[0])
                )
            )

    def _made(self, made: Node) -> None:
        """`new Option("--name <x>").default(8).choices([...]).env("NAME")`."""
        source, given = self.source, arguments(made)
        text = source.string(source.resolved(given[0])) if given else None
        if text is None or not text.lstrip().startswith("-"):
            return
        option = from_flags(source, text, given[0], None, self._owner(made))
        if option is None:
            return
        for method, call in _calls_on(source, made):
            values = arguments(call)
            if method == "hideHelp":
                option = replace(option, hidden=True)
            elif method == "default" and values:
                option = replace(option, default=value_of(source, values[0]))
            elif method == "choices" and values:
                option = replace(option, choices=source.strings(values[0]))
            elif method == "env" and values and (name := source.string(values[0])):
                option = replace(option, env=(name,))
        self.options.append(option)

    def _command(self, call: Node, given: list[Node]) -> None:
        if not self.source.has(*_LIBRARIES):
            return
        texts: list[str] = []
        first = given[0] if given else None
        if first is not None and first.type == "object":
            first = self.source.pairs(first).get("command")
        text = self.source.string(first)
        if text is not None:
            texts = [text]
        elif (several := self.source.strings(first)) is not None:
            texts = list(several)
        elif first is None or first.type not in FUNCTIONS:
            self.closed = False
        names = [word for each in texts if (word := each.split(" ")[0]) and _WORDS.fullmatch(word)]
        if names:
            aliases = [a for method, on in _calls_on(self.source, call) if method == "alias"
                       for node in arguments(on) if (a := self.source.string(node))]  # fmt: skip
            parents = self._owner(call)
            self.commands.append(Command(names[0], line_of(given[0]), parents, (*names[1:], *aliases)))

    def _owner(self, node: Node) -> Path | None:
        """The subcommand that a call adds to; () for the program, None where it is not known."""
        source = self.source
        receiver = _receiver(node)
        for _ in range(_MOST_STEPS):
            if receiver is None:
                break
            if receiver.type == "call_expression":
                name = None if self.returns_program else _command_name(source, receiver)
                if name is not None:
                    above = () if self.flat else self._owner(receiver)
                    return None if above is None else (*above, name)
                if _receiver(receiver) is None:
                    return self._around(node)  # `yargs(args).option(...)`
                receiver = _receiver(receiver)
            elif receiver.type == "identifier":
                made = source.constants.get(source.text(receiver))
                if made is None or made.type != "call_expression" or _receiver(made) is None:
                    return self._around(node) if made is not None or self._is_program(receiver) else None
                receiver = made
            else:
                return self._around(node) if receiver.type == "new_expression" else None
        return None

    def _is_program(self, node: Node) -> bool:
        return self.source.text(node) in {"program", "yargs", "cli", "prog", "commander", "argv", "y", "cmd"}

    def _around(self, node: Node) -> Path | None:
        """The subcommand within whose `.command("name", ..., builder)` a call stands."""
        parent = node.parent
        while parent is not None:
            if parent.type == "call_expression":
                name = _command_name(self.source, parent)
                listed = parent.child_by_field_name("arguments")
                if name is not None and listed is not None and listed.start_byte <= node.start_byte < listed.end_byte:
                    above = self._owner(parent)
                    return None if above is None else (*above, name)
            parent = parent.parent
        return ()


def _default_of(given: list[Node]) -> Node | None:
    """The default of `.option(flags, help, [parser], default)`."""
    values = given[2:] if len(given) > 2 else given[1:2]
    if len(given) == 2 and given[1].type != "object":
        return None
    if len(values) > 1 and values[0].type in {*FUNCTIONS, "identifier", "member_expression"}:
        return values[1]
    return values[0] if values and values[0].type not in {"identifier", "member_expression"} else None


def _receiver(call: Node) -> Node | None:
    """What a method is called on."""
    function = call.child_by_field_name("function")
    return function.child_by_field_name("object") if function is not None else None


def _command_name(source: Source, call: Node) -> str | None:
    """The name of `.command("name <argument>")`."""
    function = call.child_by_field_name("function")
    leaf = function.child_by_field_name("property") if function is not None else None
    if leaf is None or source.text(leaf) != "command":
        return None
    given = arguments(call)
    text = source.string(given[0]) if given else None
    word = (text or "").split(" ")[0]
    return word if _WORDS.fullmatch(word) else None


def _calls_on(source: Source, node: Node) -> Iterator[tuple[str, Node]]:
    """The calls that follow on a value in one chain, with their names."""
    while (member := node.parent) is not None and member.type == "member_expression":
        call = member.parent
        leaf = member.child_by_field_name("property")
        if call is None or call.type != "call_expression" or leaf is None:
            return
        yield source.text(leaf), call
        node = call
