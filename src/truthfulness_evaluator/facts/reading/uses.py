"""What Python code in a document uses: attributes and keyword arguments of names whose origin the code shows."""

import ast
import builtins
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from truthfulness_evaluator.facts.reading.snippets import Snippet
from truthfulness_evaluator.models import Span

How = Literal["name", "made", "entered"]
_BUILTINS = frozenset(dir(builtins))
_GUARDS = frozenset({"AttributeError", "TypeError", "NameError", "ImportError", "Exception", "BaseException"})
"""Errors that code which uses a name that is not there may expect."""
_RAISES = frozenset({"raises", "assertRaises", "assertRaisesRegex", "suppress", "warns", "deprecated_call"})
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Origin:
    """What a name of the code stands for."""

    dotted: str
    how: How = "name"
    """`name`: the thing of that dotted name; `made`: what calling it gives; `entered`: what `with` makes of that."""
    bound: bool = True
    """Whether the document shows where the first link of the name comes from."""


@dataclass(frozen=True, slots=True)
class Use:
    """An attribute that is read, or a keyword that is passed."""

    owner: Origin
    """Whose attribute; of a keyword, what is called."""
    name: str
    keyword: bool
    span: Span
    line: int
    """The line of the code block, counted from 1."""
    method: str = ""
    """Of a keyword that is passed to a method of something made: the method."""


@dataclass
class Page:
    """The names that the code blocks of one document have bound so far."""

    names: dict[str, Origin | None] = field(default_factory=dict[str, Origin | None])
    """None: bound to something that is not known."""
    made_up: set[str] = field(default_factory=set[str])
    """Attributes that the code itself sets or defines, on whatever object."""
    has_star: bool = False
    """Whether a star import may bind any name."""

    def _loosen(self, names: set[str], applies: Callable[[Origin], bool]) -> None:
        """No longer take for shown where names of earlier blocks come from."""
        for name in names:
            value = self.names.get(name)
            if value is not None and applies(value):
                self.names[name] = replace(value, bound=False)

    def read(self, code: Snippet) -> list[Use]:
        """The uses in a snippet, in the order of the code; its names are bound for the next.

        An import still stands there, but what a variable is may have changed in steps that are not shown. In a block
        that has imports of its own, an earlier import may be that of another example as well.
        """
        self._loosen(set(self.names), lambda value: value.how != "name")
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in code.body):
            self._loosen(set(self.names), lambda value: "." in value.dotted)
        reader = _Reader(code, self)
        for name in code.lost:
            self.names[name] = None
        reader.body(code.body, self.names)
        return reader.uses


