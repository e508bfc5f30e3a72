"""Options as literals: those of urfave/cli, and tables such as `[]Option{{Name: "a", Default: 1, Help: ".."}}`."""

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Command, Option, Setting
from truthfulness_evaluator.project.languages.go.source import Source, arguments, elements, strings
from truthfulness_evaluator.project.languages.go.values import default_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

NAMED = re.compile(rb"Name:\s*[\"`\w]")
_FLAG = regex(r"(?:\w+\.)?(\w+)Flag")
_COMMAND = regex(r"(?:\w+\.)?(?:Command|App)")
_OPTION = regex(r"(?:\w+\.)?\w*(?:Option|Flag|Setting)s?")
_ENTRY = regex(r"[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)*")
_HELP = frozenset({"Help", "Usage"})
_COMMAND_SIGNS = frozenset({"Action", "Subcommands", "Commands", "Flags", "UsageText", "ArgsUsage", "Usage"})


@dataclass
class Tables:
    """The options, settings and commands that literals of a file declare."""

    source: Source
    options: list[Option] = field(default_factory=list[Option])
    settings: list[Setting] = field(default_factory=list[Setting])
    commands: list[Command] = field(default_factory=list[Command])
    open_at: int | None = None
    """A line where an option has a name that is made from others, or that another file knows."""

    def read(self) -> None:
        """Read every literal that gives itself a name and a help text."""
        for pair in self.source.pairs(NAMED):
            body = pair.parent
            if body is None or body.type != "literal_value":
                continue
            values = elements(self.source, body)
            name = self.source.string(values.get("Name"))
            kind = _type_of(self.source, body)
            if not name:
                if _HELP & set(values) and _OPTION.fullmatch(kind):
                    self.open_at = self.open_at or line_of(body)
                continue
            if (match := _FLAG.fullmatch(kind)) is not None:
                self._flag(body, name, match[1], values)
            elif _COMMAND.fullmatch(kind) and _COMMAND_SIGNS & set(values):
                self._command(body, name, kind, values)
            elif _HELP & set(values) and ("Default" in values or _OPTION.fullmatch(kind)) and _ENTRY.fullmatch(name):
                self._entry(body, name, values)

    def _flag(self, body: Node, name: str, kind: str, values: dict[str, Node]) -> None:
        first, *others = (part.strip() for part in name.split(","))
        aliases = strings(self.source, values["Aliases"]) if "Aliases" in values else ()
        names = [f"-{each}" if len(each) == 1 else f"--{each}" for each in (first, *others, *aliases) if each]
        variable = values.get("Destination")
        self.options.append(
            Option(
                tuple(sorted(names, key=lambda each: each.startswith("--"))),
                line_of(_name_in(body)),
                dest=None if variable is None else self.source.text_of(variable).lstrip("&").rpartition(".")[2],
                default=default_of(self.source, values.get("Value")),
                is_flag=kind.startswith("Bool"),
                hidden="Hidden" in values,
                env=self._variables(values),
            )
        )

    def _variables(self, values: dict[str, Node]) -> tuple[str, ...]:
        if (one := self.source.string(values.get("EnvVar"))) is not None:
            return tuple(part.strip() for part in one.split(",") if part.strip())
        if "EnvVars" in values:
            return strings(self.source, values["EnvVars"])
        sources = values.get("Sources")
        if sources is None or sources.type != "call_expression":
            return ()
        texts = [self.source.string(value) for value in arguments(sources)]
        return tuple(text for text in texts if text)

    def _command(self, body: Node, name: str, kind: str, values: dict[str, Node]) -> None:
        above = self._names_above(body, commands=True)
        is_program = kind.endswith("App") or ("Commands" in values and not above)
        parents = None if is_program else tuple(above[1:]) if above else None
        aliases = strings(self.source, values["Aliases"]) if "Aliases" in values else ()
        self.commands.append(Command(name, line_of(_name_in(body)), parents, aliases, program=is_program))

    def _entry(self, body: Node, name: str, values: dict[str, Node]) -> None:
        """An entry of a table of options. Below an entry with a name of its own, that name comes first."""
        default = default_of(self.source, values.get("Default"))
        above = self._names_above(body, commands=False)
        full = "_".join((*above[-1:], name))
        if above:
            self.open_at = self.open_at or line_of(body)
        short = self.source.string(values.get("ShortOpt") or values.get("Short") or values.get("Shorthand"))
        names = (f"--{re.sub('[_ ]', '-', full)}",)
        if short and len(short) == 1:
            names = (f"-{short}", *names)
        self.options.append(Option(names, line_of(_name_in(body)), dest=name, default=default, hidden="Hide" in values))
        self.settings.append(Setting(name, line_of(_name_in(body)), default))

    def _names_above(self, body: Node, *, commands: bool) -> list[str]:
        """The names that the literals around a literal give themselves, outermost first."""
        found: list[str] = []
        node = body.parent
        while node is not None and node.type not in {"block", "source_file"}:
            if node.type == "literal_value":
                name = self.source.string(elements(self.source, node).get("Name"))
                if name and (not commands or _COMMAND.fullmatch(_type_of(self.source, node))):
                    found.insert(0, name)
            node = node.parent
        return found


def _name_in(body: Node) -> Node:
    """The line of a literal that names it, by which people find it."""
    return next((node for node in body.named_children if node.type == "keyed_element" and _is_name(node)), body)


def _is_name(pair: Node) -> bool:
    key = pair.named_children[0]
    return key.end_byte - key.start_byte == len("Name") and key.text == b"Name"


def _type_of(source: Source, body: Node) -> str:
    """The type of a literal with this body; of one without a type of its own, that of the list that it is in."""
    node: Node | None = body
    while node is not None and node.type in {"literal_value", "literal_element"}:
        node = node.parent
    kind = node.child_by_field_name("type") if node is not None and node.type == "composite_literal" else None
    text = source.text_of(kind) if kind is not None else ""
    return re.sub(r"^(?:\[\w*\]|\*|map\[\w+\])+", "", text)
