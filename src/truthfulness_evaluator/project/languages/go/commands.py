"""Commands of cobra: `&cobra.Command{Use: "serve PORT"}`, and which of them `AddCommand` puts below which."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Command
from truthfulness_evaluator.project.languages.go.source import Source, arguments, elements, receiver, strings
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

LITERAL = re.compile(rb"Command\{")
ADD = re.compile(rb"Add(?:Sub)?(?:Commands?|Group)\(")
EXECUTE = re.compile(rb"Execute(?:C|Context|ContextC)?\(")
_NAME = regex(r"[A-Za-z0-9][\w.-]*")
_FLAG_SETS = regex(r"\.(?:Persistent|Local|LocalNonPersistent|Inherited|Global)?Flags\(\)$")
_REFERENCE = regex(r"(?:\w+\.)?[A-Za-z_]\w*")


@dataclass
class CobraCommands:
    """The commands of a file. A command's owner is the variable at the top level that holds it, or the function
    that makes it; where one function makes several, `function.variable` for all but the one it gives back.
    """

    source: Source
    packages: frozenset[str] = frozenset()
    """What the file imports, by local name."""
    found: dict[str, Command] = field(default_factory=dict[str, Command])
    """By owner."""
    mounts: list[Command] = field(default_factory=list[Command])
    """What is put below a command here and declared elsewhere."""

    def read(self) -> None:
        """Read the commands, then how they hang together."""
        for literal in self.source.literals(LITERAL):
            self._literal(literal)
        for _, call in self.source.calls(ADD):
            self._added(call)
        for _, call in self.source.calls(EXECUTE) if self.found else ():
            self._executed(call)

    def owner_of(self, text: str, near: Node) -> str | None:
        """The owner of the command that an expression stands for in a function: `cmd`, `rootCmd`, `cmd.Flags()`."""
        declaration = self.source.declaration_around(near)
        key = (declaration.start_byte, text)
        if key not in self._owners:
            self._owners[key] = self._resolved(_FLAG_SETS.sub("", text), declaration)
        return self._owners[key]

    def _resolved(self, bare: str, declaration: Node) -> str | None:
        first, dot, _ = bare.partition(".")
        if dot:
            return bare if first in self.packages and _REFERENCE.fullmatch(bare) else None
        if not bare.isidentifier():
            return None
        body = self.source.text_of(declaration)
        if alias := re.search(rf"{_whole(bare)}\s*:?=\s*(\w+)\.\w*Flags\(\)", body):
            bare = alias[1]
        function = name_of(self.source, declaration)
        if function and (local := self._local(function, bare)) is not None:
            return local
        if declaration.type != "var_declaration" and _is_local(bare, body):
            return None
        return bare

    def _local(self, function: str, name: str) -> str | None:
        key = f"{function}.{name}"
        if key in self.found:
            return key
        return function if self._variables.get(function) == name else None

    _owners: dict[tuple[int, str], str | None] = field(default_factory=dict[tuple[int, str], "str | None"])
    _variables: dict[str, str] = field(default_factory=dict[str, str])
    """The variable of the command that a function gives back."""

    def _literal(self, literal: Node) -> None:
        values = elements(self.source, literal)
        use = self.source.string(values.get("Use"))
        if use is None or not use.split():
            return
        name = use.split()[0]
        if not _NAME.fullmatch(name):
            return
        owner = self._owner(literal)
        aliases = values.get("Aliases")
        hidden = values.get("Hidden")
        self.found[owner or f"{name}:{line_of(literal)}"] = Command(
            name,
            line_of(literal),
            parents=None,
            aliases=strings(self.source, aliases) if aliases is not None else (),
            owner=owner,
            hidden=(hidden is not None and hidden.type == "true") or "Deprecated" in values,
        )

    def _owner(self, literal: Node) -> str | None:
        declaration = self.source.declaration_around(literal)
        function = name_of(self.source, declaration)
        variable = _variable(self.source, literal, declaration)
        if not function:
            return variable
        body = self.source.text_of(declaration)
        given_back = variable is None or re.search(rf"\breturn\s+{variable}\b", body) is not None
        if function not in self.found and (given_back or body.count("Command{") == 1):
            if variable is not None:
                self._variables[function] = variable
            return function
        return None if variable is None else f"{function}.{variable}"

    def _added(self, call: Node) -> None:
        above = receiver(call)
        group = self.owner_of(self.source.text_of(above), call) if above is not None else None
        children = list(self._children(call))
        if group not in self.found and children and children[0] in self.found and len(children) > 1:
            group = children.pop(0)  # a function of the project's own: `AddGroup(cmd, "title", other)`
        for owner in children:
            known = self.found.get(owner)
            if known is not None:
                self.found[owner] = replace(known, group=group)
            elif group is not None:
                name = owner.rpartition(".")[2]
                self.mounts.append(Command(name, line_of(call), parents=None, owner=owner, group=group))

    def _children(self, call: Node) -> Iterator[str]:
        for node in arguments(call):
            if node.type in {"identifier", "selector_expression"}:
                owner = self.owner_of(self.source.text_of(node), call)
            elif node.type == "call_expression" and (function := node.child_by_field_name("function")) is not None:
                owner = self.source.text_of(function)
            else:
                owner = self.source.text_of(node)
            if owner is not None and _REFERENCE.fullmatch(owner):
                yield owner

    def _executed(self, call: Node) -> None:
        root = receiver(call)
        owner = self.owner_of(self.source.text_of(root), call) if root is not None else None
        known = self.found.get(owner or "")
        if known is not None and known.group is None:
            self.found[owner or ""] = replace(known, program=True)


def name_of(source: Source, declaration: Node) -> str:
    """The name of a function, `Type.name` of a method; empty for other declarations."""
    name = declaration.child_by_field_name("name")
    if name is None or declaration.type not in {"function_declaration", "method_declaration"}:
        return ""
    return source.text_of(name)


def _variable(source: Source, literal: Node, declaration: Node) -> str | None:
    """The variable that a literal is assigned to."""
    node: Node | None = literal
    while node is not None and node.start_byte > declaration.start_byte:
        left = node.child_by_field_name("left") or (
            node.child_by_field_name("name") if node.type == "var_spec" else None
        )
        if left is not None and node.type in {"short_var_declaration", "assignment_statement", "var_spec"}:
            text = source.text_of(left)
            return text if text.isidentifier() else None
        if node.type in {"block", "func_literal", "literal_value"}:
            return None
        node = node.parent
    return None


def _is_local(name: str, function: str) -> bool:
    """Whether a function has a parameter or variable of a name."""
    head = function.partition("{")[0]
    word = _whole(name)
    return bool(
        re.search(rf"{word}(?!\()(?<=[(,\s]{name})", head[head.find("(") :])
        or re.search(rf"{word}\s*(?:,\s*\w+\s*)*:=", function)
        or f"var {name} " in function
    )


def _whole(name: str) -> str:
    """A pattern for a whole word. It begins with the word itself, by which it is found much faster."""
    return rf"{name}(?<!\w{name})(?!\w)"
