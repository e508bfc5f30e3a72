"""Command lines of click and typer: decorated functions, groups, and how they are put together."""

import ast
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.project.declarations import Command, EnvironmentVariable, Option
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.functions import Function
from truthfulness_evaluator.project.languages.python.groups import Group, command_names
from truthfulness_evaluator.project.languages.python.options import leading_texts, read_option
from truthfulness_evaluator.project.languages.python.sites import Scope, Site
from truthfulness_evaluator.project.languages.python.typer_ import completion_options, may_hide_options, typer_options
from truthfulness_evaluator.project.languages.python.values import (
    dotted,
    is_true,
    keyword,
    last_name,
    text_of,
)

CLICK_PACKAGES = ("click", "rich_click", "asyncclick", "cloup", "flask", "quart", "typer", "asyncer", "click_extra")
"""Packages whose decorators make commands."""
_MAKERS = frozenset({"command", "group", "callback"})
_GROUP_CLASSES = frozenset({"Typer", "AsyncTyper", "Group", "AppGroup", "RichGroup"})
_STANDARD = {
    "version_option": "--version",
    "help_option": "--help",
    "password_option": "--password",
    "confirmation_option": "--yes",
}
_HARMLESS = frozenset({"staticmethod", "classmethod", "wraps", "with_appcontext", "deprecated", "coroutine"})
_PROGRAM_NAMES = frozenset({"main", "cli", "entry_point", "entrypoint"})
_PROGRAM_FILES = frozenset({"cli", "main", "__main__", "app", "console", "command_line", "__init__"})


