"""The keys of a YAML file with their lines, as far as its indentation shows them.

No parser of YAML is at hand, and none is needed: what tools read by name stands in plain block mappings. What is
written otherwise (flow mappings, merges, templates) is told, so that nothing is concluded from an absence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from truthfulness_evaluator.text.patterns import regex

_KEY = regex(
    r"^(?P<lead>[ ]*(?:-[ ]+)*)(?P<quote>[\"']?)(?P<key>[^\s\"'#:{}\[\],&*-][^\"'#{}\[\]]*?)(?P=quote)[ ]*:"
    r"(?:[ ]+(?P<value>.*))?$"
)
_SCALAR = regex(r"^[|>][-+\d]*[ ]*(?:#.*)?$")


@dataclass(frozen=True, slots=True)
class YamlKey:
    """A key of a block mapping."""

    path: tuple[str, ...]
    """The keys around it and itself; places in lists are left out."""
    line: int
    value: str
    """What stands behind it on its line, without quotes and comment."""


@dataclass(frozen=True, slots=True)
class YamlKeys:
    """The keys of a file."""

    all: tuple[YamlKey, ...]
    plain: bool
    """Whether the file holds nothing that these keys leave out: no tabs, flow mappings, merges or templates."""

    def children(self, *path: str) -> Mapping[str, YamlKey]:
        """The keys right below a path."""
        found: dict[str, YamlKey] = {}
        for key in self.all:
            if key.path[:-1] == path:
                found.setdefault(key.path[-1], key)
        return found

    def values(self, name: str) -> Mapping[str, int]:
        """The values of all keys of a name, wherever they stand, with their lines."""
        found: dict[str, int] = {}
        for key in self.all:
            if key.path[-1] == name and key.value:
                found.setdefault(key.value, key.line)
        return found


def read_yaml(text: str) -> YamlKeys:
    """The keys of a YAML text.

    Example:
        >>> read_yaml("{a}{b}".format(a="tasks:" + chr(10), b="  build: x")).children("tasks")["build"].value
        'x'
    """
    keys: list[YamlKey] = []
    stack: list[tuple[int, str]] = []
    plain, scalar = True, -1
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if scalar >= 0 and indent > scalar:
            continue
        scalar = -1
        if line.lstrip(" ").startswith("\t") or "{{" in line or "{%" in line or "<<:" in line:
            plain = False
        match = _KEY.match(line)
        if match is None:
            plain = plain and not re.match(r"^[ ]*[{?]", line)
            continue
        column = len(match["lead"])
        while stack and stack[-1][0] >= column:
            stack.pop()
        value = re.sub(r"(?:^|[ ]+)#.*$", "", match["value"] or "").strip()
        stack.append((column, match["key"].strip()))
        keys.append(YamlKey(tuple(key for _, key in stack), number, value.strip("\"'")))
        if _SCALAR.match(value):
            scalar = indent
        elif value.startswith("{"):
            plain = False
    return YamlKeys(tuple(keys), plain)
