"""Options of the packages `flag` and `pflag`, and of a project's own functions that declare one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Command, Option
from truthfulness_evaluator.project.languages.go.commands import CobraCommands
from truthfulness_evaluator.project.languages.go.source import Source, arguments, receiver, strings
from truthfulness_evaluator.project.languages.go.values import default_of
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

_TYPED = (
    r"(?:Bool|Int(?:8|16|32|64)?|Uint(?:8|16|32|64)?|Float(?:32|64)|String|Duration|Count|IP(?:Net|Mask)?|"
    r"Bytes(?:Hex|Base64)|Text|Time|Func|BoolFunc)(?:Slice|Array|To(?:String|Int(?:64)?))?(?:Var)?P?"
)
_DECLARES = regex(_TYPED + r"|Var(?:PF?)?|\w+Flag")
CALL = re.compile(
    rb"(?:Bool|Int|Uint|Float|String|Duration|Count|IP|Bytes|Text|Time|Func|Var|Flag)\w*+\((?=\s*[&\"\w])"
)
"""What the names of such functions have in common: it is found three times as fast as the names themselves."""
_NAME = regex(r"[A-Za-z0-9][\w.:-]*")
_HIDDEN = re.compile(rb"Mark(?:Hidden|Deprecated)\(\s*\"([\w.-]+)\"")
_FLAG_SET = regex(r"(?i)flag|^fs$|^f$")
_WITHOUT_DEFAULT = ("Count", "Func", "BoolFunc")


@dataclass
class Flags:
    """The options of a file."""

    source: Source
    commands: CobraCommands
    single_dash: bool
    """Declared with the package `flag`, which takes `-name` and `--name` alike."""
    short_first: bool = False
    """Declared with the package `flaggy`: a short name, a long one, and the help text."""
    found: list[Option] = field(default_factory=list[Option])
    open_at: int | None = None
    """A line where an option gets a name that is made at run time."""

    def read(self) -> None:
        """Read all calls that declare an option."""
        hidden = {match[1].decode() for match in _HIDDEN.finditer(self.source.code)}
        for name, call in self.source.calls(CALL):
            if _DECLARES.fullmatch(name) is None:
                continue
            values = arguments(call)
            if name.endswith("Flag"):
                option = self._own(name, call, values)
            elif self.short_first:
                option = self._short_first(name, call, values)
            else:
                option = self._declared(name, call, values, frozenset(hidden))
            if option is not None:
                self.found.append(option)

    def _short_first(self, method: str, call: Node, values: list[Node]) -> Option | None:
        texts = [self.source.string(value) for value in values[1:3]]
        names = [f"-{texts[0]}" if texts[0] else "", f"--{texts[1]}"] if len(texts) > 1 and texts[1] else []
        if not names:
            return None
        dest = self._variable(values[0])
        return Option(tuple(filter(None, names)), line_of(call), dest=dest, is_flag=method.startswith("Bool"))

    def _declared(self, method: str, call: Node, values: list[Node], hidden: frozenset[str]) -> Option | None:
        kind = method.removesuffix("PF").removesuffix("P") if method != "IP" else method
        has_short, is_variable = kind != method, kind.endswith("Var")
        base = kind.removesuffix("Var")
        has_default = base not in _WITHOUT_DEFAULT and bool(base)
        needed = 1 + has_short + has_default
        at = self._name_at(values, 1 if is_variable else 0, needed)
        if at is None:
            if len(values) > needed and _is_flag_set(self.source, call) and is_variable:
                self.open_at = self.open_at or line_of(call)
            return None
        rest = values[at + 1 :]
        if not is_variable and not (_is_flag_set(self.source, call) or at == 1):
            return None
        text = self.source.string(values[at]) or ""
        short = self.source.string(rest[0]) if has_short else None
        default = default_of(self.source, rest[has_short]) if has_default else None
        return Option(
            self._names(text, short),
            line_of(call),
            dest=self._variable(values[at - 1]) if at and is_variable else None,
            default=default,
            is_flag=base in {"Bool", "Count", "BoolFunc"},
            hidden=text in hidden,
            owner=self._owner(call, values[0] if at > is_variable else None),
        )

    def _name_at(self, values: list[Node], expected: int, needed: int) -> int | None:
        """Where the name of an option stands among arguments; helpers take the set of flags before it."""
        for at in (expected, expected + 1):
            if at + needed >= len(values) + (at != expected):
                return None
            text = self.source.string(values[at])
            if text is not None:
                return at if _NAME.fullmatch(text) and len(values) - at - 1 >= needed else None
        return None

    def _own(self, name: str, call: Node, values: list[Node]) -> Option | None:
        """A call of a project's own function that is named for what it declares: `enumFlag(cmd, "level", "l", ..)`."""
        texts = [self.source.string(value) for value in values]
        at = next((n for n, text in enumerate(texts) if text is not None), None)
        if at is None or at == 0 or not _NAME.fullmatch(texts[at] or ""):
            return None
        after = texts[at + 1 :]
        if not any(text is not None and " " in text for text in after):
            return None
        short = after[0] if after and after[0] is not None and len(after[0]) == 1 else None
        lists = [strings(self.source, value) for value in values[at + 1 :] if value.type == "composite_literal"]
        return Option(
            self._names(texts[at] or "", short),
            line_of(call),
            dest=self._variable(values[at - 1]),
            choices=lists[0] if "Enum" in name and lists and lists[0] else None,
            is_flag="Bool" in name,
            owner=self._owner(call, values[0]),
        )

    def _names(self, name: str, short: str | None) -> tuple[str, ...]:
        names = [f"-{short}"] if short else []
        names.append(f"--{name}" if len(name) > 1 or not self.single_dash else f"-{name}")
        if self.single_dash and len(name) > 1:
            names.append(f"-{name}")
        return tuple(names)

    def _variable(self, node: Node) -> str | None:
        name = self.source.text_of(node).lstrip("&").rpartition(".")[2]
        return name if name.isidentifier() else None

    def _owner(self, call: Node, first: Node | None) -> str | None:
        on = receiver(call) if first is None else first
        return None if on is None else self.commands.owner_of(self.source.text_of(on), call)


def _is_flag_set(source: Source, call: Node) -> bool:
    on = receiver(call)
    return on is not None and _FLAG_SET.search(source.text_of(on)) is not None


def open_marker(line: int) -> Command:
    """What says that a file has options that it does not spell out."""
    return Command("", line, parents=None, closed=False)


def uses_flags(imports: Iterator[str]) -> tuple[bool, bool]:
    """Whether a file imports a package of flags at all, and whether it is only the standard one."""
    found = [each for each in imports if "flag" in each or "cobra" in each or each.endswith("/cli") or "/cli/v" in each]
    return bool(found), found == ["flag"]