@dataclass(slots=True)
class ClickReader:
    """Reads the sites of a file; `options()` and `commands()` afterwards give what it found."""

    context: Context
    taken: set[int] = field(default_factory=set[int])
    """Ids of the calls that were read as options."""
    environment: list[EnvironmentVariable] = field(default_factory=list[EnvironmentVariable])
    _groups: dict[str, Group] = field(default_factory=dict[str, Group])
    _options: list[tuple[str, Option]] = field(default_factory=list[tuple[str, Option]])
    """Options by the function or variable that they are declared with."""
    _uses: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Functions, and the decorators of this file that give them options."""
    _held: list[tuple[str, str, str | None, int]] = field(default_factory=list[tuple[str, str, str | None, int]])
    """Group, command, given name and line of every `add_command`."""
    _extra: list[Command] = field(default_factory=list[Command])

    def read(self) -> None:
        """Go through the sites."""
        imported = self.context.imports_from(*CLICK_PACKAGES)
        for site in self.context.sites:
            statement = site.statement
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                called = (dotted(_called(item)) for item in statement.decorator_list)
                if imported or any(name and ".cli." in name for name in called):
                    self._read_function(statement, site)
            elif imported:
                self._read_statement(site)
        for parent, child, given, line in self._held:
            self._attach(parent, child, given, line)

    def options(self) -> list[Option]:
        """The options, each with the function that it belongs to, and its command where that is known."""
        found = [self._placed(option, owner) for owner, option in self._options]
        for function, decorator in self._uses:
            found.extend(self._placed(option, function) for owner, option in self._options if owner == decorator)
        for name, group in self._groups.items():
            if group.completion and group.parent is None:
                found.extend(self._placed(option, name) for option in completion_options(group.line))
        return found

    def commands(self) -> list[Command]:
        """The commands and groups, and those of other files that are given to a group here."""
        groups = dict.fromkeys(self._groups.values())
        own = [command for group in groups if (command := group.command()) is not None]
        return [*own, *self._extra]

    def _placed(self, option: Option, owner: str) -> Option:
        group = self._groups.get(owner)
        return replace(option, owner=owner, command=None if group is None else group.path())

    def _read_function(self, function: Function, site: Site) -> None:
        owner = site.scope.qualified(function.name)
        group: Group | None = None
        for decorator in function.decorator_list:
            call = _called(decorator)
            if last_name(call) in _MAKERS and (group is None or not group.typer):
                made = self._make(decorator, call, function, owner)
                group = made or group
        closed = True
        for decorator in function.decorator_list:
            if last_name(_called(decorator)) not in _MAKERS:
                closed = self._read_decorator(decorator, owner) and closed
        if group is None:
            return
        group.closed = group.closed and closed
        if group.typer:
            self._options.extend((owner, option) for option in typer_options(function, self.context))
            group.closed = group.closed and not may_hide_options(function, self.context)

    def _make(self, decorator: ast.expr, maker: ast.expr, function: Function, owner: str) -> Group | None:
        """The command that a `@click.command()`, `@group.command()` or `@app.callback()` makes."""
        name, aliases = command_names(function.name)
        call = decorator if isinstance(decorator, ast.Call) else None
        given = None
        if call is not None:
            given = self.context.text(call.args[0] if call.args else keyword(call, "name"))
        group = Group(owner, function.lineno, given or name, aliases=() if given else aliases)
        receiver = maker.value if isinstance(maker, ast.Attribute) else None
        holder = None if receiver is None else dotted(receiver)
        above = self._groups.get(holder or "")
        if above is not None:
            group.typer = above.typer
            group.attach(above)
        elif receiver is not None and not self._is_package(receiver):
            if holder is None:
                return None
            group.foreign = holder
            group.typer = self.context.imports_from("typer") and not self._has_click_options(function)
        if group.typer:
            group.aliases = ()
            if not given:
                group.name = function.name.lower().replace("_", "-")
        if last_name(maker) == "callback":
            if above is None or not above.typer:
                return None
            above.callback = True
            group.name = None
        if call is not None:
            self._read_settings(call, group)
        group.started = function.name in _PROGRAM_NAMES and group.parent is None and group.foreign is None
        self._groups[owner] = group
        return group

    def _is_package(self, receiver: ast.expr) -> bool:
        """Whether `X` of `@X.command()` is click itself."""
        return self.context.target(receiver).split(".")[0] in CLICK_PACKAGES

    def _has_click_options(self, function: Function) -> bool:
        return any(
            self.context.target(_called(item)) in {"click.option", "click.argument"} for item in function.decorator_list
        )

    def _read_settings(self, call: ast.Call, group: Group) -> None:
        """What the arguments of a command's decorator say about it."""
        group.hidden = any(is_true(keyword(call, name)) for name in ("hidden", "deprecated"))
        if any(keyword(call, name) is not None for name in ("cls", "params")) and not group.typer:
            group.closed = False
        for node in ast.walk(call):
            settings: list[tuple[str | None, ast.expr]] = []
            if isinstance(node, ast.Dict):
                settings = [(text_of(key), value) for key, value in zip(node.keys, node.values, strict=True)]
            elif isinstance(node, ast.Call):
                settings = [(item.arg, item.value) for item in node.keywords]
            for name, value in settings:
                if name in {"ignore_unknown_options", "allow_extra_args"} and is_true(value):
                    group.closed = False
                elif name == "auto_envvar_prefix" and (prefix := text_of(value)):
                    self.environment.append(EnvironmentVariable(f"{prefix}_", value.lineno, None, True))

    def _read_decorator(self, decorator: ast.expr, owner: str) -> bool:
        """Read an option; False for a decorator that may add options which are not known."""
        called = _called(decorator)
        last = last_name(called)
        if isinstance(decorator, ast.Call) and self._read_option(decorator, owner):
            return True
        if last in _HARMLESS or last.startswith("pass_"):
            return True
        name = dotted(called)
        if name is not None and name in self.context.symbols:
            self._uses.append((owner, name))
            return self.context.symbols[name].parameters is None and any(o == name for o, _ in self._options)
        return False

    def _read_option(self, call: ast.Call, owner: str) -> bool:
        """Whether a call declares an option or argument of click, which is then noted."""
        last = last_name(call.func)
        names = leading_texts(call.args)
        if last in _STANDARD:
            given = [name for name in names if name.startswith("-")] or [_STANDARD[last]]
            option = read_option(call, given, self.context)
            self._note(call, owner, replace(option, is_flag=last != "password_option"))
        elif names and any(name.startswith("-") or "/-" in name for name in names):
            option = read_option(call, names, self.context)
            bare = [name for name in names if name.isidentifier()]
            flag = option.is_flag or keyword(call, "flag_value") is not None
            self._note(call, owner, replace(option, dest=bare[0] if bare else option.dest, is_flag=flag))
        elif last == "argument" and names:
            self._note(call, owner, replace(read_option(call, names[:1], self.context), dest=None))
        else:
            return False
        return True

    def _note(self, call: ast.Call, owner: str, option: Option) -> None:
        self.taken.add(id(call))
        if option.names:
            self._options.append((owner, option))

    def _read_statement(self, site: Site) -> None:
        target = site.target()
        for node in site.nodes:
            if not isinstance(node, ast.Call):
                continue
            last = last_name(node.func)
            if target is not None and target[1] is node and self._is_group_class(node.func):
                self._add_application(node, site.scope.qualified(target[0]), last)
            elif last in {"add_command", "add_typer"} and isinstance(node.func, ast.Attribute) and node.args:
                self._hold(node, node.func.value, site.scope)
            elif last in {"option", *_STANDARD} and self.context.target(node.func).split(".")[0] in CLICK_PACKAGES:
                owner = target[0] if target is not None and not site.scope.name else site.scope.name
                self._read_option(node, owner)
            elif isinstance(node.func, ast.Name | ast.Attribute):
                self._start(node)

    def _is_group_class(self, function: ast.expr) -> bool:
        symbol = self.context.symbols.get(dotted(function) or "")
        own = symbol is not None and any(base.endswith("Group") for base in symbol.bases)
        return own or last_name(function) in _GROUP_CLASSES

    def _add_application(self, call: ast.Call, name: str, kind: str) -> None:
        """A variable that holds a typer application or a group."""
        typer = kind.endswith("Typer")
        given = self.context.text(keyword(call, "name"))
        if given is None and not typer and call.args:
            given = self.context.text(call.args[0])
        group = self._groups[name] = Group(name, call.lineno, given, typer=typer)
        if kind in self.context.symbols:
            self._groups[kind] = group
            group.closed = False
        self._read_settings(call, group)
        stem = self.context.path.rpartition("/")[2].removesuffix(".py")
        group.started = typer and stem in _PROGRAM_FILES
        completion = keyword(call, "add_completion")
        group.completion = typer and (completion is None or is_true(completion))

    def _hold(self, call: ast.Call, receiver: ast.expr, scope: Scope) -> None:
        """Note a `group.add_command(other, name="x")` or `app.add_typer(other, name="x")`."""
        parent, child = dotted(receiver), dotted(call.args[0])
        around = scope.class_scope() if parent == "self" else None
        if around is not None:
            parent = around.name
        if parent is None or child is None:
            return
        second = call.args[1] if len(call.args) > 1 else None
        given = self.context.text(keyword(call, "name") or second)
        self._held.append((parent, child, given, call.lineno))

    def _attach(self, parent: str, child: str, given: str | None, line: int) -> None:
        """Put a command of this file into its group; note one of another file."""
        above, group = self._groups.get(parent), self._groups.get(child)
        if group is not None:
            if given is not None:
                group.name, group.aliases = given, ()
            if above is not None:
                group.attach(above)
            else:
                group.foreign = parent
            return
        name, aliases = command_names(child.rpartition(".")[2])
        path = None if above is None else above.path()
        aliases = () if given else aliases
        self._extra.append(Command(given or name, line, path, aliases, child, closed=False, group=parent))

    def _start(self, call: ast.Call) -> None:
        """`cli()`, `app()` and `typer.run(main)` start a program."""
        prefix = text_of(keyword(call, "auto_envvar_prefix"))
        if prefix:
            self.environment.append(EnvironmentVariable(f"{prefix}_", call.lineno, None, True))
        name = (dotted(call.func) or "").removesuffix(".main")
        if name == "typer.run" and call.args:
            name = dotted(call.args[0])
            symbol = self.context.symbols.get(name or "")
            if name and symbol is not None and name not in self._groups:
                self._groups[name] = Group(name, symbol.line, None, typer=True, started=True)
                for site in self.context.sites:
                    if isinstance(site.statement, ast.FunctionDef) and site.statement.name == name:
                        self._options.extend((name, o) for o in typer_options(site.statement, self.context))
        elif name in self._groups:
            self._groups[name].started = True


def _called(decorator: ast.expr) -> ast.expr:
    return decorator.func if isinstance(decorator, ast.Call) else decorator
