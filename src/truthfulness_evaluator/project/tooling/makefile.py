"""Reads the targets of a Makefile, and of what it includes."""

from collections.abc import Iterator
from posixpath import dirname, join, normpath

from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_RULE = regex(r"^(?P<targets>[^\s#=:][^#=:]*?)[ ]*(?:&?::?)(?![=:])")
_VARIABLE = regex(r"^(?:export |override )?[ ]*(?P<name>[\w.-]+)[ ]*(?:::?:?|\?|\+)?=[ ]*(?P<value>.*)$")
_INCLUDE = regex(r"^(?P<optional>-|s)?include[ \t]+(?P<files>.+)$")
_REFERENCE = regex(r"\$[({]([\w.-]+)[)}]")
_MAKES_RULES = regex(r"^\$\((?:eval|foreach|call)\b")
_SAYS = regex(r"^[ ]*\$[({](?:error|info|warning)\b")
_MOST_FILES = 30
_DEEPEST = 5


def read(path: str, text: str, tree: Tree) -> Targets:
    """The targets of a Makefile. Whatever makes rules while it runs leaves it open."""
    reader = _Reader(tree, dirname(path))
    reader.add(text)
    return Targets(path, reader.names, tuple(reader.patterns), open_because=reader.open_because)


class _Reader:
    def __init__(self, tree: Tree, folder: str) -> None:
        self.tree = tree
        self.folder = folder
        self.names: dict[str, int] = {}
        self.patterns: list[str] = []
        self.open_because = ""
        self._variables: dict[str, str] = {}
        self._files = 0

    def add(self, text: str, *, included: bool = False) -> None:
        inside_define = False
        for number, line in _logical_lines(text):
            if line.startswith("define "):
                inside_define = True
            elif inside_define:
                inside_define = not line.startswith("endef")
            elif not line.startswith("\t"):
                self._line(line.split(" #")[0].rstrip(), 1 if included else number)

    def _line(self, line: str, number: int) -> None:
        if _SAYS.match(line):
            return
        if _MAKES_RULES.match(line):
            self.open_because = "it makes rules while it runs"
        elif include := _INCLUDE.match(line):
            self._include(self._expanded(include["files"]), optional=include["optional"] is not None)
        elif variable := _VARIABLE.match(line):
            more = "+=" in line[: variable.start("value")]
            before = self._variables.get(variable["name"], "") + " " if more else ""
            self._variables[variable["name"]] = before + variable["value"]
        elif rule := _RULE.match(line):
            for target in self._expanded(rule["targets"]).split():
                self._target(target, number)

    def _target(self, target: str, number: int) -> None:
        if target in {"%", ".DEFAULT"}:
            self.open_because = "it takes any target"
        elif "$" in target:
            # What is built into a folder is no name that people type.
            if "/" not in target:
                self.open_because = f"the target {target} is made while it runs"
        elif "%" in target:
            self.patterns.append(target.replace("%", "*"))
        elif not target.startswith("."):
            self.names.setdefault(target, number)

    def _include(self, files: str, *, optional: bool) -> None:
        for name in files.split():
            path = normpath(join(self.folder, name))
            text = self.tree.text(path) if self.tree.has(path) else None
            self._files += 1
            if text is not None and self._files < _MOST_FILES:
                self.add(text, included=True)
            elif not optional:
                self.open_because = f"it includes {name}"

    def _expanded(self, text: str) -> str:
        for _ in range(_DEEPEST):
            if "$" not in text:
                break
            text = _REFERENCE.sub(lambda match: self._variables.get(match[1], match[0]), text)
        return text


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, those joined that end in a backslash."""
    waiting, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        waiting += line
        if waiting.endswith("\\"):
            waiting = waiting[:-1] + " "
            continue
        yield start, waiting
        waiting, start = "", 0
    if waiting:
        yield start, waiting