class _Reader:
    def __init__(self, code: Snippet, page: Page) -> None:
        self.uses: list[Use] = []
        self._code = code
        self._page = page

    def body(self, statements: tuple[ast.stmt, ...] | list[ast.stmt], names: dict[str, Origin | None]) -> None:
        for statement in statements:
            self._statement(statement, names)

    def _statement(self, node: ast.stmt, names: dict[str, Origin | None]) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node, names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._function(node, names)
        elif isinstance(node, ast.ClassDef):
            self._expressions([*node.decorator_list, *node.bases, *(item.value for item in node.keywords)], names)
            names[node.name] = None
            self._page.made_up.add(node.name)
            self.body(node.body, dict(names))
        elif isinstance(node, ast.Assign):
            value = self.value(node.value, names)
            for target in node.targets:
                self._bind(target, value, names)
        elif isinstance(node, ast.AnnAssign):
            self._bind(node.target, self.value(node.value, names) if node.value else None, names)
        elif isinstance(node, ast.With | ast.AsyncWith):
            self._with(node, names)
        elif isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While | ast.Try | ast.TryStar | ast.Match):
            self._branches(node, names)
        else:
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.expr):
                    self.value(inner, names)

    def _import(self, node: ast.Import | ast.ImportFrom, names: dict[str, Origin | None]) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                name = alias.asname or alias.name.partition(".")[0]
                names[name] = Origin(alias.name if alias.asname else name)
            elif alias.name == "*":
                self._page.has_star = True
            else:
                absolute = not node.level and node.module
                names[alias.asname or alias.name] = Origin(f"{node.module}.{alias.name}") if absolute else None

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, names: dict[str, Origin | None]) -> None:
        arguments = node.args
        self._expressions([*node.decorator_list, *arguments.defaults, *filter(None, arguments.kw_defaults)], names)
        names[node.name] = None
        self._page.made_up.add(node.name)
        inner = dict(names)
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        inner.update({item.arg: None for item in every if item is not None})
        self.body(node.body, inner)

    def _with(self, node: ast.With | ast.AsyncWith, names: dict[str, Origin | None]) -> None:
        for item in node.items:
            value = self.value(item.context_expr, names)
            if item.optional_vars is not None:
                entered = replace(value, how="entered") if value is not None and value.how == "made" else None
                self._bind(item.optional_vars, entered, names)
        called = (item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call))
        if any(_last(function) in _RAISES for function in called):
            self._forget(node.body, names)
        else:
            self.body(node.body, names)

    def _branches(self, node: ast.stmt, names: dict[str, Origin | None]) -> None:
        """Read each branch on its own; a name that they bind to different things is not known afterwards."""
        if isinstance(node, ast.For | ast.AsyncFor):
            self.value(node.iter, names)
            self._bind(node.target, None, names)
        elif isinstance(node, ast.If | ast.While):
            self.value(node.test, names)
        before = dict(names)
        after: list[dict[str, Origin | None]] = []
        for branch in _branches_of(node):
            inner = dict(before)
            if _expects_errors(node) or (isinstance(node, ast.If) and "attr(" in ast.unparse(node.test)):
                self._forget(branch, inner)
            else:
                self.body(branch, inner)
            after.append(inner)
        for name in {name for inner in after for name in inner}:
            values = {inner[name] for inner in after if name in inner}
            names[name] = values.pop() if len(values) == 1 else None

    def _forget(self, body: list[ast.stmt], names: dict[str, Origin | None]) -> None:
        """Bind what a body binds, to nothing known: what it uses may not be there."""
        for node in (inner for statement in body for inner in ast.walk(statement)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names[node.id] = None
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names.update({(alias.asname or alias.name).partition(".")[0]: None for alias in node.names})

    def _bind(self, target: ast.expr, value: Origin | None, names: dict[str, Origin | None]) -> None:
        if isinstance(target, ast.Name):
            known = names.get(target.id)
            if known is not None and value is not None and known.how == "name" != value.how:
                # `box = box.Box()`: what stands below may be another way to do the same.
                value = replace(value, bound=False)
            names[target.id] = value
        elif isinstance(target, ast.Attribute):
            self._page.made_up.add(target.attr)
            self.value(target.value, names)
        elif isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                self._bind(item, None, names)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None, names)
        else:
            self.value(target, names)

    def _expressions(self, nodes: list[ast.expr], names: dict[str, Origin | None]) -> None:
        for node in nodes:
            self.value(node, names)

    def value(self, node: ast.expr, names: dict[str, Origin | None]) -> Origin | None:
        """What an expression stands for. Notes what it uses on the way."""
        if isinstance(node, ast.Name):
            if node.id in names:
                return names[node.id]
            return None if node.id in _BUILTINS or self._page.has_star else Origin(node.id, "name", bound=False)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, names)
        if isinstance(node, ast.Call):
            return self._call(node, names)
        if isinstance(node, ast.NamedExpr):
            self._bind(node.target, self.value(node.value, names), names)
            return None
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            names = {**names, **dict.fromkeys(_own_names(node))}
        self._inside(node, names)
        return None

    def _inside(self, node: ast.AST, names: dict[str, Origin | None]) -> None:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.value(inner, names)
            elif isinstance(inner, ast.comprehension | ast.arguments | ast.keyword):
                self._inside(inner, names)

    def _attribute(self, node: ast.Attribute, names: dict[str, Origin | None]) -> Origin | None:
        owner = self.value(node.value, names)
        if owner is None or len(owner.dotted) > _LONGEST_NAME:
            return None
        end = self._code.end_of(node)
        self.uses.append(Use(owner, node.attr, False, (end - len(node.attr), end), node.lineno))
        return replace(owner, dotted=f"{owner.dotted}.{node.attr}") if owner.how == "name" else None

    def _call(self, node: ast.Call, names: dict[str, Origin | None]) -> Origin | None:
        called = self.value(node.func, names)
        # Calling what a call gave is up to the `__call__` of its class.
        method, owner = "__call__" if called is not None and called.how != "name" else "", called
        if called is None and isinstance(node.func, ast.Attribute):
            receiver = node.func.value
            known = names.get(receiver.id) if isinstance(receiver, ast.Name) else None
            if known is not None and known.how == "made":
                method, owner = node.func.attr, known
        for argument in node.args:
            self.value(argument.value if isinstance(argument, ast.Starred) else argument, names)
        for item in node.keywords:
            self.value(item.value, names)
            if owner is not None and item.arg is not None:
                start = self._code.offset(item.lineno, item.col_offset)
                if owner.how != "entered":
                    self.uses.append(Use(owner, item.arg, True, (start, start + len(item.arg)), item.lineno, method))
        return replace(called, how="made") if called is not None and called.how == "name" else None


def _branches_of(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(node, ast.Match):
        yield from (case.body for case in node.cases)
    elif isinstance(node, ast.Try | ast.TryStar):
        # The handlers start where the body may have ended at any place.
        yield [*node.body, *node.orelse, *node.finalbody]
        yield from (handler.body for handler in node.handlers)
    elif isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While):
        yield node.body
        yield node.orelse


def _expects_errors(node: ast.stmt) -> bool:
    """Whether a `try` is there for names that may not be there."""
    if not isinstance(node, ast.Try | ast.TryStar):
        return False
    caught = (handler.type for handler in node.handlers)
    return any(
        kind is None or any(isinstance(each, ast.Name) and each.id in _GUARDS for each in ast.walk(kind))
        for kind in caught
    )


def _own_names(node: ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[str]:
    if isinstance(node, ast.Lambda):
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        yield from (item.arg for item in every if item is not None)
        return
    for part in node.generators:
        yield from (inner.id for inner in ast.walk(part.target) if isinstance(inner, ast.Name))


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
