"""Commands and groups of click and typer, as the functions and variables that stand for them."""

from dataclasses import dataclass, field

from truthfulness_evaluator.project.declarations import Command
from truthfulness_evaluator.text.patterns import regex

_SUFFIX = regex(r"_(command|cmd|group|grp)$")
"""What click cuts off a function's name since version 8.2."""


@dataclass(slots=True, eq=False)
class Group:
    """A command, or a group of commands."""

    owner: str
    """Qualified name of the function, or of the variable that holds a typer application."""
    line: int
    name: str | None
    """As users type it; None where it is called by its parent's name or has none."""
    parent: "Group | None" = None
    foreign: str | None = None
    """The group it belongs to, as written, where that group is not of this file."""
    aliases: tuple[str, ...] = ()
    hidden: bool = False
    closed: bool = True
    typer: bool = False
    callback: bool = False
    """Of a typer application: has a callback, and so subcommands even where there is only one."""
    completion: bool = False
    """Of a typer application: has the options that install shell completion."""
    children: "list[Group]" = field(default_factory=list["Group"])
    started: bool = False
    """Called as a program in this file, or named like one."""

    def attach(self, parent: "Group") -> None:
        """Make it a subcommand of a group."""
        self.parent = parent
        parent.children.append(self)

    def path(self) -> tuple[str, ...] | None:
        """The subcommands that lead to it, () for a program, None where not known."""
        if self.parent is None:
            return () if self.is_program() else None
        above = self.parent.path() if self.parent is not self else None
        if above is None:
            return None
        if self.name is None or self._is_only_command():
            return above
        return (*above, self.name)

    def is_program(self) -> bool:
        """Whether it is a whole program, as far as this file can tell."""
        return self.started and self.parent is None and self.foreign is None

    def command(self) -> Command | None:
        """What it declares; None for a callback without a name of its own."""
        if self.parent is None:
            program = self.is_program()
            return Command(
                self.name or "",
                self.line,
                () if program else None,
                self.aliases,
                self.owner,
                self.hidden,
                self.closed,
                program,
                self.foreign,
            )
        if self.name is None or self._is_only_command():
            if self.closed:
                return None
            return Command("", self.line, None, (), self.owner, False, False)
        return Command(
            self.name,
            self.line,
            self.parent.path(),
            self.aliases,
            self.owner,
            self.hidden,
            self.closed,
            group=self.parent.owner,
        )

    def _is_only_command(self) -> bool:
        """Whether it is the only command of a typer application, which then has no subcommands."""
        parent = self.parent
        return (
            parent is not None
            and parent.typer
            and not parent.callback
            and parent.parent is None
            and parent.children == [self]
        )


def command_names(function: str) -> tuple[str, tuple[str, ...]]:
    """The name that click gives a function's command, and the one that older versions give.

    Example:
        >>> command_names("init_db_command")
        ('init-db', ('init-db-command',))
    """
    full = function.lower().replace("_", "-")
    short = _SUFFIX.sub("", function.lower()).replace("_", "-")
    return short, () if short == full else (full,)
