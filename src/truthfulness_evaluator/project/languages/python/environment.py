"""Environment variables that a file reads or sets."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from truthfulness_evaluator.project.declarations import EnvironmentVariable
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.sites import Scope, Site, find_sites
from truthfulness_evaluator.project.languages.python.source import line_before
from truthfulness_evaluator.project.languages.python.values import dotted, keyword, last_name, text_of
from truthfulness_evaluator.text.patterns import regex

_NEEDLE = regex(r"env(?:iron(?!ment)|\(|_?var\b|=\{|(?:\w+|\.\w+)\(\s*['\"][A-Z])")
_BOUND = regex(r"(\w+)(?:\s*:[^=\n]+)?\s*=\s*(?:dict\(|\{\s*\*\*)?\s*(?:os\.)?$")
"""Text before `environ` in a line that binds a variable to it or to a copy."""
_MAPPING = frozenset({"os.environ", "os.environb"})
_GETTERS = frozenset({"os.getenv", "os.getenvb", "os.putenv", "os.unsetenv"})
_METHODS = frozenset({"get", "setdefault", "pop"})
_NAME = regex(r"[A-Za-z_][A-Za-z0-9_]*(?:\(x86\))?")
_SHOUTED = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
"""Names that are taken for variables where only a helper's name speaks of the environment."""
_PREFIX = regex(r"[A-Za-z][A-Za-z0-9_]*_")
_HELPER = regex(r"(?:.*_)?(?:get)?env(?:iron)?(?:_.*)?")
"""Functions of a project that read the environment: `env_bool`, `get_env`, `int_from_env`."""
_NOT_HELPERS = frozenset({"setenv", "delenv", "unsetenv"})
_PREFIXES = ("envvar_prefix", "auto_env_var_prefix")
"""Arguments by which a library makes a family of variables of what it knows."""
_ENV_CLASSES = frozenset({"Env", "FileAwareEnv", "Config", "AutoConfig"})
_READERS = frozenset({"decouple.config", "environs.env"})
_ENV_PACKAGES = ("environ", "environs", "decouple", "starlette")


def needles(text: str, imports: dict[str, str]) -> Iterator[str | re.Pattern[str]]:
    """What to look for in the text of a file."""
    if "env" in text:
        yield _NEEDLE
        yield from (f"{name}=" for name in _PREFIXES)
        yield "Env("
        for name in _copies(text):
            yield re.compile(rf"{name}(?:\[|\.(?:get|pop|setdefault|update)\()")
            yield re.compile(rf"in {name}\b")
        for name, target in imports.items():
            if target in _MAPPING | _GETTERS:
                yield name
    if "decouple" in text or "starlette.config" in text:
        yield re.compile(r"config\(\s*['\"][A-Z]")


def _copies(text: str) -> set[str]:
    """Variables that are bound to the environment, as far as the text shows."""
    found: set[str] = set()
    at = text.find("environ")
    while at >= 0:
        if not text.startswith("ment", at + len("environ")):
            match = _BOUND.search(line_before(text, at))
            if match is not None:
                found.add(match[1])
        at = text.find("environ", at + 1)
    return found


@dataclass(slots=True)
class EnvironmentReader:
    """Reads the sites of a file; `found` holds the variables in the order of the code."""

    context: Context
    tree: ast.Module
    found: list[EnvironmentVariable] = field(default_factory=list[EnvironmentVariable])
    _bound: set[str] = field(default_factory=set[str])
    """Qualified names of variables that hold the environment, or a copy of it."""
    _helpers: dict[str, int] = field(default_factory=dict[str, int])
    """Functions of this file whose argument at an index is the name of a variable."""
    _readers: set[str] = field(default_factory=set[str])
    """Qualified names of variables that hold a reader of the environment (`env = Env()`)."""

    def read(self) -> None:
        """Go through the sites, then through the calls of helpers that were found."""
        for site in self.context.sites:
            self._bind(site)
            for node in site.nodes:
                self._read_node(node, site)
        if self._helpers:
            self._read_helpers()

    def _bind(self, site: Site) -> None:
        statement = site.statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            scope = Scope(site.scope.qualified(statement.name), statement, site.scope)
            arguments = [*statement.args.posonlyargs, *statement.args.args]
            defaults = statement.args.defaults
            for argument, default in zip(arguments[len(arguments) - len(defaults) :], defaults, strict=True):
                if self._is_environment(default, site.scope):
                    self._bound.add(scope.qualified(argument.arg))
            return
        target = site.target()
        if target is None:
            return
        name, value = target
        if self._is_environment(value, site.scope):
            self._bound.add(_key(name, site.scope))
        elif self._is_reader(value):
            self._readers.add(_key(name, site.scope))

    def _is_reader(self, node: ast.expr) -> bool:
        """Whether an expression makes a reader of the environment (`Env()` of environs)."""
        known = isinstance(node, ast.Call) and last_name(node.func) in _ENV_CLASSES
        return known and self.context.imports_from(*_ENV_PACKAGES)

    def _is_environment(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is the environment or a copy of it."""
        if self.context.target(node) in _MAPPING:
            return True
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                return self._is_environment(node.func.value, scope)
            return last_name(node.func) == "dict" and any(self._is_environment(a, scope) for a in node.args)
        if isinstance(node, ast.Dict):
            return any(
                key is None and self._is_environment(value, scope)
                for key, value in zip(node.keys, node.values, strict=True)
            )
        if isinstance(node, ast.BoolOp):
            return any(self._is_environment(value, scope) for value in node.values)
        name = dotted(node)
        return name is not None and self._is_bound(name, scope, self._bound)

    def _is_bound(self, name: str, scope: Scope, names: set[str]) -> bool:
        if "." in name:
            return _key(name, scope) in names
        for around in scope.around():
            if around.qualified(name) in names:
                return True
            if name in around.parameters():
                return False
        return False

    def _read_node(self, node: ast.expr, site: Site) -> None:
        scope = site.scope
        if isinstance(node, ast.Subscript):
            if self._is_environment(node.value, scope):
                self._add(node.slice, None, scope)
        elif isinstance(node, ast.Compare):
            if isinstance(node.ops[0], ast.In | ast.NotIn) and self._is_environment(node.comparators[0], scope):
                self._add(node.left, None, scope)
        elif isinstance(node, ast.Dict):
            if self._is_environment(node, scope):
                for key in node.keys:
                    if key is not None:
                        self._add(key, None, scope)
        elif isinstance(node, ast.Call):
            self._read_call(node, scope)

    def _read_call(self, call: ast.Call, scope: Scope) -> None:
        first = call.args[0] if call.args else keyword(call, "key")
        default = call.args[1] if len(call.args) > 1 else keyword(call, "default")
        target = self.context.target(call.func)
        if target in _GETTERS:
            if first is not None:
                self._add(first, None if target == "os.putenv" else default, scope)
        elif isinstance(call.func, ast.Attribute) and self._is_environment(call.func.value, scope):
            self._read_method(call, call.func.attr, first, default, scope)
        elif self._is_environment(call, scope):
            for item in call.keywords:
                if item.arg is not None:
                    self._note(item.arg, item.value.lineno, None)
        elif first is not None and self._is_helper(call.func, scope):
            text = text_of(first)
            if text is not None and _SHOUTED.fullmatch(text):
                plain = isinstance(default, ast.Constant) and not isinstance(default.value, str)
                by_name = keyword(call, "default") is not None
                self._note(text, first.lineno, default if plain or by_name else None)
        elif last_name(call.func) in _ENV_CLASSES and self.context.imports_from("environ"):
            for item in call.keywords:
                if item.arg is not None and _SHOUTED.fullmatch(item.arg):
                    scheme = item.value
                    pair = scheme.elts if isinstance(scheme, ast.Tuple) and len(scheme.elts) == 2 else None
                    self._note(item.arg, item.value.lineno, pair[1] if pair else None)
        else:
            self._read_options(call)
            child = keyword(call, "env")
            if isinstance(child, ast.Dict) and not self._is_environment(child, scope):
                for key in child.keys:
                    if key is not None:
                        self._add(key, None, scope)

    def _read_method(
        self, call: ast.Call, method: str, first: ast.expr | None, default: ast.expr | None, scope: Scope
    ) -> None:
        if method in _METHODS and first is not None:
            self._add(first, default, scope)
        elif method == "update":
            for item in call.keywords:
                if item.arg is not None:
                    self._note(item.arg, item.value.lineno, None)
            if isinstance(first, ast.Dict):
                for key in first.keys:
                    if key is not None:
                        self._add(key, None, scope)

    def _read_options(self, call: ast.Call) -> None:
        """The variables of `envvar="X"` of click and typer options, and of `env_var="X"` of a project's own."""
        for name in _PREFIXES:
            prefix = self.context.text(keyword(call, name))
            if prefix:
                self._note(prefix.rstrip("_") + "_", call.lineno, None, prefix=True)
        value = keyword(call, "envvar") or keyword(call, "env_var")
        if value is None:
            return
        text = self.context.text(value)
        for name in (text,) if text is not None else self.context.texts(value) or ():
            self._note(name, value.lineno, keyword(call, "default"))

    def _is_helper(self, function: ast.expr, scope: Scope) -> bool:
        name = last_name(function)
        head = dotted(function)
        if head is not None:
            receiver = head.rpartition(".")[0] or head
            if self._is_bound(receiver, scope, self._readers):
                return True
            if self.context.target(function) in _READERS or self.context.target(function).endswith(".env"):
                return True
            if isinstance(function, ast.Attribute) and self.context.target(function.value) in _READERS:
                return True
        if name in _NOT_HELPERS or name.isupper() or name[:1].isupper():
            return False
        if isinstance(function, ast.Attribute) and dotted(function.value) not in {"self", "cls"}:
            return False
        return name != "env" and _HELPER.fullmatch(name) is not None

    def _add(self, key: ast.expr, default: ast.expr | None, scope: Scope) -> None:
        """Note the variable that a key names, the beginning of a family, or a helper's parameter."""
        text = self.context.text(key, scope)
        if text is not None:
            if _NAME.fullmatch(text):
                self._note(text, key.lineno, default)
            return
        begin = _beginning(key, self.context)
        if begin is not None and _PREFIX.fullmatch(begin):
            self._note(begin, key.lineno, None, prefix=True)
        elif isinstance(key, ast.Name) and isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = scope.parameters()
            if key.id in parameters:
                bound = scope.parent is not None and isinstance(scope.parent.node, ast.ClassDef)
                self._helpers[scope.node.name] = parameters.index(key.id) - bound

    def _note(self, name: str, line: int, default: ast.expr | None, *, prefix: bool = False) -> None:
        self.found.append(EnvironmentVariable(name, line, self.context.value(default), prefix))

    def _read_helpers(self) -> None:
        """Variables named in calls of this file's own helpers, wherever they are called in it."""
        lines = self.context.source.lines_with(f"{name}(" for name in self._helpers)
        known = {(item.name, item.line) for item in self.found}
        for site in find_sites(self.tree.body, lines):
            for node in site.nodes:
                if not isinstance(node, ast.Call) or last_name(node.func) not in self._helpers:
                    continue
                index = self._helpers[last_name(node.func)]
                if 0 <= index < len(node.args):
                    text = self.context.text(node.args[index], site.scope)
                    if text and _NAME.fullmatch(text) and (text, node.args[index].lineno) not in known:
                        self._note(text, node.args[index].lineno, None)


def _key(name: str, scope: Scope) -> str:
    head, _, rest = name.partition(".")
    around = scope.class_scope() if head in {"self", "cls"} and rest else None
    return around.qualified(rest) if around is not None else scope.qualified(name)


def _beginning(node: ast.expr, context: Context) -> str | None:
    """The literal text that a computed string begins with."""
    if isinstance(node, ast.JoinedStr) and node.values:
        first = node.values[0]
        if isinstance(first, ast.FormattedValue):
            return context.text(first.value)
        return text_of(first)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return context.text(node.left) or _beginning(node.left, context)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        text = text_of(node.left)
        return None if text is None else text.partition("%")[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"upper", "format"}:
        text = text_of(node.func.value)
        return _beginning(node.func.value, context) if text is None else text.partition("{")[0]
    return None
